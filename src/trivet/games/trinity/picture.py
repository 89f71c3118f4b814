"""Trinity as text: the city with its players beside it, and stacks and Events below."""

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from trivet.core.ink import Ink
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trinity.pieces import TILE_NAMES
from trivet.games.trinity.seen import EventSeen, SpaceSeen, TableSeen, TrinityView, TycoonSeen
from trivet.games.trinity.words import (
    AND_MORE,
    BUILT,
    EFFECT_WORDS,
    ENDED_BY,
    EVENT_DECK,
    KIND_OF,
    KNOWN_BOTTOM,
    PERMITS,
    PHASES,
    PLAYS,
    SEAT_HOLDS,
    SETTING_UP,
    SHELLS,
    SO_MANY_AGENTS,
    SO_MANY_EVENTS,
    STACK_TOP,
    TILE_STACK,
    TURN,
    YOU_HOLD,
    event_name,
    told_apart,
)

WIDTH, HEIGHT = 80, 18
COLUMN = 4  # of a space
BESIDE = 3 + 8 * COLUMN  # where the players begin
SHORT = {"Housing": "H", "Commerce": "C", "Industry": "I", "Landmark": "L", "": "+", "?": "?"}
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
    turn = TURN.say(table.turn, table.last_turn) if table.turn else SETTING_UP.say()
    if table.ended_by:
        turn = ENDED_BY.say(turn, table.ended_by)
    elif table.turn:
        turn = f"{turn}, {PHASES[table.phase].say()}"
    lines = [turn]
    for seat, tycoon in enumerate(table.tycoons):
        mark = ink.either("▸", ">") if table.mover == seat else " "
        name = names[seat][:LONGEST_NAME].ljust(LONGEST_NAME)
        built = BUILT.say(tycoon.landmarks, tycoon.secured)
        lines.append(mark + ink.seat(seat, f"{SEAT_LETTERS[seat]} {name}") + f" {built}")
        lines.append(_fitting(tycoon))
    return lines


def _fitting(tycoon: TycoonSeen) -> str:
    """Tiles and holdings; in short if the line is too long."""
    tiles, room = _counts(tycoon.hand), WIDTH - BESIDE
    line = f"   {tiles}  {_holdings(tycoon, 0)}"
    return (line if len(line) <= room else f"   {tiles}  {_holdings(tycoon, 1)}")[:room]


def _counts(tiles: Sequence[str]) -> str:
    return " ".join(f"{SHORT[kind]}{tiles.count(kind)}" for kind in TILE_NAMES)


def _holdings(tycoon: TycoonSeen, length: int) -> str:
    """Events, Agents, and the effects in force on a player; in full, or in short."""
    parts = [SO_MANY_EVENTS[length].say(len(tycoon.events))]
    if tycoon.agents:
        parts.append(SO_MANY_AGENTS[length].say(tycoon.agents))
    in_force = (tycoon.on_strike, tycoon.tied_up, tycoon.insured)
    parts += [row.say() for row, is_on in zip(EFFECT_WORDS, in_force, strict=True) if is_on]
    return ", ".join(parts)


def _below(view: TrinityView, table: TableSeen) -> list[str]:
    events = table.events
    lines = ["", _stacks(table)]
    if bottom := "".join(SHORT[tile] for tile in table.stack.bottom):
        lines += wrap(
            f"  {KNOWN_BOTTOM.say(bottom)}",
            WIDTH,
            subsequent_indent="  ",
        )
    if events.player is not None:
        lines.append(PLAYS.say(events.player, KIND_OF[events.resolving]))
    for seat, tycoon in enumerate(table.tycoons):
        known = [_event(one, tycoon.events) for one in tycoon.events if one.event != "?"]
        if known:
            shown, hidden = ", ".join(known), len(tycoon.events) - len(known)
            held = AND_MORE.say(shown, hidden) if hidden else shown
            line = YOU_HOLD.say(held) if view["viewer"] == seat else SEAT_HOLDS.say(seat, held)
            lines += wrap(line, WIDTH, subsequent_indent="  ")
    return lines


def _event(one: EventSeen, held: Sequence[EventSeen]) -> str:
    """Its name, and what tells it from another one alike."""
    note = told_apart(one, held)
    return f"{event_name(one.event)} ({note})" if note else event_name(one.event)


def _stacks(table: TableSeen) -> str:
    """Both stacks, what is known on top, and what is in force this turn."""
    stack, events, turn = table.stack, table.events, table.this_turn
    counts = " ".join(f"{SHORT[kind]}{stack.contents[kind]}" for kind in TILE_NAMES)
    parts = [TILE_STACK.say(stack.size, counts)]
    if stack.top:
        parts.append(STACK_TOP.say(" ".join(SHORT[tile.tile] for tile in stack.top)))
    parts.append(EVENT_DECK.say(events.left, len(events.discards)))
    in_force = ((SHELLS, turn.shells), (PERMITS, turn.permits))
    parts += [row.say(number) for row, number in in_force if number]
    return "; ".join(parts)
