"""Searches on games whose right answers are known."""

import pytest
from toys import NoLore, cup, matrix, mind_of

from trivet.bots.budget import Budget
from trivet.bots.infosets import InfosetListener
from trivet.bots.playout import likely_world, play_on
from trivet.bots.search import Search, Searcher
from trivet.bots.trials import Steady, halvings
from trivet.bots.tuning import Tuning
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.sets import size
from trivet.core.state import EVERYONE
from trivet.core.walk import playout
from trivet.lab.peers.boxes import MEASURED

FOUR, THREE = MEASURED["connect_four"], MEASURED["tic_tac_toe"]


def tuned(iterations, **numbers):
    tuning = Tuning(iterations, 0.0)
    for name, number in numbers.items():
        setattr(tuning, name, number)
    return tuning


def searcher(iterations, strategy=None, **numbers):
    tuning = tuned(iterations, **numbers)
    return Searcher(strategy or NoLore(), tuning, Budget(iterations, 0.0, None))


def played(game, *answers):
    s = game.new(2)
    for choice in answers:
        s.apply(s.turn, choice)
    return s


def answer(bot, s, seed=1):
    return bot.choose(Mind(s, s.turn), Dice(seed))


# --- everything is known --------------------------------------------------------------------------


both_searches = pytest.mark.parametrize("lore", [NoLore(), FOUR.strategy], ids=["any", "open"])


@both_searches
@pytest.mark.parametrize("seed", range(5))
def test_it_wins_where_it_can(seed, lore):
    s = played(FOUR, 3, 0, 3, 0, 3, 0)  # three in the middle column
    assert answer(searcher(400, lore), s, seed) == 3


@both_searches
@pytest.mark.parametrize("seed", range(5))
def test_it_blocks_where_it_must(seed, lore):
    s = played(FOUR, 3, 0, 3, 0, 3)  # the rival has three in the middle column
    assert answer(searcher(800, lore), s, seed) == 3


@both_searches
def test_it_never_loses_tic_tac_toe(lore):
    bot, dice = searcher(1500, lore, exploration=1.0), Dice(4)
    for number in range(6):
        s = THREE.new(2)
        while not s.is_over():
            mine = s.turn == number % 2
            s.apply(s.turn, answer(bot, s, number) if mine else s.sample(s.turn, dice))
        assert s.scores()[number % 2] >= 0.5


def test_trials_of_each_answer_find_a_win():
    tuning = tuned(300)
    bot = Steady(NoLore(), tuning, Budget(300, 0.0, None))
    assert answer(bot, played(FOUR, 3, 0, 3, 0, 3, 0)) == 3


def test_halving_ends_with_a_comparison_of_two():
    assert [halvings(count) for count in (1, 2, 3, 4, 5, 8, 9, 36)] == [1, 1, 2, 2, 3, 3, 4, 6]


class Watch(NoLore):
    """Counts discs when a position is guessed; likes the columns on the left."""

    def __init__(self):
        self.discs = []

    def worth(self, s, seat, choice):
        return -float(choice)

    def value(self, s):
        self.discs.append(size(s.mine | s.theirs))
        return [0.5, 0.5]


@pytest.mark.parametrize(
    ("horizon", "turns", "discs"), [(0, 1, 0), (0, 3, 2), (4, 1, 4), (4, 3, 6)]
)
def test_a_play_out_ends_so_many_settled_points_after_its_horizon(horizon, turns, discs):
    watch = Watch()
    play_on(FOUR.new(2), watch, tuned(1, horizon=horizon, turns=turns, greed=9), Dice(1))
    assert watch.discs == [discs]


def test_a_prudent_bot_does_not_leave_the_favourite_for_nothing():
    """Where nothing is better a bot takes what luck favoured, a prudent one the favourite."""
    s = FOUR.new(2)

    def answers(prudence):
        tuning = tuned(28, prudence=prudence)
        bot = Steady(Watch(), tuning, Budget(28, 0.0, None))
        return [answer(bot, s, seed) for seed in range(20)]

    assert answers(0.0).count(0) < 10
    assert answers(3.0).count(0) > 15


def test_a_prudent_bot_still_takes_a_win():
    tuning = tuned(300, prudence=2.0)
    bot = Steady(Watch(), tuning, Budget(300, 0.0, None))
    assert answer(bot, played(FOUR, 3, 0, 3, 0, 3, 0)) == 3


# --- something is hidden --------------------------------------------------------------------------


def test_a_guess_is_no_better_than_a_guess():
    """A search that looked into each imagined world by itself would think it always guesses right,
    and never take what is offered."""
    assert searcher(800).choose(mind_of(cup(0.7)), Dice(1)) == 1
    assert searcher(800).choose(mind_of(cup(0.3)), Dice(1)) == 0


def test_the_value_of_a_guess_is_one_half():
    thought = searcher(2000, exploration=0.5).think(mind_of(cup(0.3)), Dice(1))
    going_on = next(one for one in thought.weighed if one.choice == 0)
    assert going_on.value == pytest.approx(0.5, abs=0.05)


class Suspects(NoLore):
    """Whoever hid it would hardly have hidden it under the first cup."""

    def plausible(self, s, seat):
        return 0.1 if s.hidden == 0 else 1.0


def test_worlds_in_which_others_would_hardly_have_answered_so_are_imagined_less_often():
    mind, dice = mind_of(cup(0.3)), Dice(1)
    worlds = [likely_world(mind, Suspects(), dice).hidden for _ in range(2000)]
    assert worlds.count(0) / 2000 == pytest.approx(1 / 11, abs=0.03)


def test_a_world_is_found_even_if_none_is_plausible():
    class Baffled(NoLore):
        def plausible(self, s, seat):
            return 0.0

    assert likely_world(mind_of(cup(0.3)), Baffled(), Dice(1)).turn == 0


def test_what_was_not_told_makes_no_difference():
    told = InfosetListener(2)
    told.on_event_fast("drawn", 0, 3, 0, 0, 0)
    assert told.key(1, 0) == InfosetListener(2).key(1, 0)
    assert told.key(0, 0) != InfosetListener(2).key(0, 0)
    told.on_event_fast("placed", EVERYONE, 3, 0, 0, 0)
    assert told.key(1, 0) != InfosetListener(2).key(1, 0)


def test_order_and_numbers_of_news_make_a_difference():
    keys = set()
    for news in ([(1, 2)], [(2, 1)], [(1, 2), (1, 2)], [(1, 2), (2, 1)], [(2, 1), (1, 2)]):
        told = InfosetListener(2)
        for one, two in news:
            told.on_event_fast("placed", EVERYONE, one, two, 0, 0)
        keys.add(told.key(0, 0))
    assert len(keys) == 5


# --- several answer at the same time --------------------------------------------------------------

PENNIES = [[1.0, 0.0], [0.0, 1.0]]
SKEWED = [[1.0, 0.0], [0.0, 0.5]]  # the row player should play the first row one time in three
ROCK = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
DOMINATED = [[0.6, 0.7], [0.2, 0.3]]


def strategy_of(shares, seat=0, iterations=6000):
    """The average strategy of a search, by answer."""
    s = matrix(shares)
    search = Search(NoLore(), tuned(iterations, mixing=0.1), mind_of(s, seat), Dice(5))
    search.run(Budget(iterations, 0.0, None))
    line = search.root().offered
    total = sum(arm.played for arm in line)
    return [arm.played / total for arm in line]


@pytest.mark.parametrize(
    ("shares", "seat", "expected"),
    [
        (PENNIES, 0, [0.5, 0.5]),
        (PENNIES, 1, [0.5, 0.5]),
        (SKEWED, 0, [1 / 3, 2 / 3]),
        (SKEWED, 1, [1 / 3, 2 / 3]),
        (ROCK, 0, [1 / 3, 1 / 3, 1 / 3]),
        (DOMINATED, 0, [1.0, 0.0]),
        (DOMINATED, 1, [1.0, 0.0]),
    ],
)
def test_the_average_strategy_is_an_equilibrium(shares, seat, expected):
    assert strategy_of(shares, seat) == pytest.approx(expected, abs=0.06)


def test_a_mixed_strategy_is_played_as_a_mixture():
    bot, mind = searcher(300, mixing=0.1), mind_of(matrix(ROCK))
    answers = {bot.choose(mind, Dice(seed)) for seed in range(40)}
    assert answers == {0, 1, 2}


def test_without_mixing_a_search_settles_on_one_answer():
    bot, mind = searcher(300), mind_of(matrix(DOMINATED))
    assert {bot.choose(mind, Dice(seed)) for seed in range(10)} == {0}


# --- how long it thinks ---------------------------------------------------------------------------


class Ticks:
    """A clock that goes on by a second whenever somebody looks."""

    def __init__(self):
        self.looks = 0

    def __call__(self):
        self.looks += 1
        return float(self.looks)


@both_searches
@pytest.mark.parametrize("seconds", [1.0, 5.0, 50.0])
def test_the_clock_ends_a_search(seconds, lore):
    clock, tuning = Ticks(), tuned(1_000_000)
    bot = Searcher(lore, tuning, Budget(1_000_000, seconds, clock))
    s = FOUR.new(2)
    thought = bot.think(Mind(s, 0), Dice(1))
    assert thought.choice in s.options(0)
    assert clock.looks <= seconds + 3
    assert sum(one.tries for one in thought.weighed) <= seconds


def test_the_clock_ends_trials():
    clock, tuning = Ticks(), tuned(1_000_000)
    bot = Steady(NoLore(), tuning, Budget(1_000_000, 9.0, clock))
    assert bot.choose(Mind(FOUR.new(2), 0), Dice(1)) in range(7)
    assert clock.looks < 40


def test_iterations_are_counted():
    thought = searcher(300).think(Mind(FOUR.new(2), 0), Dice(1))
    assert sum(one.tries for one in thought.weighed) == 299  # the first one makes the root
    thought = searcher(300, FOUR.strategy).think(Mind(FOUR.new(2), 0), Dice(1))
    assert sum(one.tries for one in thought.weighed) == 300


def test_a_single_answer_needs_no_thought():
    s = next(s for s in map(played_down, range(100)) if not s.is_over())
    assert searcher(10**9).think(Mind(s, s.turn), Dice(8)).weighed == []


def played_down(seed):
    """At random until one column is left, or the game is over."""
    s, dice = FOUR.new(2), Dice(seed)
    while not s.is_over() and len(s.options(s.turn)) > 1:
        s.apply(s.turn, s.sample(s.turn, dice))
    return s


# --- the measured games ---------------------------------------------------------------------------


def test_connect_four_has_as_many_ways_to_go_on_as_it_should():
    from trivet.core.walk import perft

    assert [perft(FOUR.new(2), depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]
    assert perft(FOUR.new(2), 7) == 823_536


@pytest.mark.long
def test_tic_tac_toe_has_as_many_games_as_it_should():
    from trivet.core.walk import perft

    assert perft(THREE.new(2), 9) == 255_168


def test_connect_four_is_won_in_every_direction():
    for won in (
        (0, 1, 0, 1, 0, 1, 0),
        (0, 0, 1, 1, 2, 2, 3),
        (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3),
        (3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0),
    ):
        s = played(FOUR, *won)
        assert s.is_over()
        assert s.scores() == [1.0, 0.0]
        assert not played(FOUR, *won[:-1]).is_over()


def test_random_games_of_the_measured_games_end():
    for game in MEASURED.values():
        for seed in range(50):
            s = game.new(2)
            playout(s, Dice(seed))
            assert sum(s.scores()) == 1.0
            assert not s.audit()
