"""Rollouts: play on in an imagined world by the game's policy, then estimate the result."""

from typing import Any, Final

from mypy_extensions import i64

from trivet.bots.tuning import Tuning
from trivet.bots.value import guess
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.sets import is_several
from trivet.core.state import CHANCE, NOBODY, State
from trivet.core.strategy import Strategy

PICKY: Final = 8  # worlds drawn at most before the last one is taken anyway


def likely_world(mind: Mind, strategy: Strategy[Any], dice: Dice) -> State:
    """An imagined world, by rejection sampling on how plausible the others' answers are in it."""
    world = mind.imagine(dice)
    for _ in range(PICKY - 1):
        likely = strategy.plausible(world, mind.seat)
        if likely >= 1.0 or dice.chance() < likely:
            break
        world = mind.imagine(dice)
    return world


def likely_question(mind: Mind, strategy: Strategy[Any], tuning: Tuning, dice: Dice) -> State:
    """A likely world in which the rivals have sealed their answers to the present question: each
    takes any candidate with the chance `naive`, otherwise one by the rollout policy.  Whoever has
    answered already is treated the same (see `Mind`), and all candidates meet the same answers."""
    world = likely_world(mind, strategy, dice)
    if is_several(world.asked):
        for other in range(world.seats):
            if other != mind.seat and world.is_waiting_for(other):
                world.apply(other, sealed_by(world, other, strategy, tuning, dice))
    return world


def sealed_by(s: State, other: i64, strategy: Strategy[Any], tuning: Tuning, dice: Dice) -> i64:
    if tuning.greed <= 1 or s.step.is_vast():
        return s.step.sample(s, other, dice)
    if dice.chance() < tuning.naive:
        options = strategy.worth_a_look(s, other, dice)
        return options[dice.below(len(options))]
    return liked(s, other, strategy, tuning.greed, dice)


def play_on(s: State, strategy: Strategy[Any], tuning: Tuning, dice: Dice) -> list[float]:
    """Play to the horizon or the end of the chapter, never stopping amid sealed answers; return
    each seat's share of the win there."""
    left = tuning.horizon
    turns = tuning.turns
    greed = tuning.greed
    while True:
        seat = s.turn
        if seat == NOBODY:
            return s.scores()
        if is_between(s):
            if strategy.is_chapter(s):
                return guess(s, strategy, tuning.weights)
            if left <= 0 and strategy.is_settled(s):
                turns -= 1
                if turns <= 0:
                    return guess(s, strategy, tuning.weights)
        if seat == CHANCE:
            s.apply(CHANCE, s.step.sample(s, CHANCE, dice))
            continue
        left -= 1
        if greed <= 1:
            s.apply(seat, s.step.sample(s, seat, dice))
        else:
            s.apply(seat, liked(s, seat, strategy, greed, dice))


def liked(s: State, seat: i64, strategy: Strategy[Any], few: i64, dice: Dice) -> i64:
    """The rollout policy: the seat's habit, or the best by `glance` of `few` random candidates, or
    of all if there are no more."""
    best = strategy.habit(s, seat)
    if best >= 0:
        return best
    is_vast = s.step.is_vast()
    options: list[int] = [] if is_vast else strategy.worth_a_look(s, seat, dice)
    if not is_vast and len(options) <= few:
        few = len(options)
        if few == 1:
            return options[0]
    top = 0.0
    for place in range(few):
        choice: i64 = 0
        if is_vast:
            choice = s.step.sample(s, seat, dice)
        elif few == len(options):
            choice = options[place]
        else:
            choice = options[dice.below(len(options))]
        worth = strategy.glance(s, seat, choice, dice)
        if best < 0 or worth > top:
            best, top = choice, worth
    return best


def is_between(s: State) -> bool:
    """Whether no answer to the present question has been given yet."""
    return s.waiting == s.asked
