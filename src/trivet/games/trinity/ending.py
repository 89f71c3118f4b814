"""How the game ends: when the city is full, when nothing goes on any more, or after many turns."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import total
from trivet.core.boards import area
from trivet.core.state import Step
from trivet.games.trinity.pieces import EMPTY, LAST_ROUND, PASSES, QUIET, SPACES
from trivet.games.trinity.state import Trinity

# Why a game is over, in views as the rule that says so.
BY_FULL_CITY: Final = 1
BY_QUIET: Final = 2
BY_LAST_TURN: Final = 3
BY_EMPTY_HANDS: Final = 4
BY_PASSES: Final = 5
BY_LAST_ROUND: Final = 6
REASONS: Final = (
    "", "TRI-50", "TRI-51 b", "TRI-51 c", "TRI-51 empty", "TRI-51 passes", "TRI-51 last_round",
)  # fmt: skip


class FullCity(Step[Trinity]):
    """TRI-50  The game ends at once when all 64 spaces are occupied.
    TRI-54  Tested after each action, when Landmarks due are built and their Events resolved."""

    def begin(self, s: Trinity) -> i64:
        if area(s.occupied()) == SPACES:
            end(s, BY_FULL_CITY)
        return 0


def end(s: Trinity, reason: i64) -> None:
    s.ended_by = reason
    s.tell("over", reason, secured_by_seat(s), tiles_by_seat(s))
    s.finish()


def secured_by_seat(s: Trinity) -> i64:
    """TRI-52  Secured Landmarks, a byte for each seat: the first tie-break."""
    packed: i64 = 0
    for seat in range(s.seats):
        tycoon = s.tycoons[seat]
        packed |= area(tycoon.marks & tycoon.posts) << 8 * seat
    return packed


def tiles_by_seat(s: Trinity) -> i64:
    """TRI-52  Tiles in hand, a byte for each seat: the second tie-break."""
    packed: i64 = 0
    for seat in range(s.seats):
        packed |= total(s.tycoons[seat].hand) << 8 * seat
    return packed


def count_quiet(s: Trinity) -> None:
    """TRI-51  A turn is over: was it one more in a row of quiet ones?"""
    if counts_as_quiet(s):
        s.quiet_turns += 1
    else:
        s.quiet_turns = 0


def counts_as_quiet(s: Trinity) -> bool:
    """TRI-51  Whether the turn is quiet so far, by the terms of the game."""
    if not s.is_quiet or not (s.began_empty or s.terms.end == PASSES):
        return False
    return not s.has_skipped or s.terms.skips_are_quiet


def announce_last_round(s: Trinity) -> None:
    """TRI-51  By the option: once the Tile stack is empty, this round and one more are played."""
    if s.terms.end == LAST_ROUND and not s.final_turn and s.stack.is_empty():
        s.final_turn = (s.turns + s.seats - 1) // s.seats * s.seats + s.seats
        s.tell("closing", s.final_turn)


def reason_to_end(s: Trinity) -> i64:
    """TRI-51  What ends the game after a turn; 0 if it goes on."""
    if s.quiet_turns >= s.seats:
        if s.terms.end == QUIET:
            return BY_QUIET
        if s.terms.end == PASSES:
            return BY_PASSES
    if s.terms.end == EMPTY and s.stack.is_empty() and has_empty_hands(s):
        return BY_EMPTY_HANDS
    if s.final_turn and s.turns >= s.final_turn:
        return BY_LAST_ROUND
    if s.turns >= s.terms.last_turn and s.turns % s.seats == 0:
        return BY_LAST_TURN
    return 0


def has_empty_hands(s: Trinity) -> bool:
    for tycoon in s.tycoons:
        if tycoon.hand:
            return False
    return True
