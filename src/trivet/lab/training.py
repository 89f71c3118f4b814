"""Learns weights for the terms of a game's value from self-play.

A bot plays itself.  At random points the terms of all seats are sampled, and at the end who won.
Gradient descent finds the weights under which those outcomes are likeliest (cross-entropy).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from trivet.bots.bot import Bot
from trivet.bots.value import hope
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.core.strategy import shares

APART = 3  # answers between two samples, on average
LOOSE = 30  # one answer in this many is random, so that games differ
TESTED = 10  # one game in this many is held out to test the weights
EPOCHS = 12
PACE = 0.1  # learning rate of the first steps
DECAY = 1e-4  # weight decay


@dataclass(frozen=True)
class Sample:
    """A point of a game, and how the game ended."""

    features: tuple[tuple[float, ...], ...]  # by seat: the terms of its value
    progress: float  # the pace
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Training:
    """The learnt weights, and their error on held-out games."""

    weights: tuple[float, ...]
    samples: int
    error: float  # mean cross-entropy in bits
    before: float  # the same for the game's own `value`


def play_game(game: Game[Any], bot: Bot, seats: int, seed: int) -> tuple[list[Sample], list[float]]:
    """One game of self-play: its samples, and the surprise of the game's own `value` at each."""
    dice = Dice(seed)
    s = game.new(seats)
    points: list[tuple[tuple[tuple[float, ...], ...], float]] = []
    guesses: list[list[float]] = []
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, dice))
            continue
        if s.waiting == s.asked and game.strategy.is_settled(s) and dice.below(APART) == 0:
            features = tuple(tuple(game.strategy.terms(s, one)) for one in range(seats))
            points.append((features, game.strategy.pace(s)))
            guesses.append(game.strategy.value(s))
        if dice.below(LOOSE) == 0:
            s.apply(seat, s.sample(seat, dice))
        else:
            s.apply(seat, bot.choose(Mind(s, seat), dice))
    ended = tuple(s.scores())
    samples = [Sample(features, progress, ended) for features, progress in points]
    return samples, [surprise(guess, ended) for guess in guesses]


def learn(
    games: Iterator[tuple[list[Sample], list[float]]], told: Callable[[int, int], None], seed: int
) -> Training:
    """Fit weights to games; `told` is called after each with the number of games and samples."""
    taught: list[Sample] = []
    kept: list[Sample] = []
    before: list[float] = []
    for number, (samples, surprises) in enumerate(games, 1):
        if number % TESTED:
            taught += samples
        else:
            kept += samples
            before += surprises
        told(number, len(taught) + len(kept))
    weights = fit(taught, Dice(seed))
    return Training(weights, len(taught), mean_surprise(kept, weights), _mean(before))


def fit(samples: Sequence[Sample], dice: Dice) -> tuple[float, ...]:
    """The likeliest weights, by stochastic gradient descent (AdaGrad)."""
    if not samples:
        return ()
    count = 2 * max(len(features) for sample in samples for features in sample.features)
    scale = _scales(samples, count)
    weights = [0.0] * count
    moved = [1e-8] * count
    order = list(range(len(samples)))
    for _ in range(EPOCHS):
        dice.shuffle(order)
        for place in order:
            for n, slope in enumerate(_slopes(samples[place], tuple(weights), count)):
                step = slope * scale[n] + DECAY * weights[n] / scale[n]
                moved[n] += step * step
                weights[n] -= PACE * scale[n] * step / sqrt(moved[n])
    return tuple(weights)


def _scales(samples: Sequence[Sample], count: int) -> list[float]:
    """By weight, one over the root mean square of its feature: all features learn at one rate."""
    squares, seen = [0.0] * (count // 2), 1
    for sample in samples:
        for features in filter(None, sample.features):
            seen += 1
            for n, feature in enumerate(features):
                squares[n] += feature * feature
    usual = [max(1e-3, sqrt(square / seen)) for square in squares]
    return [1 / usual[n // 2] for n in range(count)]


def _slopes(sample: Sample, weights: tuple[float, ...], count: int) -> list[float]:
    """The gradient of the surprise, by weight."""
    guess = _guess(sample, weights)
    slopes = [0.0] * count
    for features, share, ended in zip(sample.features, guess, sample.shares, strict=True):
        for n, feature in enumerate(features):
            slope = (share - ended) * feature
            slopes[2 * n] += slope * (1 - sample.progress)
            slopes[2 * n + 1] += slope * sample.progress
    return slopes


def _guess(sample: Sample, weights: tuple[float, ...]) -> list[float]:
    return shares([hope(list(one), sample.progress, weights) for one in sample.features])


def mean_surprise(samples: Sequence[Sample], weights: tuple[float, ...]) -> float:
    return _mean([surprise(_guess(sample, weights), sample.shares) for sample in samples])


def surprise(guess: Sequence[float], ended: Sequence[float]) -> float:
    """Cross-entropy in bits: 1 for a winner whom the guess gave one half."""
    return -sum(share * log(max(one, 1e-6), 2) for one, share in zip(guess, ended, strict=True))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
