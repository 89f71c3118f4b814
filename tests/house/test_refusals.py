"""Touch anything drawn, in every question of every game: the answer names a rule, and fits."""

import re

import pytest
from games.looking import scene, things, walk

from trivet import rulebook
from trivet.catalogue import GAMES
from trivet.core.dice import Dice

GAMES_EACH = 5  # random games
EVERY = 4  # of so many positions
WORDLESS = ("Nothing speaks against it.", "That has no part in this question.")
every_game = pytest.mark.parametrize("name", GAMES)


def rules_of(name):
    return {rule.id for book in (name, "house") for rule in rulebook.read(book).rules.values()}


def positions(name):
    """Positions in which a seat is asked, of random games with few and with many seats."""
    game = GAMES[name]
    for number in range(GAMES_EACH):
        seats = game.fewest if number % 2 else game.most
        for place, s in enumerate(walk(game.new(seats), Dice(number))):
            if not s.is_over() and (place % EVERY == number % EVERY or place < 12):
                for seat in range(s.seats):
                    if s.is_waiting_for(seat):
                        yield s, seat


def fits(objection, known, s, seat):
    """A rule of the book, and a sentence that a player would understand."""
    assert objection.rule in known, (s.step.what, objection)
    assert objection.reason not in WORDLESS
    assert re.fullmatch(r"[A-Z\"'].*[.!?]", objection.reason), objection
    assert "{" not in objection.reason
    assert "None" not in objection.reason


@pytest.mark.long
@every_game
def test_whatever_is_touched_first_gets_a_rule_and_a_sentence(name):
    known, asked = rules_of(name), set()
    for s, seat in positions(name):
        codec = s.game.codec
        for thing in things(scene(s, seat)):
            objection = codec.against(s, seat, [thing])
            fits(objection, known, s, seat)
            offered = any(codec.touched(s, seat, c)[:1] == [thing] for c in options(s, seat))
            if offered and not s.step.is_vast():
                assert objection.reason.startswith("That is allowed: "), (s.step.what, thing)
            asked.add(s.step.what)
    assert len(asked) >= 3


@every_game
def test_whatever_is_touched_next_gets_a_rule_and_a_sentence(name):
    known = rules_of(name)
    dice, tried = Dice(7), 0
    for s, seat in positions(name):
        codec = s.game.codec
        some = options(s, seat)
        path = codec.touched(s, seat, some[dice.below(len(some))])[:1]
        following = {tuple(codec.touched(s, seat, c)[:2]) for c in some}
        for thing in list(things(scene(s, seat)))[:12]:
            if (*path, thing) not in following:
                objection = codec.against(s, seat, [*path, thing])
                fits(objection, known, s, seat)
                assert not objection.reason.startswith("That is allowed: "), (path, thing)
                tried += 1
    assert tried > 20


def options(s, seat):
    if s.step.is_vast():
        dice = Dice(1)
        return [s.sample(seat, dice) for _ in range(3)]
    return s.options(seat)


def test_the_second_mask_names_sov_3():
    s = GAMES["sovereign"].new(2)
    objection = s.game.codec.against(s, 0, ["piece:Mask", "piece:Mask"])
    assert objection == ("SOV-3", "Only one Mask in a deck.")


def test_the_eighth_piece_names_sov_3():
    s = GAMES["sovereign"].new(2)
    assert s.game.codec.against(s, 0, ["piece:Secret"] * 8).rule == "SOV-3"


def test_a_hex_before_the_fee_says_how_to_move():
    for s, seat in positions("trehgrannik"):
        if s.step.what == "act" and s.sides[seat].hand:
            reason = s.game.codec.against(s, seat, ["cell:e5"]).reason
            assert reason == "To move there, first pay with a card from your hand."
            return
    raise AssertionError("nobody was asked what to do")
