"""Who is asked first must not matter: at a sealed question a seat's thought is the same before and
after the others have sealed an answer."""

from collections.abc import Callable, Iterator
from typing import Any

from trivet.bots.bot import Bot, Thought
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.sets import is_several
from trivet.core.state import State

Minds = Callable[[State, int], Mind]


def sealed_questions(game: Game[Any], seats: int, seed: int, most: int) -> Iterator[State]:
    """Positions of a random game in which several seats are asked and nobody has answered."""
    s, dice, found = game.new(seats), Dice(seed), 0
    while not s.is_over() and found < most:
        if is_several(s.asked) and s.waiting == s.asked:
            found += 1
            yield s.copy()
        s.apply(s.turn, s.sample(s.turn, dice))


def differing(bot: Bot, s: State, seed: int, mind_of: Minds = Mind) -> list[int]:
    """The seats whose thought changes, answer for answer and value for value, when all others have
    sealed something."""
    asked = [seat for seat in range(s.seats) if s.is_waiting_for(seat)]
    found = []
    for seat in asked:
        after, dice = s.copy(), Dice(seed)
        for other in asked:
            if other != seat:
                after.apply(other, after.sample(other, dice))
        first, then = (bot.think(mind_of(world, seat), Dice(seed)) for world in (s, after))
        if told(first) != told(then):
            found.append(seat)
    return found


def told(thought: Thought) -> tuple[int, list[tuple[int, float, int]]]:
    """All that a thought says."""
    return thought.choice, [(one.choice, one.value, one.tries) for one in thought.weighed]
