"""Trinity as text: the city with its players beside it, and stacks and Events below."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from trivet.core.ink import Ink
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trinity.names import told_apart
from trivet.games.trinity.seen import EventSeen, SpaceSeen, TableSeen, TrinityView, TycoonSeen

WIDTH, HEIGHT = 80, 18
COLUMN = 4  # of a space
BESIDE = 3 + 8 * COLUMN  # where the players begin
SHORT = {"Housing": "H", "Commerce": "C", "Industry": "I", "Landmark": "L", "": "+", "?": "?"}
TYPES = ("Housing", "Commerce", "Industry")
LONGEST_NAME = 14


def picture(view: TrinityView, names: Sequence[str], ink: Ink) -> list[str]:
    """AH is Housing of A's, AL2 a Landmark secured by two Agents, A+3 a Headquarters of three; a
    small letter is an empty space in the zone of a player without a tile in the city."""
    table = view["table"]
    city, beside = _city(table, ink), _players(table, names, ink)
    lines = [
        f"{left}{right}".rstrip()
        for left, right in zip_longest(city, beside, fillvalue=" " * BESIDE)
    ]
    return lines + [line[:WIDTH].rstrip() for line in _below(view, table)]


def _city(table: TableSeen, ink: Ink) -> list[str]:
    letters = "   " + "".join(letter.ljust(COLUMN) for letter in "abcdefgh")
    zones = {
        name: seat
        for seat, zone in enumerate(table.zones)
        for name in zone
        if not any(space and space.owner == seat and space.tile for space in table.city)
    }
    lines = [letters]
    for row in range(8):
        number = 8 - row
        spaces = [
            _space(table.city[row * 8 + column], zones.get(f"{'abcdefgh'[column]}{number}"), ink)
            for column in range(8)
        ]
        lines.append(f"{number}  {''.join(spaces)}")
    return lines


def _space(space: SpaceSeen | None, zone: int | None, ink: Ink) -> str:
    if space is None:
        mark = ink.either("·", ".") if zone is None else SEAT_LETTERS[zone].lower()
        return ink.faint(mark) + " " * (COLUMN - 1)
    agents = len(space.agents)
    text = SEAT_LETTERS[space.owner] + SHORT[space.tile] + (str(agents) if agents else "")
    return ink.seat(space.owner, text) + " " * (COLUMN - len(text))


def _players(table: TableSeen, names: Sequence[str], ink: Ink) -> list[str]:
    turn = f"Turn {table.turn} of {table.last_turn}" if table.turn else "Setting up"
    phase = f", {table.phase}" if table.turn and not table.ended_by else ""
    over = f", ended by {table.ended_by}" if table.ended_by else ""
    lines = [f"{turn}{phase}{over}"]
    for seat, tycoon in enumerate(table.tycoons):
        mark = ink.either("▸", ">") if table.mover == seat else " "
        name = names[seat][:LONGEST_NAME].ljust(LONGEST_NAME)
        built = _several(tycoon.landmarks, "Landmark")
        if tycoon.secured:
            built += f", {tycoon.secured} secured"
        lines.append(mark + ink.seat(seat, f"{SEAT_LETTERS[seat]} {name}") + f" {built}")
        lines.append(_fitting(f"   {_counts(tycoon.hand)}  {_holdings(tycoon)}"))
    return lines


def _fitting(line: str) -> str:
    """A line that is too long is abbreviated."""
    if len(line) > WIDTH - BESIDE:
        line = re.sub(r"(Event|Agent)s?", lambda thing: thing[0][:2], line)
    return line[: WIDTH - BESIDE]


def _counts(tiles: Sequence[str]) -> str:
    return " ".join(f"{SHORT[kind]}{tiles.count(kind)}" for kind in TYPES)


def _holdings(tycoon: TycoonSeen) -> str:
    """Events, Agents, and the effects in force on a player."""
    parts = [_several(len(tycoon.events), "Event")]
    if tycoon.agents:
        parts.append(_several(tycoon.agents, "Agent"))
    in_force = (
        ("strike", tycoon.on_strike),
        ("red tape", tycoon.tied_up),
        ("insured", tycoon.insured),
    )
    parts += [words for words, is_in_force in in_force if is_in_force]
    return ", ".join(parts)


def _several(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _below(view: TrinityView, table: TableSeen) -> list[str]:
    events = table.events
    lines = ["", _stacks(table)]
    if bottom := "".join(SHORT[tile] for tile in table.stack.bottom):
        lines += wrap(
            f"  known at its bottom, the next to come first: {bottom}",
            WIDTH,
            subsequent_indent="  ",
        )
    if events.player is not None:
        lines.append(f"{SEAT_LETTERS[events.player]} plays {events.resolving}.")
    for seat, tycoon in enumerate(table.tycoons):
        known = [_event(one, tycoon.events) for one in tycoon.events if one.event != "?"]
        if known:
            holder = "You hold" if view["viewer"] == seat else f"{SEAT_LETTERS[seat]} holds"
            hidden = len(tycoon.events) - len(known)
            rest = f" and {hidden} more" if hidden else ""
            lines += wrap(f"{holder} {', '.join(known)}{rest}.", WIDTH, subsequent_indent="  ")
    return lines


def _event(one: EventSeen, held: Sequence[EventSeen]) -> str:
    """Its name, and what tells it from another one alike."""
    note = told_apart(one, held)
    return f"{one.event} ({note})" if note else one.event


def _stacks(table: TableSeen) -> str:
    """Both stacks, what is known on top, and what is in force this turn."""
    stack, events, turn = table.stack, table.events, table.this_turn
    counts = " ".join(f"{SHORT[kind]}{stack.contents[kind]}" for kind in TYPES)
    parts = [f"Tile stack {stack.size}: {counts}"]
    if stack.top:
        parts.append("top " + " ".join(SHORT[tile.tile] for tile in stack.top))
    parts.append(f"Event deck {events.left}, discards {len(events.discards)}")
    in_force = (("shells", turn.shells), ("permits", turn.permits))
    parts += [f"{effect} {number}" for effect, number in in_force if number]
    return "; ".join(parts)
