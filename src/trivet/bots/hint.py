"""A bot's thought in words: its best three answers, their values, and a reason for each."""

from typing import Final, NamedTuple, final

from mypy_extensions import i64

from trivet.bots.bot import Bot, Thought, Weighed
from trivet.core.codec import Codec
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import CHANCE, EVERYONE, Ear, Event, State

SHOWN: Final = 3  # answers
WORLDS: Final = 16  # to compare two answers in
REASONS: Final = 2  # of each kind
CERTAIN: Final = 8  # worlds in which an event must follow
WHY_NOT_THE_BEST: Final = "that may be luck, and the first is the safer habit"
FOLLOW: Final = 3  # events told at most
LEAST: Final = 0.05  # smaller differences of a feature are not mentioned


class Explained(NamedTuple):
    """One of the best answers."""

    choice: int
    words: str
    value: str  # "62 %" of the win; empty where the bot did not search
    why: str  # one sentence


class Explanation(NamedTuple):
    best: list[Explained]  # the one the bot would give comes first

    def text(self) -> str:
        return "\n".join([_told(line) for line in self.best])


def _told(line: Explained) -> str:
    return f"{line.words}{f' ({line.value})' if line.value else ''}. {line.why}"


def hint(bot: Bot, mind: Mind, thought: Thought, codec: Codec, dice: Dice) -> Explanation:
    """Explain a bot's thought to a player."""
    best = ranked(thought)
    reasons = [
        f"{follows}{reason}"
        for follows, reason in zip(
            [afterwards(mind, one.choice, codec, dice) for one in best],
            sentences(bot, mind, thought, best, dice),
            strict=True,
        )
    ]
    lines = [
        Explained(
            one.choice,
            codec.words(mind.world, mind.seat, one.choice),
            percent(one.value) if thought.is_share and thought.weighed else "",
            reason,
        )
        for one, reason in zip(best, reasons, strict=True)
    ]
    return Explanation(lines)


def ranked(thought: Thought) -> list[Weighed]:
    """The bot's answer first: a mixed strategy may draw another than the one of the highest value.
    Then the next best, by value."""
    first = [one for one in thought.weighed if one.choice == thought.choice]
    if not first:
        return [Weighed(thought.choice, 0.0, 0)]
    others = [one for one in thought.weighed if one.choice != thought.choice][: SHOWN - 1]
    return first + sorted(others, key=lambda one: -one.value)


def sentences(bot: Bot, mind: Mind, thought: Thought, best: list[Weighed], dice: Dice) -> list[str]:
    """A reason for each answer: the first compared with the second, the others with the first."""
    if not thought.weighed:
        return ["Any answer is as good as another to this bot, or there is only one."]
    if len(best) == 1:
        return ["There is no other answer worth a look."]
    names = bot.strategy.reasons(mind.world)
    said = []
    for place in range(1, len(best)):
        gains = compare(bot, mind, best[0].choice, best[place].choice, dice)
        if place == 1:
            said.append(for_the_first(names, gains, thought, best))
        said.append(for_another(names, [-gain for gain in gains], thought, best, place))
    return said


def for_the_first(
    names: list[str], gains: list[float], thought: Thought, best: list[Weighed]
) -> str:
    more, less = gained(names, gains), lost(names, gains)
    if more:
        return f"It promises more {more}{f', for {less},' if less else ''} than the next best."
    if not thought.is_share:
        return "It looks best by the rule of thumb, though little speaks against the next best."
    first, second = percent(best[0].value), percent(best[1].value)
    if first == second:
        return f"The next best is as good: both won {first} of the rollouts."
    if best[1].value > best[0].value:
        return f"It won {first} of the rollouts, the next best {second}, but {WHY_NOT_THE_BEST}."
    return f"It won {first} of the rollouts, the next best {second}."


def for_another(
    names: list[str], gains: list[float], thought: Thought, best: list[Weighed], place: int
) -> str:
    more, less = gained(names, gains), lost(names, gains)
    if more:
        return f"It promises more {more}{f', for {less},' if less else ''} than the first."
    if less:
        return f"It promises {less} than the first."
    if not thought.is_share:
        return "Little tells it from the first."
    here, first = percent(best[place].value), percent(best[0].value)
    if here == first:
        return "It is as good as the first."
    if best[place].value > best[0].value:
        return f"It won {here} of the rollouts, the first {first}, but {WHY_NOT_THE_BEST}."
    return f"It won {here} of the rollouts, the first {first}."


# --- what an answer does at once ------------------------------------------------------------------


@final
class Heard(Ear):
    """Keeps what a seat is told."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.events: list[Event] = []

    def hear(self, event: Event) -> None:
        if event.to == EVERYONE or event.to == self.seat:
            self.events.append(event)


def afterwards(mind: Mind, choice: i64, codec: Codec, dice: Dice) -> str:
    """What is certain to follow from an answer, in the words of the log: the events that a copy of
    every imagined world tells.  The first one is the answer itself, which needs no words."""
    certain: list[Event] = []
    for number in range(CERTAIN):
        world = mind.imagine(dice)
        ear = Heard(mind.seat)
        world.ear = ear
        world.apply(mind.seat, choice)
        if number == 0:
            certain = ear.events
        else:
            certain = [event for event in certain if event in ear.events]
    follows = [event for event in certain if not codec.told[event.what].dull][1 : 1 + FOLLOW]
    if not follows:
        return ""
    names = [f"Player {letter}" for letter in SEAT_LETTERS[: mind.world.seats]]
    return f"Then: {codec.line(follows, names, mind.seat)} "


# --- how answers compare --------------------------------------------------------------------------


def compare(bot: Bot, mind: Mind, one: i64, other: i64, dice: Dice) -> list[float]:
    """By feature: how much more of it one answer gives than the other at once, on average."""
    totals = [0.0] * len(bot.strategy.reasons(mind.world))
    for _ in range(WORLDS):
        world = mind.imagine(dice)
        seed = dice.bits()
        first = after(world, mind.seat, one, Dice(seed))
        second = after(world, mind.seat, other, Dice(seed))
        ahead = bot.strategy.features(first, mind.seat)
        behind = bot.strategy.features(second, mind.seat)
        for place in range(min(len(ahead), len(behind))):  # a seat that is out has no features
            totals[place] += (ahead[place] - behind[place]) / float(WORLDS)
    return totals


def after(world: State, seat: i64, choice: i64, dice: Dice) -> State:
    """The world after an answer; chance, and seats asked at the same time, answer at random."""
    twin = world.copy()
    twin.apply(seat, choice)
    while twin.turn >= CHANCE and (twin.turn == CHANCE or twin.waiting != twin.asked):
        twin.apply(twin.turn, twin.sample(twin.turn, dice))
    return twin


def gained(names: list[str], gains: list[float]) -> str:
    return " and ".join(clearly(names, gains))


def lost(names: list[str], gains: list[float]) -> str:
    missing = clearly(names, [-gain for gain in gains])
    return " and ".join([f"{'fewer' if is_counted(name) else 'less'} {name}" for name in missing])


def clearly(names: list[str], gains: list[float]) -> list[str]:
    """The features with a clear gain, the greatest first."""
    order = sorted(range(len(gains)), key=lambda place: -gains[place])
    return [names[place] for place in order if gains[place] > LEAST][:REASONS]


def is_counted(name: str) -> bool:
    """Whether a name is a plural, as "coins" or "single tiles"; not "use of the cards"."""
    return any(word.endswith("s") for word in name.split()[:2])


def percent(value: float) -> str:
    return f"{100.0 * value:.0f} %"
