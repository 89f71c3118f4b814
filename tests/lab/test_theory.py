"""Small games: whole trees, their solutions, and bots that must not be worse than chance."""

import json

import pytest

import trivet
from trivet import CHANCE, Dice, Mind
from trivet.bots.tuned import bot
from trivet.cli.main import main
from trivet.lab import theory

FAST = "trifecta-free"


@pytest.mark.parametrize("name", theory.SMALL)
def test_greedy_beats_random_in_every_small_game(name):
    """The lore once bid nothing at all in a small game, and lost to random."""
    small = theory.SMALL[name]
    player, dice, won, games = trivet.bot("greedy", small.game), Dice(3), 0.0, 300
    for number in range(games):
        s, me = small.first(), number % 2
        while not s.is_over():
            seat = s.turn
            is_ours = seat == me and seat != CHANCE
            s.apply(seat, player.choose(Mind(s, seat), dice) if is_ours else s.sample(seat, dice))
        won += s.scores()[me]
    rest = theory.SMALL[name].first()  # an end of a round may be as good as lost for one seat
    even = sum(played_out(rest, seed, number % 2) for number, seed in enumerate(range(games)))
    assert won > even


def played_out(first, seed, seat):
    s, dice = first.copy(), Dice(1000 + seed)
    while not s.is_over():
        s.apply(s.turn, s.sample(s.turn, dice))
    return s.scores()[seat]


@pytest.fixture(scope="module")
def end():
    return theory.Tree(theory.SMALL["sovereign-3"].first())


def test_a_tree_has_every_history_and_forgets_nothing(end):
    assert (end.histories, end.infosets, len(end.forgotten)) == (3877, 1177, 0)
    assert end.text.count("\n") == end.histories + 1


def test_a_game_that_is_too_large_is_refused():
    with pytest.raises(theory.TooLarge, match="more than 1,000 histories"):
        theory.Tree(trivet.new("trifecta"), 1000)


def test_an_equilibrium_is_found_and_a_fault_is_punished(end):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    solver = theory.Solver(end)
    _, left = solver.equilibrium(100)
    uniform = solver.nash_conv(solver.uniform())
    greedy = solver.nash_conv(
        solver.of(theory.odds_of(end, bot("greedy", trivet.game("sovereign")), 4))
    )
    worst = {name: {max(s.options(seat)): 1.0} for name, (s, seat) in end.examples.items()}
    assert left < 0.01 < uniform
    assert greedy < uniform
    assert solver.nash_conv(solver.of(worst)) > greedy


def test_exact_tells_size_value_and_distance(capsys):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    words = [
        "lab",
        "exact",
        "sovereign-2",
        "--thoughts",
        "1",
        "--rounds",
        "40",
        "--bots",
        "random,greedy",
    ]
    assert main(words) == 0
    assert "105 histories, 25 sets" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["nash_conv"]
    assert set(found) == {"equilibrium", "uniform", "random", "greedy"}


@pytest.mark.parametrize(("words", "said"), [
    (["trifecta", "--most", "100"], "more than 100 histories"),
    (["tritarea"], "is a game for 4 seats"),
    (["whist"], "There is no game 'whist'"),
    (["trifecta-open", "--option", "hand=1"], "has its options"),
    (["sovereign-2", "--bots", "grandmaster"], "There is no bot"),
])  # fmt: skip
def test_exact_says_what_is_wrong(words, said, capsys):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert main(["lab", "exact", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_benchmark_is_the_same_every_time(capsys):
    words = ["lab", "benchmark", "random", "trifecta", "--levels", "random,greedy", "--blocks", "2",
             "--jobs", "1", "--option", "stages=1"]  # fmt: skip
    found = []
    for _ in range(2):
        assert main([*words, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out)["rows"])
    assert found[0] == found[1]
    assert [row["rival"] for row in found[0]] == ["random", "greedy"]
    assert main(words) == 0
    assert "| trifecta | 2 | greedy |" in capsys.readouterr().out
