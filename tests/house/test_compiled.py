"""The compiled and the plain rules are the same rules."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import trivet.core.state
from trivet.catalogue import GAMES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "trivet"
ROOMS = [path for room in ("core", "games", "bots") for path in (SOURCE / room).rglob("*.py")]
IS_COMPILED = not trivet.core.state.__file__.endswith(".py")

DIGEST = """
import hashlib, sys
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.state import CHANCE
from trivet.core.mind import Mind
from trivet.core.seen import as_text
from trivet.core.tables import Tables, random_codes
from trivet.core.walk import wander
from trivet.lab.balance.game_summary import Setting, play

def greedy_game(game, seats, dice):
    s, bot = game.new(seats), BOTS["greedy"](game)
    log = []
    while not s.is_over():
        seat = s.turn
        choice = s.sample(seat, dice) if seat == CHANCE else bot.choose(Mind(s, seat), dice)
        log.append((seat, choice))
        s.apply(seat, choice)
    return s, log

for name, game in GAMES.items():
    found = []
    for seed in range(int(sys.argv[1])):
        seats = game.fewest + seed % (game.most - game.fewest + 1)
        s = game.new(seats)
        log = wander(s, 100000, Dice(seed))
        found.append([log, s.scores(), [s.view(seat) for seat in range(seats)]])
    s, log = greedy_game(game, game.most, Dice(1))
    found.append([log, s.scores()])
    found.append(play((Setting(name, ("greedy",) * game.fewest), 0)))
    tables, dice = Tables(game.new(game.most), game.codes(game.most), 4, 1), Dice(2)
    for _ in range(400):
        said = random_codes(tables.mask(), 4, dice)
        tables.step(said)
        shown = [said, tables.seen(), tables.mask(), tables.turn(), tables.over(), tables.scores()]
        found.append(hashlib.sha256(b"".join(shown)).hexdigest())
    print(name, hashlib.sha256(as_text(found).encode()).hexdigest())
"""


def digest(path: str, hash_seed: str) -> str:
    """What a process of its own makes of the same seeds."""
    return subprocess.run(
        [sys.executable, "-c", DIGEST, "20"],
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def here() -> str:
    return str(Path(trivet.__file__).parents[1])


def test_the_build_under_test_is_the_one_asked_for():
    wanted = os.environ.get("TRIVET_BUILD")
    if wanted is None:
        pytest.skip("no build was asked for: run through ./test")
    assert (wanted == "compiled") == IS_COMPILED


@pytest.mark.long
def test_the_same_seed_gives_the_same_game_in_another_process():
    assert digest(here(), "1") == digest(here(), "2")


@pytest.mark.skipif(not IS_COMPILED, reason="compares the compiled rules with the plain ones")
def test_compiled_and_plain_rules_play_the_same_games():
    assert digest(here(), "0") == digest(str(ROOT / "src"), "0")


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_literal_is_shifted_by_a_variable(path):
    """mypyc makes `1 << n` with a native n a 32-bit shift, wrong from 31 on: write bit(n)."""
    for line in shifts(path.read_text()):
        raise AssertionError(f"{path.name}:{line} shifts a literal by a variable")


def test_a_shifted_literal_is_noticed():
    assert shifts("def f(n: i64) -> i64:\n    return 1 << n\n") == [2]
    assert not shifts("def f() -> i64:\n    return 1 << WIDTH * 2\n")


def shifts(source: str) -> list[int]:
    """Lines of functions that shift a literal by a name that is no constant.  Tables, and functions
    whose names begin with an underscore, are worked out on Python ints while a module loads."""
    return [
        node.lineno
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef) and not function.name.startswith("_")
        for node in ast.walk(function)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift)
        and isinstance(node.left, ast.Constant)
        and any(
            not name.id.isupper() for name in ast.walk(node.right) if isinstance(name, ast.Name)
        )
    ]


@pytest.mark.long
def test_the_digest_is_of_every_game():
    names = [line.split()[0] for line in digest(here(), "0").splitlines()]
    assert names == list(GAMES)
