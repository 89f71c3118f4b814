"""Plays the games of several settings in turns, and keeps their summaries in ledgers.

A ledger is a gzip file with one member for each line, named by a digest of all that its summaries
depend on.  The first line is the head, each other line a summary.  A last member that was cut off
is dropped, and its game is played again.
"""

import gzip
import json
import zlib
from collections.abc import Callable, Generator, Iterable, Sequence
from hashlib import sha256
from itertools import takewhile
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from trivet.lab.arena import the_game
from trivet.lab.balance.game_summary import GameSummary, Setting, Summaries, play
from trivet.lab.ledger import BadLedger
from trivet.lab.workers import Workers

KIND = "Trivet balance 3"
LOOK_EVERY = 50  # games between two looks whether enough is known

Stop = Callable[[list[Summaries]], bool]
Progress = Callable[[int, int], None]  # games played and wanted


class SummaryLedger:
    """The summaries of one setting by number; kept in a file, or without a folder in memory."""

    def __init__(self, setting: Setting, folder: Path | None) -> None:
        self.summaries: dict[int, GameSummary] = {}
        self.path: Path | None = None
        if folder is None:
            return
        head = {"kind": KIND, **setting.head()}
        digest = sha256(json.dumps(head, sort_keys=True).encode()).hexdigest()[:12]
        self.path = folder / f"{the_game(setting.game).name}-{setting.seats}-{digest}.jsonl.gz"
        if self.path.exists() and self.path.stat().st_size:
            self._read(self.path, head)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(_member(head))

    def add(self, summary: GameSummary) -> None:
        self.summaries[summary["n"]] = summary
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(_member(summary))

    def _read(self, path: Path, head: dict[str, Any]) -> None:
        lines, is_whole = _lines(path)
        try:
            rows = [json.loads(line) for line in lines]
            self.summaries = {int(row["n"]): row for row in rows[1:]}
        except (ValueError, KeyError, TypeError):
            raise BadLedger(f"{path} is not a ledger of games") from None
        if rows and rows[0] != json.loads(json.dumps(head)):
            raise BadLedger(f"{path} is of another setting")
        if not is_whole or not rows:
            path.write_bytes(b"".join(_member(row) for row in rows or [head]))


def _member(row: dict[str, Any]) -> bytes:
    text = json.dumps(row, separators=(",", ":"))
    return gzip.compress(f"{text}\n".encode(), 6, mtime=0)


def _lines(path: Path) -> tuple[list[bytes], bool]:
    """The whole lines of a ledger, and whether its end is whole."""
    found: list[bytes] = []
    try:
        with gzip.open(path) as file:
            found.extend(file)
    except EOFError:
        return [line for line in found if line.endswith(b"\n")], False
    except (OSError, zlib.error):
        raise BadLedger(f"{path} is not a ledger of games") from None
    return found, True


def run(
    settings: Sequence[Setting],
    games: int,
    workers: Workers,
    folder: Path | None = None,
    stop: Stop | None = None,
    progress: Progress | None = None,
    seconds: float = inf,
) -> list[Summaries]:
    """The summaries of games 0, 1, ... of every setting.  The settings take turns, so that a run
    that is interrupted is paired.  `stop` looks at the first 50, 100, ... games; what is played
    beyond them does not count, so the result does not depend on the number of processes.  After
    `seconds` no more games are begun."""
    kept = [SummaryLedger(setting, folder) for setting in settings]
    looks = range(LOOK_EVERY, games + 1, LOOK_EVERY) if stop else range(0)
    end = _end(kept, looks, stop)
    wanted = _wanted(kept, games)
    if end is None and wanted:
        late, fewest = monotonic() + seconds, len(settings)  # one game of each in any case
        in_time = takewhile(lambda one: one[0] < fewest or monotonic() < late, enumerate(wanted))
        played = workers(play, ((settings[k], n) for _, (k, n) in in_time))
        end = _keep(kept, wanted, played, looks, stop, progress)
    return _first(kept, min(games, _common(kept)) if end is None else end)


def _wanted(kept: Sequence[SummaryLedger], games: int) -> list[tuple[int, int]]:
    """The games to play: the place of the setting, and the number."""
    numbers = [(k, n) for n in range(games) for k in range(len(kept))]
    return [(k, n) for k, n in numbers if n not in kept[k].summaries]


def _keep(
    kept: Sequence[SummaryLedger],
    wanted: Sequence[tuple[int, int]],
    played: Iterable[GameSummary],
    looks: range,
    stop: Stop | None,
    progress: Progress | None,
) -> int | None:
    """Keep games as they are played; how many are enough, if a look says so.  Ctrl-C ends it once
    there is something to report."""
    try:
        for done, ((k, n), summary) in enumerate(zip(wanted, played, strict=False), 1):
            kept[k].add(summary)
            if progress:
                progress(done, len(wanted))
            if kept[k] is kept[-1] and n + 1 in looks:
                end = _end(kept, range(n + 1, n + 2), stop)
                if end is not None:
                    return end
    except KeyboardInterrupt:
        if not _common(kept):
            raise
    finally:
        if isinstance(played, Generator):
            played.close()
    return None


def _end(kept: Sequence[SummaryLedger], looks: range, stop: Stop | None) -> int | None:
    """The first look at which enough is known."""
    common = _common(kept)
    for games in looks:
        if stop and games <= common and stop(_first(kept, games)):
            return games
    return None


def _common(kept: Sequence[SummaryLedger]) -> int:
    """How many games from the first on all settings have."""
    number = 0
    while all(number in one.summaries for one in kept):
        number += 1
    return number


def _first(kept: Sequence[SummaryLedger], games: int) -> list[Summaries]:
    return [[one.summaries[n] for n in range(games)] for one in kept]
