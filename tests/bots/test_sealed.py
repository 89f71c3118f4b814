"""Who is asked first does not matter: what others have sealed changes no thought of a seat."""

import pytest
from sealed import differing, sealed_questions

from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind

LEVELS = ("greedy", "steady+iterations=8", "sharp+iterations=8", "master+iterations=8")
ASKING = [name for name in GAMES if name != "trehgrannik"]  # it asks one seat at a time


def nosy(s, seat):
    """A mind that sees who has answered: it imagines sealed answers instead of forgetting them."""
    mind = Mind(s, seat)
    mind.world = s.imagine(seat, Dice(0))
    return mind


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ASKING)
def test_a_thought_is_the_same_before_and_after_others_have_sealed(name, level):
    game, looked = GAMES[name], 0
    player = bot(level, game)
    for seats in {game.fewest, game.most}:
        for s in sealed_questions(game, seats, 3, 6):
            assert differing(player, s, 5) == []
            looked += 1
    assert looked


def test_every_other_game_asks_one_seat_at_a_time():
    for name in set(GAMES) - set(ASKING):
        assert not list(sealed_questions(GAMES[name], GAMES[name].most, 3, 1))


def test_a_mind_that_sees_who_has_answered_is_caught():
    game = GAMES["trifecta"]
    player = bot("greedy", game)
    questions = list(sealed_questions(game, 2, 3, 6))
    assert any(differing(player, s, 5, nosy) for s in questions)
