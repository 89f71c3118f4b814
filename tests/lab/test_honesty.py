"""The certificate: bots that know more than their seat are caught, and ours are not.

trivet lab honesty all --pairs 10000        the same for as long as one likes
"""

import sys
from zlib import crc32

import pytest
from conftest import IS_QUICK, IS_SMOKE

from trivet.bots.bot import Bot, Thought
from trivet.bots.tuned import BOTS, bot
from trivet.catalogue import GAMES
from trivet.core.state import State
from trivet.lab.honesty import certify, pairs

PAIRS = 20 if IS_QUICK else 50 if IS_SMOKE else 200
FEW = {"random": "", "greedy": ""}
SEARCH = "+iterations=8+greed=1"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", BOTS)
def test_every_bot_knows_only_what_its_seat_knows(name, game):
    wish = name + FEW.get(name, SEARCH)

    def make():
        return bot(wish, GAMES[game])

    complaints = [text for _, text in certify(make, GAMES[game], PAIRS, 1) if text]
    assert not complaints, complaints[0]


@pytest.mark.parametrize("game", GAMES)
def test_pairs_are_two_games_that_one_seat_takes_for_one(game):
    found, differ = pairs(GAMES[game], 2), 0
    for _ in range(20):
        pair = next(found)
        assert pair.one.is_waiting_for(pair.seat)
        assert pair.one.view(pair.seat) == pair.other.view(pair.seat)
        differ += any(pair.one.view(v) != pair.other.view(v) for v in range(pair.one.seats))
    assert differ > 3


class Peeker(Bot):
    """Looks over the table: into the frames of whoever asks it."""

    def think(self, mind, dice):
        frame = sys._getframe()
        while frame is not None:
            for thing in frame.f_locals.values():
                if isinstance(thing, State) and thing is not mind.world:
                    return self.answer(thing, mind)
            frame = frame.f_back
        return Thought(mind.options()[0], [])

    def answer(self, truth, mind):
        seen = crc32(repr([truth.view(seat) for seat in range(truth.seats)]).encode())
        options = mind.options()
        return Thought(options[seen % len(options)], [])


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_peeks_is_caught(game):
    complaints = [
        text
        for _, text in certify(lambda: Peeker(GAMES[game].strategy), GAMES[game], 60, 1)
        if text
    ]
    assert complaints
    assert "in another that looks the same" in complaints[0]


class Gossip(Bot):
    """Answers honestly, and lets something slip in its values."""

    def think(self, mind, dice):
        thought = Peeker(self.strategy).think(mind, dice)
        from trivet.bots.bot import Weighed

        options = mind.options()
        return Thought(options[0], [Weighed(options[0], float(thought.choice), 1)])


def test_a_bot_that_lets_something_slip_is_caught():
    game = GAMES["sovereign"]
    found = [text for _, text in certify(lambda: Gossip(game.strategy), game, 60, 1) if text]
    assert found
