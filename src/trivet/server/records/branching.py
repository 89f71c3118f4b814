"""What if: a table that goes on from a position of a finished game, and what a bot would have done.

The seed of a finished game is public, so the dice of such a table are no secret: it plays on with
the same seed and the same table's name, and the log up to the position is the record's own.
"""

from typing import Any, NamedTuple

from msgspec import Struct

from trivet.bots.tuned import effective_level
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.game import Game, game_with
from trivet.core.state import CHANCE, State
from trivet.server.bots.bot_worker import Advised, ThinkReply
from trivet.server.store.contract import LogRow
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table.room import Failing
from trivet.server.wire.api import BetterAnswer, PlayOn
from trivet.server.wire.outgoing import Advice


class Beginning(Struct, tag=True):
    """A table in the middle of a game, as what a room is made from."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: bytes
    name: str
    salt: str
    rows: list[LogRow]


class Crossroads(NamedTuple):
    """An answer of a finished game, and the position it was given in."""

    at: int  # the number of the answer
    seat: int
    choice: int
    state: State
    game: Any


def beginning(text: str, at: int) -> Beginning:
    """The position after so many answers, and after what chance says next."""
    finished = record.load(text, GAMES).table
    table = finished.fresh()
    if at > len(finished.log):
        raise Failing("no-position", f"That game has {len(finished.log)} answers.")
    table.replay(finished.log[:at])
    table.roll()
    if table.state.is_over():
        raise Failing("over", "The game is over there: nothing can be played on.")
    return Beginning(
        game=table.game.name,
        rules=table.game.version,
        seats=table.seats,
        options=table.options,
        seed=table.seed,
        name=table.name,
        salt=table.salt,
        rows=[LogRow("answer", seat, choice, "") for seat, choice in table.log],
    )


def game_of(begun: Beginning) -> Game[Any]:
    game = game_with(GAMES, begun.game, begun.rules)
    if game is None:
        raise Failing("no-game", "The rules of that game are not played here.")
    return game


def chairs(begun: Beginning, wish: PlayOn, person: str, name: str) -> list[Chair]:
    if wish.seat >= begun.seats:
        raise Failing("no-seat", "There is no such seat.")
    bot = effective_level(wish.bot, game_of(begun), begun.seats)
    return [
        Chair(person=person, name=name, is_ready=True) if seat == wish.seat else Chair(bot=bot)
        for seat in range(begun.seats)
    ]


def go_on_in(head: RoomHead, begun: Beginning) -> None:
    """The room has begun, with the dice of the game it comes from."""
    head.seed, head.dice, head.salt = begun.seed, begun.name, begun.salt
    head.phase = "playing"


def crossroads(text: str, before: int, at: int) -> Crossroads | None:
    """The last answer of a player on the way from one position to another, if there was any."""
    finished = record.load(text, GAMES).table
    answers = [n for n in range(before, min(at, len(finished.log))) if finished.log[n][0] != CHANCE]
    if not answers:
        return None
    table = finished.fresh()
    table.replay(finished.log[: answers[-1]])
    seat, choice = finished.log[answers[-1]]
    return Crossroads(answers[-1] + 1, seat, choice, table.state, table.game)


def better(found: Crossroads, thought: ThinkReply) -> BetterAnswer:
    codec = found.game.codec
    best = thought.best[0] if thought.best else Advised(thought.choice, "", "")
    option = codec.option(found.state, found.seat, best.choice)
    return BetterAnswer(
        at=found.at,
        seat=found.seat,
        played=codec.words(found.state, found.seat, found.choice),
        best=Advice(
            text=option.text, words=option.words, touched=option.touched,
            value=best.value, why=best.why,
        ),
        is_same=best.choice == found.choice,
    )  # fmt: skip
