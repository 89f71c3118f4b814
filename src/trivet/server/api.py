"""What goes over HTTP, as types: the lobby, new rooms, finished games."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from trivet.core.options import OptionKind
from trivet.core.scene import Scene, Zone
from trivet.server.messages import (
    Advice,
    Clock,
    Level,
    MomentSeen,
    NewsItem,
    Phase,
    Result,
    Salt,
    Seat,
    View,
    Wire,
)


class Me(Wire, kw_only=True):
    name: str


class Rename(Wire, forbid_unknown_fields=True, kw_only=True):
    name: Annotated[str, Meta(max_length=200)]


class NewRoom(Wire, forbid_unknown_fields=True, kw_only=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    bots: Annotated[list[Level], Meta(max_length=16)] = msgspec.field(default_factory=list)
    """By seat: the level of a bot, or nothing for a person."""
    friends: Annotated[list[Seat], Meta(max_length=16)] = msgspec.field(default_factory=list)
    """Seats to be kept for guests; the reply has a ticket for each."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    title: Annotated[str, Meta(max_length=200)] = ""
    is_public: bool = True
    clock: Clock | None = None
    sit: bool = True  # on the first seat that is free
    start: bool = False  # at once: only if no seat is left empty
    salt: Salt = ""


class SeatTicket(Wire, kw_only=True):
    """What opens a seat that is kept for a guest, once."""

    seat: int
    ticket: str


class Opened(Wire, kw_only=True):
    room: str
    tickets: list[SeatTicket] = msgspec.field(default_factory=list)


class OptionInfo(Wire, kw_only=True):
    name: str
    words: str
    rule: str
    kind: OptionKind
    default: Any
    choices: list[str]
    low: int | None
    high: int | None


class GameInfo(Wire, kw_only=True):
    name: str
    title: str
    tagline: str
    prefix: str
    version: int
    fewest: int
    most: int
    minutes: int
    options: list[OptionInfo]


class Face(Wire, kw_only=True):
    box: str  # the viewBox it is drawn in
    inside: str  # SVG


class Art(Wire, kw_only=True):
    """The drawings of a game and its colours, each for a light and for a dark page."""

    faces: dict[str, Face]
    palette: dict[str, tuple[str, str]]
    example: Scene | None  # a position to show in the lobby


class LessonStep(Wire, forbid_unknown_fields=True, kw_only=True):
    """One thing that is learnt; it ends by a tap, or when the game has gone so far."""

    title: str
    text: str
    rule: str = ""  # to read more
    until: str = ""  # the question that ends this step
    done: str = ""  # the question whose answer ends this step


class Lesson(Wire, forbid_unknown_fields=True, kw_only=True):
    """The first steps of a game, on a real table."""

    bot: Level  # whom to practise with
    steps: list[LessonStep]


class RuleSeen(Wire, kw_only=True):
    """One rule of a book; its id is its anchor."""

    id: str
    chapter: str
    text: str  # Markdown


class Book(Wire, kw_only=True):
    """A rulebook."""

    name: str
    text: str  # Markdown
    rules: list[RuleSeen]  # in the order of the book


class BiteSeen(Wire, kw_only=True):
    """A position in which a rule stops somebody."""

    rule: str
    seat: int
    ask: str  # what the seat is asked
    text: str  # what it answers, in notation; empty if it only touches something
    sentence: str  # what it is told
    things: list[str]  # what it touches
    zone: Zone | None  # where those lie
    picture: str  # the table as text, where there is nothing to draw yet


class BitesSeen(Wire, kw_only=True):
    bites: list[BiteSeen]  # in the order of the book; a rule that stops nobody has none


class Catalogue(Wire, kw_only=True):
    version: str  # of Trivet
    games: list[GameInfo]
    bots: list[str]  # weakest first


class Summary(Wire, kw_only=True):
    """A room in a list."""

    id: str
    game: str
    title: str
    phase: Phase
    seats: list[str]  # names; empty where nobody sits
    you: int | None
    is_your_turn: bool
    clock: Clock | None
    changed: int  # seconds since 1970


class Lobby(Wire, kw_only=True):
    mine: list[Summary]  # your turn first
    open: list[Summary]


class Frame(Wire, kw_only=True):
    """One position of a finished game."""

    text: str  # the answer that led here, in notation
    seat: int  # whose; -1 is chance
    words: str
    view: View
    scene: Scene | None
    picture: str  # as text, where there is nothing to draw yet
    news: list[NewsItem]
    moments: list[MomentSeen]  # on the way here, in order: a finished trick, a full grid


class Frames(Wire, kw_only=True):
    total: int
    first: int
    players: list[str]
    bots: list[str]  # by seat: levels of the bots that answered there; nothing for people
    result: Result | None  # None if the game was left before its end
    frames: list[Frame]


class Point(Wire, kw_only=True):
    """How a position stood: what each seat could expect of the win."""

    at: int  # after so many answers
    shares: list[float]
    error: float  # chance alone: 95 % of such shares are off by no more than this, either way
    games: int  # played on from here to find out; 0: the game was over


class Turn(Wire, kw_only=True):
    """Between two positions the game took a turn."""

    before: int
    at: int


class Chances(Wire, kw_only=True):
    """How a finished game stood: quick bots that see all cards play on and judge at a glance."""

    points: list[Point]
    turns: list[Turn]  # once all points are there
    is_done: bool


class PlayOn(Wire, forbid_unknown_fields=True, kw_only=True):
    """A position of a finished game to be played on from, against bots."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]  # after so many answers
    seat: Seat  # that one plays oneself
    bot: Level  # that plays the others


class BetterAnswer(Wire, kw_only=True):
    """What a strong bot would have answered where a game turned, from what that seat knew."""

    at: int  # the number of the answer
    seat: int
    played: str  # what was answered, in words
    best: Advice
    is_same: bool  # the bot would have answered the same


class Better(Wire, kw_only=True):
    answer: BetterAnswer | None  # None where no player answered anything: it was chance


class Verdict(Wire, kw_only=True):
    """Whether the dice of a game were fair and its rules kept."""

    is_fair: bool
    words: str


class HttpProblem(Wire, kw_only=True):
    """Why an HTTP request failed."""

    code: str
    reason: str
