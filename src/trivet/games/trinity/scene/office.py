"""What lies beside the city: everyone's desk, and the two stacks."""

from collections.abc import Iterator, Sequence

from trivet.core.scenes.scene import Mark, Piece, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.core.words.fields import listed
from trivet.games.trinity.pieces import TILE_NAMES
from trivet.games.trinity.scene.cards import HIGH, card
from trivet.games.trinity.seen import EventSeen, EventsSeen, StackSeen, TileSeen, TycoonSeen
from trivet.games.trinity.words import (
    AT_BOTTOM,
    DECK,
    DESK_LABEL,
    DESKS,
    DISCARDED,
    EFFECT_LABELS,
    END_MARK,
    HOLDS,
    HOLDS_KNOWN,
    IN_STACK,
    KIND_IN_STACK,
    OPEN_ON_TOP,
    SEAT_HAS,
    SEEN_ON_TOP,
    STACKS_LABEL,
    TOP_MARK,
    event_name,
    thing_name,
)

WIDTH = 346.0
DESK = 60.0
CHIT = 36.0
STACKS = 132.0  # height of the zone with both stacks
MOST_SEEN = 14  # tiles at the bottom of the Tile stack

# --- desks --------------------------------------------------------------------------------------


def desks(everyone: Sequence[TycoonSeen]) -> Zone:
    """What everyone has: Landmarks, open tiles, Events face down, and effects in force."""
    tycoons = list(enumerate(everyone))
    return Zone(
        name="desks",
        label=DESKS.say(),
        width=WIDTH,
        height=DESK * len(tycoons),
        pieces=tuple(piece for seat, tycoon in tycoons for piece in _desk(seat, tycoon)),
        marks=tuple(mark for seat, tycoon in tycoons for mark in _counts(seat, tycoon)),
    )


def _desk(seat: int, tycoon: TycoonSeen) -> Iterator[Piece]:
    letter, y = SEAT_LETTERS[seat], (seat + 0.5) * DESK
    yield Piece(
        id=f"desk:{letter}",
        label=DESK_LABEL.say(tycoon.landmarks, seat, tycoon.secured),
        face="landmark",
        x=26,
        y=y,
        w=47,
        h=56,
        owner=seat,
    )
    for place, kind in enumerate(TILE_NAMES):
        label = SEAT_HAS.say(seat, tycoon.hand.count(kind), place)
        yield _small(f"desk:{letter}:{kind}", label, f"chit {kind.lower()}", 116 + place * 60, y)
    yield _small(f"desk:{letter}:events", _holds(seat, tycoon.events), "event-back", 292, y)
    for place, effect in enumerate(effects(tycoon)):
        face = effect.replace("_", "-")
        label = EFFECT_LABELS[effect].say(seat)
        yield _small(f"desk:{letter}:{effect}", label, face, 62 + place * 15, y + 19, 22)


def effects(tycoon: TycoonSeen) -> list[str]:
    """Those in force on a player."""
    in_force = (tycoon.on_strike, tycoon.tied_up, tycoon.insured)
    return [effect for effect, is_on in zip(EFFECT_LABELS, in_force, strict=True) if is_on]


def _small(key: str, label: str, face: str, x: float, y: float, size: float = CHIT) -> Piece:
    return Piece(id=key, label=label, face=face, x=x, y=y, w=size, h=size)


def _holds(seat: int, events: Sequence[EventSeen]) -> str:
    known = [event_name(card.event) for card in events if card.event != "?"]
    holds = HOLDS.say(seat, len(events))
    return HOLDS_KNOWN.say(holds, ", ".join(known)) if known else holds


def _counts(seat: int, tycoon: TycoonSeen) -> Iterator[Mark]:
    y = (seat + 0.5) * DESK
    yield Mark(text=str(tycoon.landmarks), x=72, y=y - 6 if effects(tycoon) else y, size=32)
    for place, kind in enumerate(TILE_NAMES):
        count = tycoon.hand.count(kind)
        yield _count(count, 136 + place * 60, y)
    yield _count(len(tycoon.events), 310, y)


def _count(count: int, x: float, y: float) -> Mark:
    tone = "ink" if count else "muted"
    return Mark(text=str(count), x=x, y=y, size=22, tone=tone, anchor="start")


# --- stacks -------------------------------------------------------------------------------------


def stacks(stack: StackSeen, events: EventsSeen) -> Zone:
    return Zone(
        name="stacks",
        label=STACKS_LABEL.say(),
        width=WIDTH,
        height=STACKS,
        pieces=(*_tiles(stack), *_events(events)),
        marks=tuple(_numbers(stack, events)),
    )


def _tiles(stack: StackSeen) -> Iterator[Piece]:
    """The Tile stack with what is left in it, what is known of its top, and of its bottom."""
    for level in range((stack.size + 11) // 12):
        yield _pile(IN_STACK.say(stack.size), "tile-back", 30, 50, 50, level)
    for place, kind in enumerate(TILE_NAMES):
        count = stack.contents[kind]
        label = KIND_IN_STACK.say(count, place)
        yield _small(f"left:{kind}", label, f"chit {kind.lower()}", 80 + place * 62, 24, 30)
    for place, tile in enumerate(stack.top):
        face = "tile-back" if tile.tile == "?" else f"chit {tile.tile.lower()}"
        yield _pile(_known(tile, place), face, 112 + place * 36, 66, 32, 0)
    for place, kind in enumerate(stack.bottom[:MOST_SEEN]):
        label = AT_BOTTOM.say(TILE_NAMES.index(kind), place + 1)
        yield _pile(label, f"chit {kind.lower()}", 42 + place * 20, 120, 19, 0)


def _known(tile: TileSeen, place: int) -> str:
    what = thing_name(tile.tile)
    if tile.open:
        return OPEN_ON_TOP.say(what, place + 1)
    seats = listed([SEAT_LETTERS[seat] for seat in tile.known_to], comma="")
    return SEEN_ON_TOP.say(what, place + 1, seats)


def _pile(label: str, face: str, x: float, y: float, size: float, level: int) -> Piece:
    return Piece(id="", label=label, face=face, x=x, y=y - 4 * level, w=size, h=size, level=level)


def _events(events: EventsSeen) -> Iterator[Piece]:
    """The card being resolved; else the Event deck and the discards."""
    if events.resolving:
        yield card(events.resolving, 300, HIGH / 2 + 4, key="resolving")
        return
    left = DECK.say(events.left)
    for level in range((events.left + 11) // 12):
        yield _pile(left, "event-back", 276, 50, 58, level)
    if events.discards:
        yield _pile(
            DISCARDED.say(", ".join(map(event_name, events.discards))), "discards", 320, 52, 48, 0
        )


def _numbers(stack: StackSeen, events: EventsSeen) -> Iterator[Mark]:
    yield Mark(text=str(stack.size), x=30, y=89, size=22)
    for place, kind in enumerate(TILE_NAMES):
        yield _count(stack.contents[kind], 98 + place * 62, 24)
    if stack.top:
        yield Mark(text=TOP_MARK.say(), x=90, y=66, size=14, tone="muted", anchor="end")
    if stack.bottom:
        yield Mark(text=END_MARK.say(), x=2, y=120, size=14, tone="muted", anchor="start")
    if events.resolving:
        return
    yield Mark(text=str(events.left), x=276, y=92, size=22)
    if events.discards:
        yield Mark(text=str(len(events.discards)), x=321, y=92, size=22, tone="muted")
