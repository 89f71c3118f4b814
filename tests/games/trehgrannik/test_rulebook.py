"""The rulebook's tables and examples are true."""

import re
from pathlib import Path

from games.trehgrannik.drawing import earns, planet, play, position
from trivet.games.trehgrannik.board import GROUNDS, OUTER, lay_parts
from trivet.games.trehgrannik.pieces import CARDS, COLOURS, TYPE_NAMES

BOOK = (Path(__file__).parents[3] / "docs/rules/trehgrannik.md").read_text()
DRAWINGS = re.findall(r"```text\n(.*?)```", BOOK, re.DOTALL)
WHERE = ("Rock", "Sand", "Ice", "any", "by a Rift")


def rows(first):
    """The cells of the table whose first row begins so."""
    lines = BOOK[BOOK.index(f"\n| {first}") :].strip().split("\n\n")[0].split("\n")[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_card_list_is_the_program_s():
    listed = [row for row in rows("card ") if row[1]]
    assert [row[:4] for row in listed] == [
        [card.name, card.code, str(card.copies), WHERE[card.where]] for card in CARDS
    ]
    assert [int(row[4][0]) for row in listed] == [card.coins for card in CARDS]
    types = [(row[0], row[4]) for row in rows("card ") if not row[1]]
    assert types == [(name.upper(), colour) for name, colour in zip(TYPE_NAMES, COLOURS)]


def test_trg_7_the_list_of_parts_is_the_program_s():
    listed = {row[0]: row[1:] for row in rows("part ")}
    for letter, part in zip("ABCDEF", OUTER):
        assert listed[letter] == [GROUNDS[ground] for ground in part]


def test_trg_7_the_picture_of_the_planet_is_right():
    straight = lay_parts([list(row) for row in OUTER], (0, 6, 12, 18, 24, 30))
    assert planet(DRAWINGS[0]).ground == straight.ground


def test_trg_31_the_example_of_a_base_between_friends():
    s = position(DRAWINGS[1], hands=("ML SC RQ", "RQ SS"))
    play(s, "fee RQ", "go d4", "base", "lay ML", "lay SC")
    assert s.sides[0].coins == 4 + 6


def test_trg_34_35_36_the_example_of_three_ways_to_protect():
    assert earns(DRAWINGS[2], "IP", "d3") == 2
    assert earns(DRAWINGS[2], "DP", "d3") == 2
    assert earns(DRAWINGS[2], "SP", "d3") == 4


def test_trg_37_the_example_of_what_the_owner_has():
    for answers, coins in (
        (("module", "lay IJ"), [0, 6, 2]),
        (("base", "lay IJ", "lay BS", "double IJ"), [0, 5, 3]),
    ):
        s = position(
            DRAWINGS[3], seats=3, mover="C", hands=("RQ", "RQ", "IJ BS RQ"), coins=(1, 7, 0, 0)
        )
        play(s, "fee RQ", "go f5", *answers)
        assert [side.coins for side in s.sides] == coins
