"""When bots give a game up, at a table that agreed to it: docs/decisions/0048.

A bot has given up once its own chance of the win was below a bar in several of its turns in a row.
The chance is that of its thought, so it is made of what its seat may know, and it is corrected by
how often such estimates came true.  Bots resign only together, when a single seat is left: then it
does not decide between others.
"""

from collections.abc import Sequence

from trivet.bots.bot import Thought
from trivet.bots.calibration import corrected, line_for, shipped_lines
from trivet.core.mind import Mind
from trivet.core.outcome import Outcome, places_of
from trivet.core.state import CHANCE, State
from trivet.core.table import LogEntry
from trivet.core.words.codec import HOUSE_ENDINGS

BAR = 0.03  # a chance below it is none
TURNS = 4  # in a row with no chance, until a bot has given up
DOUBT = 3.0  # none of n rollouts won: the chance may still be 3/n
MEASURED = "master"  # whose line corrects a level that has none of its own


def own_chance(thought: Thought, level: str, mind: Mind) -> float | None:
    """A bot's chance of the win by its answer, at most; None if it did not compare answers."""
    if not thought.is_share or len(thought.weighed) < 2:
        return None
    lines = shipped_lines(mind.world.game)
    name = level.partition("+")[0]
    known = name if f"{name} {mind.world.seats}" in lines else MEASURED
    line = line_for(mind.world, mind.seat, known)
    for one in thought.weighed:
        if one.choice == thought.choice:
            return min(1.0, corrected(one.value, line) + DOUBT / float(max(1, one.tries)))
    return None


def lost_turns(before: int, chance: float | None, log: Sequence[LogEntry], seat: int) -> int:
    """The turns in a row in which a bot had no chance, with the one it answers in now."""
    if chance is None:
        return before
    if chance >= BAR:
        return 0
    latest = next((entry.seat for entry in reversed(log) if entry.seat != CHANCE), None)
    return before + (latest != seat)  # a second answer of the same turn does not count


def only_one_left(lost: Sequence[int]) -> int | None:
    """The one seat whose player has not given up, by the lost turns of all seats."""
    left = [seat for seat, turns in enumerate(lost) if turns < TURNS]
    return left[0] if len(left) == 1 else None


def conceded(s: State, winner: int) -> Outcome:
    """The game ends: all seats but one resign."""
    shares = tuple(float(seat == winner) for seat in range(s.seats))
    leavers = tuple(seat for seat in range(s.seats) if seat != winner)
    rule = HOUSE_ENDINGS["resigned"].rule
    return Outcome(shares, places_of(shares, s.points()), "resigned", rule, leavers)
