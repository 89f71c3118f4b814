"""What every game owes the house, late in the game: the house's own walks end before round 3."""

import pytest

from games.tritarea.drawing import GAME
from trivet.core.dice import Dice
from trivet.lab.duties import DUTIES, reach

FURTHER = (0, 1, 3, 4, 6, 8, 11, 12, 13, 17, 25, 40)  # answers after round 3 was dealt


def start_of_round_3(seed):
    """How many answers a random game of this seed takes until then."""
    s, dice, answers = GAME.new(4), Dice(seed), 0
    while s.step.what != "declare":
        s.apply(s.turn, s.sample(s.turn, dice))
        answers += 1
    return answers


LATE = [(seed, start_of_round_3(seed) + more) for seed, more in enumerate(FURTHER)]


@pytest.mark.parametrize("duty", DUTIES, ids=lambda duty: duty.__name__)
def test_in_round_3_the_game_keeps_its(duty):
    for seed, depth in LATE:
        s, _ = reach(GAME, seed, depth)
        if duty.__name__ == "what_is_not_marked_reveals_nothing" and s.step.what == "declare":
            continue  # it expects every choice to be public; a declaration is sealed (TTA-40)
        duty(GAME, seed, depth)


def test_the_walks_meet_every_question_of_round_3():
    late = [reach(GAME, seed, depth)[0] for seed, depth in LATE]
    asked = {s.step.what for s in late if s.round == 3 and s.turn >= 0}
    assert asked >= {"declare", "sell", "play", "build"}
