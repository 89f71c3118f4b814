"""The types that go over HTTP: the lobby, new rooms, finished games."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from trivet.core.options import OptionKind
from trivet.core.scenes.scene import Scene, Zone
from trivet.server.wire.messages import Clock, Level, Phase, Seat, Wire
from trivet.server.wire.outgoing import Advice, MomentSeen, NewsItem, OptionSeen, Result, View


class Me(Wire, kw_only=True):
    """The player of this session."""

    name: str


class SessionSeen(Wire, kw_only=True):
    """A browser or program that is logged in as you."""

    id: str
    since: int  # when it was last given its cookie: seconds since 1970
    until: int  # when it is a stranger again, unless it comes back before
    is_this: bool  # whether it is the one that asks


class SessionList(Wire, kw_only=True):
    """Where you are logged in, the latest first."""

    sessions: list[SessionSeen]


class Logout(Wire, forbid_unknown_fields=True, kw_only=True):
    """End a session; there is no password, so that only another session leads back."""

    session: str = ""  # its id; empty: the one that asks


class Rename(Wire, forbid_unknown_fields=True, kw_only=True):
    """A new name for the player of this session."""

    name: Annotated[str, Meta(max_length=200)]


class OwnTable(Wire, kw_only=True):
    """Your part in a table."""

    room: str
    game: str
    title: str  # if you opened it
    opened_it: bool
    seat: int | None
    name: str  # by which you played there
    hints: int
    phase: Phase
    opened: int
    changed: int
    result: str


class OwnLine(Wire, kw_only=True):
    """A line of chat that you wrote."""

    room: str
    text: str
    at: int


class Everything(Wire, kw_only=True):
    """All that is stored about you."""

    person: str  # the random number that stands for you
    name: str
    since: int
    tables: list[OwnTable]
    chat: list[OwnLine]
    records: dict[str, str]  # of the games you finished, by table
    more: dict[str, list[dict[str, Any]]]  # rows that are yours alone: sessions, keys and the like


class Erase(Wire, forbid_unknown_fields=True, kw_only=True):
    """To be erased from this server, for ever."""

    name: Annotated[str, Meta(max_length=200)]  # yours, as a sign that you mean it


class Erased(Wire, kw_only=True):
    """You are a stranger again."""

    tables: int  # that you were taken out of


class Nothing(Wire, kw_only=True):
    """A request that needs no words."""


class KeySeen(Wire, kw_only=True):
    """A passkey of yours."""

    id: str
    made: int
    used: int


class Keeping(Wire, kw_only=True):
    """Whether you keep your name, and the ways back to it."""

    name: str
    since: int  # when you began to keep it; 0: you are a guest
    handle: str  # your name in addresses
    is_bot: bool
    has_code: bool  # a recovery code that was not used
    keys: list[KeySeen]
    why_no_passkey: str  # empty if this server and address take passkeys


class RecoveryCode(Wire, kw_only=True):
    """A new recovery code: it is shown this once, and any before it works no more."""

    code: str


class MoveLink(Wire, kw_only=True):
    """What another device needs to become you: for an address `/#move=TOKEN`."""

    token: str
    until: int


class Token(Wire, forbid_unknown_fields=True, kw_only=True):
    """A ticket or a recovery code."""

    token: Annotated[str, Meta(max_length=100)]


class Mover(Wire, kw_only=True):
    """Who one becomes by a link to another device."""

    name: str


class Before(Wire, kw_only=True):
    """The guest that you were on this device; `token` brings their tables with you."""

    tables: int
    token: str


class Arrived(Wire, kw_only=True):
    """You are this person now, by a new cookie."""

    name: str
    was: Before | None
    has_code: bool


class Ceremony(Wire, kw_only=True):
    """What the browser asks an authenticator: options of WebAuthn in their JSON form."""

    options: dict[str, Any]


class Credential(Wire, forbid_unknown_fields=True, kw_only=True):
    """What the authenticator said, in the JSON form of WebAuthn."""

    credential: dict[str, Any]


class KeyId(Wire, forbid_unknown_fields=True, kw_only=True):
    """A passkey, by its id."""

    id: Annotated[str, Meta(max_length=2000)]


class Handle(Wire, forbid_unknown_fields=True, kw_only=True):
    """Another name for addresses."""

    handle: Annotated[str, Meta(max_length=40)]


class Brought(Wire, kw_only=True):
    """Tables that are yours now."""

    tables: int


class WaySeen(Wire, kw_only=True):
    """A browser that calls you."""

    id: str
    kind: str  # "push", "webhook"
    fails: int  # in a row


class Calling(Wire, kw_only=True):
    """How you are called when it is your turn and you are away."""

    push_key: str  # of this server, for a subscription; empty: it sends no messages
    ways: list[WaySeen]
    zone: str  # by which your quiet hours are
    begins: int  # hours; both the same: there are none
    ends: int


class Subscribe(Wire, forbid_unknown_fields=True, kw_only=True):
    """What a browser gives a page that may send it messages."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    key: Annotated[str, Meta(max_length=100)]  # p256dh
    secret: Annotated[str, Meta(max_length=40)]  # auth


class Webhook(Wire, forbid_unknown_fields=True, kw_only=True):
    """A webhook of Discord, or of a host that the operator names."""

    address: Annotated[str, Meta(max_length=500)]


class CalendarLink(Wire, kw_only=True):
    """Where a calendar program finds the deadlines of your turns; an address before it is dead."""

    path: str


class WayId(Wire, forbid_unknown_fields=True, kw_only=True):
    """A way to be called."""

    id: Annotated[str, Meta(max_length=100)]


class QuietHours(Wire, forbid_unknown_fields=True, kw_only=True):
    """When you do not want to be called."""

    zone: Annotated[str, Meta(max_length=60)]
    begins: Annotated[int, Meta(ge=0, le=23)]
    ends: Annotated[int, Meta(ge=0, le=23)]


class NewRoom(Wire, forbid_unknown_fields=True, kw_only=True):
    """A table to open."""

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
    stand_in: Level = "greedy"  # the bot that plays on for those who are away or have left
    hints: bool | None = None  # where several people play; usually only if there is no clock
    concede: bool = False  # bots resign when it is long decided
    sit: bool = True  # on the first seat that is free
    start: bool = False  # at once: only if no seat is left empty
    seals: bool = False  # start once the opener's client has sealed and opened its salt


class SeatTicket(Wire, kw_only=True):
    """What opens a seat that is kept for a guest, once."""

    seat: int
    ticket: str


class Opened(Wire, kw_only=True):
    """The table was opened."""

    room: str
    tickets: list[SeatTicket] = msgspec.field(default_factory=list)


class OptionInfo(Wire, kw_only=True):
    """An option of a game, with what a lobby needs to show a control for it."""

    name: str
    words: str
    rule: str
    kind: OptionKind
    default: Any
    choices: list[str]
    choices_words: list[str]  # the same in words
    low: int | None
    high: int | None


class PresetInfo(Wire, kw_only=True):
    """A named set of options; the others are as usual."""

    name: str
    words: str
    rule: str
    options: dict[str, Any]


class LabFigure(Wire, kw_only=True):
    """A share of the win with half of its 95 % interval."""

    value: float
    half: float


class LabLevel(Wire, kw_only=True):
    """What one level of bots made of a game."""

    bot: str
    games: int
    order: list[LabFigure]  # by place in turns; empty in a game without turns


class LabFinding(Wire, kw_only=True):
    """Something that stands out in a report."""

    weight: str  # "serious", "look", "variant" or "fine"
    words: str
    levels: list[str]  # of bots, at which it holds
    records: list[str]  # games that show it: names for /r/NAME


class LabVariant(Wire, kw_only=True):
    """Other options on the same deals."""

    words: str
    options: dict[str, Any]
    pairs: int
    order: list[LabFigure]


class LabReport(Wire, kw_only=True):
    """How a game plays with this number of players, shortened; `page` has all of it."""

    seats: int
    rules: int  # the version that was played
    page: str
    command: str
    levels: list[LabLevel]
    findings: list[LabFinding]
    variants: list[LabVariant]


class LabReports(Wire, kw_only=True):
    """The balance reports of a game."""

    title: str
    reports: list[LabReport]


class GameInfo(Wire, kw_only=True):
    """A game of the catalogue."""

    name: str
    title: str
    tagline: str
    prefix: str
    version: int
    fewest: int
    most: int
    minutes: int
    options: list[OptionInfo]
    presets: list[PresetInfo]
    plays_like: dict[str, str]  # by level and seats, "sharp 4": the lower level that plays for it


class Face(Wire, kw_only=True):
    """One drawing of a game."""

    box: str  # the viewBox it is drawn in
    inside: str  # SVG


class Art(Wire, kw_only=True):
    """The drawings of a game and its colours; each colour for a light and for a dark page."""

    faces: dict[str, Face]
    palette: dict[str, tuple[str, str]]
    example: str  # a position for the lobby as an SVG file, its colours left open; "" for none


class TopicSeen(Wire, kw_only=True):
    """A card, piece, tile or ability of a game: what it does."""

    name: str
    text: str
    rule: str
    note: str = ""  # a limit


class Topics(Wire, kw_only=True):
    """All that can be looked up in a game."""

    topics: list[TopicSeen]


class LessonStep(Wire, kw_only=True):
    """One idea: a position, what to look at, and the one answer that is allowed."""

    title: str
    text: str
    rule: str  # to read more
    things: list[str]  # what the text speaks of
    ask: str  # the question, in words
    scene: Scene | None
    picture: str  # for a game without scenes
    answer: OptionSeen | None  # None: there is only something to see
    praise: str  # after the answer
    told: str  # what followed from it, in one line
    after: Scene | None  # the position then
    after_picture: str


class Lesson(Wire, kw_only=True):
    """The first steps of a game on fixed positions, then a free game."""

    seats: int  # of the free game
    bot: Level  # of its opponents
    options: dict[str, Any]
    steps: list[LessonStep]


class RuleSeen(Wire, kw_only=True):
    """One rule of a book; its id is also its anchor in the page."""

    id: str
    chapter: str
    text: str  # Markdown


class Book(Wire, kw_only=True):
    """A rulebook."""

    name: str
    text: str  # Markdown
    rules: list[RuleSeen]  # in the order of the book


class BiteSeen(Wire, kw_only=True):
    """A position in which a rule refuses an answer."""

    rule: str
    seat: int
    ask: str  # what the seat is asked
    text: str  # what it answers, in notation; empty if it only touches something
    sentence: str  # the refusal
    things: list[str]  # what it touches
    zone: Zone | None  # the zone these things are in
    picture: str  # the table as text, for a game without a scene


class BitesSeen(Wire, kw_only=True):
    """Positions in which the rules of a book refuse an answer."""

    bites: list[BiteSeen]  # in the order of the book; a rule that refuses nothing has none


class Catalogue(Wire, kw_only=True):
    """The games and bots of this server."""

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
    result: Result | None  # once the game is over, without its sheet


class Lobby(Wire, kw_only=True):
    """The player's own rooms, and open rooms to join."""

    mine: list[Summary]  # your turn first
    open: list[Summary]


class Frame(Wire, kw_only=True):
    """One position of a finished game."""

    text: str  # the answer that led here, in notation
    seat: int  # whose; -1 is chance
    words: str
    view: View
    scene: Scene | None
    picture: str  # as text, for a game without a scene
    news: list[NewsItem]
    line: str  # the news in one line, as far as they are worth it
    moments: list[MomentSeen]  # on the way here, in order: a finished trick, a full grid


class Frames(Wire, kw_only=True):
    """Some positions of a finished game, in order."""

    total: int
    first: int
    players: list[str]
    bots: list[str]  # by seat: levels of the bots that answered there; empty for a person
    result: Result | None  # None if the game was left before its end
    frames: list[Frame]


class Point(Wire, kw_only=True):
    """The win chances of a position: each seat's expected share of the win."""

    at: int  # the number of answers before the position
    shares: list[float]
    error: float  # half the width of a 95 % interval around a share
    games: int  # rollouts; 0: the game was over


class Turn(Wire, kw_only=True):
    """A turning point: the win chances changed much between two positions."""

    before: int
    at: int


class Chances(Wire, kw_only=True):
    """The win chances of a finished game, from rollouts by quick bots that see all cards."""

    points: list[Point]
    turns: list[Turn]  # empty until all points are known
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
    is_checked: bool = True  # false: it is of rules that this version does not play


class Draw(Wire, kw_only=True):
    """One answer of chance: the odds of the answers in their order, and which was given."""

    at: int  # the number of the answer, from 1
    odds: list[int]
    took: int  # an index into the odds


class Draws(Wire, kw_only=True):
    """All answers of chance of a finished game, so that a page can compare them with the seed."""

    draws: list[Draw]


class HttpProblem(Wire, kw_only=True):
    """Why an HTTP request failed."""

    code: str
    reason: str
