"""The types of what the server sends on the WebSocket."""

from typing import Any, Literal

import msgspec

from trivet.core.scenes.patch import ScenePatch
from trivet.core.scenes.scene import Scene
from trivet.core.seen import ViewFields
from trivet.core.words.news import ChipKind
from trivet.server.wire.messages import Channel, Clock, EndReason, OfferName, Phase, Wire


class Notice(Wire, tag_field="is", kw_only=True):
    """Sent by the server."""


class Done(Notice, tag="done", kw_only=True):
    """The request is carried out and stored."""

    re: int = 0


class Took(Notice, tag="took", kw_only=True):
    """The answers or the takeback are stored."""

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


class Previews(Notice, tag="previews", kw_only=True):
    """The reply to `foresee` with several answers: each in turn, foreseen or refused."""

    previews: list[Foreseen | Refused]
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
    words: str = ""  # the result in one sentence, with everybody's name
    sheet: list[SheetLine] = msgspec.field(default_factory=list)
    total: list[int] = msgspec.field(default_factory=list)  # of the sheet, by seat
    headline: str = ""  # the same sentence said to you: "You won two rounds ..."; never stored


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


class View(ViewFields):
    """What a viewer may know of a game; `table` is different for each game."""

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


class ShareSeen(Wire, kw_only=True):
    """What one seat did in a turn that others had a part in."""

    seat: int  # or as in news, for what has no doer
    words: str


class TurnSeen(Wire, kw_only=True):
    """News that belong together, as one sentence: all that followed from one seat's answers in a
    row, or from answers that were opened together."""

    first: int  # the number of its first news; it goes on to the next turn
    by: int  # as in news
    words: str  # empty if there is nothing worth a sentence
    gains: list[int]  # points by seat
    shares: list[ShareSeen] = msgspec.field(default_factory=list)  # if others had a part in it
    short: str = ""  # the heaviest of it in 60 characters, if `words` has more
    harm: str = ""  # what was done to this viewer, in one line


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
    | Previews
    | NarrowedSeen
    | Hinted
    | Looked
    | Ticket
    | Pong
    | Bye
)
