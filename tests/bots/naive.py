"""A second, naive Sovereign: one round with known decks, tried out to the end, move by move.

Written from the rulebook alone, in dictionaries and without any cleverness, to have an opinion of
its own.  It knows nothing of the package; a position comes from a view of all cards.

A piece is (kind, owner, ranks as they lie).  Spaces are numbered in reading order, sides clockwise
from the north.
"""

from dataclasses import dataclass, replace

RANKS = {  # SOV-2
    "Secret": (5, 4, 2, 1),
    "Insight": (6, 4, 3, 3),
    "Reflection": (5, 5, 4, 4),
    "Mask": (5, 4, 3, 2),
    "Discovery": (6, 4, 3, 2),
    "Aura": (6, 5, 4, 3),
    "Scepter": (5, 4, 3, 1),
}
QUADRANTS = [{0, 1, 3, 4}, {1, 2, 4, 5}, {3, 4, 6, 7}, {4, 5, 7, 8}]


@dataclass(frozen=True)
class Position:
    grid: dict  # space: (kind, owner, ranks)
    decks: tuple  # of each player, the top piece first
    mover: int
    hand: str  # what the mover has drawn
    glow: tuple  # by player: the space under its Aura, or None; it ends with its next turn


def read(view):
    """The position of a view of all cards, before a placement."""
    table = view["table"]
    grid, glow = {}, [None, None]
    for space, cell in enumerate(table.grid):
        if cell is not None:
            bonus = cell.quadrants + (1 if cell.aura else 0)
            ranks = tuple(rank - bonus for rank in cell.ranks)
            grid[space] = (cell.kind, cell.owner, ranks)
            if cell.aura:
                glow[cell.owner] = space
    decks = tuple(tuple(deck) for deck in table.decks)
    return Position(grid, decks, table.mover, table.hand, tuple(glow))


def outcome(p):
    """Who wins the round, 0 or 1, if both play as well as possible."""
    wins = any(result == p.mover for _, result in outcomes(p))
    return p.mover if wins else 1 - p.mover


def outcomes(p):
    """Every way to place the piece in hand (space, quarter turns), with the winner that follows."""
    for space in range(9):
        if space not in p.grid:
            for turns in range(4):
                yield (space, turns), placed(p, space, turns)


def placed(p, space, turns):
    """SOV-9, SOV-10  The winner after a placement: its player makes the best of the ability."""
    ranks = tuple(RANKS[p.hand][(side - turns) % 4] for side in range(4))
    after = replace(p, grid={**p.grid, space: (p.hand, p.mover, ranks)})
    wins = any(finish(acted, space) == p.mover for acted in ability(after, space))
    return p.mover if wins else 1 - p.mover


def ability(p, space):
    """Every position that the ability of the piece just placed may lead to."""
    me, rival = p.mover, 1 - p.mover
    friends = [s for s in around(space).values() if s in p.grid and p.grid[s][1] == me]
    rivals = [s for s in around(space).values() if s in p.grid and p.grid[s][1] == rival]
    if p.hand == "Insight":  # SOV-21
        deck = p.decks[rival]
        buried = list(p.decks)
        buried[rival] = (*deck[1:], deck[0])
        return [p, replace(p, decks=tuple(buried))]
    if p.hand == "Reflection" and friends:  # SOV-22
        return [
            replace(p, grid={**p.grid, space: ("Reflection", me, p.grid[friend][2])})
            for friend in friends
        ]
    if p.hand == "Mask":  # SOV-23, SOV-20, SOV-26
        lawful = [s for s in rivals if p.grid[s][0] not in ("Reflection", "Scepter", "Secret")]
        return [p, *(taken(p, [s]) for s in lawful)]
    if p.hand == "Discovery":  # SOV-24
        secrets = [s for s in rivals if p.grid[s][0] == "Secret"]
        return [taken(p, [s]) for s in secrets] or [p]
    if p.hand == "Aura":  # SOV-25, SOV-28
        lawful = [s for s in friends if p.grid[s][0] != "Scepter"]
        return [replace(p, glow=with_glow(p, me, s)) for s in lawful] or [p]
    return [p]


def finish(p, space):
    """SOV-11, SOV-12  The captures; then the rival's turn, or the end."""
    me, rival = p.mover, 1 - p.mover
    fallen = []
    for side, there in around(space).items():
        if there in p.grid and p.grid[there][1] == rival:
            attack = p.grid[space][2][side] + bonus(p, space)
            kind, _, ranks = p.grid[there]
            guard = ranks[(side + 2) % 4]
            if kind == "Secret":  # SOV-20
                guard = max(RANKS["Secret"])
            if kind == "Scepter" and guard > min(ranks):  # SOV-26
                continue
            if attack > guard + bonus(p, there):
                fallen.append(there)
    p = taken(p, fallen)
    if len(p.grid) == 9:  # SOV-40
        return 0 if sum(owner == 0 for _, owner, _ in p.grid.values()) > 4 else 1
    if p.hand != "Aura":
        p = replace(p, glow=with_glow(p, me, None))  # SOV-25  its next turn is over
    decks = list(p.decks)
    hand, decks[rival] = decks[rival][0], decks[rival][1:]
    return outcome(Position(p.grid, tuple(decks), rival, hand, p.glow))


def taken(p, spaces):
    """SOV-13, SOV-25  The mover controls these; a glow on one of them is gone."""
    grid = dict(p.grid)
    for space in spaces:
        kind, _, ranks = grid[space]
        grid[space] = (kind, p.mover, ranks)
    lost = p.glow[1 - p.mover] in spaces
    return replace(p, grid=grid, glow=with_glow(p, 1 - p.mover, None) if lost else p.glow)


def bonus(p, space):
    """SOV-25, SOV-30, SOV-31"""
    owner = p.grid[space][1]
    held = {s for s, piece in p.grid.items() if piece[1] == owner}
    quadrants = sum(1 for quadrant in QUADRANTS if space in quadrant and quadrant <= held)
    return quadrants + (1 if p.glow[owner] == space else 0)


def with_glow(p, player, space):
    return (space, p.glow[1]) if player == 0 else (p.glow[0], space)


def around(space):
    """Side: the space it faces."""
    row, column = divmod(space, 3)
    steps = {0: (-1, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1)}
    return {
        side: (row + down) * 3 + column + right
        for side, (down, right) in steps.items()
        if 0 <= row + down < 3 and 0 <= column + right < 3
    }
