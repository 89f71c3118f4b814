"""The commands that a room's mailbox handles."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from trivet.server.bots.bot_worker import ThinkReply
from trivet.server.table.audience import Listener
from trivet.server.table.room import Person
from trivet.server.wire.messages import Enter, Hint, Request
from trivet.server.wire.outgoing import Bye


class QuestionId(NamedTuple):
    """A question that a bot thinks about; out of date once one of these counters has moved."""

    seat: int
    acts: int  # of the seat
    takebacks: int  # of the room


@dataclass(frozen=True)
class Entered:
    """A listener has entered the room."""

    listener: Listener
    request: Enter


@dataclass(frozen=True)
class Left:
    """A listener has left the room."""

    listener: Listener


@dataclass(frozen=True)
class Ending:
    """A socket is to be closed, once what came before is answered."""

    close: Callable[[], None]


class Requested(NamedTuple):
    """A message from a listener."""

    listener: Listener
    request: Request
    at: int  # when it came, in milliseconds


@dataclass(frozen=True)
class Renamed:
    """A person has a new name."""

    who: Person


@dataclass(frozen=True)
class BotThought:
    """A bot has chosen its answer."""

    question: QuestionId
    task: "asyncio.Task[ThinkReply]"


@dataclass(frozen=True)
class HintReady:
    """A hint is ready."""

    listener: Listener
    request: Hint
    question: QuestionId
    task: "asyncio.Task[ThinkReply]"


@dataclass(frozen=True)
class TimeUp:
    """A clock may have run out."""


@dataclass(frozen=True)
class TakenOver:
    """Another server has claimed the room, under this epoch."""

    epoch: int


@dataclass(frozen=True)
class Closing:
    """The server stops."""

    notice: Bye


@dataclass(frozen=True)
class Abandoned:
    """The operator ends the game."""

    reason: str


@dataclass(frozen=True)
class Departed:
    """A person is to be erased and leaves for good."""

    person: str


Command = (
    Entered | Left | Ending | Requested | Renamed | BotThought | HintReady | TimeUp | TakenOver
    | Closing | Abandoned | Departed
)  # fmt: skip
