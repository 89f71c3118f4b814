"""A bot's thought in words: its best three answers, their values, and what speaks for the first."""

from typing import Any, Final, NamedTuple

from mypy_extensions import i64

from trivet.bots.bot import Bot, Thought, Weighed
from trivet.core.codec import Codec
from trivet.core.dice import Dice
from trivet.core.game import CHANCE, State
from trivet.core.mind import Mind

SHOWN: Final = 3  # answers
WORLDS: Final = 16  # in which two answers are compared
REASONS: Final = 2  # of each kind
LEAST: Final = 0.05  # a smaller difference is none


class Line(NamedTuple):
    """One of the best answers."""

    choice: int
    words: str
    value: str  # "62 %" of the win; empty where the bot did not search


class Hint(NamedTuple):
    best: list[Line]  # the one the bot would give comes first
    why: str  # one sentence

    def text(self) -> str:
        lines = [f"{line.words}{f' ({line.value})' if line.value else ''}" for line in self.best]
        return "\n".join([*lines, self.why])


def hint(bot: Bot, mind: Mind, thought: Thought, codec: Codec[Any], dice: Dice) -> Hint:
    """What the bot's thought was, for people."""
    best = ranked(thought)[:SHOWN]
    lines = [
        Line(
            one.choice,
            codec.words(mind.world, mind.seat, one.choice),
            percent(one.value) if thought.is_share else "",
        )
        for one in best
    ]
    return Hint(lines, sentence(bot, mind, thought, best, dice))


def ranked(thought: Thought) -> list[Weighed]:
    """The answer given first: a mixed strategy may draw another than the one of most value."""
    first = [one for one in thought.weighed if one.choice == thought.choice]
    if not first:
        return [Weighed(thought.choice, 0.0, 0)]
    return first + [one for one in thought.weighed if one.choice != thought.choice]


def sentence(bot: Bot, mind: Mind, thought: Thought, best: list[Weighed], dice: Dice) -> str:
    if not thought.weighed:
        return "Any answer is as good as another to this bot, or there is only one."
    if len(best) == 1:
        return "There is no other answer worth a look."
    names = bot.strategy.reasons(mind.world)
    gains = compare(bot, mind, best[0].choice, best[1].choice, dice)
    better = [place for place in in_order(gains) if gains[place] > LEAST][:REASONS]
    worse = [place for place in reversed(in_order(gains)) if gains[place] < -LEAST][:REASONS]
    if better:
        than = f", for less {listed(names, worse)}" if worse else ""
        return f"It promises more {listed(names, better)}{than} than the next best."
    if thought.is_share:
        first, second = percent(best[0].value), percent(best[1].value)
        return f"It won {first} of what was imagined, the next best {second}."
    return "It looks best by the rule of thumb, though little speaks against the next best."


def compare(bot: Bot, mind: Mind, one: i64, other: i64, dice: Dice) -> list[float]:
    """By feature: how much more of it an answer leads to than another, at once, on average."""
    totals = [0.0] * len(bot.strategy.reasons(mind.world))
    for _ in range(WORLDS):
        world = mind.imagine(dice)
        seed = dice.bits()
        first = after(world, mind.seat, one, Dice(seed))
        second = after(world, mind.seat, other, Dice(seed))
        ahead = bot.strategy.features(first, mind.seat)
        behind = bot.strategy.features(second, mind.seat)
        for place in range(min(len(ahead), len(behind))):  # none once the seat is out
            totals[place] += (ahead[place] - behind[place]) / float(WORLDS)
    return totals


def after(world: State, seat: i64, choice: i64, dice: Dice) -> State:
    """The world after an answer; whoever else is asked, and chance, answer at random."""
    twin = world.copy()
    twin.apply(seat, choice)
    while twin.turn >= CHANCE and (twin.turn == CHANCE or twin.waiting != twin.asked):
        twin.apply(twin.turn, twin.sample(twin.turn, dice))
    return twin


def in_order(gains: list[float]) -> list[int]:
    """The places of the features, the greatest gain first."""
    return sorted(range(len(gains)), key=lambda place: -gains[place])


def listed(names: list[str], places: list[int]) -> str:
    return " and ".join([names[place] for place in places])


def percent(value: float) -> str:
    return f"{100.0 * value:.0f} %"
