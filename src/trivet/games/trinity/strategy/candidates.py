"""Candidate answers for search in both phases of a turn, the policy's own first."""

from typing import Final

from mypy_extensions import i64

from trivet.core.boards import cells_of, first_cell, near
from trivet.games.trinity.agents import moves, repositions, within_reach
from trivet.games.trinity.develop import CONVERT, DONE, END, TAKE, Develop, sites
from trivet.games.trinity.events.cards import PLAY, playable
from trivet.games.trinity.pieces import (
    EVENTS,
    HOUSING,
    INSURANCE_CLAIM,
    SHELL_COMPANY,
    SPACES,
    STAKEOUT,
    UNION_STRIKE,
)  # fmt: skip
from trivet.games.trinity.state import Trinity
from trivet.games.trinity.strategy.policy import habit, rivals_ground, roomy

AGAINST_AGENTS: Final = (UNION_STRIKE, INSURANCE_CLAIM)


def worth_a_look(s: Trinity, seat: i64) -> list[int]:
    """The candidates, the policy's own answer first."""
    usual = habit(s, seat)
    is_developing = isinstance(s.step, Develop)
    me = s.tycoons[seat]
    if is_developing and usual < CONVERT and me.basic():
        return [usual]  # a Landmark that is begun is completed
    found = [usual]
    if is_developing:
        if usual < CONVERT:
            found += beginnings(s, seat)
        found.append(DONE)
    else:
        if me.posts and not s.has_strike:
            found += moves(s, seat)
            found += repositions(s, seat)
            for cell in cells_of(within_reach(s, seat)):
                found.append(TAKE + cell)
        found.append(END)
    for cell in cells_of(me.marks & near(s.occupied() & ~me.spaces())):
        found.append(CONVERT + cell)
    for choice in playable(s, seat):
        if matters(s, seat, (choice - PLAY) % EVENTS):
            found.append(choice)
    return found if usual not in found[1:] else [usual] + [one for one in found if one != usual]


def beginnings(s: Trinity, seat: i64) -> list[int]:
    """The Housing of a new Landmark on one space for each distance from rivals."""
    cells = sites(s, seat) & roomy(s.empty())
    reached = rivals_ground(s, seat)
    found: list[int] = []
    while cells:
        reached |= near(reached)
        if cells & reached:
            found.append(HOUSING * SPACES + first_cell(cells & reached))
            cells &= ~reached
    return found


def matters(s: Trinity, seat: i64, kind: i64) -> bool:
    """Whether playing an Event of this kind could matter.  With an empty Tile stack any can, since
    it keeps the game from ending.  Otherwise some matter only against Agents, and two never."""
    if s.stack.is_empty():
        return True
    if kind in AGAINST_AGENTS:
        for other in range(s.seats):
            if other != seat and s.tycoons[other].posts:
                return True
        return False
    return kind != SHELL_COMPANY and kind != STAKEOUT
