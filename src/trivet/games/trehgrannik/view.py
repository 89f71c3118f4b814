"""What a viewer sees of a game of Trehgrannik."""

from collections.abc import Sequence
from typing import Any

from trivet.core.sets import each, has
from trivet.core.state import EVERYONE, NOBODY
from trivet.games.trehgrannik.board import GROUNDS, HEXES, PARTS, TURNS
from trivet.games.trehgrannik.cards import Cards
from trivet.games.trehgrannik.names import HEX_NAMES, HOWS, PART_LETTERS
from trivet.games.trehgrannik.pieces import (
    CARDS,
    CENTRE_HOLDS,
    CENTRES,
    COLOURS,
    FOREPART_HOLDS,
    FOREPARTS,
    LONES,
    TYPES,
)
from trivet.games.trehgrannik.rules import LONGEST, QUIET
from trivet.games.trehgrannik.state import NOTHING, WHY_OVER, Side, Trehgrannik, count_type

FEW_TURNS = 10  # so many left or fewer: the end is near


def public(s: Trehgrannik) -> dict[str, object]:
    """Hexes in reading order, cards in the order of the card list."""
    return {
        "turn": s.turns + 1,
        "starter": None if s.starter == NOTHING else s.starter,
        "mover": None if s.is_over() or s.starter == NOTHING else s.mover,
        "quiet": s.quiet,
        "passes": s.passes,
        "finisher": None if s.finisher == NOTHING else s.finisher,
        "ending": WHY_OVER[s.ended_by],
        "parts": [f"{PART_LETTERS[laid // TURNS]}{laid % TURNS}" for laid in s.parts],
        "board": [_hex(s, hexagon) for hexagon in range(HEXES)],
        "deck": s.deck.size,
        "market": _piles(s.market),
        "box": names(s.box),
        "unseen_production": s.undealt.size,
        "players": [_player(s, seat) for seat in range(s.seats)],
        "move": _move(s),
        "coins": {card.name: s.terms.pays[kind] for kind, card in enumerate(CARDS)},
        "systems": s.terms.systems,
    }


def table(s: Trehgrannik, viewer: int, shared: dict[str, Any]) -> dict[str, object]:
    """TRG-8  All is public but the hands."""
    players = [
        {**player, "hand": names(s.sides[seat].hand)} if viewer in (seat, EVERYONE) else player
        for seat, player in enumerate(shared["players"])
    ]
    return {**shared, "players": players}


def names(cards: Cards) -> list[str]:
    return [CARDS[kind].name for kind in cards.each()]


def _piles(market: Cards) -> list[dict[str, object]]:
    return [{"card": CARDS[kind].name, "count": market.count(kind)} for kind in each(market.kinds)]


def _hex(s: Trehgrannik, hexagon: int) -> dict[str, object]:
    owner = s.owner(hexagon)
    project = "module" if has(s.sides[owner].modules, hexagon) else "base"
    return {
        "name": HEX_NAMES[hexagon],
        "ground": GROUNDS[s.planet.ground[hexagon]] if len(s.parts) == PARTS else "",
        "project": "" if owner == NOBODY else project,
        "owner": None if owner == NOBODY else owner,
        "harvesters": [seat for seat in range(s.seats) if s.sides[seat].at == hexagon],
    }


def _player(s: Trehgrannik, seat: int) -> dict[str, object]:
    """TRG-8  All is public but the hand; of the hand, `known` is public."""
    side = s.sides[seat]
    return {
        "coins": side.coins,
        "cargo_points": s.cargo_points(seat),
        "hand_size": side.hand.size,
        "hand": None,
        "known": names(side.known),
        "hidden_production": side.hidden_production(),
        "hidden_others": side.hidden() - side.hidden_production(),
        "modules": side.spare_modules,
        "bases": side.spare_bases,
        "at": HEX_NAMES[side.at],
        "forepart": {
            **_slot(side.ability, FOREPARTS, side.forepart, FOREPART_HOLDS[s.seats]),
            "lone": LONES[s.terms.lone_is_base],
        },
        "centre": _slot(side.engine, CENTRES, side.centre, CENTRE_HOLDS[s.seats]),
        "cargo": names(side.cargo),
        "colours": _colours(side),
    }


def _slot(effect: int, effects: Sequence[str], cards: Cards, room: int) -> dict[str, object]:
    return {
        "effect": "" if effect == NOTHING else effects[effect],
        "cards": names(cards),
        "room": room,
        "full": cards.size == room,
    }


def _colours(side: Side) -> dict[str, int]:
    """TRG-52  How many cards of each colour lie in the cargo."""
    counts = {COLOURS[type_]: count_type(side.cargo, type_) for type_ in range(TYPES)}
    return {colour: count for colour, count in counts.items() if count}


def _move(s: Trehgrannik) -> dict[str, object]:
    """What has happened in the turn so far."""
    return {
        "to_take": s.to_take,
        "fee": "" if s.fee == NOTHING else CARDS[s.fee].name,
        "leap": s.leaping,
        "moving": s.moving,
        "site": "" if s.site == NOTHING else HEX_NAMES[s.site],
        "how": "" if s.how == NOTHING else HOWS[s.how],
        "to_lay": s.to_lay,
        "laid": [CARDS[kind].name for kind in s.laid],
        "stored": s.stored,
        "doubled": [CARDS[kind].name for kind in each(s.doubled)],
        "doubling": [CARDS[kind].name for kind in each(s.spent)],
        "asked_for_use": s.looked_at,
    }


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
