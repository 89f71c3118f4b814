"""The contract between a game and the house: states and steps.

A state answers six questions: who is asked, what may they answer, what happens then, who won, what
does a seat see, what might it believe.  The flow of a game is data too: a state carries its agenda,
the steps still to happen.  Nothing in a game rolls dice, reads a clock or does I/O: chance is a
seat.

Choices are small ints; a game's codec turns them into notation, words and touches.
"""

from typing import Any, Final, Generic, NamedTuple, TypeVar, cast, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.sets import bit
from trivet.core.words.values import HOUSE_WORDS

CHANCE: Final = -1  # the deck and the dice: a seat that answers by odds
NOBODY: Final = -2  # whose turn it is when the game is over; as a viewer, a spectator
EVERYONE: Final = -3  # the address of public news; as a viewer, one who sees all cards


MACHINERY: Final = {  # left out of dir()
    "agenda", "agenda_length", "ask", "asked", "audit", "finish", "forget_sealed", "game",
    "has_sealed", "is_waiting_for", "listener", "moment", "next", "next_step", "push",
    "resample_sealed", "reveal", "revealed", "said", "seal", "settle", "share", "step", "tell",
    "waiting",
}  # fmt: skip


class Objection(NamedTuple):
    """Why a choice is refused."""

    rule: str  # its number in the rulebook: "SOV-9"
    reason: str  # one sentence for the player


class Event(NamedTuple):
    """Something that was told at the table; the game's codec puts it into words."""

    what: str
    to: int  # a seat, or EVERYONE
    data: tuple[int, int, int, int]


@mypyc_attr(allow_interpreted_subclasses=True)
class EventListener:
    """A listener to the events and moments of a state.  A state without one tells nothing."""

    def on_event(self, event: Event) -> None:
        raise NotImplementedError

    def on_event_fast(self, what: str, to: i64, one: i64, two: i64, three: i64, four: i64) -> None:
        """What a state calls for an event.  Override it to avoid making millions of Events."""
        self.on_event(Event(what, to, (one, two, three, four)))

    def on_moment(self, what: str, s: "State") -> None:
        """What a state calls for a moment.  A listener that keeps it must copy the state, which
        goes on at once."""


def only(seat: i64) -> i64:
    """The set with this one seat; it may be CHANCE."""
    return bit(seat + 1)


def everyone(seats: i64) -> i64:
    """The set of all seats of a table, without CHANCE."""
    return bit(seats + 1) - 2


def first_of(seats: i64) -> i64:
    """The lowest seat of a set."""
    seat: i64 = CHANCE
    while not seats & 1:
        seats >>= 1
        seat += 1
    return seat


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position.  A game adds its attributes (cards, pieces, points) and overrides the methods
    under "what a game answers"."""

    game: Any  # the Game it belongs to: see game.py
    seats: i64
    turn: i64  # a seat that owes an answer, the lowest of several; NOBODY once the game is over
    asked: i64  # the set of seats that the step asks; if several, their answers are sealed
    waiting: i64  # the seats among them that still owe an answer
    revealed: i64  # how often something hidden came to light; undo must not cross such a moment
    step: "Step[Any]"  # the step that asks
    next_step: "Step[Any] | None"  # the agenda: the next step, if it was pushed lately;
    agenda: "list[Step[Any]]"  # after it these, the next one last,
    agenda_length: i64  # up to this length; later ones are done: resizing a list is slow
    said: list[int]  # sealed answers by seat; out of date once the last one is in
    listener: EventListener | None

    def __init__(self, seats: i64) -> None:
        self.game = None
        self.seats = seats
        self.turn = NOBODY
        self.asked = 0
        self.waiting = 0
        self.revealed = 0
        self.step = OVER
        self.next_step = None
        self.agenda = NOTHING_TO_DO
        self.agenda_length = 0
        self.said = NOTHING_SAID
        self.listener = None

    # --- what everyone may ask ------------------------------------------------------------------

    @final
    def is_over(self) -> bool:
        return self.turn == NOBODY

    @final
    def is_waiting_for(self, seat: i64) -> bool:
        return seat >= CHANCE and self.waiting & only(seat) != 0

    @final
    def has_sealed(self, seat: i64) -> bool:
        """Whether the seat has answered a question that other seats still owe an answer to."""
        sealed = self.asked ^ self.waiting if self.waiting else 0
        return seat >= CHANCE and sealed & only(seat) != 0

    @final
    def options(self, seat: i64) -> list[int]:
        """All answers the rules allow a waiting seat: the one source of legality.  Do not change
        the list."""
        return self.step.options(self, seat)

    @final
    def odds(self) -> list[int]:
        """The weight of each option of chance."""
        return self.step.odds(self)

    @final
    def sample(self, seat: i64, dice: Dice) -> i64:
        """A random allowed answer, every one possible; for CHANCE, by its odds."""
        return self.step.sample(self, seat, dice)

    @final
    def objection(self, seat: i64, choice: i64) -> Objection | None:
        """Why a seat may not give this answer; None if it may."""
        if seat < CHANCE or seat >= self.seats or not self.waiting & only(seat):
            return Objection("HOUSE-1", HOUSE_WORDS["refusal.turn"])
        if self.step.allows(self, seat, choice):
            return None
        return self.step.why_not(self, seat, choice)

    @final
    def apply(self, seat: i64, choice: i64) -> None:
        """Take an allowed answer, in place; after the last one of a question go on."""
        if self.asked == only(seat):
            self.waiting = 0
            if seat == CHANCE:
                self.revealed += 1
            self.step.then(self, seat, choice)
        else:
            self.seal(seat, choice)
            self.waiting ^= only(seat)
            if self.waiting:
                self.turn = first_of(self.waiting)
                return
            self.revealed += 1
            self.step.together(self, self.said)
        if not self.waiting:
            self.settle()

    @final
    def play(self, *answer: object) -> None:
        """The same as `apply`, checked: `play("b2>")` for the seat that is asked, `play(0, "b2>")`,
        or with the number of a choice.  IllegalAnswer, and nothing has changed, if the rules
        object."""
        self.game.answer(self, *answer)

    @final
    def choices(self, seat: object = None) -> dict[str, str]:
        """What the seat that is asked may answer: notation, and what it does in words.  Of a
        question with too many answers, those that have a name."""
        return cast("dict[str, str]", self.game.choices(self, seat))

    @final
    def seal(self, seat: i64, choice: i64) -> None:
        """Keep an answer until all seats have answered."""
        if not self.said:
            self.said = [0] * self.seats
        self.said[seat] = choice

    @final
    def view(self, viewer: int) -> dict[str, object]:
        """What a viewer sees, ready for JSON; NOBODY sees what is public, EVERYONE sees all."""
        return cast("dict[str, object]", self.game.view(self, viewer))

    @final
    def _repr_svg_(self) -> str | None:
        """The public part of the position, for a notebook."""
        return None if self.game is None else cast("str | None", self.game.svg(self))

    @final
    def __copy__(self) -> "State":
        return self.copy()

    @final
    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()

    @final
    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: see freeze.py."""
        return cast("tuple[object, ...]", self.game.reduced(self))

    @final
    def __eq__(self, other: object) -> bool:
        """Whether two positions are the same, whoever listens to them."""
        if self is other or self.game is None:
            return self is other
        return cast(bool, self.game.is_same(self, other))

    @final
    def __hash__(self) -> int:
        raise TypeError("a state changes: it cannot be in a set, or a key")

    @final
    def __repr__(self) -> str:
        return (
            "<a state without a game>" if self.game is None else cast(str, self.game.describe(self))
        )

    @final
    def __dir__(self) -> list[str]:
        """Names to work with: not those by which the house and the rules drive a game."""
        found = cast("list[str]", object.__dir__(self))
        return sorted(n for n in found if n not in MACHINERY and not n.startswith("_"))

    # --- what the rules say to the house --------------------------------------------------------

    @final
    def next(self, plan: "list[Step[Any]]") -> None:
        """Put a plan before everything already on the agenda."""
        for step in plan:
            self.push(step)

    @final
    def push(self, step: "Step[Any]") -> None:
        """Put one step before everything already on the agenda."""
        next_step = self.next_step
        if next_step is not None:
            if self.agenda_length < len(self.agenda):
                self.agenda[self.agenda_length] = next_step
            elif self.agenda_length:
                self.agenda.append(next_step)
            else:  # all states share the empty list
                self.agenda = [next_step]
            self.agenda_length += 1
        self.next_step = step

    @final
    def ask(self, seat: i64) -> None:
        """For `then`: the present question goes to this seat next, before everything on the agenda;
        the step does not begin anew."""
        self.asked = only(seat)
        self.waiting = self.asked
        self.turn = seat

    @final
    def tell(
        self, what: str, one: i64 = 0, two: i64 = 0, three: i64 = 0, four: i64 = 0,
        to: i64 = EVERYONE,
    ) -> None:  # fmt: skip
        """Tell the listener an event; without one this costs one check.  News for one seat counts
        as revealed."""
        if to != EVERYONE:
            self.revealed += 1
        listener = self.listener
        if listener is not None:
            listener.on_event_fast(what, to, one, two, three, four)

    @final
    def moment(self, what: str) -> None:
        """Show the listener a position worth seeing, before the rules clear it away."""
        listener = self.listener
        if listener is not None:
            listener.on_moment(what, self)

    @final
    def reveal(self) -> None:
        """Count that something hidden from a seat has just been shown to it."""
        self.revealed += 1

    @final
    def finish(self) -> None:
        """End the game: clear the agenda."""
        self.next_step = None
        self.agenda_length = 0

    @final
    def settle(self) -> None:
        """Go through the agenda up to the next question."""
        while True:
            step = self.next_step
            if step is not None:
                self.next_step = None
            elif self.agenda_length:
                self.agenda_length -= 1
                step = self.agenda[self.agenda_length]
            else:
                break
            asked = step.begin(self)
            if asked:
                self.step = step
                self.asked = asked
                self.waiting = asked
                self.turn = first_of(asked)
                return
        self.step = OVER
        self.asked = 0
        self.turn = NOBODY

    # --- for copy() and imagine() ---------------------------------------------------------------

    @final
    def share(self, twin: "State") -> None:
        """Copy the attributes of State into a fresh twin."""
        twin.game = self.game
        twin.turn = self.turn
        twin.asked = self.asked
        twin.waiting = self.waiting
        twin.revealed = self.revealed
        twin.step = self.step
        twin.next_step = self.next_step
        if self.agenda:
            twin.agenda = self.agenda[:]
        twin.agenda_length = self.agenda_length
        if self.waiting != self.asked:
            twin.said = self.said[:]

    @final
    def resample_sealed(self, seat: i64, dice: Dice) -> None:
        """Replace the sealed answers of the other seats by random ones."""
        if self.waiting != self.asked:
            for other in range(self.seats):
                if other != seat and self.has_sealed(other):
                    self.said[other] = self.step.sample(self, other, dice)

    @final
    def forget_sealed(self, seat: i64) -> None:
        """Forget what the others have sealed.  To a seat that still owes its answer, answers
        given in secret and answers still to come are the same: everyone is asked anew."""
        if self.waiting & only(seat):
            self.waiting = self.asked
            self.turn = first_of(self.asked)
            self.said = NOTHING_SAID

    # --- what a game answers --------------------------------------------------------------------

    def copy(self) -> "State":
        """An independent copy of the position, without a listener."""
        raise NotImplementedError

    def imagine(self, seat: i64, dice: Dice) -> "State":
        """A world the seat cannot tell from the real one, made from nothing but what it knows."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """Each seat's share of the win; all 0.0 before the end."""
        raise NotImplementedError

    def points(self) -> list[int]:
        """The points of each seat so far, as on the score sheet; zeros in a game without points."""
        return [0] * self.seats

    def ending(self) -> str:
        """How the game ended, as a key of the codec's endings; only asked once it is over."""
        return "won" if 1.0 in self.scores() else "shared"

    def audit(self) -> str:
        """What is wrong with the pieces; empty while all are accounted for."""
        raise NotImplementedError


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One line of the sequence of play.  Made once, never changed: all states share it."""

    what = ""  # its name in views, logs and codecs
    code: i64 = 0  # the first of the codes that answer it: see codes.py

    def begin(self, s: S) -> i64:
        """Do what needs no answer; return the set of seats that must answer, 0 if none."""
        return 0

    def options(self, s: S, seat: i64) -> list[int]:
        """All allowed answers, in a stable order.  The caller does not change the list."""
        return []

    def allows(self, s: S, seat: i64, choice: i64) -> bool:
        """Whether an answer is among the options; a vast step overrides it with a way that needs no
        list."""
        return choice in self.options(s, seat)

    def odds(self, s: S) -> list[int]:
        """The weight of each option of chance."""
        return [1] * len(self.options(s, CHANCE))

    def is_vast(self) -> bool:
        """Whether there are too many options to list: they are sampled."""
        return False

    def sample(self, s: S, seat: i64, dice: Dice) -> i64:
        """A random allowed answer; a step may override it with a way that needs no list."""
        options = self.options(s, seat)
        if seat == CHANCE:
            return options[dice.weighted(self.odds(s))]
        return options[dice.below(len(options))]

    def why_not(self, s: S, seat: i64, choice: i64) -> Objection:
        """Explain to a player why an answer is not among the options."""
        return Objection("HOUSE-2", HOUSE_WORDS["refusal.answer"])

    def then(self, s: S, seat: i64, choice: i64) -> None:
        """The one seat that was asked has answered: go on."""
        s.seal(seat, choice)
        self.together(s, s.said)

    def together(self, s: S, said: list[int]) -> None:
        """The same for a step that may ask several seats, when all of them have answered."""
        raise NotImplementedError(f"what happens after {self.what!r} is answered by several")


OVER: Final[Step[Any]] = Step()
NOTHING_TO_DO: Final[list[Step[Any]]] = []  # shared by all new states: never append to it
NOTHING_SAID: Final[list[int]] = []  # the same


def plan(*parts: Step[Any] | list[Step[Any]]) -> list[Step[Any]]:
    """An agenda from steps and plans in reading order; in the agenda the next step is last."""
    backwards = list(parts)
    backwards.reverse()  # not reversed(parts): mypyc cannot compile that for a tuple of a union
    steps: list[Step[Any]] = []
    for part in backwards:
        if isinstance(part, Step):
            steps.append(part)
        else:
            steps += part
    return steps
