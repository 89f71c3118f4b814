"""A bot's thought in words: its best three answers, their values, and a reason for each."""

from math import sqrt
from typing import Final, NamedTuple, final

from mypy_extensions import i64

from trivet.bots.bot import Bot, Thought, Weighed
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import is_several
from trivet.core.state import CHANCE, EVERYONE, Event, EventListener, State
from trivet.core.words.codec import Codec

SHOWN: Final = 3  # answers
WORLDS: Final = 16  # to compare two answers in
CERTAIN: Final = 8  # worlds in which an event must follow
REASONS: Final = 3  # sentences at most, besides the numbers
LEAST: Final = 0.05  # smaller differences of a feature are not mentioned
JOINTS: Final = ("a", "an", "the", "with")  # words that say nothing by themselves
MIXED: Final = "the first is drawn from a mixture, so that nobody can read you"
FEW: Final = "that comes from far fewer games"
CLOSE: Final = "that is too close to tell them apart"
USUAL: Final = "the first is the usual answer, and the bot is not sure enough to leave it"


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
    reasons = why_each(bot, mind, thought, best, codec, dice)
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


def why_each(
    bot: Bot, mind: Mind, thought: Thought, best: list[Weighed], codec: Codec, dice: Dice
) -> list[str]:
    """For each answer: what it does, else what it brings more or less of; and how often it won.
    What all of them do is no reason for one: it is said only where nothing else is known."""
    names = bot.strategy.reasons(mind.world)
    every = [sentences(mind, one.choice, codec, dice) for one in best]
    alike = in_all(every)
    found: list[str] = []
    for place in range(len(best)):
        why = [part for part in every[place] if part not in alike][:REASONS]
        if not why and len(best) > 1:
            other = best[1 if place == 0 else 0].choice
            gains = compare(bot, mind, best[place].choice, other, dice)
            why = differences(codec, names, gains, is_first=place == 0)
        if not why:
            why = alike[:REASONS]
        numbers = how_often(thought, best, place, is_sealed=is_several(mind.world.asked))
        if numbers:
            why.append(numbers)
        found.append(" ".join(why) or nothing_to_say(place, best))
    return found


def sentences(mind: Mind, choice: i64, codec: Codec, dice: Dice) -> list[str]:
    """What an answer certainly does, and what the position has to say for it."""
    parts = [*afterwards(mind, choice, codec, dice)]
    parts.append(codec.advice.reason(mind.world, mind.seat, choice))
    words = codec.words(mind.world, mind.seat, choice)
    return [part for part in dict.fromkeys(parts) if part and not repeats(part, words)]


def in_all(every: list[list[str]]) -> list[str]:
    """What is said of each of several answers; of one alone nothing is."""
    if len(every) < 2:
        return []
    found = []
    for part in every[0]:
        if all_have(part, every):
            found.append(part)
    return found


def all_have(part: str, every: list[list[str]]) -> bool:
    for parts in every:
        if part not in parts:
            return False
    return True


def repeats(reason: str, words: str) -> bool:
    """Whether a reason only says the answer again: "Discards Housing." of "Discard Housing"."""
    said = plain_words(words)
    for word in plain_words(reason):
        if word not in said and word not in JOINTS:
            return False
    return True


def plain_words(text: str) -> list[str]:
    """The words of a sentence, without the endings of verbs and what stands between words."""
    return [word.strip(".,").removesuffix("s") for word in text.lower().split()]


def nothing_to_say(place: int, best: list[Weighed]) -> str:
    if len(best) == 1:
        return "There is no other answer worth a look."
    return "Looks best at a glance." if place == 0 else "Much like the first."


def differences(codec: Codec, names: list[str], gains: list[float], *, is_first: bool) -> list[str]:
    """What an answer brings more of than another; of one that is not the first, also less of."""
    more = [codec.advice.more_of(name) for name in clearly(names, gains)]
    if is_first or more:
        return more[:1]
    return [codec.advice.less_of(name) for name in clearly(names, [-gain for gain in gains])][:1]


def how_often(thought: Thought, best: list[Weighed], place: int, *, is_sealed: bool) -> str:
    """The numbers.  Where another answer has a better one than the first, it is said why."""
    if not thought.is_share or not thought.weighed or len(best) == 1:
        return ""
    own, other = best[place], best[1 if place == 0 else 0]
    here, there = percent(own.value), percent(other.value)
    beside = f"{'next best' if place == 0 else 'the first'} {there}"
    if here == there:
        also = "next best the same" if place == 0 else "the same as the first"
        return f"Wins about {here} of simulated games ({also})."
    lead, behind = (other, own) if place == 0 else (own, other)
    if lead.value <= behind.value:
        return f"Wins about {here} of simulated games ({beside})."
    why = doubt(lead, behind)
    why = MIXED if is_sealed and why == USUAL else why
    return f"Wins about {here} of simulated games ({beside}), but {why}."


def doubt(better: Weighed, first: Weighed) -> str:
    """Why an answer with a better number is not the first."""
    if 2 * better.tries < first.tries:
        return FEW
    apart = better.value - first.value
    return CLOSE if apart <= 2.0 * (error(better) + error(first)) else USUAL


def error(one: Weighed) -> float:
    """The standard error of a share."""
    share = min(1.0, max(0.0, one.value))
    return float(sqrt(share * (1.0 - share) / float(max(1, one.tries))))


# --- what an answer does at once ------------------------------------------------------------------


@final
class Heard(EventListener):
    """Keeps what a seat is told."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        if event.to == EVERYONE or event.to == self.seat:
            self.events.append(event)


def afterwards(mind: Mind, choice: i64, codec: Codec, dice: Dice) -> list[str]:
    """What an answer certainly does, in the game's terms: the events that a copy of every imagined
    world tells."""
    certain: list[Event] = []
    for number in range(CERTAIN):
        world = mind.imagine(dice)
        listener = Heard(mind.seat)
        world.listener = listener
        world.apply(mind.seat, choice)
        if number == 0:
            certain = listener.events
        else:
            certain = [event for event in certain if event in listener.events]
    names = [f"Player {letter}" for letter in SEAT_LETTERS[: mind.world.seats]]
    return codec.deeds(certain, names, mind.seat)


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


def clearly(names: list[str], gains: list[float]) -> list[str]:
    """The features with a clear gain, the greatest first."""
    order = sorted(range(len(gains)), key=lambda place: -gains[place])
    return [names[place] for place in order if gains[place] > LEAST]


def percent(value: float) -> str:
    return f"{100.0 * value:.0f} %"
