"""Trinity: a turn from its draw to its end, and the sequence of play; chapters have their files."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import total
from trivet.core.boards import area, cells_of
from trivet.core.state import Step, plan
from trivet.games.trinity import cards
from trivet.games.trinity.agents import AgentPhase
from trivet.games.trinity.develop import Development
from trivet.games.trinity.draw import DrawTiles
from trivet.games.trinity.ending import (
    announce_last_round,
    count_quiet,
    end,
    reason_to_end,
)
from trivet.games.trinity.pieces import NO_LIMIT, Terms
from trivet.games.trinity.setup import DEAL, DRAFT, LOTS, OPENING, REDRAWS, NextSeat
from trivet.games.trinity.state import DRAWING, Trinity, fresh, has_moved, rested


class StartTurn(Step[Trinity]):
    """TRI-10  Draw 1 tile, +1 for each Landmark, +1 if no player has fewer; worked out once.
    TRI-44  "Until your next turn" ends here, before the draw."""

    def begin(self, s: Trinity) -> i64:
        me = s.tycoons[s.mover]
        me.is_insured = False
        s.turns += 1
        s.phase = DRAWING
        s.ready = me.posts
        s.began_empty = s.stack.is_empty()
        s.has_skipped = False
        s.is_quiet = True
        s.tell("turn", s.mover, s.turns)
        landmarks = area(me.marks)
        s.drawer = s.mover
        s.drawing = 2 + landmarks if landmarks == s.fewest_landmarks() else 1 + landmarks
        limit = s.terms.hand_limit
        if limit < NO_LIMIT:
            s.drawing = max(0, min(s.drawing, limit - total(me.hand)))
        return 0


class EndTurn(Step[Trinity]):
    """TRI-44  Effects "this turn" end.  TRI-51  Maybe the game does, too."""

    def begin(self, s: Trinity) -> i64:
        me = s.tycoons[s.mover]
        me.held = cards.aged(me.held)
        if me.posts:
            for cell in cells_of(me.posts):
                stack = s.agents[cell]
                if has_moved(stack):
                    s.stand(cell, rested(stack))
        s.ready = 0
        s.resting = 0
        s.has_strike = False
        s.shells = 0
        s.permits = 0
        count_quiet(s)
        announce_last_round(s)
        reason = reason_to_end(s)
        if reason:
            end(s, reason)
        else:
            s.next(TURN_ON)
        return 0


# --- The sequence of play -----------------------------------------------------------------------

TURN: Final = plan(StartTurn(), DrawTiles(), Development(), AgentPhase(), EndTurn())
TURN_ON: Final = plan(NextSeat(), TURN)


def begin(seats: i64, terms: Terms) -> Trinity:
    """The box unpacked, and the set-up and the first turn on the agenda."""
    s = fresh(seats, terms)
    s.next(TURN)
    s.next(DRAFT)
    for part in (DEAL, REDRAWS, OPENING):  # each player in turn; the last one here comes first
        for _ in range(seats):
            s.next(part)
    s.next(LOTS)
    return s
