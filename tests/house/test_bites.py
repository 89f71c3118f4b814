"""Positions in the rulebooks: the rule still stops whoever touches what is touched there."""

from dataclasses import replace

import pytest

from tools.find_bites import hunt
from trivet import bites, rulebook
from trivet.catalogue import GAMES

SHEETS = {name: sheet for name in GAMES if (sheet := bites.load(name))}


def differences(game, sheet):
    """What is no longer as the file tells."""
    found = []
    for bite, table in sheet.positions(game):
        objection = bites.stopped(table, bite.seat, bite.thing, bite.text)
        if objection is None or (objection.rule, objection.reason) != (bite.rule, bite.sentence):
            found.append(f"{bite.rule} {bite.thing or bite.text}: {objection}")
    return found


@pytest.mark.parametrize("name", SHEETS)
def test_every_rule_bites_where_its_picture_says(name):
    sheet = SHEETS[name]
    again = f"run: python -m tools.find_bites {name}"
    assert sheet.rules == GAMES[name].version, again
    assert differences(GAMES[name], sheet) == [], again


@pytest.mark.parametrize("name", SHEETS)
def test_every_bite_belongs_to_a_rule_of_the_book_and_none_has_two(name):
    rules = [bite.rule for bite in SHEETS[name].bites]
    assert rules == [rule for rule in rulebook.read(name).rules if rule in rules]
    assert len(rules) > 3


def test_a_rule_that_no_longer_bites_is_noticed():
    sheet = SHEETS["sovereign"]
    first, second = sheet.bites[:2]
    for wrong in (replace(first, sentence="No."), replace(first, rule=second.rule)):
        assert len(differences(GAMES["sovereign"], replace(sheet, bites=(wrong, second)))) == 1


def test_the_same_games_give_the_same_bites():
    assert hunt(GAMES["trifecta"], 2) == hunt(GAMES["trifecta"], 2)


def test_a_sheet_survives_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(bites, "home", lambda game: tmp_path / game)
    (tmp_path / "sovereign").mkdir()
    bites.save("sovereign", SHEETS["sovereign"])
    assert bites.load("sovereign") == SHEETS["sovereign"]
    assert bites.load("nothing") is None
