"""What lies beside the city: everyone's desk, and the two stacks."""

from collections.abc import Iterator, Sequence

from trivet.core.scenes.scene import Mark, Piece, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trinity.scene.cards import HIGH, card
from trivet.games.trinity.seen import EventSeen, EventsSeen, StackSeen, TileSeen, TycoonSeen

TYPES = ("Housing", "Commerce", "Industry")
WIDTH = 346.0
DESK = 60.0
CHIT = 36.0
STACKS = 132.0  # height of the zone with both stacks
EFFECTS = {
    "on_strike": "skips the next Agent phase",
    "tied_up": "skips the next Development phase",
    "insured": "is insured until the next turn",
}
MOST_SEEN = 14  # tiles at the bottom of the Tile stack

# --- desks --------------------------------------------------------------------------------------


def desks(everyone: Sequence[TycoonSeen]) -> Zone:
    """What everyone has: Landmarks, open tiles, Events face down, and effects in force."""
    tycoons = list(enumerate(everyone))
    return Zone(
        name="desks",
        label="Landmarks, tiles and Events",
        width=WIDTH,
        height=DESK * len(tycoons),
        pieces=tuple(piece for seat, tycoon in tycoons for piece in _desk(seat, tycoon)),
        marks=tuple(mark for seat, tycoon in tycoons for mark in _counts(seat, tycoon)),
    )


def _desk(seat: int, tycoon: TycoonSeen) -> Iterator[Piece]:
    letter, y = SEAT_LETTERS[seat], (seat + 0.5) * DESK
    yield Piece(
        id=f"desk:{letter}",
        label=f"{tycoon.landmarks} Landmarks of {letter}, {tycoon.secured} secured",
        face="landmark",
        x=26,
        y=y,
        w=47,
        h=56,
        owner=seat,
    )
    for place, kind in enumerate(TYPES):
        label = f"{letter} has {tycoon.hand.count(kind)} {kind}"
        yield _small(f"desk:{letter}:{kind}", label, f"chit {kind.lower()}", 116 + place * 60, y)
    yield _small(f"desk:{letter}:events", _holds(letter, tycoon.events), "event-back", 292, y)
    for place, effect in enumerate(effects(tycoon)):
        face = effect.replace("_", "-")
        label = f"{letter} {EFFECTS[effect]}"
        yield _small(f"desk:{letter}:{effect}", label, face, 62 + place * 15, y + 19, 22)


def effects(tycoon: TycoonSeen) -> list[str]:
    """Those in force on a player."""
    in_force = (tycoon.on_strike, tycoon.tied_up, tycoon.insured)
    return [effect for effect, is_on in zip(EFFECTS, in_force, strict=True) if is_on]


def _small(key: str, label: str, face: str, x: float, y: float, size: float = CHIT) -> Piece:
    return Piece(id=key, label=label, face=face, x=x, y=y, w=size, h=size)


def _holds(letter: str, events: Sequence[EventSeen]) -> str:
    known = [card.event for card in events if card.event != "?"]
    names = f": {', '.join(known)}" if known else ""
    return f"{letter} holds {len(events)} Event{'' if len(events) == 1 else 's'}{names}"


def _counts(seat: int, tycoon: TycoonSeen) -> Iterator[Mark]:
    y = (seat + 0.5) * DESK
    yield Mark(text=str(tycoon.landmarks), x=72, y=y - 6 if effects(tycoon) else y, size=32)
    for place, kind in enumerate(TYPES):
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
        label="The Tile stack and the Event deck",
        width=WIDTH,
        height=STACKS,
        pieces=(*_tiles(stack), *_events(events)),
        marks=tuple(_numbers(stack, events)),
    )


def _tiles(stack: StackSeen) -> Iterator[Piece]:
    """The Tile stack with what is left in it, what is known of its top, and of its bottom."""
    for level in range((stack.size + 11) // 12):
        yield _pile(f"{stack.size} tiles in the Tile stack", "tile-back", 30, 50, 50, level)
    for place, kind in enumerate(TYPES):
        count = stack.contents[kind]
        label = f"{count} {kind} in the Tile stack"
        yield _small(f"left:{kind}", label, f"chit {kind.lower()}", 80 + place * 62, 24, 30)
    for place, tile in enumerate(stack.top):
        face = "tile-back" if tile.tile == "?" else f"chit {tile.tile.lower()}"
        yield _pile(_known(tile, place), face, 112 + place * 36, 66, 32, 0)
    for place, kind in enumerate(stack.bottom[:MOST_SEEN]):
        label = f"{kind}, number {place + 1} of the bottom of the Tile stack"
        yield _pile(label, f"chit {kind.lower()}", 42 + place * 20, 120, 19, 0)


def _known(tile: TileSeen, place: int) -> str:
    seen = " and ".join(SEAT_LETTERS[seat] for seat in tile.known_to)
    what = "a tile" if tile.tile == "?" else tile.tile
    by = "open" if tile.open else f"seen by {seen}"
    return f"{what}, number {place + 1} from the top of the Tile stack, {by}"


def _pile(label: str, face: str, x: float, y: float, size: float, level: int) -> Piece:
    return Piece(id="", label=label, face=face, x=x, y=y - 4 * level, w=size, h=size, level=level)


def _events(events: EventsSeen) -> Iterator[Piece]:
    """The card being resolved; else the Event deck and the discards."""
    if events.resolving:
        yield card(events.resolving, 300, HIGH / 2 + 4, key="resolving")
        return
    left = f"{events.left} Events in the Event deck"
    for level in range((events.left + 11) // 12):
        yield _pile(left, "event-back", 276, 50, 58, level)
    if events.discards:
        yield _pile(f"Discarded: {', '.join(events.discards)}", "discards", 320, 52, 48, 0)


def _numbers(stack: StackSeen, events: EventsSeen) -> Iterator[Mark]:
    yield Mark(text=str(stack.size), x=30, y=89, size=22)
    for place, kind in enumerate(TYPES):
        yield _count(stack.contents[kind], 98 + place * 62, 24)
    if stack.top:
        yield Mark(text="top", x=90, y=66, size=14, tone="muted", anchor="end")
    if stack.bottom:
        yield Mark(text="end", x=2, y=120, size=14, tone="muted", anchor="start")
    if events.resolving:
        return
    yield Mark(text=str(events.left), x=276, y=92, size=22)
    if events.discards:
        yield Mark(text=str(len(events.discards)), x=321, y=92, size=22, tone="muted")
