"""Trehgrannik to look at: a hex planet in space with a mat in each corner, a market and a hand."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from trivet.core.scenes.scene import Mark, Piece, Scene, SceneCache, SeatNote, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trehgrannik.board import SPOTS
from trivet.games.trehgrannik.scene.cards import hand, market
from trivet.games.trehgrannik.scene.mats import CORNERS, Corner, dashboard, many, mat

BOARD = 424.0  # both sides of it
HEX = 51.0  # from side to side
HIGH = HEX * 2 / sqrt(3)  # from corner to corner
BARE = {"": "fog", "Rift": "rift", "Landing pad": "pad"}  # ground that nobody builds on

# Where harvesters stand on a hex, by how many there are: beside a project, and on the pad.
BESIDE = ((), ((-13, 12),), ((-13, 12), (13, -12)), ((-13, 12), (13, -12), (-13, -10)),
          ((-13, 12), (13, -12), (-13, -10), (13, 10)))  # fmt: skip
ON_PAD = ((), ((0, 0),), ((-12, 0), (12, 0)), ((-12, 8), (12, 8), (0, -10)),
          ((-12, -9), (12, -9), (-12, 10), (12, 10)))  # fmt: skip

Cell = Mapping[str, Any]


def scene(view: Mapping[str, Any], cache: SceneCache) -> Scene:
    table = view["table"]
    goods = {key: table[key] for key in ("market", "deck", "coins")}
    zones = [_board(table, cache), cache.part("market", market, goods)]
    if view["viewer"] != "public":
        zones.append(cache.part(("hand", view["viewer"]), hand, _held(view)))
    notes = tuple(_note(player, seat) for seat, player in enumerate(table["players"]))
    return Scene(zones=tuple(zones), notes=notes)


def _held(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a hand is made of: of the players its own alone, or all of them if all is open."""
    viewer, table = view["viewer"], view["table"]
    players = table["players"]
    if viewer != "open":
        own = {part: players[viewer][part] for part in ("hand", "forepart", "centre", "colours")}
        players = {viewer: own}
    move = {part: table["move"][part] for part in ("laid", "asked_for_use", "stored")}
    parts = {"players": players, "move": move, "coins": table["coins"]}
    return {"viewer": viewer, "shows": view["shows"], "table": parts}


def _note(player: Mapping[str, Any], seat: int) -> SeatNote:
    points = player["coins"] + player["cargo_points"]
    left = player["modules"] + player["bases"]
    lines = (many(points, "point"), many(player["hand_size"], "card"), f"{left} to build")
    return SeatNote(seat=seat, lines=lines)


def _board(table: Mapping[str, Any], cache: SceneCache) -> Zone:
    players = table["players"]
    planet = cache.part("planet", _planet, table["board"], table["move"]["site"])
    mats = [
        cache.part(("mat", seat), _mat, seat, {**player, "hand": None}, CORNERS[len(players)][seat])
        for seat, player in enumerate(players)
    ]
    return Zone(
        name="board",
        label="The planet",
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


class Planet(NamedTuple):
    """The hexes, and what stands on them."""

    hexes: tuple[Spot, ...]
    pieces: tuple[Piece, ...]
    names: tuple[Mark, ...]


def _planet(board: Sequence[Cell], site: str) -> Planet:
    return Planet(
        tuple(_hex(number, cell) for number, cell in enumerate(board)),
        (*_projects(board, site), *_harvesters(board)),
        tuple(_name(number, cell) for number, cell in enumerate(board) if _is_land(cell)),
    )


def _mat(seat: int, player: Mapping[str, Any], corner: Corner) -> tuple[Spot, tuple[Piece, ...]]:
    return mat(seat, player, corner), tuple(dashboard(seat, player, corner))


@cache
def _place(number: int) -> tuple[float, float]:
    """The centre of a hex; the pad is in the middle."""
    row, along = SPOTS[number]
    return BOARD / 2 + HEX * (along + row / 2), BOARD / 2 + HIGH * 0.75 * row


def _hex(number: int, cell: Cell) -> Spot:
    x, y = _place(number)
    return Spot(
        thing=f"cell:{cell['name']}",
        label=_said(cell),
        x=x,
        y=y,
        w=HEX,
        h=HIGH,
        shape="hex",
        face=_ground(cell["ground"], number % 2 + 1),
    )


def _ground(ground: str, drawing: int) -> str:
    """Each terrain has two drawings, used by turns."""
    return BARE.get(ground) or f"{ground.lower()}-{drawing}"


def _is_land(cell: Cell) -> bool:
    return cell["ground"] not in BARE


def _name(number: int, cell: Cell) -> Mark:
    x, y = _place(number)
    return Mark(text=cell["name"], x=x, y=y - 20, size=8, tone="name")


def _said(cell: Cell) -> str:
    """ "d5, Sand, module of B, harvester of A"."""
    parts = [cell["name"], cell["ground"] or "not laid yet"]
    if cell["project"]:
        parts.append(_whose(cell["project"], cell["owner"]))
    elif _is_land(cell):
        parts.append("empty")
    parts += [_whose("harvester", seat) for seat in cell["harvesters"]]
    return ", ".join(parts)


def _whose(what: str, seat: int) -> str:
    return f"{what} of {SEAT_LETTERS[seat]}"


def _projects(board: Sequence[Cell], site: str) -> Iterator[Piece]:
    for number, cell in enumerate(board):
        x, y = _place(number)
        if cell["project"]:
            yield Piece(
                id=f"project:{cell['name']}",
                label=_whose(cell["project"], cell["owner"]),
                face=cell["project"],
                x=x,
                y=y - 2,
                w=46,
                h=46,
                owner=cell["owner"],
            )
        elif cell["name"] == site:
            label = f"A project is being built on {site}"
            yield Piece(id="site", label=label, face="site", x=x, y=y, w=HEX, h=HIGH)


def _harvesters(board: Sequence[Cell]) -> Iterator[Piece]:
    for number, cell in enumerate(board):
        x, y = _place(number)
        standing = ON_PAD if cell["ground"] == "Landing pad" else BESIDE
        places = standing[len(cell["harvesters"])]
        for seat, (right, down) in zip(cell["harvesters"], places, strict=True):
            yield Piece(
                id=f"harvester:{SEAT_LETTERS[seat]}",
                label=_whose("harvester", seat),
                face="harvester",
                x=x + right,
                y=y + down,
                w=32,
                h=32,
                owner=seat,
            )
