"""Positions in which a rule bites: somebody would like to do something, and may not.

Each game keeps them in its folder as `bites.json`; `python -m trivet.lab.find_bites GAME` finds
them.  The rulebook shows them beside the rules.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from trivet.art import GAMES
from trivet.core.game import Game
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import Objection
from trivet.core.table import Table

FILE = "bites.json"


@dataclass(frozen=True)
class BiteGame:
    """The beginning of a game; chance says what the seed gives."""

    seats: int
    options: dict[str, Any]
    seed: str  # hexadecimal
    table: str
    answers: tuple[str, ...]  # as in a record: "A build SSIRRMA"


@dataclass(frozen=True)
class Bite:
    rule: str
    game: int  # which of the games
    at: int  # after so many of its answers
    seat: int
    thing: str  # what is touched there, or else
    text: str  # what is answered, in notation
    sentence: str  # what the player is told


@dataclass(frozen=True)
class Bites:
    rules: int  # the version of the game's rules
    games: tuple[BiteGame, ...]
    bites: tuple[Bite, ...]  # in the order of the rulebook

    def positions(self, game: Game[Any]) -> Iterator[tuple[Bite, Table]]:
        """Each bite with the table it happens at, which is only lent."""
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
    """What speaks against touching a thing there, or against an answer; None if nothing does."""
    if not thing:
        return table.why(seat, text)
    choice = table.game.codec.meant(table.state, seat, thing)
    return None if choice is None else table.state.objection(seat, choice)


# --- the file -------------------------------------------------------------------------------------


def load(game: str) -> Bites | None:
    """What the game keeps; None if nobody has looked for bites yet."""
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
    """One line for each game and each bite, so that a change can be read."""
    path = _path(game)
    games, bites = _lines(found.games), _lines(found.bites)
    text = f'{{"rules": {found.rules},\n"games": [\n{games}\n],\n"bites": [\n{bites}\n]}}\n'
    path.write_text(text, encoding="utf-8")
    return path


def _lines(things: Sequence[Any]) -> str:
    return ",\n".join(json.dumps(asdict(thing), ensure_ascii=False) for thing in things)


def _path(game: str) -> Path:
    return GAMES / game / FILE
