"""Bites: positions in which a rule refuses something a player might try.

Each game keeps them in its folder as `bites.json`; `python -m tools.find_bites GAME` finds
them.  The rulebook shows them beside the rules.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from trivet.art import home
from trivet.core.game import Game
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import Objection
from trivet.core.table import Table

FILE = "bites.json"


@dataclass(frozen=True)
class BiteGame:
    """The beginning of a game; the seed decides its chance."""

    seats: int
    options: dict[str, Any]
    seed: str  # hexadecimal
    table: str
    answers: tuple[str, ...]  # as in a record: "A build SSIRRMA"


@dataclass(frozen=True)
class Bite:
    rule: str
    game: int  # its index in Bites.games
    at: int  # the number of answers before it
    seat: int
    thing: str  # what the seat touches; or else
    text: str  # what it answers, in notation
    sentence: str  # the reason it is given


@dataclass(frozen=True)
class Bites:
    rules: int  # the version of the game's rules
    games: tuple[BiteGame, ...]
    bites: tuple[Bite, ...]  # in the order of the rulebook

    def positions(self, game: Game[Any]) -> Iterator[tuple[Bite, Table]]:
        """Each bite with its table.  Do not keep the table: it is played on for the next bite."""
        for number, played in enumerate(self.games):
            wanted = sorted((b for b in self.bites if b.game == number), key=lambda b: b.at)
            table = begin(game, played)
            at = 0
            for bite in wanted:
                for answer in played.answers[at : bite.at]:
                    table.play_text(SEAT_LETTERS.index(answer[0]), answer[2:])
                at = bite.at
                yield bite, table


def begin(game: Game[Any], played: BiteGame) -> Table:
    seed = bytes.fromhex(played.seed)
    table = Table(game, played.seats, seed, played.table, played.options)
    table.roll()
    return table


def stopped(table: Table, seat: int, thing: str, text: str) -> Objection | None:
    """The objection to touching a thing, or else to an answer; None if there is none."""
    if not thing:
        return table.why(seat, text)
    choice = table.game.codec.preferred(table.state, seat, thing)
    return None if choice is None else table.state.objection(seat, choice)


# --- the file -------------------------------------------------------------------------------------


def load(game: str) -> Bites | None:
    """The bites of a game; None if it has no file of them."""
    path = _path(game)
    if not path.exists():
        return None
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Bites(
        kept["rules"],
        tuple(BiteGame(**{**one, "answers": tuple(one["answers"])}) for one in kept["games"]),
        tuple(Bite(**one) for one in kept["bites"]),
    )


def save(game: str, found: Bites) -> Path:
    """Write one line for each game and each bite, so that diffs are readable."""
    path = _path(game)
    games, bites = _lines(found.games), _lines(found.bites)
    text = f'{{"rules": {found.rules},\n"games": [\n{games}\n],\n"bites": [\n{bites}\n]}}\n'
    path.write_text(text, encoding="utf-8")
    return path


def _lines(things: Sequence[Any]) -> str:
    return ",\n".join(json.dumps(asdict(thing), ensure_ascii=False) for thing in things)


def _path(game: str) -> Path:
    return home(game) / FILE
