"""When bots give a game up."""

import pytest

from trivet.bots.bot import Thought, Weighed
from trivet.bots.concede import BAR, TURNS, conceded, lost_turns, only_one_left, own_chance
from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.core.table import LogEntry

ME, RIVAL = 0, 1
THEIRS = [LogEntry(RIVAL, 0)]


def turns_after(chances, log=THEIRS):
    lost = 0
    for chance in chances:
        lost = lost_turns(lost, chance, log, ME)
    return lost


def test_only_turns_in_a_row_without_a_chance_count():
    assert turns_after([0.0] * TURNS) == TURNS
    assert turns_after([0.0, 0.0, BAR]) == 0
    assert turns_after([0.0, None, 0.0]) == 2  # where nothing was compared, nothing is known


def test_a_second_answer_of_the_same_turn_does_not_count_but_may_bring_hope():
    mine = [LogEntry(RIVAL, 0), LogEntry(ME, 0), LogEntry(CHANCE, 0)]
    assert turns_after([0.0] * TURNS, mine) == 0
    assert lost_turns(3, 1.0, mine, ME) == 0


def test_bots_concede_together_and_only_to_a_single_seat():
    assert only_one_left([0, TURNS]) == 0
    assert only_one_left([TURNS, 0, TURNS, TURNS]) == 1
    assert only_one_left([0, 0, TURNS]) is None  # it would decide between two others
    assert only_one_left([TURNS, TURNS]) is None


def test_all_but_the_winner_resign_by_the_house_rule():
    outcome = conceded(GAMES["tritarea"].new(4), 2)
    assert outcome.shares == (0.0, 0.0, 1.0, 0.0)
    assert (outcome.ending, outcome.rule, outcome.losers) == ("resigned", "HOUSE-5", (0, 1, 3))
    assert [place == 1 for place in outcome.places] == [False, False, True, False]


def test_a_bot_that_compared_nothing_tells_no_chance():
    s = GAMES["trifecta"].new(2)
    mind = Mind(s, 0)
    assert own_chance(Thought(1, [Weighed(1, 0.0, 9)]), "steady", mind) is None
    for level in ("random", "greedy"):
        thought = bot(level, s.game).think(mind, Dice(1))
        assert own_chance(thought, level, mind) is None


@pytest.mark.parametrize("game", ["sovereign", "trinity"])
def test_a_chance_is_that_of_the_chosen_answer_corrected_by_a_line(game):
    s = GAMES[game].new(2)
    dice = Dice(3)
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, dice))
    mind = Mind(s, s.turn)
    low = Thought(1, [Weighed(2, 0.9, 999), Weighed(1, 0.001, 999)])
    high = Thought(2, [Weighed(2, 0.9, 999), Weighed(1, 0.001, 999)])
    doubtful = Thought(1, [Weighed(2, 0.9, 9), Weighed(1, 0.001, 9)])
    assert own_chance(low, "master", mind) < BAR < 0.5 < own_chance(high, "master", mind)
    assert own_chance(doubtful, "master", mind) > BAR  # a few rollouts do not tell
    assert own_chance(low, "steady", mind) == own_chance(low, "master", mind)
