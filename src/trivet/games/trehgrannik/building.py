"""Trehgrannik: the construction of a project, from the choice of miniature to the last slot."""

from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, each, has, is_several, lowest, nth, size
from trivet.core.state import Objection, Step, only, plan
from trivet.core.words.values import HOUSE_WORDS
from trivet.games.trehgrannik.cards import KINDS
from trivet.games.trehgrannik.pieces import (
    ALL_BLOCKS,
    CENTRE_HOLDS,
    DOUBLES,
    FOREPART_HOLDS,
    OF_TYPE,
    SYSTEMS,
    TYPE,
)
from trivet.games.trehgrannik.state import (
    LONE_BASE,
    MODULE,
    TRIPLE_BASE,
    Side,
    Trehgrannik,
)
from trivet.games.trehgrannik.words import (
    CANNOT_DOUBLE,
    DIFFERENT,
    DOUBLES_SAME,
    FULL_CENTRE,
    FULL_FOREPART,
    NO_BASE,
    NO_HELP,
    NO_MODULE,
    NO_THREE,
    NO_TWO,
    NONE_FITS,
    NOT_HELD,
    NOT_HERE,
    THREE_SLOTS,
)

COINS: Final = KINDS  # answer to UseBlock: no card is doubled

FOREPART: Final = 0  # answers to PutInStore
CENTRE: Final = 1
CARGO: Final = 2


# --- The project ----------------------------------------------------------------------------------


class Build(Step[Trehgrannik]):
    """TRG-30  A module or a base; TRG-41 the forepart's help is declared now.  Asked whenever the
    miniatures leave a choice: skipping the question would reveal the hand."""

    what = "build"  # the answer is a how: MODULE, BASE ...
    code: i64 = 240

    def begin(self, s: Trehgrannik) -> i64:
        possible = s.possible(s.sides[s.mover])
        if is_several(possible):
            return only(s.mover)
        choose(s, lowest(possible))
        return 0

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return each(s.hows(s.sides[seat]))

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        hows = s.hows(s.sides[seat])
        return nth(hows, dice.below(size(hows)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        side = s.sides[seat]
        if s.is_module(choice) and not side.spare_modules:
            return Objection("TRG-30", NO_MODULE.say())
        if not s.is_module(choice) and not side.spare_bases:
            return Objection("TRG-30", NO_BASE.say())
        if choice >= LONE_BASE and not has(s.possible(side), choice):
            return Objection("TRG-41", NO_HELP.say())
        if choice == MODULE:
            return Objection("TRG-30", NONE_FITS.say())
        if choice == TRIPLE_BASE:
            return Objection("TRG-41", NO_THREE.say())
        return Objection("TRG-30", NO_TWO.say())

    def then(self, s: Trehgrannik, seat: i64, how: i64) -> None:
        s.reveal()  # that the hand has the cards for it
        choose(s, how)


def choose(s: Trehgrannik, how: i64) -> None:
    """TRG-44  A forepart that helps is emptied at once."""
    s.how = how
    s.to_lay = s.cards_for(how)
    if how >= LONE_BASE:
        s.tell("used", s.mover, s.sides[s.mover].ability)
        s.empty_forepart(s.sides[s.mover])


class Lay(Step[Trehgrannik]):
    """TRG-30  The cards, one by one: each allows the hex, and all have different names."""

    what = "lay"  # the answer is a kind
    code: i64 = 187

    def begin(self, s: Trehgrannik) -> i64:
        return only(s.mover)

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return each(s.fitting(s.sides[seat]))

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        fitting = s.fitting(s.sides[seat])
        return nth(fitting, dice.below(size(fitting)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        if choice < 0 or choice >= KINDS:
            return Objection("HOUSE-2", HOUSE_WORDS["refusal.answer"])
        if choice in s.laid:
            return Objection("TRG-30", DIFFERENT.say())
        if not s.sides[seat].hand.has(choice):
            return Objection("TRG-30", NOT_HELD.say(choice))
        return Objection("TRG-30", NOT_HERE.say(choice))

    def then(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        s.sides[seat].show(kind)
        s.laid = (*s.laid, kind)
        s.to_lay -= 1
        s.reveal()
        s.tell("laid", seat, kind)
        if s.to_lay:
            s.ask(seat)


class UseBlock(Step[Trehgrannik]):
    """TRG-31, TRG-38  The player chooses what each Block does: its own coins, or the income of one
    card of its type in the same construction doubled."""

    what = "block"  # the answer is the kind that is doubled, or COINS
    code: i64 = 213

    def begin(self, s: Trehgrannik) -> i64:
        while s.looked_at < len(s.laid):
            if targets(s, s.looked_at):
                return only(s.mover)
            s.looked_at += 1
        return 0

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return [*each(targets(s, s.looked_at)), COINS]

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        kinds = targets(s, s.looked_at) | bit(COINS)
        return nth(kinds, dice.below(size(kinds)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < KINDS and choice in s.laid:
            return Objection("TRG-31", CANNOT_DOUBLE.say(s.laid[s.looked_at], choice))
        return Objection("TRG-31", DOUBLES_SAME.say())

    def then(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        if kind != COINS:
            s.doubled |= bit(kind)
            s.spent |= bit(s.laid[s.looked_at])
        s.looked_at += 1
        s.push(self)


def targets(s: Trehgrannik, place: i64) -> i64:
    """TRG-38  The kinds that the card at this place can double; empty if it is not a Block."""
    kind: i64 = s.laid[place]
    if not bit(kind) & ALL_BLOCKS:
        return 0
    found: i64 = 0
    for other in s.laid:
        found |= bit(other)
    return found & OF_TYPE[DOUBLES[kind]]


# --- The income -----------------------------------------------------------------------------------


class Earn(Step[Trehgrannik]):
    """TRG-26  Every card earns, then the miniature is placed: TRG-33 the new project does not count
    for itself."""

    def begin(self, s: Trehgrannik) -> i64:
        side = s.sides[s.mover]
        for place in range(len(s.laid)):
            earn(s, s.laid[place])
        here = bit(s.site)
        s.settled |= here
        if s.is_module(s.how):
            side.modules |= here
            side.spare_modules -= 1
        else:
            side.bases |= here
            side.spare_bases -= 1
        s.tell("built", s.mover, s.site, 0 if has(side.modules, s.site) else 1, packed(s.laid))
        s.moment("project")
        return 0


def packed(laid: tuple[int, ...]) -> i64:
    """The cards of a project as one number: six bits for each, its kind + 1."""
    cards: i64 = 0
    place: i64 = 0
    for kind in laid:
        cards |= (i64(kind) + 1) << place
        place += 6
    return cards


def earn(s: Trehgrannik, kind: i64) -> None:
    """TRG-31  Pay for one card; TRG-45 the coins that a doubling adds count as the Block's."""
    here = bit(kind)
    if here & s.spent:
        return  # it doubles another card, and earns nothing itself
    side = s.sides[s.mover]
    coins = pay_out(s, kind)
    side.coins += coins
    s.tell("earned", s.mover, kind, coins, s.site)
    if s.listener is not None:
        found = s.counted(s.mover, kind, s.site)
        if coins and found:
            s.tell("counted", s.mover, kind, s.terms.pays[kind], found)
    if here & s.doubled:
        more = pay_out(s, kind)
        side.coins += more
        s.tell("doubled", s.mover, block_for(s, kind), more)


def pay_out(s: Trehgrannik, kind: i64) -> i64:
    """The coins of a card: from the bank, or TRG-37 from the owners around a System."""
    if TYPE[kind] != SYSTEMS:
        return s.income(s.mover, kind, s.site)
    coins: i64 = 0
    for seat in range(s.seats):
        if seat != s.mover:
            paid = s.due(seat, kind, s.site)
            if paid:
                s.sides[seat].coins -= paid
                coins += paid
                s.tell("robbed", s.mover, seat, paid)
    return coins


def block_for(s: Trehgrannik, kind: i64) -> i64:
    """The Block of this construction that doubles a card."""
    for block in s.laid:
        if has(s.spent, block) and DOUBLES[block] == TYPE[kind]:
            return block
    return kind


# --- The slots ------------------------------------------------------------------------------------


class PutInStore(Step[Trehgrannik]):
    """TRG-32, TRG-39  Every card goes into a slot of the harvester, chosen by the player; a full
    slot takes no more, the cargo takes any number."""

    what = "slot"  # the answer is FOREPART, CENTRE or CARGO
    code: i64 = 246

    def begin(self, s: Trehgrannik) -> i64:
        while s.stored < len(s.laid):
            if is_several(slots(s, s.sides[s.mover])):
                return only(s.mover)
            store(s, CARGO)
        return 0

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return each(slots(s, s.sides[seat]))

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        free = slots(s, s.sides[seat])
        return nth(free, dice.below(size(free)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        if choice == FOREPART:
            return Objection("TRG-39", FULL_FOREPART.say())
        if choice == CENTRE:
            return Objection("TRG-39", FULL_CENTRE.say())
        return Objection("TRG-32", THREE_SLOTS.say())

    def then(self, s: Trehgrannik, seat: i64, slot: i64) -> None:
        store(s, slot)
        s.push(self)


def slots(s: Trehgrannik, side: Side) -> i64:
    """The set of slots with room."""
    free = bit(CARGO)
    if side.forepart.size < i64(FOREPART_HOLDS[s.seats]):
        free |= bit(FOREPART)
    if side.centre.size < i64(CENTRE_HOLDS[s.seats]):
        free |= bit(CENTRE)
    return free


def store(s: Trehgrannik, slot: i64) -> None:
    side = s.sides[s.mover]
    kind: i64 = s.laid[s.stored]
    if slot == FOREPART:
        side.forepart = side.forepart.plus(kind)
    elif slot == CENTRE:
        side.centre = side.centre.plus(kind)
    else:
        side.cargo = side.cargo.plus(kind)
    s.stored += 1
    s.tell("stored", s.mover, kind, slot)


# --- The sequence of play -------------------------------------------------------------------------

CONSTRUCTION: Final = plan(Build(), Lay(), UseBlock(), Earn(), PutInStore())
