"""Every level in every game: lawful and repeatable."""

import pytest
from places import position

from trivet.bots.budget import Budget
from trivet.bots.levels import LEVELS, bot_of
from trivet.bots.search import Searcher
from trivet.bots.trials import Steady
from trivet.bots.tuned import BOTS, PATIENCE, BadBot, bot, effective_level, tuning_of
from trivet.bots.tuning import NUMBERS, Tuning
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE

FEW = "+iterations=12+greed=1"
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_bot = pytest.mark.parametrize("name", BOTS)


@every_game
@every_bot
def test_answers_are_allowed(name, game):
    for seed in range(4):
        s = position(game, seed)
        choice = bot(name + FEW, game).choose(Mind(s, s.turn), Dice(seed))
        assert s.objection(s.turn, choice) is None


@every_game
@every_bot
def test_the_same_mind_and_dice_give_the_same_thought(name, game):
    for seed in range(4):
        s = position(game, seed)
        thoughts = [bot(name + FEW, game).think(Mind(s, s.turn), Dice(seed)) for _ in range(2)]
        one, other = (
            (thought.choice, [(w.choice, w.value, w.tries) for w in thought.weighed])
            for thought in thoughts
        )
        assert one == other


@every_game
@every_bot
def test_a_bot_keeps_nothing_between_two_answers(name, game):
    used, s = bot(name + FEW, game), position(game, 3)
    other = position(game, 5)
    used.choose(Mind(other, other.turn), Dice(1))
    fresh = bot(name + FEW, game)
    assert used.choose(Mind(s, s.turn), Dice(2)) == fresh.choose(Mind(s, s.turn), Dice(2))


@every_game
@every_bot
def test_a_thought_leaves_the_mind_as_it_was(name, game):
    s = position(game, 7)
    mind = Mind(s, s.turn)
    before = [mind.world.view(seat) for seat in range(s.seats)]
    bot(name + FEW, game).think(mind, Dice(1))
    assert [mind.world.view(seat) for seat in range(s.seats)] == before


@every_game
def test_the_guessed_shares_of_the_win_add_up(game):
    for seed in range(20):
        shares = game.strategy.value(position(game, seed))
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) >= 0.0


@every_game
def test_what_is_worth_a_look_is_allowed(game):
    for seed in range(20):
        s = position(game, seed)
        found = game.strategy.worth_a_look(s, s.turn, Dice(seed))
        assert found
        assert set(found) <= set(s.options(s.turn))
        assert len(set(found)) == len(found)


# --- names and tuning -----------------------------------------------------------------------------


def test_there_are_five_levels_and_the_weakest_comes_first():
    assert list(BOTS) == list(LEVELS) == ["random", "greedy", "steady", "sharp", "master"]


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ("genius", "there is no bot 'genius'; there are: random, greedy"),
        ("sharp+wisdom=3", "'wisdom' of a bot cannot be changed; only: iterations"),
        ("sharp+iterations=many", "'iterations' of a bot is a number, not 'many'"),
        ("sharp+iterations", "'iterations' of a bot is a number, not ''"),
        ("", "there is no bot ''"),
    ],
)
def test_a_wrong_wish_is_refused_with_what_can_be_wished(wish, complaint):
    with pytest.raises(BadBot, match=complaint.replace("(", r"\(")):
        bot(wish, GAMES["sovereign"])


def test_every_number_of_a_tuning_can_be_changed():
    tuning = Tuning(1, 1.0)
    for name in NUMBERS:
        assert isinstance(getattr(tuning, name), int | float)


@every_game
@pytest.mark.parametrize("is_full", [False, True], ids=["fewest", "most"])
def test_higher_levels_think_longer_and_nobody_waits_two_seconds(game, is_full):
    seats = game.most if is_full else game.fewest
    tunings = [tuning_of(name, game, seats) for name in LEVELS[2:]]
    rounds = [tuning.iterations for tuning in tunings]
    assert rounds == sorted(set(rounds))
    seconds = [tuning.seconds for tuning in tunings]
    assert seconds == sorted(seconds)
    assert seconds[0] <= 0.1
    assert seconds[1] <= 0.4
    assert seconds[2] <= 1.2


@every_game
def test_a_tuning_is_of_a_level_that_searches_and_of_a_table_the_game_has(game):
    every = {
        f"{name} {seats}" for name in LEVELS[2:] for seats in range(game.fewest, game.most + 1)
    }
    assert game.tunings.keys() <= every | set(LEVELS[2:])


@pytest.mark.parametrize(("tree", "kind"), [(0, Steady), (1, Searcher)])
def test_a_level_that_searches_does_so_with_a_tree_or_without(tree, kind):
    tuning = Tuning(1, 0.0)
    tuning.tree = tree
    assert type(bot_of(LEVELS.index("sharp"), GAMES["trifecta"].strategy, tuning, None)) is kind


def test_flat_trials_leave_a_near_end_to_the_tree():
    """The thought is the tree's, value for value; without `tree_at` it is another."""
    game, mind = GAMES["sovereign"], placing()

    def thought(wish):
        found = bot(wish, game).think(mind, Dice(1)).weighed
        return [(one.choice, one.value, one.tries) for one in found]

    flat, tree = "steady+iterations=40+prudence=0", "sharp+iterations=40+width=0+exploration=0.7"
    assert thought(f"{flat}+tree_at=9") == thought(tree) != thought(flat)


def placing():
    """The mind of a player of Sovereign who places the first piece."""
    s, dice = GAMES["sovereign"].new(2), Dice(1)
    while s.step.what != "place":
        s.apply(s.turn, s.sample(s.turn, dice))
    return Mind(s, s.turn)


@every_game
def test_a_level_that_is_no_better_is_played_by_a_lower_one(game):
    """Which one may do so is measured: docs/calibration.md."""
    for name, lower in game.level_aliases.items():
        level, seats = name.split()
        assert game.fewest <= int(seats) <= game.most
        assert LEVELS.index(lower) < LEVELS.index(level)
        assert effective_level(level, game, int(seats)) == lower
        assert effective_level(lower, game, int(seats)) == lower
    assert effective_level("greedy", game, game.most) == "greedy"


def test_a_bot_thinks_as_suits_the_number_of_seats(monkeypatch):
    game = GAMES["trifecta"]
    tunings = {"sharp": {"iterations": 30, "tree": 0}, "sharp 2": {"iterations": 60, "tree": 0}}
    monkeypatch.setattr(type(game), "tunings", tunings)
    sharp = bot("sharp", game)

    def tries(seats):
        s = game.new(seats)
        while s.turn == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, Dice(1)))
        return sum(one.tries for one in sharp.think(Mind(s, s.turn), Dice(1)).weighed)

    assert (tries(2), tries(3)) == (60, 30)


def test_a_budget_without_a_clock_is_never_late():
    budget = Budget(3, 0.0, None)
    budget.start()
    assert not budget.is_late()
    assert [budget.is_spent(done) for done in (0, 2, 3)] == [False, False, True]


def test_a_part_of_a_thought_has_its_part_of_the_time():
    now = [10.0]
    budget = Budget(100, 4.0, lambda: now[0])
    budget.start()
    late = []
    for now[0] in (10.9, 11.0, 12.5, 14.0):
        late.append([budget.is_late_for(part, 4) for part in (1, 2, 3, 4)])
    assert late == [
        [False, False, False, False],
        [True, False, False, False],
        [True, True, False, False],
        [True, True, True, True],
    ]


@pytest.mark.parametrize(("now", "left"), [(11.0, 60), (12.0, 20), (13.9, 0), (10.1, 80)])
def test_what_is_left_is_foreseen_from_the_pace_so_far(now, left):
    times = iter([10.0, now])
    budget = Budget(100, 4.0, lambda: next(times))
    budget.start()
    assert budget.left(20) == left


def test_only_master_goes_on_when_a_clock_leaves_it_time():
    game = GAMES["sovereign"]

    def iterations(wish, clock):
        made = bot(wish, game, clock)
        return made.budget.iterations, made.budget.enough

    usual = tuning_of("master", game, 2).iterations
    assert iterations("master", None) == (usual, usual)
    assert iterations("master", lambda: 0.0) == (PATIENCE * usual, usual)
    assert iterations("master+iterations=50", lambda: 0.0) == (50, 50)
    usual = tuning_of("sharp", game, 2).iterations
    assert iterations("sharp", lambda: 0.0) == (usual, usual)
