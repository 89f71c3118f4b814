"""The game object: everything that the server, the terminal and the bots know about one game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import index
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from msgspec import ValidationError, convert

from trivet.core.ink import PLAIN, Ink
from trivet.core.options import Option, Preset, agreed
from trivet.core.outcome import Outcome, places_of
from trivet.core.scenes.scene import Scene, SceneCache, SceneWarning
from trivet.core.seats import SEAT_LETTERS
from trivet.core.seen import Seen
from trivet.core.state import CHANCE, EVERYONE, NOBODY, EventListener, Objection, State
from trivet.core.strategy import Strategy
from trivet.core.words.codec import Codec
from trivet.core.words.topics import Topic
from trivet.core.words.values import HOUSE_WORDS

if TYPE_CHECKING:
    from trivet.core.codes import Codes

S = TypeVar("S", bound=State)
NO_LIBRT = "codes and tables for learning need the package librt: pip install 'trivet[research]'"


class BadSeats(ValueError):
    """A number of seats the game cannot be played with."""


class IllegalAnswer(Exception):
    """A choice the rules object to.  Nothing has changed."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(f"{objection.reason} [{objection.rule}]")
        self.objection = objection


class Shared(NamedTuple):
    """What is the same in all views of a position; made once for all of them."""

    common: Mapping[str, object]  # the part that all games share
    public: Any  # of the game's own part; None where it is not made separately


class Game(Generic[S]):
    """One game: its names, options, rows and strategy.  A game sets the attributes and overrides
    the methods under "what a game answers"."""

    name: str  # as typed: "sovereign"
    title: str  # as printed: "Sovereign"
    tagline: str  # one sentence for the lobby
    prefix: str  # of its rule ids: "SOV"
    version: int  # of its rules; raised whenever an old log would replay differently
    fewest: int
    most: int
    minutes: int  # about how long a game between people takes
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()  # named sets of them
    # By option: the value by which a log is played that was written before there was this option.
    legacy_options: Mapping[str, object] = {}
    codec: Codec
    seen: type[Seen] | None = None  # the type of its `table`, if that is not a dict
    topics: Sequence[Topic] = ()  # what can be looked up
    strategy: Strategy[S]
    painter: ClassVar[Callable[[Scene, str], str] | None] = None  # SVG; trivet.art sets it
    reducer: ClassVar[Callable[[State], tuple[object, ...]] | None] = None  # trivet.freeze sets it
    comparer: ClassVar[Callable[[State, State], bool] | None] = None  # likewise
    # By level, or by level and seats ("sharp 2"): a bot's tuning, if it is not the usual one.
    tunings: Mapping[str, Mapping[str, float]] = {}
    # By level and seats: the lower level that plays for it at tables, as it is no better: see docs.
    level_aliases: Mapping[str, str] = {}

    def new(
        self,
        seats: int,
        options: Mapping[str, object] | None = None,
        listener: EventListener | None = None,
    ) -> S:
        """A new game, up to its first question."""
        self.expect_seats(seats)
        return self.set_up(seats, agreed(self.options, options or {}), listener)

    def as_logged(self, options: Mapping[str, object]) -> dict[str, object]:
        """The options of a stored log.  A log names every option there was when it began."""
        return {**self.legacy_options, **options}

    def expect_seats(self, seats: object) -> None:
        if not isinstance(seats, int) or not self.fewest <= seats <= self.most:
            wanted = f"{self.fewest} to {self.most}" if self.fewest < self.most else f"{self.most}"
            raise BadSeats(f"{self.title} is a game for {wanted} seats, not {seats!r}")

    def set_up(
        self, seats: int, options: Mapping[str, object], listener: EventListener | None
    ) -> S:
        """A new game with options that are already complete and checked."""
        s = self.begin(seats, options)
        s.game = self
        s.listener = listener
        s.settle()
        return s

    def shared(self, s: S) -> Shared:
        """What is the same in all views of a position."""
        common: dict[str, object] = {
            "game": self.name,
            "seats": s.seats,
            "waiting": [seat for seat in range(s.seats) if s.is_waiting_for(seat)],
            "answered": [seat for seat in range(s.seats) if s.has_sealed(seat)],
            "over": s.is_over(),
            "scores": s.scores(),
            "options": self._changed_options(s),
            "warnings": [] if s.is_over() else self._warnings(s),
        }
        return Shared(common, self.public(s))

    def view(self, s: S, viewer: int, shared: Shared | None = None) -> dict[str, object]:
        """What a viewer sees: the part that all games share, and the game's own `table`.  `shared`
        is that of this position, if somebody has made it already."""
        if not EVERYONE <= viewer < s.seats or viewer == CHANCE:
            raise ValueError(
                f"there is no viewer {viewer!r}: the seats are 0 to {s.seats - 1}, a spectator is "
                f"{NOBODY}, one who sees all cards {EVERYONE}"
            )
        asked = s.is_waiting_for(viewer)
        common, public = shared or self.shared(s)
        return {
            **common,
            "viewer": "public" if viewer == NOBODY else "open" if viewer == EVERYONE else viewer,
            "step": s.step.what if asked else "",
            "shows": self.codec.shows(s) if asked else "",
            "ask": self.codec.ask(s, viewer) if asked else "",
            "said": self.codec.write(s, viewer, s.said[viewer]) if s.has_sealed(viewer) else "",
            "table": self.table(s, viewer) if public is None else self.table(s, viewer, public),
        }

    def read_view(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """A view that came as JSON, with its `table` as the game's own type; ValueError if a field
        is missing or of another type."""
        if self.seen is None:
            return dict(view)
        try:
            return {**view, "table": convert(view["table"], self.seen)}
        except ValidationError as wrong:
            raise ValueError(f"not a view of {self.title}: {wrong}") from None

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Every text of the game with its key, those of its lesson apart; a translation has the
        same keys."""
        yield from self.codec.sentences()
        yield "game.tagline", self.tagline
        for topic in self.topics:
            yield f"topic.{topic.name}.name", topic.name
            yield f"topic.{topic.name}.text", topic.text
            if topic.note:
                yield f"topic.{topic.name}.note", topic.note
        for option in self.options:
            yield f"option.{option.name}.words", option.words
        for preset in self.presets:
            yield f"preset.{preset.name}.name", preset.name
            yield f"preset.{preset.name}.words", preset.words

    def _warnings(self, s: S) -> list[dict[str, str]]:
        return [self.codec.warning(what, *numbers) for what, *numbers in self.warnings(s)]

    def whole_scene(self, view: Mapping[str, Any], cache: SceneCache | None = None) -> Scene:
        """What to draw for a view, with its warnings."""
        scene = self.scene(view) if cache is None else self.scene(view, cache)
        warnings = tuple(SceneWarning(**warning) for warning in view["warnings"])
        return Scene(zones=scene.zones, notes=scene.notes, warnings=warnings)

    def whole_picture(self, view: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
        """A view as lines of text, with its warnings below."""
        warnings = [
            ink.bold(line)
            for warning in view.get("warnings", ())  # a problem file may be older
            for line in wrap(f"! {warning['text']} {warning['rule']}", 80, subsequent_indent="  ")
        ]
        return [*self.picture(view, names, ink), *warnings]

    def _changed_options(self, s: S) -> dict[str, object]:
        """The options that differ from their defaults."""
        agreed, usual = self.options_of(s), self._usual_options
        return {name: value for name, value in agreed.items() if value != usual[name]}

    @cached_property
    def _usual_options(self) -> dict[str, object]:
        return {option.name: option.default for option in self.options}

    def outcome(self, s: S) -> Outcome | None:
        """How the game ended; None before the end."""
        if not s.is_over():
            return None
        shares, ending = s.scores(), s.ending()
        places = places_of(shares, s.points())
        return Outcome(tuple(shares), places, ending, self.codec.endings[ending].rule)

    def play(self, s: State, seat: int, choice: int) -> None:
        """Take an answer if it is allowed; else IllegalAnswer, and nothing has changed."""
        objection = s.objection(seat, choice)
        if objection is not None:
            raise IllegalAnswer(objection)
        s.apply(seat, choice)

    def answer(self, s: State, *answer: object) -> None:
        """The answer of a seat, or of the only seat that is asked: a number or notation."""
        seat, choice = answer if len(answer) == 2 else (self._asked(s), *answer)
        seat = self._asked(s, seat)
        if isinstance(choice, str):
            choice = self.codec.read(s, seat, choice)
        if isinstance(choice, Objection):
            raise IllegalAnswer(choice)
        self.play(s, seat, index(cast(int, choice)))

    def choices(self, s: State, seat: object = None) -> dict[str, str]:
        """The allowed answers of a seat in notation, each with what it does."""
        seat = self._asked(s, seat)
        if s.step.is_vast():
            return {row.text: row.name for row, _ in self.codec.ready(s, seat)}
        return {one.text: one.words for one in self.codec.options(s, seat, s.options(seat))}

    def _asked(self, s: State, seat: object = None) -> int:
        """The seat, or the only one that is asked; ValueError or IllegalAnswer if there is none."""
        waiting = [one for one in range(CHANCE, s.seats) if s.is_waiting_for(one)]
        if seat is None:
            if len(waiting) != 1:
                asked = ", ".join(map(str, waiting)) or "none: the game is over"
                raise ValueError(f"say which seat answers; asked are {asked}")
            return waiting[0]
        if not isinstance(seat, int) or not CHANCE <= seat < s.seats:
            raise ValueError(f"there is no seat {seat!r}: the seats are 0 to {s.seats - 1}")
        if seat not in waiting:
            raise IllegalAnswer(Objection("HOUSE-1", HOUSE_WORDS["refusal.turn"]))
        return seat

    def describe(self, s: State) -> str:
        """A position as a spectator sees it."""
        waiting = [SEAT_LETTERS[seat] for seat in range(s.seats) if s.is_waiting_for(seat)]
        where = "over" if s.is_over() else f"{' '.join(waiting) or 'chance'} to answer"
        what = f" '{s.step.what}'" if s.step.what else ""
        head = f"<{self.title}, {s.seats} seats, {where}{what}>"
        names = [f"seat {letter}" for letter in SEAT_LETTERS[: s.seats]]
        try:
            lines = self.whole_picture(self.view(cast(S, s), NOBODY), names, PLAIN)
        except NotImplementedError:
            lines = []
        return "\n".join([head, *lines])

    def is_same(self, s: State, other: object) -> bool:
        if not isinstance(other, State) or Game.comparer is None:
            return False
        return Game.comparer(s, other)

    def reduced(self, s: State) -> tuple[object, ...]:
        if Game.reducer is None:
            raise TypeError("to pickle a state, import trivet.freeze")
        return Game.reducer(s)

    def svg(self, s: S) -> str | None:
        """The public part of a position as SVG; None without a painter or a scene."""
        if Game.painter is None:
            return None
        try:
            return Game.painter(self.whole_scene(self.view(s, NOBODY)), self.name)
        except NotImplementedError:
            return None

    def codes(self, seats: int | None = None) -> "Codes":
        """Its answers as codes and what a seat sees as bytes; as few seats as it allows unless
        said."""
        seats = self.fewest if seats is None else seats
        self.expect_seats(seats)
        try:
            return self.coded(seats)
        except ModuleNotFoundError as missing:
            if missing.name and missing.name.partition(".")[0] == "librt":
                raise ModuleNotFoundError(NO_LIBRT, name="librt") from None
            raise

    # --- what a game answers ---------------------------------------------------------------------

    def begin(self, seats: int, options: Mapping[str, Any]) -> S:
        """The set-up state, with the sequence of play on the agenda; no step has begun yet."""
        raise NotImplementedError

    def options_of(self, s: S) -> Mapping[str, object]:
        """The value of each option in this state, as it was passed to `begin`."""
        return {}

    def coded(self, seats: int) -> "Codes":
        """Its codes; made from its rows and views unless a game has its own."""
        from trivet.core.hashed import HashedCodes  # needs librt, as all codes

        return HashedCodes(self, seats)

    def warnings(self, s: S) -> Sequence[tuple[Any, ...]]:
        """What is about to end the game: names of the codec's warnings, each with its numbers.
        Only public facts, as everybody sees them."""
        return ()

    def score_now(self, s: S) -> None:
        """Tell what the round would score if it ended in this position, as far as everybody can see
        it on the board; `s` is a copy.  Nothing by default."""

    def public(self, s: S) -> Any:
        """What all viewers see alike of `table`; None where it is not made separately."""
        return None

    def table(self, s: S, viewer: int, public: Any = None) -> Any:
        """The game's own part of a view: of the type `seen`, or of dicts and lists ready for JSON.
        `public` is what the method of that name says of this position, if it was asked already."""
        raise NotImplementedError

    def picture(self, view: Any, names: Sequence[str], ink: Ink) -> list[str]:
        """A view as lines of text, at most 80 wide and 18 high."""
        raise NotImplementedError

    def scene(self, view: Any, cache: SceneCache | None = None) -> Scene:
        """What to draw for a view, made of the parts in `cache` where they are still the same."""
        raise NotImplementedError


def game_with(games: Mapping[str, Game[Any]], name: str, rules: int) -> Game[Any] | None:
    """The game with these rules: as it is played now, or an older version that is still here."""
    now = games.get(name)
    if now is not None and now.version == rules:
        return now
    retired: Mapping[tuple[str, int], Game[Any]] = getattr(games, "retired", {})
    return retired.get((name, rules))
