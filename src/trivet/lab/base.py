"""Another build of Trivet as an opponent: the gate for every change of bots.

A base is a folder with a `trivet` package in it, or a commit of this repository, which is unpacked
and compiled once (`.build/base-COMMIT`).  Its bots run in a process of their own and are told the
log of the table; both builds must have the same rules, so options that came later have the values
by which the base plays.
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import trivet
from trivet.core.game import Game
from trivet.lab.archives import unpack

PLAYER = Path(__file__).with_name("base_player.py")
BASE = "base:"  # before the name of a player that is played by the base
CODE = ("core", "games", "bots", "weights")  # what answers depend on


class BadBase(ValueError):
    """A base that is not there, cannot be built, or plays by other rules."""


@lru_cache(maxsize=32)
def code_hash(folder: str = "", games: str = "games") -> str:
    """A hash of all code that a bot's answers depend on; of `games`, a folder, one may do."""
    package = Path(folder, "trivet") if folder else Path(trivet.__file__).parent
    found = hashlib.sha256()
    for part in CODE:
        for path in sorted((package / (games if part == "games" else part)).rglob("*")):
            if path.suffix in (".py", ".json"):
                found.update(path.relative_to(package).as_posix().encode() + b"\n")
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


# --- where it is ----------------------------------------------------------------------------------


def base_folder(wish: str) -> Path:
    """The folder to import the base from: a folder itself, or that of a commit."""
    if Path(wish, "trivet", "__init__.py").exists():
        return Path(wish).resolve()
    near = Path(trivet.__file__).parent  # in a checkout, or in the compiled build inside of it
    try:
        top = Path(_git(near, "rev-parse", "--show-toplevel").decode().strip())
        commit = (
            _git(top, "rev-parse", "--verify", "--quiet", f"{wish}^{{commit}}").decode().strip()
        )
    except (OSError, subprocess.CalledProcessError):
        raise BadBase(f"'{wish}' is neither a build of Trivet nor a commit of {near}") from None
    folder = top / ".build" / f"base-{commit[:12]}"
    built = folder / "built"
    if not (built / "trivet" / "__init__.py").exists():
        _unpack(_git(top, "archive", commit), folder)
        _build(folder, built)
    return built


def _git(top: Path, *words: str) -> bytes:
    return subprocess.run(["git", "-C", str(top), *words], check=True, capture_output=True).stdout


def _unpack(archive: bytes, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        unpack(files, folder)


def _build(folder: Path, built: Path) -> None:
    """Compile it as ready.py does; without a compiler it stays plain."""
    words = [sys.executable, "setup.py", "build", "--build-lib", str(built)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadBase(f"the base cannot be built: {done.stderr.strip().splitlines()[-1]}")


# --- who plays ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spent:
    """What a thought cost, and what came out."""

    seconds: float  # of processor time
    tries: int  # rollouts
    candidates: int
    thought: tuple[object, ...]  # the choice, and the candidates with value and tries


class BasePlayer:
    """The other build's process, at one table after another."""

    def __init__(self, folder: str) -> None:
        paths = {**os.environ, "PYTHONPATH": folder}
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(PLAYER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, env=paths,
        )  # fmt: skip
        self.heard = 0  # answers of the present table's log

    def sit_down(self, game: str, seats: int, options: object) -> None:
        self.heard = 0
        self._ask({"new": [game, seats, options]})

    def earlier(self, game: Game[Any]) -> dict[str, object]:
        """The options whose earlier values the base plays by: it does not know them, or they are
        its usual ones."""
        usual = self._ask({"usual": game.name})
        return {
            name: value
            for name, value in json.loads(json.dumps(dict(game.legacy_options))).items()
            if usual.get(name, value) == value
        }

    def choose(self, level: str, seat: int, seed: int, log: list[tuple[int, int]]) -> int:
        return int(self._ask({"log": self._news(log), "choose": [level, seat, seed]}))

    def think(self, level: str, seat: int, seed: int, log: list[tuple[int, int]]) -> Spent:
        seconds, choice, weighed = self._ask({"log": self._news(log), "think": [level, seat, seed]})
        tries = sum(one[2] for one in weighed)
        return Spent(seconds, tries, len(weighed), (choice, weighed))

    def scores(self, log: list[tuple[int, int]]) -> list[float]:
        return list(self._ask({"log": self._news(log), "scores": True}))

    def leave(self) -> None:
        """End the process."""
        self.process.communicate()

    def _news(self, log: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """What the process has not heard yet."""
        news = log[self.heard :]
        self.heard = len(log)
        return news

    def _ask(self, question: dict[str, object]) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise BadBase("the base has stopped: its rules or its bots are others")
        return json.loads(line)


@lru_cache(maxsize=4)
def base_player(folder: str) -> BasePlayer:
    """One for each process that plays."""
    return BasePlayer(folder)
