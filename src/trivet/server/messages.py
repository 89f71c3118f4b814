"""The types of all messages on the WebSocket; other messages are refused.

A socket carries JSON in text frames.  A client sends requests, which have a `do`; the server sends
notices, which have an `is`.  `re` is a number of the client's choice; the reply repeats it.
"""

from typing import Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import Meta, Struct

from trivet.core.patch import ScenePatch
from trivet.core.rows import ChipKind
from trivet.core.scene import Scene

LONGEST_MESSAGE = 8192  # bytes of a request
LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_LINE = 500

Small = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Level = Annotated[str, Meta(max_length=40)]  # of a bot
Text = Annotated[str, Meta(max_length=400)]  # a choice in notation
Thing = Annotated[str, Meta(max_length=80)]  # something on the table that can be touched
Draft = Annotated[list[Text], Meta(max_length=32)]  # answers of one turn that are not given yet
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
    text: Text  # the choice, in notation


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

    text: Text
    after: Draft = msgspec.field(default_factory=list)
    drafts: bool = False  # the reply has the next question and its scene, if the turn goes on


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
    bot: Level = ""  # for another's seat only the level that was agreed on; empty for that one


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


# --- notices: what the server sends ---------------------------------------------------------------


class Notice(Wire, tag_field="is", kw_only=True):
    """Sent by the server."""


class Done(Notice, tag="done", kw_only=True):
    """The request is carried out and stored."""

    re: int = 0


class Took(Notice, tag="took", kw_only=True):
    """The answer or the takeback is stored."""

    count: int  # how often the seat has acted now
    re: int = 0


class Stale(Notice, tag="stale", kw_only=True):
    """The seat has acted since; the game as it is now follows."""

    count: int
    re: int = 0


class Refused(Notice, tag="refused", kw_only=True):
    """A rule forbids it.  Nothing has changed."""

    rule: str
    reason: str
    how: str = ""  # how an answer is written
    allowed: list[str] = msgspec.field(default_factory=list)  # some answers that are allowed
    re: int = 0


class Failed(Notice, tag="failed", kw_only=True):
    """The request failed, for a reason outside the rules of the game."""

    code: str
    reason: str
    re: int = 0


class Because(Notice, tag="because", kw_only=True):
    """The reply to `why`; an empty rule means that the answer is allowed."""

    rule: str
    reason: str
    through: str = ""  # an answer after which the thing can be touched, if it is clear which one
    re: int = 0


class ChipSeen(Wire, kw_only=True):
    """A short text at a thing of the scene: "6 beats 5"."""

    thing: str
    text: str
    kind: ChipKind
    start: str = ""  # the thing from where it was done


class Foreseen(Notice, tag="foreseen", kw_only=True):
    text: str
    words: str  # empty if nothing but the answer itself is certain
    gains: list[int]  # points by seat
    goes_on: bool  # you are certainly asked again at once
    chips: list[ChipSeen]  # what it does on the board
    if_ended: "list[SheetLine]"  # what the round would score if it ended then, where that changes
    ask: "Ask | None" = None  # the next question, for a draft that goes on
    scene: Scene | None = None
    picture: str = ""
    re: int = 0


class NarrowedSeen(Notice, tag="narrowed", kw_only=True):
    """The reply to `narrow`: what is left of the question."""

    touched: list[str]
    next: list[str]  # what can be touched now
    left: int  # the number of answers still possible
    text: str = ""  # the answer that needs no further touch, if there is one
    words: str = ""
    re: int = 0


class Advice(Wire, kw_only=True):
    """An answer that a bot has thought about."""

    text: str
    words: str
    touched: list[str]
    value: str  # "62 %" of the win, if the bot has searched
    why: str  # the reason for it, in one sentence


class Hinted(Notice, tag="hinted", kw_only=True):
    best: list[Advice]  # at most three; what the bot would answer comes first
    level: str = ""  # of the bot that thought about it: a busy server has less time for hints
    re: int = 0


class Looked(Notice, tag="looked", kw_only=True):
    """The reply to `look`; once the game is over, the view has all cards."""

    view: "View"
    re: int = 0


class Ticket(Notice, tag="ticket", kw_only=True):
    """The reply to `invite`: the ticket that opens the seat, shown only this once."""

    seat: int
    ticket: str
    re: int = 0


class Pong(Notice, tag="pong", kw_only=True):
    """The reply to `ping`."""

    re: int = 0


class Bye(Notice, tag="bye", kw_only=True):
    """The server closes the socket."""

    reason: str
    again: float | None = None  # seconds to wait before coming back; None: do not


class SeatSeen(Wire, kw_only=True):
    """One seat of a room; all viewers see the same."""

    letter: str
    kind: Literal["empty", "invited", "person", "bot"]
    name: str
    bot: str  # the level of the bot that plays it, for a person as well who has handed it over
    answered: str = ""  # the level of its latest answer, if the bot had to think less than usual
    is_present: bool
    away: int  # seconds since 1970: since when the person is not there; 0: there
    is_ready: bool
    hints: int  # that the person has been given
    out: Literal["", "resigned", "time"]


class OfferSeen(Wire, kw_only=True):
    """An offer that is open."""

    what: OfferName
    by: int
    agreed: list[int]  # seats


class SheetLine(Wire, kw_only=True):
    """A line of the score sheet: what one part of the game brought in one round or stage."""

    part: str
    rule: str
    chapter: int  # the round or stage; 0 where there are none
    by_seat: list[int]
    adds: bool  # to the total; other lines are for information


class Result(Wire, kw_only=True):
    """How the game ended."""

    reason: EndReason
    scores: list[float]  # each seat's share of the win
    seats: list[int] = msgspec.field(default_factory=list)  # that resigned or ran out of time
    places: list[int] = msgspec.field(default_factory=list)  # by seat; 1 is first
    ending: str = ""  # its name, one of the game's endings
    rule: str = ""  # of the rulebook, that ended the game
    words: str = ""  # the result in one sentence
    sheet: list[SheetLine] = msgspec.field(default_factory=list)
    total: list[int] = msgspec.field(default_factory=list)  # of the sheet, by seat


class RoomSeen(Notice, tag="room", kw_only=True):
    """Everything about a room except the game itself."""

    id: str
    game: str
    title: str
    is_public: bool
    phase: Phase
    seats: list[SeatSeen]
    you: int | None  # your seat
    is_host: bool
    host: int | None  # the host's seat
    watchers: int
    options: dict[str, Any]
    clock: Clock | None
    stand_in: str  # the level of bots that play on for those who are away or have left
    commitment: str  # to the seed of the dice
    sealed: list[str]  # by seat: the hash of a player's salt; empty if there is none
    is_revealing: bool  # all are ready: clients open their salts
    withheld: int  # starts that were stopped because a salt was not opened
    is_agreed: bool  # everybody wants to play: be ready as soon as you come
    salt: str  # of all players, joined by points in the order of seats, once the game has begun
    seed: str  # once the game is over
    has_hints: bool  # whether players may ask for hints; who plays alone against bots always may
    has_conceding: bool  # whether bots resign when it is long decided
    slow: int  # seconds that a watcher waits between two lines of chat
    is_chat_open: bool  # for watchers
    muted: list[str]  # for the host: the names of those who may not write here
    offers: list[OfferSeen]
    result: Result | None
    next: str  # the room of the rematch


class View(TypedDict):
    """What a viewer may know of a game; `table` is different for each game."""

    game: str
    viewer: int | str
    seats: int
    waiting: list[int]
    answered: list[int]
    step: str
    shows: str
    ask: str
    said: str
    over: bool
    scores: list[float]
    options: dict[str, Any]
    warnings: list[dict[str, str]]  # of the end: rule and text
    table: dict[str, Any]


class OptionSeen(Wire, kw_only=True):
    """An allowed answer."""

    text: str  # notation
    words: str
    touched: list[str]
    name: str = ""  # of an answer that is ready to be taken
    why: str = ""  # a reason to take it


class Ask(Wire, kw_only=True):
    """A question put to this viewer."""

    step: str  # its name
    words: str
    how: str  # how an answer is written
    rule: str  # of the rulebook, that the question is about; empty for none
    is_vast: bool  # too many options to list: touch and narrow, or write the answer
    options: list[OptionSeen]  # all of them; of a vast question some examples


class NewsItem(Wire, kw_only=True):
    """An event, as this viewer is told it."""

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
    """The clock of a seat."""

    left: int  # milliseconds
    runs: bool


class MomentSeen(Wire, kw_only=True):
    """A position between two questions, as this viewer saw it: a finished trick, a turn's end."""

    after: int  # the number of this viewer's news before it
    what: str  # "turn", or a name of the game's: "trick"
    caption: str  # empty for a turn
    words: str  # the news since the previous moment, in one line
    by: int  # whose answer led to it, as in news
    headline: str  # what was decided: "You won round 1, 6 spaces to 3."; else the caption
    sheet: list[SheetLine]  # what it has scored, part by part
    chips: list[ChipSeen] = msgspec.field(default_factory=list)  # what happened, on the board
    view: View | None = None  # for those who did not ask for scenes
    number: int = 0  # of its scene, for this viewer
    scene: Scene | None = None
    patch: ScenePatch | None = None  # or what changes since the scene before it
    picture: str = ""


class Shown(Notice, tag="shown", kw_only=True):
    """The game as this viewer sees it now, and what is new."""

    view: View | None  # null if the client asked for scenes
    waiting: list[int]  # seats that owe an answer
    wait: str  # for viewers who are not asked: whom the table waits for; empty if for nobody
    ask: Ask | None
    count: int  # how often your seat has acted
    may_undo: bool
    since: int  # the number of the first of these news: drop any you have from there on
    news: list[NewsItem]
    turns: list[TurnSeen]  # that these news belong to: forget any from the first of them on
    moments: list[MomentSeen]  # on the way here since then, in order; the latest of many
    takebacks: int
    clocks: list[ClockSeen]
    is_open: bool = False  # the game is over, and all cards are laid open
    open: View | None = None  # then a view of everything; null if the client asked for scenes
    number: int = 0  # of the scene, for this viewer
    scene: Scene | None = None  # what to draw, if the client asked for scenes
    patch: ScenePatch | None = None  # or what changes since the scene sent before, moments included
    picture: str = ""  # as text, for a game without a scene


class ChatLine(Wire, kw_only=True):
    """One line of chat."""

    name: str
    seat: int | None
    text: str
    at: int  # seconds since 1970


class ChatLines(Notice, tag="lines", kw_only=True):
    """Chat, the latest hundred lines for a newcomer; players see that of the watchers after the
    game.  Forget any lines from number `since` on; if some before it are missing, all of them."""

    channel: Channel
    since: int  # the number of the first of these lines in its channel
    lines: list[ChatLine]


class EarlierLines(Notice, tag="earlier", kw_only=True):
    """The reply to earlier."""

    channel: Channel
    since: int  # the number of the first of these lines; 0: there are none before
    lines: list[ChatLine]
    re: int = 0


RoomNotice = (
    RoomSeen
    | Shown
    | ChatLines
    | EarlierLines
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
