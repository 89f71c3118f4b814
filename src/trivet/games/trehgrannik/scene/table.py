"""Trehgrannik to look at: a hex planet in space with a mat in each corner, a market and a hand."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from trivet.core.scenes.scene import Mark, Piece, Scene, SceneCache, SeatNote, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trehgrannik.board import SPOTS
from trivet.games.trehgrannik.scene.cards import hand, hands, market, workbench
from trivet.games.trehgrannik.scene.mats import CORNERS, Corner, dashboard, mat
from trivet.games.trehgrannik.seen import HexSeen, PlayerSeen, TableSeen, TrehgrannikView
from trivet.games.trehgrannik.words import (
    CARDS_NOTE,
    FOG_LABEL,
    HEX_LABEL,
    LEFT_NOTE,
    PLANET,
    POINTS_NOTE,
    SITE_LABEL,
    WHOSE,
)

BOARD = 424.0  # both sides of it
HEX = 51.0  # from side to side
HIGH = HEX * 2 / sqrt(3)  # from corner to corner
BARE = {"": "fog", "Rift": "rift", "Landing pad": "pad"}  # ground that nobody builds on

# Where harvesters stand on a hex, by how many there are: beside a project, and on the pad.
BESIDE = ((), ((-13, 12),), ((-13, 12), (13, -12)), ((-13, 12), (13, -12), (-13, -10)),
          ((-13, 12), (13, -12), (-13, -10), (13, 10)))  # fmt: skip
ON_PAD = ((), ((0, 0),), ((-12, 0), (12, 0)), ((-12, 8), (12, 8), (0, -10)),
          ((-12, -9), (12, -9), (-12, 10), (12, 10)))  # fmt: skip


def scene(view: TrehgrannikView, cache: SceneCache) -> Scene:
    table, viewer = view["table"], view["viewer"]
    zones = [
        _board(table, cache),
        cache.part("market", market, table.market, table.deck, table.coins),
    ]
    if viewer == "open":
        held = [player.hand or [] for player in table.players]
        zones.append(cache.part(("hand", viewer), hands, held, table.coins))
    elif isinstance(viewer, int):
        zones.append(_hand(table, viewer, view["shows"], cache))
    notes = tuple(_note(player, seat) for seat, player in enumerate(table.players))
    return Scene(zones=tuple(zones), notes=notes)


def _hand(table: TableSeen, viewer: int, shows: str, cache: SceneCache) -> Zone:
    """The viewer's hand, or the mat while a card is put away there."""
    own, move = table.players[viewer], table.move
    parts = own.forepart, own.centre
    key = "hand", viewer
    if shows == "slots":
        used = move.laid[move.stored]
        return cache.part(key, workbench, *parts, own.colours, used, table.coins)
    made_of = own.hand or [], shows, *parts, move.laid, move.asked_for_use, table.coins
    return cache.part(key, hand, viewer, *made_of)


def _note(player: PlayerSeen, seat: int) -> SeatNote:
    points = player.coins + player.cargo_points
    left = player.modules + player.bases
    lines = (POINTS_NOTE.say(points), CARDS_NOTE.say(player.hand_size), LEFT_NOTE.say(left))
    return SeatNote(seat=seat, lines=lines)


def _board(table: TableSeen, cache: SceneCache) -> Zone:
    corners = CORNERS[len(table.players)]
    planet = cache.whole("planet", _planet, table.board, table.move.site)
    mats = [
        cache.part(("mat", seat), _mat, seat, _open(player), corners[seat])
        for seat, player in enumerate(table.players)
    ]
    return Zone(
        name="board",
        label=PLANET.say(),
        width=BOARD,
        height=BOARD,
        ground="space",
        spots=(
            *planet.hexes,
            *(spot for spot, _ in mats),
        ),
        pieces=(
            *planet.pieces,
            *(piece for _, pieces in mats for piece in pieces),
        ),
        marks=planet.names,
    )


def _open(player: PlayerSeen) -> PlayerSeen:
    """What all see of a player."""
    return player if player.hand is None else replace(player, hand=None)


class Planet(NamedTuple):
    """The hexes, and what stands on them."""

    hexes: tuple[Spot, ...]
    pieces: tuple[Piece, ...]
    names: tuple[Mark, ...]


def _planet(cache: SceneCache, board: Sequence[HexSeen], site: str) -> Planet:
    return Planet(
        tuple(cache.part(("hex", number), _hex, number, cell) for number, cell in enumerate(board)),
        (*_projects(board, site), *_harvesters(board)),
        tuple(_name(number, cell) for number, cell in enumerate(board) if _is_land(cell)),
    )


def _mat(seat: int, player: PlayerSeen, corner: Corner) -> tuple[Spot, tuple[Piece, ...]]:
    return mat(seat, player, corner), tuple(dashboard(seat, player, corner))


@cache
def _place(number: int) -> tuple[float, float]:
    """The centre of a hex; the pad is in the middle."""
    row, along = SPOTS[number]
    return BOARD / 2 + HEX * (along + row / 2), BOARD / 2 + HIGH * 0.75 * row


def _hex(number: int, cell: HexSeen) -> Spot:
    x, y = _place(number)
    return Spot(
        thing=f"cell:{cell.name}",
        label=_said(cell),
        x=x,
        y=y,
        w=HEX,
        h=HIGH,
        shape="hex",
        face=_ground(cell.ground, number % 2 + 1),
    )


def _ground(ground: str, drawing: int) -> str:
    """Each terrain has two drawings, used by turns."""
    return BARE.get(ground) or f"{ground.lower()}-{drawing}"


def _is_land(cell: HexSeen) -> bool:
    return cell.ground not in BARE


def _name(number: int, cell: HexSeen) -> Mark:
    x, y = _place(number)
    return Mark(text=cell.name, x=x, y=y - 20, size=8, tone="name")


def _said(cell: HexSeen) -> str:
    """ "d5, Sand, module of B, harvester of A"."""
    harvesters = ", ".join(WHOSE.say("harvester", seat) for seat in cell.harvesters)
    if not cell.ground:
        return FOG_LABEL.say(cell.name, harvesters)
    project = "" if cell.owner is None else WHOSE.say(cell.project, cell.owner)
    return HEX_LABEL.say(cell.name, cell.ground, project, harvesters)


def _projects(board: Sequence[HexSeen], site: str) -> Iterator[Piece]:
    for number, cell in enumerate(board):
        x, y = _place(number)
        if cell.owner is not None:
            yield Piece(
                id=f"project:{cell.name}",
                label=WHOSE.say(cell.project, cell.owner),
                face=cell.project,
                x=x,
                y=y - 2,
                w=46,
                h=46,
                owner=cell.owner,
            )
        elif cell.name == site:
            label = SITE_LABEL.say(site)
            yield Piece(id="site", label=label, face="site", x=x, y=y, w=HEX, h=HIGH)


def _harvesters(board: Sequence[HexSeen]) -> Iterator[Piece]:
    for number, cell in enumerate(board):
        x, y = _place(number)
        standing = ON_PAD if cell.ground == "Landing pad" else BESIDE
        places = standing[len(cell.harvesters)]
        for seat, (right, down) in zip(cell.harvesters, places, strict=True):
            yield Piece(
                id=f"harvester:{SEAT_LETTERS[seat]}",
                label=WHOSE.say("harvester", seat),
                face="harvester",
                x=x + right,
                y=y + down,
                w=32,
                h=32,
                owner=seat,
            )
