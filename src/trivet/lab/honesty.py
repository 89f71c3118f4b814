"""The honesty certificate: a bot uses only what its seat knows.

The same bot, with the same dice, thinks about two games that its seat cannot tell apart.  It must
give the same answer, the same values and the same explanation in both.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from trivet.bots.bot import Bot
from trivet.bots.hint import hint
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.state import CHANCE, State
from trivet.core.walk import wander
from trivet.lab.twins import another_past

DEEPEST = 160  # answers into a game
PASTS = 4  # attempts to find another past that the seat cannot tell from the real one


@dataclass(frozen=True)
class Pair:
    """Two games that the seat to answer cannot tell apart."""

    number: int
    seat: int
    one: State
    other: State


def pairs(game: Game[Any], seed: int) -> Iterator[Pair]:
    """An endless supply; for half of them another past is sought, in which something hidden was
    drawn or played differently."""
    number = 0
    while True:
        number += 1
        dice = Dice(seed << 32 | number)
        s = game.new(game.fewest + number % (game.most - game.fewest + 1))
        log = wander(s, dice.below(DEEPEST), dice)
        while s.turn == CHANCE:
            log += wander(s, 1, dice)
        waiting = [seat for seat in range(s.seats) if s.is_waiting_for(seat)]
        if not waiting:
            continue
        seat = waiting[dice.below(len(waiting))]
        yield Pair(number, seat, s, _twin(s, log, seat, dice))


def _twin(s: State, log: list[tuple[int, int]], seat: int, dice: Dice) -> State:
    for _ in range(PASTS if dice.below(2) else 0):
        other = another_past(s, log, seat, dice)
        if other is not None:
            return other
    return s.imagine(seat, dice)


def complaint(bot: Bot, game: Game[Any], pair: Pair) -> str:
    """The evidence that the bot knows more than its seat; empty if there is none."""
    thoughts = [_thought(bot, game, truth, pair.seat) for truth in (pair.one, pair.other)]
    if thoughts[0] == thoughts[1]:
        return ""
    return (
        f"pair {pair.number}, '{pair.one.step.what}', seat {pair.seat}: "
        f"{thoughts[0][0]} in one game, {thoughts[1][0]} in another that looks the same"
    )


def _thought(bot: Bot, game: Game[Any], truth: State, seat: int) -> tuple[object, ...]:
    mind = Mind(truth, seat)
    thought = bot.think(mind, Dice(7))
    weighed = [(one.choice, one.value, one.tries) for one in thought.weighed]
    return thought.choice, weighed, hint(bot, mind, thought, game.codec, Dice(8)).text()


def certify(
    make: Callable[[], Bot], game: Game[Any], count: int, seed: int
) -> Iterator[tuple[int, str]]:
    """Check `count` pairs; after each, its number and a complaint, or an empty string."""
    found = pairs(game, seed)
    for number in range(1, count + 1):
        yield number, complaint(make(), game, next(found))
