"""Candidate answers for search in both phases of a turn, the policy's own first."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count
from trivet.core.boards import cells_of, first_cell, near
from trivet.games.trinity.agents import moves, repositions, securable, within_reach
from trivet.games.trinity.develop import CONVERT, DONE, END, TAKE, Develop, sites
from trivet.games.trinity.events.cards import PLAY, playable
from trivet.games.trinity.pieces import (
    COMMERCE,
    EVENTS,
    HOUSING,
    INDUSTRY,
    INSURANCE_CLAIM,
    SHELL_COMPANY,
    SPACES,
    STAKEOUT,
    UNION_STRIKE,
)  # fmt: skip
from trivet.games.trinity.state import Trinity
from trivet.games.trinity.strategy.policy import habit, is_held, rivals_ground, roomy

AGAINST_AGENTS: Final = (UNION_STRIKE, INSURANCE_CLAIM)


def worth_a_look(s: Trinity, seat: i64) -> list[int]:
    """The candidates, the policy's own answer first."""
    usual = habit(s, seat)
    is_developing = isinstance(s.step, Develop)
    me = s.tycoons[seat]
    if is_developing and usual < CONVERT and me.basic():
        return [usual]  # a Landmark that is begun is completed
    if me.held and is_looked_first(s, seat):
        return [PLAY + STAKEOUT]
    found = [usual]
    if is_developing:
        if usual < CONVERT:
            found += beginnings(s, seat)
        found.append(DONE)
    else:
        if me.posts and not s.has_strike:
            if s.terms.secure_anywhere:
                found += cells_of(securable(s, seat) & me.marks & near(s.occupied() & ~me.spaces()))
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


def is_looked_first(s: Trinity, seat: i64) -> bool:
    """Whether to play a Stakeout now: to look costs nothing, and what comes after knows more.  With
    an empty Tile stack it is kept, to put off the end."""
    if s.stack.is_empty():
        return False
    return is_held(s.tycoons[seat], STAKEOUT) and PLAY + STAKEOUT in playable(s, seat)


def matters(s: Trinity, seat: i64, kind: i64) -> bool:
    """Whether playing an Event of this kind could matter.  With an empty Tile stack any can, since
    it keeps the game from ending.  Otherwise some matter only against Agents, and a Shell Company
    only with the tiles of a Landmark in hand."""
    if s.stack.is_empty():
        return True
    if kind in AGAINST_AGENTS:
        for other in range(s.seats):
            if other != seat and s.tycoons[other].posts:
                return True
        return False
    if kind == SHELL_COMPANY:
        hand = s.tycoons[seat].hand
        return count(hand, HOUSING) * count(hand, COMMERCE) * count(hand, INDUSTRY) > 0
    return kind != STAKEOUT
