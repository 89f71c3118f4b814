"""Old games replay to the same end, word for word; positions have as many futures as before.

TRIVET_REFRESH=1 writes the goldens of games that have none, and all transcripts and counts anew.
"""

import json
import os
from pathlib import Path

import pytest

from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.cli.main import main
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.table import Table
from trivet.core.walk import perft, wander

GOLDENS = Path(__file__).parents[1] / "goldens"
COUNTS = GOLDENS / "perft.json"
IS_REFRESHED = bool(os.environ.get("TRIVET_REFRESH"))
TABLES = [
    (name, seats, bot)
    for name, game in GAMES.items()
    for seats, bot in ((game.fewest, "greedy"), (game.most, "random"))
]
every_golden = pytest.mark.parametrize(
    "path", sorted(GOLDENS.glob("*.trivet")), ids=lambda path: path.stem
)
every_table = pytest.mark.parametrize(("name", "seats", "bot"), TABLES)


def played(name: str, seats: int, bot: str) -> str:
    """The record of a game between bots."""
    game, dice = GAMES[name], Dice(seats)
    table = Table(game, seats, bytes(31) + bytes([seats]), f"golden-{name}")
    table.roll()
    player = BOTS[bot](game)
    while not table.state.is_over():
        seat = table.state.turn
        table.play(seat, player.choose(Mind(table.state, seat), dice))
    return record.write(table, [bot] * seats)


def transcript(path: Path, capsys) -> str:
    main(["replay", str(path), "--all", "--ascii", "--no-color"])
    return capsys.readouterr().out


@every_table
def test_every_game_has_a_golden_game(name, seats, bot):
    path = GOLDENS / f"{name}-{seats}-{bot}.trivet"
    if IS_REFRESHED and not path.exists():
        path.write_text(played(name, seats, bot))
    assert path.exists()


@every_golden
def test_a_golden_game_is_told_in_the_same_words(path, capsys):
    told = transcript(path, capsys)
    if IS_REFRESHED:
        path.with_suffix(".txt").write_text(told)
    assert told == path.with_suffix(".txt").read_text()


@every_golden
def test_a_golden_game_is_fair(path):
    assert main(["verify", str(path)]) == 0


def futures(name: str) -> dict[str, list[int]]:
    """How many ways there are to answer, one and two answers deep, by the answers before."""
    counts = {}
    for before in (0, 10, 25, 60):
        s = GAMES[name].new(GAMES[name].fewest)
        wander(s, before, Dice(before))
        if not s.is_over() and len(s.options(s.turn)) < 600:
            counts[str(before)] = [perft(s, depth) for depth in (1, 2)]
    return counts


@pytest.mark.parametrize("name", GAMES)
def test_positions_have_as_many_futures_as_before(name):
    known = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    found = futures(name)
    if IS_REFRESHED:
        COUNTS.write_text(json.dumps({**known, name: found}, indent=1, sort_keys=True) + "\n")
        known = json.loads(COUNTS.read_text())
    assert found == known[name]
