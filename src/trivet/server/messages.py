"""Everything that goes over the wire, as types: what is not described here is not understood.

A socket carries JSON in text frames.  The page says what it wants in messages with a `do`, the
server answers in messages with an `is`.  `re` is a number of the page's choice; the reply has it.
"""

from typing import Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import Meta, Struct

from trivet.core.scene import Scene

LONGEST_MESSAGE = 8192  # bytes, either way round of one page's wish
LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_LINE = 500

Small = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Level = Annotated[str, Meta(max_length=40)]  # of a bot
Text = Annotated[str, Meta(max_length=400)]  # a choice in notation
Thing = Annotated[str, Meta(max_length=80)]  # something on the table that can be touched
Salt = Annotated[str, Meta(pattern="^[A-Za-z0-9]{0,32}$")]
OfferName = Literal["takeback", "rematch"]
Phase = Literal["open", "playing", "over"]
Channel = Literal["players", "watchers"]
EndReason = Literal["played", "resigned", "time", "left"]


class Wire(Struct):
    """One thing that is sent."""


# --- clocks ---------------------------------------------------------------------------------------


class Bank(Wire, tag_field="kind", tag="bank", forbid_unknown_fields=True, kw_only=True):
    """So much time for the whole game, and some more with every answer."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class Days(Wire, tag_field="kind", tag="days", forbid_unknown_fields=True, kw_only=True):
    """So many days for every answer."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock = Bank | Days


# --- what a page says in a room -------------------------------------------------------------------


class Request(Wire, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    re: Small = 0  # any number; the reply has it too


class Enter(Request, tag="enter", kw_only=True):
    """The first message on a socket: how much the page still has from before."""

    news: Small = 0  # how many news, as numbered for this viewer
    takebacks: Small = 0  # how many answers had been taken back by then
    lines: Small = 0  # how many lines of the players' chat
    asides: Small = 0  # how many lines of the watchers' chat
    scenes: bool = False  # whether to send what to draw as well


class Sit(Request, tag="sit", kw_only=True):
    seat: Seat
    ticket: Annotated[str, Meta(max_length=64)] = ""  # for a seat kept free for a guest


class Stand(Request, tag="stand", kw_only=True):
    """Leave the seat before the game has begun."""


class Ready(Request, tag="ready", kw_only=True):
    """The game begins when every seat is taken and all people are ready."""

    is_ready: bool = True
    salt: Salt = ""  # mixed into the dice, so that the server cannot have chosen them


class Fill(Request, tag="fill", kw_only=True):
    """Put a bot on one empty seat, or on all of them (the host's wish)."""

    bot: Level
    seat: Seat | None = None


class Empty(Request, tag="empty", kw_only=True):
    """TakeSeat a bot, or a seat kept for a guest, away again (the host's wish)."""

    seat: Seat


class Invite(Request, tag="invite", kw_only=True):
    """Keep a seat free for whoever shows the ticket, once."""

    seat: Seat


class Answer(Request, tag="answer", kw_only=True):
    count: Small  # how often this seat has acted before (answers and takings back)
    text: Text  # the choice, in notation


class Undo(Request, tag="undo", kw_only=True):
    """TakeSeat back the latest answer, where the table's rule allows it."""

    count: Small


class Why(Request, tag="why", kw_only=True):
    """What speaks against an answer, or against the thing just touched?"""

    text: Text = ""
    thing: Thing = ""
    touched: Annotated[list[Thing], Meta(max_length=64)] = msgspec.field(default_factory=list)


class Foresee(Request, tag="foresee", kw_only=True):
    """What would an answer lead to, as far as my seat can be certain?"""

    text: Text


class Narrow(Request, tag="narrow", kw_only=True):
    """What is left of the question when these things were touched, in this order?"""

    touched: Annotated[list[Thing], Meta(max_length=64)] = msgspec.field(default_factory=list)


class Hint(Request, tag="hint", kw_only=True):
    """What would a bot answer?"""


class Offer(Request, tag="offer", kw_only=True):
    what: OfferName


class Accept(Request, tag="accept", kw_only=True):
    what: OfferName


class Decline(Request, tag="decline", kw_only=True):
    what: OfferName


class Resign(Request, tag="resign", kw_only=True):
    """Leave the game for good."""


class HandOver(Request, tag="hand", kw_only=True):
    """Let a bot play a seat: one's own, or one whose player has been away for a while."""

    seat: Seat
    bot: Level


class TakeSeat(Request, tag="take", kw_only=True):
    """TakeSeat one's own seat back from a bot."""


class Say(Request, tag="say", kw_only=True):
    text: Annotated[str, Meta(max_length=LONGEST_LINE)]


class Look(Request, tag="look", kw_only=True):
    """Everything I may know of the game now, for a report or a program."""


class Ping(Request, tag="ping", kw_only=True):
    """Are you there?"""


RoomRequest = (
    Enter
    | Sit
    | Stand
    | Ready
    | Fill
    | Empty
    | Invite
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
    | Look
    | Ping
)


# --- what the server says in a room ---------------------------------------------------------------


class Notice(Wire, tag_field="is", kw_only=True):
    """Sent by the server."""


class Done(Notice, tag="done", kw_only=True):
    """It is so, and will be so after a power cut."""

    re: int = 0


class Took(Notice, tag="took", kw_only=True):
    """The answer or the taking back is stored."""

    count: int  # how often the seat has acted now
    re: int = 0


class Stale(Notice, tag="stale", kw_only=True):
    """Something else has been answered there already; what is so now follows."""

    count: int
    re: int = 0


class Refused(Notice, tag="refused", kw_only=True):
    """A rule speaks against it.  Nothing has changed."""

    rule: str
    reason: str
    how: str = ""  # how an answer is written
    allowed: list[str] = msgspec.field(default_factory=list)  # some answers that would be taken
    re: int = 0


class Failed(Notice, tag="failed", kw_only=True):
    """It could not be done, for a reason that is not in the rules of the game."""

    code: str
    reason: str
    re: int = 0


class Because(Notice, tag="because", kw_only=True):
    """The answer to why; an empty rule says that nothing speaks against it."""

    rule: str
    reason: str
    re: int = 0


class Foreseen(Notice, tag="foreseen", kw_only=True):
    text: str
    words: str  # empty if nothing but the answer itself is certain
    gains: list[int]  # points by seat
    goes_on: bool  # you are certainly asked again at once
    re: int = 0


class NarrowedSeen(Notice, tag="narrowed", kw_only=True):
    touched: list[str]
    next: list[str]  # what can be touched now
    left: int  # how many answers are still possible
    text: str = ""  # the one answer that needs no further touch
    words: str = ""
    re: int = 0


class Advice(Wire, kw_only=True):
    """An answer that a bot has thought about."""

    text: str
    words: str
    touched: list[str]
    value: str  # "62 %" of the win, if the bot has searched
    why: str  # what speaks for it, in one sentence


class Hinted(Notice, tag="hinted", kw_only=True):
    best: list[Advice]  # at most three; what the bot would answer comes first
    re: int = 0


class Looked(Notice, tag="looked", kw_only=True):
    view: "View"
    re: int = 0


class Ticket(Notice, tag="ticket", kw_only=True):
    seat: int
    ticket: str
    re: int = 0


class Pong(Notice, tag="pong", kw_only=True):
    re: int = 0


class Bye(Notice, tag="bye", kw_only=True):
    """The server closes the socket and says why; come back after so many seconds, if any."""

    reason: str
    again: float | None = None


class SeatSeen(Wire, kw_only=True):
    """One seat, as everybody sees it."""

    letter: str
    kind: Literal["empty", "invited", "person", "bot"]
    name: str
    bot: str  # the level of the bot that plays it, for a person as well who has handed it over
    is_present: bool
    is_ready: bool
    out: Literal["", "resigned", "time"]


class OfferSeen(Wire, kw_only=True):
    what: OfferName
    by: int
    agreed: list[int]  # seats


class SheetLine(Wire, kw_only=True):
    """A line of the score sheet: what one part of the game brought in one round or stage."""

    part: str
    rule: str
    chapter: int  # the round or stage; 0 where there are none
    by_seat: list[int]
    adds: bool  # to the total; otherwise it only tells


class Result(Wire, kw_only=True):
    """How the game ended."""

    reason: EndReason
    scores: list[float]  # each seat's share of the win
    seats: list[int] = msgspec.field(default_factory=list)  # who resigned or ran out of time
    places: list[int] = msgspec.field(default_factory=list)  # by seat; 1 is first
    ending: str = ""  # which of the game's endings it was
    rule: str = ""  # by which line of the rulebook
    words: str = ""  # the same in one sentence
    sheet: list[SheetLine] = msgspec.field(default_factory=list)
    total: list[int] = msgspec.field(default_factory=list)  # of the sheet, by seat


class RoomSeen(Notice, tag="room", kw_only=True):
    """Everything about a room but the game itself."""

    id: str
    game: str
    title: str
    is_public: bool
    phase: Phase
    seats: list[SeatSeen]
    you: int | None  # your seat
    is_host: bool
    watchers: int
    options: dict[str, Any]
    clock: Clock | None
    commitment: str  # to the seed of the dice
    salt: str
    seed: str  # once the game is over
    offers: list[OfferSeen]
    result: Result | None
    next: str  # the room of the rematch


class View(TypedDict):
    """What a viewer may know of a game; `table` is the game's own."""

    game: str
    viewer: int | str
    seats: int
    waiting: list[int]
    answered: list[int]
    step: str
    ask: str
    said: str
    over: bool
    scores: list[float]
    table: dict[str, Any]


class OptionSeen(Wire, kw_only=True):
    text: str  # notation
    words: str
    touched: list[str]


class Ask(Wire, kw_only=True):
    """A question put to this viewer."""

    step: str  # its name
    words: str
    how: str  # to write an answer
    rule: str  # the line of the rulebook it is about; empty for none
    is_vast: bool  # too many options to list: touch and narrow, or write the answer
    options: list[OptionSeen]  # all of them; some of a vast number


class NewsItem(Wire, kw_only=True):
    what: str
    data: list[int]
    words: str
    by: int  # the seat whose answer led to it; -3 if several answered at once, -1 if nobody did


class TurnSeen(Wire, kw_only=True):
    """News that belong together, as one sentence: all that followed from one seat's answers in a
    row, or from answers that were opened together."""

    first: int  # the number of its first news; it goes on to the next turn
    by: int  # as in news
    words: str  # empty if there is nothing worth a sentence
    gains: list[int]  # points by seat


class ClockSeen(Wire, kw_only=True):
    left: int  # milliseconds
    runs: bool


class MomentSeen(Wire, kw_only=True):
    """A position on the way, as this viewer saw it: a finished trick, the end of a turn."""

    after: int  # how many of this viewer's news had been told by then
    what: str  # "turn", or as the game calls it
    caption: str  # empty for a turn
    words: str  # what was told since the moment before, in one line
    by: int  # whose answer led to it, as in news
    headline: str  # what was decided: "You won round 1, 6 spaces to 3."; else the caption
    sheet: list[SheetLine]  # what was scored since the moment before, part by part
    view: View | None = None  # for those who did not ask for scenes
    scene: Scene | None = None
    picture: str = ""


class Shown(Notice, tag="shown", kw_only=True):
    """The game as this viewer sees it now, and what is new."""

    view: View | None  # for those who did not ask for scenes
    waiting: list[int]  # seats that owe an answer
    wait: str  # what those read who are not asked; empty if nobody is asked
    ask: Ask | None
    count: int  # how often your seat has acted
    may_undo: bool
    since: int  # the number of the first of these news: forget any you have from there on
    news: list[NewsItem]
    turns: list[TurnSeen]  # that these news belong to: forget any from the first of them on
    moments: list[MomentSeen]  # on the way here since then, in order; the latest of many
    takebacks: int
    clocks: list[ClockSeen]
    is_open: bool = False  # the game is over, and all cards are laid open
    open: View | None = None  # then everything; for those who did not ask for scenes
    scene: Scene | None = None  # what to draw, for those who asked for it
    picture: str = ""  # as text, where there is nothing to draw yet


class ChatLine(Wire, kw_only=True):
    name: str
    seat: int | None
    text: str
    at: int  # seconds since 1970


class ChatLines(Notice, tag="lines", kw_only=True):
    """Chat; players see that of the watchers after the game."""

    channel: Channel
    since: int  # the number of the first of these lines in its channel
    lines: list[ChatLine]


RoomNotice = (
    RoomSeen
    | Shown
    | ChatLines
    | Done
    | Took
    | Stale
    | Refused
    | Failed
    | Because
    | Foreseen
    | NarrowedSeen
    | Hinted
    | Looked
    | Ticket
    | Pong
    | Bye
)
