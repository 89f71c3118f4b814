"""What is stored of a room besides its log and chat.  It holds the seed: never send it."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from trivet.server.store.names import bot
from trivet.server.wire.messages import Clock, Phase
from trivet.server.wire.outgoing import Result


class Chair(Struct, omit_defaults=True):
    """A seat of a room, and the person or bot on it."""

    person: str = ""  # an id
    name: str = ""
    bot: str = ""  # the level of the bot that plays; with a person it is only standing in
    bots: list[str] = msgspec.field(default_factory=list)  # levels of all that have answered
    answered: str = ""  # the level that has really given the bot's latest answer
    is_stood_in: bool = False  # others have let a bot play, because the person was away
    away: int = 0  # since when the person is not there: seconds since 1970; 0: there
    hints: int = 0  # that the person has been given
    lost: int = 0  # turns in a row without a chance, as its bot thinks: a secret of the seat
    is_ready: bool = False
    out: Literal["", "resigned", "time"] = ""
    ticket: str = ""  # the hash of the ticket that opens a seat kept for a guest
    sealed: str = ""  # the hash of the salt, given before any salt is opened
    salt: str = ""
    left: int = 0  # milliseconds on the clock

    def levels(self) -> str:
        """The levels of a seat's bots, for the record."""
        return ", ".join(self.bots) or ("" if self.person else self.bot)


class RoomHead(Struct, kw_only=True, omit_defaults=True):
    """A room without its log and chat."""

    id: str
    game: str
    rules: int
    seed: bytes
    dice: str = ""  # the table whose dice are played with, if this game goes on from another one
    host: str  # who opened the room
    chairs: list[Chair]
    options: dict[str, Any]
    title: str = ""
    is_public: bool = True
    clock: Clock | None = None
    stand_in: str = "greedy"  # the level of bots that play on for those who are away or have left
    phase: Phase = "open"
    salt: str = ""
    withheld: int = 0  # starts that were stopped because a salt was not opened
    is_agreed: bool = False  # everybody wants to play: clients are ready as soon as they come
    waiting: list[int] = msgspec.field(default_factory=list)  # seats that owe an answer, for lists
    result: Result | None = None
    has_hints: bool = True  # whether players may ask for hints where several people play
    has_conceding: bool = False  # whether bots resign when it is long decided
    slow: int = 0  # seconds that a watcher waits between two lines of chat
    is_chat_open: bool = True  # for watchers
    muted: list[str] = msgspec.field(default_factory=list)  # people whose lines are not taken
    next: str = ""  # the room of the rematch
    opened: int = 0  # seconds since 1970
    changed: int = 0

    def names(self) -> list[str]:
        """The names by seat, as given; empty for an empty seat."""
        return [
            chair.name or (bot(seat) if chair.bot else "") for seat, chair in enumerate(self.chairs)
        ]

    def seat_of(self, person: str) -> int | None:
        for seat, chair in enumerate(self.chairs):
            if chair.person == person:
                return seat
        return None
