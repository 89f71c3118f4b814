"""Sovereign as text: the grid with a rank on each side of a piece, and both players beside it."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from trivet.core.ink import Ink
from trivet.core.seats import SEAT_LETTERS
from trivet.games.sovereign.names import LETTERS
from trivet.games.sovereign.pieces import NAMES
from trivet.games.sovereign.topics import DOES

WIDTH = 7  # of a space
UNKNOWN = "?"
DECK_SHOWN = ("types", "pieces")  # a deck is built, or put in order: the grid is empty
BESIDE = 50  # columns beside the grid
LONGEST = 28  # name that fits beside the grid
SHORT = dict(zip(NAMES, LETTERS, strict=True))


def picture(view: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
    """[S] is a Secret of A's, (S) one of B's; a star is an Aura's glow, +1 a quadrant's bonus."""
    table = view["table"]
    beside = _players(table, names, ink)
    left = _types(table, ink) if view["shows"] in DECK_SHOWN else _grid(table["grid"], ink)
    return [
        f"{line}   {beside[number]}".rstrip() if number < len(beside) else line.rstrip()
        for number, line in enumerate(left)
    ]


def _types(table: Mapping[str, Any], ink: Ink) -> list[str]:
    """SOV-2  The types with their ranks, as wide and high as the grid, while decks are made."""
    rows = [
        f"  {SHORT[name]} {name:<16}" + " ".join(map(str, ranks))
        for name, ranks in zip(NAMES, table["printed"], strict=True)
    ]
    head = ink.faint(f"{'  piece':<20}N E S W")
    more = ["", "  What one does: type", "  rules and its name.", "", "", ""]
    return ["", head, *(f"{row:<27}" for row in rows), *(f"{line:<27}" for line in more)][:14]


def _grid(grid: Sequence[Any], ink: Ink) -> list[str]:
    rule = "  " + ink.faint("+" + "+".join(["-" * WIDTH] * 3) + "+")
    wall = ink.faint("|")
    lines = ["      a       b       c    ", rule]
    for row in range(3):
        tiles = [_tile(grid[row * 3 + column], ink) for column in range(3)]
        for part in range(3):
            number = "321"[row] if part == 1 else " "
            cells = wall.join(tile[part] for tile in tiles)
            lines.append(f"{number} {wall}{cells}{wall}")
        lines.append(rule)
    return lines


def _tile(cell: Any, ink: Ink) -> list[str]:
    if cell is None:
        return [" " * WIDTH, "   " + ink.faint(ink.either("·", ".")) + "   ", " " * WIDTH]
    north, east, south, west = cell["ranks"]
    bonus = f"+{cell['quadrants']}" if cell["quadrants"] else "  "
    left, right = "[]" if cell["owner"] == 0 else "()"
    name = ink.seat(cell["owner"], f"{left}{SHORT[cell['kind']]}{right}")
    glow = "*" if cell["aura"] else " "
    return [f" {glow} {north:<2}{bonus}", f"{west:>2}{name}{east:<2}", f"   {south:<4}"]


def _players(table: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
    lines = ["", f"Round {table['round']} of 3" if table["round"] else "Before round 1", ""]
    for seat in range(2):
        mark = "[]" if seat == 0 else "()"
        won = table["won"][seat]
        spaces = sum(cell is not None and cell["owner"] == seat for cell in table["grid"])
        name = ink.seat(seat, f"{SEAT_LETTERS[seat]} {names[seat][:LONGEST]} {mark}")
        lines.append(f"{name}  {won} won, {spaces} space{'s' if spaces != 1 else ''}")
        lines.append(f"  {_deck(table['decks'][seat], table['left'][seat])}")
        lines.append(f"  built of: {_letters(table['pieces'][seat])}")
        lines.append(f"  in hand: {_in_hand(table)}" if table["mover"] == seat else "")
    if table["hand"] in DOES:
        lines += wrap(f"{table['hand']}: {DOES[table['hand']]}", BESIDE)
    return lines


def _in_hand(table: Mapping[str, Any]) -> str:
    """ "Aura (N 6, E 5, S 4, W 3)"."""
    kind = str(table["hand"])
    if kind not in NAMES:
        return kind
    ranks = table["printed"][NAMES.index(kind)]
    sides = [f"{point} {rank}" for point, rank in zip("NESW", ranks, strict=True)]
    return f"{kind} ({', '.join(sides)})"


def _deck(deck: Sequence[str], left: Sequence[str]) -> str:
    """SOV-15  In its order; after a shuffle the owner sees only what is left."""
    if left and UNKNOWN in deck:
        return f"deck, shuffled, has left: {_letters(left)}"
    return f"deck, from the top: {_letters(deck)}"


def _letters(pieces: Sequence[str]) -> str:
    return " ".join(SHORT.get(piece, UNKNOWN) for piece in pieces) or "-"
