"""Random play from a state: play-outs, walks, perft, and a check for faults."""

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.state import CHANCE, NOBODY, State


def playout(s: State, dice: Dice) -> i64:
    """Play at random to the end; return the number of answers of the seats, without chance."""
    decisions: i64 = 0
    while s.turn != NOBODY:
        if s.turn != CHANCE:
            decisions += 1
        s.apply(s.turn, s.step.sample(s, s.turn, dice))
    return decisions


def playouts(first: State, games: i64, dice: Dice) -> i64:
    """Play `games` random games from a position; return the number of answers given."""
    decisions: i64 = 0
    for _ in range(games):
        decisions += playout(first.copy(), dice)
    return decisions


def wander(s: State, answers: i64, dice: Dice) -> list[tuple[int, int]]:
    """Give `answers` random answers, or fewer if the game ends; return the log."""
    log: list[tuple[int, int]] = []
    while s.turn != NOBODY and len(log) < answers:
        seat = s.turn
        choice = s.sample(seat, dice)
        log.append((seat, choice))
        s.apply(seat, choice)
    return log


def perft(s: State, depth: i64) -> i64:
    """The number of sequences of `depth` answers from a position."""
    if depth == 0 or s.turn == NOBODY:
        return 1
    options = s.options(s.turn)
    if depth == 1:
        return len(options)
    total: i64 = 0
    for choice in options:
        twin = s.copy()
        twin.apply(s.turn, choice)
        total += perft(twin, depth - 1)
    return total


def fault(s: State, dice: Dice, most: i64) -> str:
    """Play at random to the end and audit after each answer; return the first fault, or nothing."""
    answers: i64 = 0
    while s.turn != NOBODY:
        if answers == most:
            return f"endless: not over after {most} answers"
        seat = s.turn
        if not s.options(seat):
            return f"dead end: seat {seat} is asked '{s.step.what}' and has no answer"
        s.apply(seat, s.sample(seat, dice))
        answers += 1
        complaint = s.audit()
        if complaint:
            return complaint
    total = sum(s.scores())
    return "" if 0.999999 < total < 1.000001 else f"the shares of the win add up to {total}"
