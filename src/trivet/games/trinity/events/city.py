"""Events that work on the city: its tiles, its Agents, and what is placed there."""

from mypy_extensions import i64

from trivet.core.bags import count, one, sorts
from trivet.core.boards import cells_of, near
from trivet.core.sets import bit, has
from trivet.core.state import Objection, Step, only
from trivet.games.trinity.pieces import NEIGHBOUR, OFF, SIDES, SPACES, TILES, beyond
from trivet.games.trinity.state import DEVELOPMENT, Trinity
from trivet.games.trinity.words import AIMS, NO_SUCH_TILE, NONE_IN_STACK, SAME_TYPE, SECURED_TILE


class Effect(Step[Trinity]):
    """What an Event does.  Resolves by itself when there is nothing to choose."""

    rule = ""  # its line of the rulebook
    needs = "TRI-42"  # the line that says why it may not be played now

    def can(self, s: Trinity, seat: i64) -> bool:
        """TRI-42  Whether it could change or show something if the seat played it now."""
        return True

    def begin(self, s: Trinity) -> i64:
        choices = self.options(s, s.player)
        if len(choices) > 1:
            return only(s.player)
        if choices:
            self.then(s, s.player, choices[0])
        return 0

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        return Objection(self.rule, AIMS[self.rule].say())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        """Do it, as chosen."""


def rivals_loose(s: Trinity, seat: i64) -> i64:
    """All basic tiles of a seat's rivals that no Agent secures."""
    cells: i64 = 0
    for other in range(s.seats):
        if other != seat:
            cells |= s.tycoons[other].loose()
    return cells


class OnTile(Effect):
    """An Event aimed at one unsecured tile; the answer is its space."""

    def targets(self, s: Trinity, seat: i64) -> i64:
        raise NotImplementedError

    def can(self, s: Trinity, seat: i64) -> bool:
        return self.targets(s, seat) != 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return cells_of(self.targets(s, seat))

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < SPACES:
            owner = s.owner(choice)
            if owner >= 0 and has(s.tycoons[owner].basic() & s.tycoons[owner].posts, choice):
                return Objection(self.rule, SECURED_TILE.say())
        return Objection(self.rule, AIMS[self.rule].say())


class Rezoning(OnTile):
    what = "rezoning"
    code: i64 = 3048
    rule = "TRI-72"

    def targets(self, s: Trinity, seat: i64) -> i64:
        return s.tycoons[seat].loose()

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        to_hand(s, seat, seat, choice)


class EminentDomain(OnTile):
    what = "domain"
    code: i64 = 3112
    rule = "TRI-73"

    def targets(self, s: Trinity, seat: i64) -> i64:
        return s.tycoons[seat].loose() | rivals_loose(s, seat)

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        owner = s.owner(choice)
        tile = s.tycoons[owner].lift(choice)
        s.stack.bury(tile)
        s.tell("razed", owner, choice, tile)


class HostileAcquisition(OnTile):
    what = "acquisition"
    code: i64 = 3176
    rule = "TRI-74"

    def targets(self, s: Trinity, seat: i64) -> i64:
        return rivals_loose(s, seat)

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        to_hand(s, s.owner(choice), seat, choice)


def to_hand(s: Trinity, owner: i64, seat: i64, cell: i64) -> None:
    """A basic tile goes from the city to a seat's hand."""
    tile = s.tycoons[owner].lift(cell)
    s.tycoons[seat].hand += one(tile)
    s.tell("lifted", owner, cell, tile, seat)


class HostileExpansion(OnTile):
    what = "expansion"
    code: i64 = 3240
    rule = "TRI-75"

    def targets(self, s: Trinity, seat: i64) -> i64:
        return rivals_loose(s, seat) & near(s.tycoons[seat].properties())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        owner = s.owner(choice)
        s.tycoons[seat].lay(s.tycoons[owner].lift(choice), choice)
        s.tell("captured", seat, choice, owner)


# --- Exchanges ----------------------------------------------------------------------------------


class Exchange(Effect):
    """A tile for one of another type out of the Tile stack; the answer is space x 3 + new type.
    TRI-94  The old tile goes into the Tile stack before the shuffle; nobody sees the order."""

    def targets(self, s: Trinity, seat: i64) -> i64:
        raise NotImplementedError

    def can(self, s: Trinity, seat: i64) -> bool:
        targets = self.targets(s, seat)
        if not targets or s.stack.is_empty():
            return False
        kinds = sorts(s.stack.contents())
        if len(kinds) > 1:
            return True
        for tycoon in s.tycoons:
            if targets & tycoon.basic() & ~with_type(s, kinds[0]):
                return True
        return False

    def options(self, s: Trinity, seat: i64) -> list[int]:
        kinds = sorts(s.stack.contents())
        found: list[int] = []
        for cell in cells_of(self.targets(s, seat)):
            old = s.tycoons[s.owner(cell)].tile_at(cell)
            for kind in kinds:
                if kind != old:
                    found.append(cell * TILES + kind)
        return found

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < SPACES * TILES and has(self.targets(s, seat), choice // TILES):
            cell, kind = choice // TILES, choice % TILES
            if s.tycoons[s.owner(cell)].tile_at(cell) == kind:
                return Objection(self.rule, SAME_TYPE.say())
            return Objection("TRI-94", NONE_IN_STACK.say())
        return Objection(self.rule, AIMS[self.rule].say())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        cell, kind = choice // TILES, choice % TILES
        owner = s.owner(cell)
        old = s.tycoons[owner].lift(cell)
        s.tycoons[owner].lay(kind, cell)
        s.stack.bury(old)
        s.stack.shuffle()
        s.stack.unseen -= one(kind)
        s.tell("exchanged", owner, cell, old, kind)


def with_type(s: Trinity, kind: i64) -> i64:
    """All spaces with a basic tile of this type."""
    cells: i64 = 0
    for tycoon in s.tycoons:
        cells |= tycoon.homes if kind == 0 else tycoon.shops if kind == 1 else tycoon.works
    return cells


class ConversionPermit(Exchange):
    what = "permit"
    code: i64 = 2664
    rule = "TRI-76"

    def targets(self, s: Trinity, seat: i64) -> i64:
        return s.tycoons[seat].loose()


class HostileRezoning(Exchange):
    what = "hostile"
    code: i64 = 2856
    rule = "TRI-88"

    def targets(self, s: Trinity, seat: i64) -> i64:
        return rivals_loose(s, seat)


# --- Moves --------------------------------------------------------------------------------------


class UrbanRenewal(Effect):
    """The answer is space x 4 + the side to move to."""

    what = "renewal"
    code: i64 = 1960
    rule = "TRI-77"

    def can(self, s: Trinity, seat: i64) -> bool:
        return near(s.tycoons[seat].loose()) & s.empty() != 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        empty = s.empty()
        found: list[int] = []
        for cell in cells_of(s.tycoons[seat].loose() & near(empty)):
            for side in range(SIDES):
                there: i64 = NEIGHBOUR[cell * 5 + side]
                if there != OFF and has(empty, there):
                    found.append(cell * SIDES + side)
        return found

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        cell = choice // SIDES
        there: i64 = NEIGHBOUR[cell * 5 + choice % SIDES]
        tycoon = s.tycoons[seat]
        tycoon.lay(tycoon.lift(cell), there)
        s.tell("shifted", seat, cell, there)


class DoubleAgent(Effect):
    """TRI-93  The top Agent of a space moves; the answer is space x 4 + side."""

    what = "double"
    code: i64 = 2216
    rule = "TRI-80"

    def can(self, s: Trinity, seat: i64) -> bool:
        for other in range(s.seats):
            rival = s.tycoons[other]
            if other != seat and rival.posts and near(rival.posts) & rival.properties():
                return True
        return False

    def options(self, s: Trinity, seat: i64) -> list[int]:
        found: list[int] = []
        for other in range(s.seats):
            rival = s.tycoons[other]
            if other != seat and rival.posts:
                for cell in cells_of(rival.posts):
                    for side in range(SIDES):
                        if beyond(bit(cell), side) & rival.properties():
                            found.append(cell * SIDES + side)
        return found

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        cell = choice // SIDES
        there: i64 = NEIGHBOUR[cell * 5 + choice % SIDES]
        owner = s.owner(cell)
        s.post(owner, there, s.recall(owner, cell))
        s.tell("moved", owner, cell, there, seat)


class Reinforcements(Effect):
    """The answer is tile x 64 + space."""

    what = "reinforce"
    code: i64 = 2472
    rule = "TRI-79"

    def can(self, s: Trinity, seat: i64) -> bool:
        return s.tycoons[seat].hand != 0 and s.tycoons[seat].posts != 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        cells = cells_of(s.tycoons[seat].posts)
        return [tile * SPACES + cell for tile in sorts(s.tycoons[seat].hand) for cell in cells]

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < TILES * SPACES and not count(s.tycoons[seat].hand, choice // SPACES):
            return Objection(self.rule, NO_SUCH_TILE.say())
        return Objection(self.rule, AIMS[self.rule].say())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        tile, cell = choice // SPACES, choice % SPACES
        s.tycoons[seat].hand -= one(tile)
        s.post(seat, cell, tile)
        s.tell("reinforced", seat, cell, tile)


class ShellCompany(Effect):
    """TRI-90  Only in a Development phase, with a tile in hand; two cards cover two placements."""

    rule = "TRI-78"
    needs = "TRI-90"

    def can(self, s: Trinity, seat: i64) -> bool:
        return s.phase == DEVELOPMENT and s.tycoons[seat].hand != 0

    def begin(self, s: Trinity) -> i64:
        s.shells += 1
        return 0
