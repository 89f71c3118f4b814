"""Sovereign as text: the grid with a rank on each side of a piece, and both players beside it."""

from collections.abc import Sequence
from textwrap import wrap

from trivet.core.ink import Ink
from trivet.core.seats import SEAT_LETTERS
from trivet.games.sovereign.names import LETTERS
from trivet.games.sovereign.pieces import NAMES
from trivet.games.sovereign.seen import SovereignView, TableSeen, TileSeen
from trivet.games.sovereign.words import (
    BEFORE,
    BUILT_OF,
    FROM_THE_TOP,
    HEAD,
    IN_HAND,
    LEFT_IN_DECK,
    MORE,
    PIECE_DOES,
    PIECE_NAME,
    ROUND,
    STANDING,
)

WIDTH = 7  # of a space
UNKNOWN = "?"
DECK_SHOWN = ("types", "pieces")  # a deck is built, or put in order: the grid is empty
BESIDE = 50  # columns beside the grid
LONGEST = 28  # name that fits beside the grid
SHORT = dict(zip(NAMES, LETTERS, strict=True))


def picture(view: SovereignView, names: Sequence[str], ink: Ink) -> list[str]:
    """[S] is a Secret of A's, (S) one of B's; a star is an Aura's glow, +1 a quadrant's bonus."""
    table = view["table"]
    beside = _players(table, names, ink)
    left = _types(table, ink) if view["shows"] in DECK_SHOWN else _grid(table.grid, ink)
    return [
        f"{line}   {beside[number]}".rstrip() if number < len(beside) else line.rstrip()
        for number, line in enumerate(left)
    ]


def _types(table: TableSeen, ink: Ink) -> list[str]:
    """SOV-2  The types with their ranks, as wide and high as the grid, while decks are made."""
    rows = [
        f"  {LETTERS[kind]} {PIECE_NAME.say(kind):<16}" + " ".join(map(str, ranks))
        for kind, ranks in enumerate(table.printed)
    ]
    head = ink.faint(f"  {HEAD.say():<18}N E S W")
    more = ["", *(f"  {line.say()}" for line in MORE), "", "", ""]
    return ["", head, *(f"{row:<27}" for row in rows), *(f"{line:<27}" for line in more)][:14]


def _grid(grid: Sequence[TileSeen | None], ink: Ink) -> list[str]:
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


def _tile(cell: TileSeen | None, ink: Ink) -> list[str]:
    if cell is None:
        return [" " * WIDTH, "   " + ink.faint(ink.either("·", ".")) + "   ", " " * WIDTH]
    north, east, south, west = cell.ranks
    bonus = f"+{cell.quadrants}" if cell.quadrants else "  "
    left, right = "[]" if cell.owner == 0 else "()"
    name = ink.seat(cell.owner, f"{left}{SHORT[cell.kind]}{right}")
    glow = "*" if cell.aura else " "
    return [f" {glow} {north:<2}{bonus}", f"{west:>2}{name}{east:<2}", f"   {south:<4}"]


def _players(table: TableSeen, names: Sequence[str], ink: Ink) -> list[str]:
    lines = ["", ROUND.say(table.round) if table.round else BEFORE.say(), ""]
    for seat in range(2):
        mark = "[]" if seat == 0 else "()"
        won = table.won[seat]
        spaces = sum(cell is not None and cell.owner == seat for cell in table.grid)
        name = ink.seat(seat, f"{SEAT_LETTERS[seat]} {names[seat][:LONGEST]} {mark}")
        lines.append(f"{name}  {STANDING.say(won, spaces)}")
        lines.append(f"  {_deck(table.decks[seat], table.left[seat])}")
        lines.append(f"  {BUILT_OF.say(_letters(table.pieces[seat]))}")
        lines.append(f"  {IN_HAND.say(_in_hand(table))}" if table.mover == seat else "")
    if table.hand in NAMES:
        lines += wrap(PIECE_DOES.say(NAMES.index(table.hand)), BESIDE)
    return lines


def _in_hand(table: TableSeen) -> str:
    """ "Aura (N 6, E 5, S 4, W 3)"."""
    if table.hand not in NAMES:
        return table.hand
    kind = NAMES.index(table.hand)
    sides = zip("NESW", table.printed[kind], strict=True)
    ranks = ", ".join(f"{point} {rank}" for point, rank in sides)
    return f"{PIECE_NAME.say(kind)} ({ranks})"


def _deck(deck: Sequence[str], left: Sequence[str]) -> str:
    """SOV-15  In its order; after a shuffle the owner sees only what is left."""
    if left and UNKNOWN in deck:
        return LEFT_IN_DECK.say(_letters(left))
    return FROM_THE_TOP.say(_letters(deck))


def _letters(pieces: Sequence[str]) -> str:
    return " ".join(SHORT.get(piece, UNKNOWN) for piece in pieces) or "-"
