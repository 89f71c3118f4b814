"""What a project earns: one class for each sentence on a card, computed from sets of hexes.

Every rule counts things on hexes; a card pays its coins for each.  `here` is the hex that is being
built on: nothing stands there yet, so it never counts for itself (TRG-33).
"""

from typing import final

from mypy_extensions import i64

from trivet.core.sets import bit, lowest, size
from trivet.games.trehgrannik.board import (
    BETWEEN,
    BY_PAD,
    EDGE,
    HEXES,
    LINES,
    NEAR,
    ON_PAD,
    RAYS,
    SIDE,
    SIDES,
    Planet,
)


class Income:
    """A sentence on a card."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        """The hexes of the things it counts.  `modules` and `bases` are the builder's own."""
        raise NotImplementedError


# --- Production ----------------------------------------------------------------------------------


@final
class EmptyAround(Income):
    """Each adjacent hex of the named terrain without a project."""

    def __init__(self, terrain: i64) -> None:
        self.terrain: i64 = terrain

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return NEAR[here] & planet.on[self.terrain] & ~(modules | bases | rivals)


# --- Generators ----------------------------------------------------------------------------------


@final
class ProjectsAround(Income):
    """Each adjacent project of yours."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return NEAR[here] & (modules | bases)


# --- Logistics -----------------------------------------------------------------------------------


@final
class ProjectsOn(Income):
    """Each project of yours on the named terrain."""

    def __init__(self, terrain: i64) -> None:
        self.terrain: i64 = terrain

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return (modules | bases) & planet.on[self.terrain]


@final
class ProjectsOnTheSame(Income):
    """Each project of yours on the terrain of here."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return (modules | bases) & planet.on[planet.ground[here]]


# --- Laboratories --------------------------------------------------------------------------------


@final
class ModulesAround(Income):
    """Each adjacent module of yours."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return NEAR[here] & modules


@final
class BasesAround(Income):
    """Each adjacent base of yours."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return NEAR[here] & bases


@final
class ProjectsByThePad(Income):
    """Each project of yours adjacent to the pad."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return (modules | bases) & BY_PAD


# --- Protection ----------------------------------------------------------------------------------


@final
class ProjectsInLine(Income):
    """TRG-34  Each project of yours on one straight line from here, in the best direction; the line
    ends at a rival's project, a Rift, the pad or the edge, but not at an empty hex."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        ends = rivals | planet.rifts | ON_PAD
        left = LINES[here] & (modules | bases)
        seen: i64 = 0
        while left:
            if not BETWEEN[here * HEXES + lowest(left)] & ends:
                seen |= left & -left
            left &= left - 1
        best: i64 = 0
        while seen:
            side: i64 = SIDE[here * HEXES + lowest(seen)]
            line: i64 = seen & RAYS[here * SIDES + side]
            if size(line) > size(best):
                best = line
            seen ^= line
        return best


@final
class ProjectsByTheRift(Income):
    """TRG-35  Each project of yours adjacent to a group of Rifts that here touches, once."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return (modules | bases) & planet.coast[here]


@final
class RiftsBetween(Income):
    """TRG-36  Each Rift between here and a project of yours on a straight line, once, in all six
    directions; a rival's project or the pad ends a line, empty hexes and Rifts do not."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        left = LINES[here] & (modules | bases)
        passed: i64 = 0
        while left:
            between: i64 = BETWEEN[here * HEXES + lowest(left)]
            if not between & (rivals | ON_PAD):
                passed |= between
            left &= left - 1
        return passed & planet.rifts


@final
class ProjectsOnTheEdge(Income):
    """Each project of yours on the edge of the board."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return (modules | bases) & EDGE


# --- Systems and Blocks --------------------------------------------------------------------------


@final
class RivalsAround(Income):
    """TRG-37  Each adjacent rival project; its owner pays, see building.py."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return NEAR[here] & rivals


@final
class Always(Income):
    """TRG-31  A Block that doubles nothing: it counts itself."""

    def things(self, planet: Planet, modules: i64, bases: i64, rivals: i64, here: i64) -> i64:
        return bit(here)
