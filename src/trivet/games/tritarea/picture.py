"""Tri*T*Area as text: the board with its buildings, and the four players and areas beside it."""

from collections.abc import Sequence

from trivet.core.ink import Ink
from trivet.core.seats import SEAT_LETTERS
from trivet.games.tritarea.seen import CardSeen, SquareSeen, TableSeen, TallestSeen, TriTAreaView
from trivet.games.tritarea.words import (
    AREA_NAME,
    BEFORE,
    EMPTY_HAND,
    HAND,
    HIGH_LABEL,
    LEGEND,
    MANY_TALLEST,
    NO_CARDS,
    NONE_YET,
    OWNED_TALLEST,
    PROGRESS,
    RIGHT_MARKS,
    STANDING,
    TALLEST,
)

SIDE = 4  # squares in a row
WIDTH = 8  # of a square
NAME = 9  # letters of a player's name
WIDE = 30  # ... of nine cards


def picture(view: TriTAreaView, names: Sequence[str], ink: Ink) -> list[str]:
    """A wall divides two areas.  A square shows its area's letter, the printed score while nobody
    has built there (else the height), and below the blocks by their seats, the bottom one first."""
    table = view["table"]
    board = _board(table.board, ink)
    beside = [_head(table), *_players(view, names, ink), *_areas(table, ink)]
    lines = [
        f"{line}  {beside[number]}".rstrip() if number < len(beside) else line
        for number, line in enumerate(board)
    ]
    return [*lines, ink.faint(LEGEND.say()), *_hand(view, ink)]


# --- the board ------------------------------------------------------------------------------------


def _board(board: Sequence[SquareSeen], ink: Ink) -> list[str]:
    rows = [board[row * SIDE : row * SIDE + SIDE] for row in range(SIDE)]
    lines = ["  " + "".join(f"{column:^{WIDTH + 1}}" for column in "abcd") + " "]
    for number, row in enumerate(rows):
        lines.append("  " + _wall_above(rows[number - 1] if number else None, row, ink))
        lines.append(f"{SIDE - number} " + _across(row, [_label(square) for square in row], ink))
        lines.append("  " + _across(row, [_building(square, ink) for square in row], ink))
    lines.append("  " + _wall_above(None, rows[-1], ink))
    return lines


def _wall_above(above: Sequence[SquareSeen] | None, row: Sequence[SquareSeen], ink: Ink) -> str:
    """Dashes where the square above belongs to another area, or to none."""
    parts = [
        " " * WIDTH if above and above[column].area == square.area else "-" * WIDTH
        for column, square in enumerate(row)
    ]
    return ink.faint("+" + "+".join(parts) + "+")


def _across(row: Sequence[SquareSeen], cells: Sequence[str], ink: Ink) -> str:
    line = ink.faint("|")
    for column, cell in enumerate(cells):
        is_last = column == SIDE - 1
        has_wall = is_last or row[column].area != row[column + 1].area
        line += cell + (ink.faint("|") if has_wall else " ")
    return line


def _label(square: SquareSeen) -> str:
    blocks = len(square.blocks)
    right = HIGH_LABEL.say(blocks) if blocks else f"+{square.printed}" if square.printed else ""
    return f"{square.letter}{right:>{WIDTH - 1}}"


def _building(square: SquareSeen, ink: Ink) -> str:
    """Its blocks from the bottom up; a very tall one is cut below, with dots."""
    blocks = square.blocks
    shown = blocks if len(blocks) <= WIDTH else blocks[3 - WIDTH :]
    dots = "" if shown is blocks else "..."
    if not blocks:
        return " " * WIDTH
    letters = "".join(ink.seat(seat, SEAT_LETTERS[seat]) for seat in shown)
    return dots + letters + " " * (WIDTH - len(dots) - len(shown))


# --- beside it ------------------------------------------------------------------------------------


def _head(table: TableSeen) -> str:
    if table.lead is None:
        return BEFORE.say()
    trick = min(len(table.tricks) + 1, 8)
    return PROGRESS.say(table.round, trick, table.lead)


def _players(view: TriTAreaView, names: Sequence[str], ink: Ink) -> list[str]:
    """Two lines each: points, blocks and the card in the trick; then the earlier cards."""
    table = view["table"]
    lines = []
    for seat in range(view["seats"]):
        name = ink.seat(seat, f"{SEAT_LETTERS[seat]} {names[seat][:NAME]:{NAME}}")
        points, stock = table.points[seat], table.stock[seat]
        standing = STANDING.say(f"{points:4}", stock)
        declared = table.declared[seat]
        intent = f" D:{_card(declared)}" if declared else ""
        now = _card(table.trick[seat])
        lines.append(f"{name}{standing}{intent:8} {now}{_right(table, seat)}".rstrip())
        past = " ".join(_card(trick.cards[seat]) for trick in table.tricks)
        lines.append("  " + ink.faint(past) if past else "")
    return lines


def _right(table: TableSeen, seat: int) -> str:
    """ "low" and "top" are the cards that may build; of four suits, the one that "led"."""
    if table.first == seat:
        return f" {RIGHT_MARKS['led' if table.second is None else 'low'].say()}"
    return f" {RIGHT_MARKS['top'].say()}" if table.second == seat else ""


def _card(card: CardSeen | None) -> str:
    if not card:
        return ""
    is_changed = int(card.card[1]) != card.value
    return f"{card.card}={card.value}" if is_changed else f"{card.card}"


def _areas(table: TableSeen, ink: Ink) -> list[str]:
    """The ranking in each area: visible blocks and the tallest building topped, as A2.3; then the
    tallest buildings and their majorities."""
    lines = []
    for area in table.areas:
        first, second = area.points
        seats = [seat for seat in range(len(area.rank)) if area.rank[seat]]
        seats.sort(key=lambda seat: area.rank[seat])
        standing = " ".join(
            ink.seat(seat, f"{SEAT_LETTERS[seat]}{area.visible[seat]}.{area.height[seat]}")
            for seat in seats
        )
        lines.append(f"{AREA_NAME.say(area.area):11} {first}/{second} {standing}".rstrip())
    lines.append(TALLEST.say(_tallest(table.tallest, ink)))
    return lines


def _tallest(tallest: TallestSeen, ink: Ink) -> str:
    if not tallest.height:
        return NONE_YET.say()
    if len(tallest.squares) > 3:
        return MANY_TALLEST.say(len(tallest.squares), tallest.height)
    owned = " ".join(
        f"{square} {ink.seat(seat, SEAT_LETTERS[seat])}"
        for square, seat in zip(tallest.squares, tallest.majority, strict=True)
    )
    return OWNED_TALLEST.say(owned, tallest.height)


def _hand(view: TriTAreaView, ink: Ink) -> list[str]:
    viewer, hands = view["viewer"], view["table"].hands
    if viewer == "public":
        return []
    if not isinstance(viewer, int):
        held = [
            f"{ink.seat(seat, SEAT_LETTERS[seat])} {' '.join(hand) or NO_CARDS.say():{WIDE}}"
            for seat, hand in enumerate(hands)
        ]
        return [" ".join(held[:2]).rstrip(), " ".join(held[2:]).rstrip()]
    return [HAND.say(ink.bold(" ".join(hands[viewer]) or EMPTY_HAND.say()))]
