"""The contents of the box: 91 cards, the mats' effects, miniatures, and a game's options."""

from typing import Final, NamedTuple, final

from mypy_extensions import i64

from trivet.core.sets import has, is_several
from trivet.games.trehgrannik.board import ICE, OUTER, ROCK, SAND, TERRAINS, Planet
from trivet.games.trehgrannik.cards import KINDS, Cards, cards_of
from trivet.games.trehgrannik.income import (
    Always,
    BasesAround,
    EmptyAround,
    Income,
    ModulesAround,
    ProjectsAround,
    ProjectsByThePad,
    ProjectsByTheRift,
    ProjectsInLine,
    ProjectsOn,
    ProjectsOnTheEdge,
    ProjectsOnTheSame,
    RiftsBetween,
    RivalsAround,
)

# --- The cards ------------------------------------------------------------------------------------

PRODUCTION: Final = 0
GENERATORS: Final = 1
LOGISTICS: Final = 2
LABORATORIES: Final = 3
PROTECTION: Final = 4
SYSTEMS: Final = 5
BLOCKS: Final = 6
TYPES: Final = 7
TYPE_NAMES: Final = (
    "Production", "Generators", "Logistics", "Laboratories", "Protection", "Systems", "Blocks",
)  # fmt: skip
COLOURS: Final = ("blue", "red", "yellow", "green", "purple", "black", "white")

ANY: Final = 3  # where a card may be built: on one terrain (ROCK, SAND, ICE), on any of the three,
BY_RIFT: Final = 4  # or on any of them next to a Rift
NO_TYPE: Final = 7  # what a card doubles that is not a Block


class Card(NamedTuple):
    """A row of the table: one name, all its copies."""

    type: int
    name: str
    code: str  # in notation
    copies: int
    where: int
    coins: int  # for each thing that the income counts
    income: Income
    art: str  # the drawing of what the income counts
    counts: str  # the same in words
    doubles: int = NO_TYPE


CARDS: Final = (
    Card(PRODUCTION, "Rock Quarry", "RQ", 5, ANY, 1, EmptyAround(ROCK),
         "empty-rock", "per empty Rock hex around"),
    Card(PRODUCTION, "Sand Sifter", "SS", 4, ANY, 1, EmptyAround(SAND),
         "empty-sand", "per empty Sand hex around"),
    Card(PRODUCTION, "Ice Melter", "IM", 4, ANY, 1, EmptyAround(ICE),
         "empty-ice", "per empty Ice hex around"),
    Card(GENERATORS, "Rock Turbine", "RT", 5, ROCK, 2, ProjectsAround(),
         "around", "per project of yours around"),
    Card(GENERATORS, "Sand Collector", "SC", 4, SAND, 2, ProjectsAround(),
         "around", "per project of yours around"),
    Card(GENERATORS, "Ice Reactor", "IR", 4, ICE, 2, ProjectsAround(),
         "around", "per project of yours around"),
    Card(LOGISTICS, "Rock Depot", "RD", 3, ANY, 1, ProjectsOn(ROCK),
         "on-rock", "per project of yours on Rock"),
    Card(LOGISTICS, "Sand Depot", "SD", 3, ANY, 1, ProjectsOn(SAND),
         "on-sand", "per project of yours on Sand"),
    Card(LOGISTICS, "Ice Depot", "ID", 3, ANY, 1, ProjectsOn(ICE),
         "on-ice", "per project of yours on Ice"),
    Card(LOGISTICS, "Transit Hub", "TH", 4, ANY, 1, ProjectsOnTheSame(),
         "on-same", "per project of yours on ground as here"),
    Card(LABORATORIES, "Medical Laboratory", "ML", 5, ANY, 2, ModulesAround(),
         "modules", "per module of yours around"),
    Card(LABORATORIES, "Engineering Laboratory", "EL", 4, ANY, 3, BasesAround(),
         "bases", "per base of yours around"),
    Card(LABORATORIES, "Central Laboratory", "CL", 4, ANY, 2, ProjectsByThePad(),
         "by-pad", "per project of yours beside the pad"),
    Card(PROTECTION, "Intranet Protection", "IP", 4, ANY, 1, ProjectsInLine(),
         "in-line", "per project of yours in one line"),
    Card(PROTECTION, "Dome Protection", "DP", 3, BY_RIFT, 2, ProjectsByTheRift(),
         "by-rift", "per project of yours by its Rifts"),
    Card(PROTECTION, "Seismic Protection", "SP", 3, ANY, 2, RiftsBetween(),
         "rifts-between", "per Rift between here and your projects"),
    Card(PROTECTION, "External Protection", "EP", 3, ANY, 1, ProjectsOnTheEdge(),
         "on-edge", "per project of yours on an edge hex"),
    Card(SYSTEMS, "Rock Probe", "RP", 5, ROCK, 1, RivalsAround(),
         "rivals", "from its owner per rival project around"),
    Card(SYSTEMS, "Sand Tap", "ST", 4, SAND, 1, RivalsAround(),
         "rivals", "from its owner per rival project around"),
    Card(SYSTEMS, "Ice Jammer", "IJ", 4, ICE, 1, RivalsAround(),
         "rivals", "from its owner per rival project around"),
    Card(BLOCKS, "Production Block", "BP", 3, ANY, 2, Always(),
         "double-blue", "or doubles Production", PRODUCTION),
    Card(BLOCKS, "Generator Block", "BG", 2, ANY, 2, Always(),
         "double-red", "or doubles Generators", GENERATORS),
    Card(BLOCKS, "Logistics Block", "BL", 2, ANY, 2, Always(),
         "double-yellow", "or doubles Logistics", LOGISTICS),
    Card(BLOCKS, "Laboratory Block", "BA", 2, ANY, 2, Always(),
         "double-green", "or doubles Laboratories", LABORATORIES),
    Card(BLOCKS, "Protection Block", "BT", 2, ANY, 2, Always(),
         "double-purple", "or doubles Protection", PROTECTION),
    Card(BLOCKS, "System Block", "BS", 2, ANY, 2, Always(),
         "double-black", "or doubles Systems", SYSTEMS),
)  # fmt: skip

COINS: Final = tuple(  # by type, then by card
    tuple(card.coins for card in CARDS if card.type == kind) for kind in range(TYPES)
)
TYPE: Final = bytes([card.type for card in CARDS])
DOUBLES: Final = bytes([card.doubles for card in CARDS])
INCOMES: Final[list[Income]] = [card.income for card in CARDS]


def _kinds(wheres: tuple[int, ...]) -> int:
    """The set of kinds with one of these conditions."""
    return sum(1 << kind for kind in range(KINDS) if CARDS[kind].where in wheres)


ANYWHERE: Final = _kinds((ANY,))
ONLY_ON: Final = [_kinds((terrain,)) for terrain in range(TERRAINS)]
ONLY_BY_RIFT: Final = _kinds((BY_RIFT,))
# TRG-30  The kinds that a hex allows: terrain x 2 + 1 beside a Rift
ALLOWED: Final = [
    _kinds((ANY, terrain, BY_RIFT) if beside else (ANY, terrain))
    for terrain in range(TERRAINS)
    for beside in (0, 1)
]
ALL_BLOCKS: Final = sum(1 << kind for kind in range(KINDS) if CARDS[kind].type == BLOCKS)
OF_TYPE: Final = [
    sum(1 << kind for kind in range(KINDS) if CARDS[kind].type == type_) for type_ in range(TYPES)
]

SYSTEM_KINDS: Final = OF_TYPE[SYSTEMS]

# --- Miniatures and mats, by number of players ----------------------------------------------------

MODULES: Final = bytes((0, 0, 12, 8, 6))  # TRG-2
BASES: Final = bytes((0, 0, 6, 4, 3))
FOREPART_HOLDS: Final = bytes((0, 0, 3, 3, 2))  # TRG-40
CENTRE_HOLDS: Final = bytes((0, 0, 5, 5, 4))  # TRG-42
EFFECTS: Final = 4  # TRG-5  foreparts, and main parts

LONE: Final = 0  # TRG-41  what a forepart does once: a module with two cards,
TRIPLE: Final = 1  # a base with three,
LEAP: Final = 2  # a move to any hex,
WAIVER: Final = 3  # or building against the conditions
FOREPARTS: Final = ("Lone", "Triple", "Leap", "Waiver")

FREE: Final = 0  # TRG-42  what a full centre does: no fee,
THIRD: Final = 1  # a third card when adding,
CROSSING: Final = 2  # moves across Rifts,
REBATE: Final = 3  # or a card after the fee
CENTRES: Final = ("Free", "Third", "Crossing", "Rebate")

PURSE: Final = ((0, 0), (0, 1, 2), (0, 1, 2, 3))  # TRG-13  by number of players and turn order
LONES: Final = ("two_cards", "one_card")  # TRG-41  Lone: a module with two cards, a base with one
MATS: Final = ((1, 1, 1, 1), (1, 1, 1, 1))  # TRG-5
START_PRODUCTION: Final = 3  # TRG-10  cards to each player
FIRST_HAND: Final = 4  # with the one card of the deck
PILES: Final = 4  # TRG-21  on the market, at least


# --- Options --------------------------------------------------------------------------------------


@final
class Terms:
    """The options of one game, and what follows from them."""

    def __init__(
        self,
        coins: list[list[int]],
        parts: list[list[int]],
        purse: list[list[int]],
        mats: list[list[int]],
        *,
        systems: bool,
        lone_is_base: bool,
    ) -> None:
        self.coins = coins  # TRG-45  by type, then by card
        self.pays = bytes([coin for row in coins for coin in row])  # the same by kind
        self.parts = parts  # TRG-7  the outer ones
        self.purse = purse  # TRG-13  by turn order: a row, or one for each number of players
        self.mats = mats  # TRG-5  copies of each forepart, and of each main part
        self.systems = systems  # TRG-12
        self.lone_is_base = lone_is_base  # TRG-41  a base with one card, not a module with two
        kept = [kind for kind in range(KINDS) if systems or not is_system(kind)]
        self.production: Cards = _copies([kind for kind in kept if TYPE[kind] == PRODUCTION])
        self.others: Cards = _copies([kind for kind in kept if TYPE[kind] != PRODUCTION])
        self.cards: Cards = self.production.together(self.others)

    def starting_coins(self, seats: i64, place: i64) -> i64:
        """TRG-13  Of a place in turns."""
        row = self.purse[0] if len(self.purse) == 1 else self.purse[seats - 2]
        coins: i64 = row[place]
        return coins


def is_system(kind: int) -> bool:
    """TRG-12  A System, or the Block that doubles one."""
    return SYSTEMS in (CARDS[kind].type, CARDS[kind].doubles)


def _copies(kinds: list[int]) -> Cards:
    return cards_of([kind for kind in kinds for _ in range(CARDS[kind].copies)])


STANDARD: Final = Terms(
    [list(row) for row in COINS],
    [list(row) for row in OUTER],
    [list(row) for row in PURSE],
    [list(row) for row in MATS],
    systems=True,
    lone_is_base=False,
)


# --- Conditions of building -----------------------------------------------------------------------


def allowed(planet: Planet, hexagon: i64) -> i64:
    """TRG-30  The kinds whose conditions a hex of land meets."""
    ground: i64 = planet.ground[hexagon]
    return ALLOWED[ground * 2 + 1 if has(planet.by_rift, hexagon) else ground * 2]


def land_for_one(planet: Planet, kinds: i64) -> i64:
    """The land that some card of these kinds allows."""
    if kinds & ANYWHERE:
        return planet.land
    found: i64 = planet.by_rift if kinds & ONLY_BY_RIFT else 0
    for terrain in range(TERRAINS):
        if kinds & ONLY_ON[terrain]:
            found |= planet.on[terrain]
    return found


def land_for_two(planet: Planet, kinds: i64) -> i64:
    """The land that cards of two different kinds allow."""
    if is_several(kinds & ANYWHERE):
        return planet.land
    once: i64 = planet.land if kinds & ANYWHERE else 0
    twice: i64 = 0
    if kinds & ONLY_BY_RIFT:
        twice = once & planet.by_rift
        once |= planet.by_rift
    for terrain in range(TERRAINS):
        here: i64 = planet.on[terrain]
        named = kinds & ONLY_ON[terrain]
        if named:
            twice |= here if is_several(named) else once & here
    return twice
