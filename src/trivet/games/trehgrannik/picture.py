"""Trehgrannik as text: nine rows of hexes with the market beside them, and two lines a player."""

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap

from trivet.core.ink import Ink
from trivet.core.seats import SEAT_LETTERS
from trivet.core.words.texts import Text
from trivet.games.trehgrannik.board import SPOTS
from trivet.games.trehgrannik.seen import HexSeen, SlotSeen, TableSeen, TrehgrannikView
from trivet.games.trehgrannik.words import (
    CARD,
    FILLED,
    HAND,
    KNOWN,
    LEGEND,
    LEGEND_HARVESTER,
    LEGEND_PROJECTS,
    MARKET_HEAD,
    MAT,
    NAMED_CARD,
    PROGRESS,
    SHORT_COLOURS,
    STANDING,
    effect_name,
)

GROUND = {"Rock": "R", "Sand": "S", "Ice": "I", "Rift": "#", "Landing pad": "O", "": " "}
CELL = 6  # columns of a hex
BOARD = 8 * CELL
WIDTH = 80
HEIGHT = 18
NAME = 14  # columns of a player's name
LEGENDS = {-4: LEGEND, 4: LEGEND_HARVESTER}  # in the corners, by row
MORE_LEGENDS = {4: LEGEND_PROJECTS}


def picture(view: TrehgrannikView, names: Sequence[str], ink: Ink) -> list[str]:
    """c4Rb* is hex c4, Rock, with a module of B's (a base is B) and somebody's harvester."""
    table = view["table"]
    beside = _market(table)
    board = [f"{line} {beside[row]}".rstrip() for row, line in enumerate(_board(table, ink))]
    players = [line for seat in range(view["seats"]) for line in _player(table, seat, names, ink)]
    room = HEIGHT - len(board) - len(players)
    return board + players + _hand(view, room)


def _board(table: TableSeen, ink: Ink) -> list[str]:
    lines = []
    for row in range(-4, 5):
        hexes = [number for number, spot in enumerate(SPOTS) if spot[0] == row]
        first = SPOTS[hexes[0]][1] + row / 2  # how far to the right of the pad
        start = int((first + 3.5) * CELL)
        cells = "".join(_cell(table.board[number], ink) for number in hexes)
        rest = BOARD - start - CELL * len(hexes)
        legend, more = _legend(LEGENDS, row), _legend(MORE_LEGENDS, row)
        lines.append(ink.faint(f"{legend:{start}}") + cells + ink.faint(f"{more:{rest}}"))
    return lines


def _legend(legends: Mapping[int, Text], row: int) -> str:
    return legends[row].say() if row in legends else ""


def _cell(cell: HexSeen, ink: Ink) -> str:
    project = " "
    if cell.owner is not None:
        letter = SEAT_LETTERS[cell.owner]
        project = ink.seat(cell.owner, letter if cell.project == "base" else letter.lower())
    there = cell.harvesters
    harvester = " " if not there else ink.seat(there[0], "*") if len(there) == 1 else "*"
    return ink.faint(cell.name) + ink.bold(GROUND[cell.ground]) + project + harvester + " "


def _market(table: TableSeen) -> list[str]:
    """The piles by name; if they are too many for the rows, by their letters."""
    lines = [PROGRESS.say(table.turn, table.deck), MARKET_HEAD.say()]
    piles = [(pile.card, pile.count) for pile in table.market]
    if len(piles) <= 7:
        lines += [f"  {NAMED_CARD.say(card)} {_times(count)}" for card, count in piles]
    else:
        text = " ".join(f"{CARD.read(card)}{_times(count)}" for card, count in piles)
        lines += [f"  {line}" for line in wrap(text, WIDTH - BOARD - 3)]
    return lines[:9] + [""] * (9 - len(lines))


def _times(count: int) -> str:
    return f"x{count}" if count > 1 else ""


def _player(table: TableSeen, seat: int, names: Sequence[str], ink: Ink) -> list[str]:
    player = table.players[seat]
    mark = ">" if table.mover == seat else " "
    name = ink.seat(seat, f"{SEAT_LETTERS[seat]} {names[seat][:NAME]:{NAME}}")
    standing = STANDING.say(
        f"{player.coins:3}",
        f"{player.cargo_points:<2}",
        f"{player.modules:2}",
        player.bases,
        player.at,
        player.hand_size,
    )
    first = f"{mark}{name}{standing}"
    colours = " ".join(
        f"{SHORT_COLOURS[colour].say()}{count}" for colour, count in player.colours.items()
    )
    second = f"   {MAT.say(_slot(player.forepart), _slot(player.centre), colours or '-')}"
    known = KNOWN.say(_counted(player.known)) if player.known else ""
    return [first, f"{second}{known}" if len(second) + len(known) < WIDTH - 1 else second]


def _slot(slot: SlotSeen) -> str:
    return FILLED.say(effect_name(slot.effect), len(slot.cards), slot.room)


def _hand(view: TrehgrannikView, room: int) -> list[str]:
    """The viewer's own cards, by name if there is room for that."""
    if not isinstance(view["viewer"], int):
        return []
    hand = view["table"].players[view["viewer"]].hand or []
    counts = Counter(hand)
    named = ", ".join(
        f"{NAMED_CARD.say(card)} {_times(count)}".rstrip() for card, count in counts.items()
    )
    lines = wrap(HAND.say(named or "-"), WIDTH, subsequent_indent="  ")
    if len(lines) <= room:
        return lines
    text = HAND.say(_counted(hand))
    return wrap(text, WIDTH, subsequent_indent="  ", max_lines=room, placeholder=" ...")


def _counted(cards: Sequence[str]) -> str:
    return " ".join(f"{CARD.read(card)}{_times(count)}" for card, count in Counter(cards).items())
