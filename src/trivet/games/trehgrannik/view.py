"""What a viewer sees of a game of Trehgrannik, built from nothing."""

from typing import Any

from msgspec.structs import replace

from trivet.core.sets import each, has
from trivet.core.state import EVERYONE, NOBODY
from trivet.games.trehgrannik.board import GROUNDS, HEXES, PARTS, TURNS
from trivet.games.trehgrannik.cards import Cards
from trivet.games.trehgrannik.names import HEX_NAMES, HOWS, NAMES, PART_LETTERS
from trivet.games.trehgrannik.pieces import (
    CENTRE_HOLDS,
    CENTRES,
    COLOURS,
    FOREPART_HOLDS,
    FOREPARTS,
    LONES,
    TYPES,
)
from trivet.games.trehgrannik.rules import LONGEST, QUIET
from trivet.games.trehgrannik.seen import (
    ForepartSeen,
    HexSeen,
    MoveSeen,
    PileSeen,
    PlayerSeen,
    SlotSeen,
    TableSeen,
)  # fmt: skip
from trivet.games.trehgrannik.state import NOTHING, WHY_OVER, Side, Trehgrannik, count_type

FEW_TURNS = 10  # so many left or fewer: the end is near


def public(s: Trehgrannik) -> TableSeen:
    """What is open; `table` puts in the hands."""
    is_begun = s.starter != NOTHING
    return TableSeen(
        s.turns + 1,
        s.starter if is_begun else None,
        s.mover if is_begun and not s.is_over() else None,
        s.quiet,
        s.passes,
        None if s.finisher == NOTHING else s.finisher,
        WHY_OVER[s.ended_by],
        [f"{PART_LETTERS[laid // TURNS]}{laid % TURNS}" for laid in s.parts],
        [_hex(s, hexagon) for hexagon in range(HEXES)],
        s.deck.size,
        [PileSeen(NAMES[kind], s.market.count(kind)) for kind in each(s.market.kinds)],
        names(s.box),
        s.undealt.size,
        [_player(s, seat) for seat in range(s.seats)],
        _move(s),
        dict(zip(NAMES, s.terms.pays, strict=True)),
        s.terms.systems,
    )


def table(s: Trehgrannik, viewer: int, shared: TableSeen) -> TableSeen:
    """TRG-8  What is open, and the viewer's own hand."""
    if viewer == NOBODY:
        return shared
    players = [
        replace(player, hand=names(s.sides[seat].hand)) if viewer in (seat, EVERYONE) else player
        for seat, player in enumerate(shared.players)
    ]
    return replace(shared, players=players)


def names(cards: Cards) -> list[str]:
    return [NAMES[kind] for kind in cards.each()]


def _hex(s: Trehgrannik, hexagon: int) -> HexSeen:
    owner = s.owner(hexagon)
    project = "module" if has(s.sides[owner].modules, hexagon) else "base"
    return HexSeen(
        HEX_NAMES[hexagon],
        GROUNDS[s.planet.ground[hexagon]] if len(s.parts) == PARTS else "",
        "" if owner == NOBODY else project,
        None if owner == NOBODY else owner,
        [seat for seat in range(s.seats) if s.sides[seat].at == hexagon],
    )


def _player(s: Trehgrannik, seat: int) -> PlayerSeen:
    side = s.sides[seat]
    hidden_production = side.hidden_production()
    return PlayerSeen(
        side.coins,
        s.cargo_points(seat),
        side.hand.size,
        None,
        names(side.known),
        hidden_production,
        side.hidden() - hidden_production,
        side.spare_modules,
        side.spare_bases,
        HEX_NAMES[side.at],
        _forepart(s, side),
        _centre(s, side),
        names(side.cargo),
        _colours(side),
    )


def _forepart(s: Trehgrannik, side: Side) -> ForepartSeen:
    effect = "" if side.ability == NOTHING else FOREPARTS[side.ability]
    cards, room = side.forepart, FOREPART_HOLDS[s.seats]
    lone = LONES[s.terms.lone_is_base]
    return ForepartSeen(effect, names(cards), room, cards.size == room, lone)


def _centre(s: Trehgrannik, side: Side) -> SlotSeen:
    effect = "" if side.engine == NOTHING else CENTRES[side.engine]
    cards, room = side.centre, CENTRE_HOLDS[s.seats]
    return SlotSeen(effect, names(cards), room, cards.size == room)


def _colours(side: Side) -> dict[str, int]:
    """TRG-52  How many cards of each colour lie in the cargo."""
    counts = {COLOURS[type_]: count_type(side.cargo, type_) for type_ in range(TYPES)}
    return {colour: count for colour, count in counts.items() if count}


def _move(s: Trehgrannik) -> MoveSeen:
    return MoveSeen(
        s.to_take,
        "" if s.fee == NOTHING else NAMES[s.fee],
        s.leaping,
        s.moving,
        "" if s.site == NOTHING else HEX_NAMES[s.site],
        "" if s.how == NOTHING else HOWS[s.how],
        s.to_lay,
        [NAMES[kind] for kind in s.laid],
        s.stored,
        [NAMES[kind] for kind in each(s.doubled)],
        [NAMES[kind] for kind in each(s.spent)],
        s.looked_at,
    )


def warnings(s: Trehgrannik) -> list[tuple[Any, ...]]:
    """TRG-50, TRG-51  What is about to end the game."""
    found = list[tuple[Any, ...]]()
    if s.starter == NOTHING:
        return found
    if s.finisher != NOTHING:
        found.append(("last turns", s.finisher, (s.finisher - s.mover) % s.seats))
    else:
        spare = [side.spare_modules + side.spare_bases for side in s.sides]
        found += [("last project", seat) for seat, left in enumerate(spare) if left == 1]
    if s.passes:
        found.append(("passes", s.seats - s.passes))
    if QUIET - s.quiet <= FEW_TURNS:
        found.append(("no projects", QUIET - s.quiet))
    if LONGEST - s.turns <= FEW_TURNS:
        found.append(("too long", LONGEST - s.turns))
    return found
