"""The types of what a client sends on the WebSocket; other messages are refused.

A socket carries JSON in text frames.  A client sends requests, which have a `do`; the server sends
notices, which have an `is` (`outgoing.py`).  `re` is a number of the client's choice; the reply
repeats it.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

LONGEST_MESSAGE = 8192  # bytes of a request
LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_LINE = 500

Small = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Level = Annotated[str, Meta(max_length=40)]  # of a bot
Text = Annotated[str, Meta(max_length=400)]  # a choice in notation
Thing = Annotated[str, Meta(max_length=80)]  # something on the table that can be touched
LONGEST_DRAFT = 32
Draft = Annotated[list[Text], Meta(max_length=LONGEST_DRAFT)]  # answers of one turn, in order
Ways = Annotated[list[Text], Meta(max_length=12)]  # answers to the same question
Salt = Annotated[str, Meta(pattern="^[A-Za-z0-9]{1,64}$")]
Seal = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
OfferName = Literal["takeback", "rematch"]
Phase = Literal["open", "playing", "over"]
Channel = Literal["players", "watchers"]
EndReason = Literal["played", "resigned", "time", "left", "abandoned"]


class Wire(Struct):
    """Anything that is sent over HTTP or a socket."""


# --- clocks ---------------------------------------------------------------------------------------


class Bank(Wire, tag_field="kind", tag="bank", forbid_unknown_fields=True, kw_only=True):
    """A time bank for the whole game, and an increment for every answer."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class Days(Wire, tag_field="kind", tag="days", forbid_unknown_fields=True, kw_only=True):
    """A number of days for every answer."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock = Bank | Days


# --- requests: what a client sends ----------------------------------------------------------------


class Request(Wire, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """Sent by a client."""

    re: Small = 0  # any number; the reply repeats it


class Enter(Request, tag="enter", kw_only=True):
    """The first message on a socket: what the client still has from an earlier visit."""

    news: Small = 0  # the number of news items
    takebacks: Small = 0  # as in the last `shown`
    lines: Small = 0  # the number of lines of the players' chat
    asides: Small = 0  # the number of lines of the watchers' chat
    scenes: bool = False  # whether to send scenes instead of views
    brief: bool = False  # with scenes: what changes field by field, and nothing that is usual


class Sit(Request, tag="sit", kw_only=True):
    """Take a seat before the game has begun."""

    seat: Seat
    ticket: Annotated[str, Meta(max_length=64)] = ""
    """For a seat kept free for a guest; it opens that seat even if it has moved up since."""


class Stand(Request, tag="stand", kw_only=True):
    """Leave the seat before the game has begun."""


class Ready(Request, tag="ready", kw_only=True):
    """The game begins when every seat is taken and all people are ready."""

    is_ready: bool = True
    sealed: Seal = ""  # the hash of a salt for the dice: SHA-256 of "salt SALT TABLE SEAT"


class Reveal(Request, tag="reveal", kw_only=True):
    """Open the salt that was sealed, once `room.is_revealing`."""

    salt: Salt


class Fill(Request, tag="fill", kw_only=True):
    """Put a bot on one empty seat, or on all of them (only the host)."""

    bot: Level
    seat: Seat | None = None


class Empty(Request, tag="empty", kw_only=True):
    """Remove a bot, or free a seat that is kept for a guest (only the host)."""

    seat: Seat


class Invite(Request, tag="invite", kw_only=True):
    """Keep a seat for a guest: the reply has a ticket that can be used once."""

    seat: Seat


class AddSeat(Request, tag="add", kw_only=True):
    """One more seat at the table, before the game has begun (the host's wish)."""


class RemoveSeat(Request, tag="remove", kw_only=True):
    """One seat fewer; whoever sits behind it moves up (the host's wish)."""

    seat: Seat


class Answer(Request, tag="answer", kw_only=True):
    """Answer the question put to one's seat."""

    count: Small  # how often the seat has acted before (answers and takebacks)
    text: Text = ""  # the choice, in notation
    texts: Draft = msgspec.field(default_factory=list)
    """Instead: the answers of one turn, in order.  All of them are taken, or none."""


class Undo(Request, tag="undo", kw_only=True):
    """Take back the latest answer, where HOUSE-3 and HOUSE-4 allow it."""

    count: Small


class Why(Request, tag="why", kw_only=True):
    """Ask which rule forbids an answer, or the touch of a thing."""

    text: Text = ""
    thing: Thing = ""
    touched: Annotated[list[Thing], Meta(max_length=64)] = msgspec.field(default_factory=list)
    after: Draft = msgspec.field(default_factory=list)


class Foresee(Request, tag="foresee", kw_only=True):
    """What would an answer lead to, as far as my seat can be certain?"""

    text: Text = ""
    texts: Ways = msgspec.field(default_factory=list)
    """Instead: several answers to the same question; the reply is `previews`."""
    after: Draft = msgspec.field(default_factory=list)
    drafts: bool = False
    """The reply has the next question and its scene, if the turn goes on; of several answers only
    for the first."""


class Narrow(Request, tag="narrow", kw_only=True):
    """Ask which answers are left after these things were touched, in this order."""

    touched: Annotated[list[Thing], Meta(max_length=64)] = msgspec.field(default_factory=list)
    after: Draft = msgspec.field(default_factory=list)


class Hint(Request, tag="hint", kw_only=True):
    """Ask what a bot would answer."""


class Offer(Request, tag="offer", kw_only=True):
    """Offer the other players a takeback or a rematch."""

    what: OfferName


class Accept(Request, tag="accept", kw_only=True):
    """Accept an offer."""

    what: OfferName


class Decline(Request, tag="decline", kw_only=True):
    """Decline an offer, or withdraw one's own."""

    what: OfferName


class Resign(Request, tag="resign", kw_only=True):
    """Leave the game for good."""


class HandOver(Request, tag="hand", kw_only=True):
    """Let a bot play a seat: one's own, or one whose player has been away for a while."""

    seat: Seat
    # Empty for the level that was agreed on.  Another's seat gets only that one; one's own nothing
    # better among several people.
    bot: Level = ""


class TakeSeat(Request, tag="take", kw_only=True):
    """Take one's own seat back from a bot."""


class Say(Request, tag="say", kw_only=True):
    """A line of chat."""

    text: Annotated[str, Meta(max_length=LONGEST_LINE)]


class Earlier(Request, tag="earlier", kw_only=True):
    """Lines of chat before a number, at most a hundred."""

    channel: Channel
    before: Small


class Moderate(Request, tag="moderate", kw_only=True):
    """The watchers' chat: slower, closed or open again (the host's wish)."""

    slow: Annotated[int, Meta(ge=0, le=3600)] | None = None  # seconds between two lines of one
    is_open: bool | None = None


class Mute(Request, tag="mute", kw_only=True):
    """Somebody's lines are not taken any more, or again (the host's wish)."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME + 8)]  # as it stands above the lines
    is_muted: bool = True


class Look(Request, tag="look", kw_only=True):
    """Ask for the view: everything this viewer may know now, for a report or a program."""


class Again(Request, tag="again", kw_only=True):
    """Ask for the whole game once more: a client whose scene does not fit a patch."""


class Ping(Request, tag="ping", kw_only=True):
    """Ask whether the server is there."""


RoomRequest = (
    Enter
    | Sit
    | Stand
    | Ready
    | Reveal
    | Fill
    | Empty
    | Invite
    | AddSeat
    | RemoveSeat
    | Answer
    | Undo
    | Why
    | Foresee
    | Narrow
    | Hint
    | Offer
    | Accept
    | Decline
    | Resign
    | HandOver
    | TakeSeat
    | Say
    | Earlier
    | Moderate
    | Mute
    | Look
    | Again
    | Ping
)
