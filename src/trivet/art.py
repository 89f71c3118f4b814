"""Draws a scene as an SVG file, from the faces in a game's `art` folder.

Every face is an SVG file, drawn for this project.  It may use the colours of the page (--ink,
--paper, --muted, --line, --gold, --print), the owner's (--seat), and those of the game's palette.
Each colour of a palette has two values, for light and for dark.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from trivet.core.game import Game
from trivet.core.scenes.scene import NO_SEAT, Mark, Piece, Scene, Spot, Zone
from trivet.core.state import NOBODY, State

GAMES = Path(__file__).parent / "games"
HOMES: dict[str, Path] = {}  # the folders of games from outside: see catalogue.py
LIGHT, DARK = 0, 1

PAGE = {  # colours of the page, light and dark
    "paper": ("#faf7f0", "#14181d"),
    "ink": ("#22201c", "#ece7dc"),
    "muted": ("#6b6558", "#a29c90"),
    "line": ("#d8d0bf", "#353b44"),
    "gold": ("#a8842c", "#e2b13c"),
    "danger": ("#a32718", "#ff8a75"),
    "good": ("#1f6f43", "#6ecb94"),
    "print": ("#1b1a19", "#1b1a19"),  # on faces, which are light on either page
}
SEATS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito
SEAT_MARKS = (  # in a box from -5 to 5: square, disc, triangle, diamond, pentagon, cross
    "M-4-4h8v8h-8z",
    "M0-4.500a4.500 4.500 0 1 0 .01 0z",
    "M0-5 5 4H-5z",
    "M0-5.500 5 0 0 5.500-5 0z",
    "M0-5 4.800-1.500 3 4.200H-3L-4.800-1.500z",
    "M-1.700-5h3.400v3.300H5v3.400H1.700V5h-3.400V1.700H-5v-3.400h3.300z",
)
GAP = 16.0  # between zones
WARNING_LINE = 24.0  # height of a line
NAMED = re.compile(r'<use href="#([^"]+)"')
MOST_WIDE = 900.0  # of a row of zones


def home(game: str) -> Path:
    """The folder of what belongs to a game besides its rules: drawings, lesson, rulebook."""
    return HOMES.get(game, GAMES / game)


@cache
def faces(game: str) -> dict[str, tuple[str, str]]:
    """The faces of a game by name: viewBox and content."""
    return {path.stem: _read(path) for path in sorted((home(game) / "art").glob("*.svg"))}


def _read(path: Path) -> tuple[str, str]:
    match = re.fullmatch(r'\s*<svg viewBox="([-0-9. ]+)">(.*)</svg>\s*', path.read_text(), re.S)
    if match is None:
        raise ValueError(f"{path.name}: a face is <svg viewBox=...> with nothing around it")
    return match[1], match[2]


@cache
def palette(game: str) -> dict[str, tuple[str, str]]:
    """The game's own colours, light and dark."""
    path = home(game) / "art" / "palette.json"
    if not path.exists():
        return {}
    return {name: (light, dark) for name, (light, dark) in json.loads(path.read_text()).items()}


def symbols(game: str) -> str:
    """All faces of a game as SVG symbols, named GAME-FACE."""
    return "".join(_symbols(game).values())


@cache
def _symbols(game: str) -> dict[str, str]:
    return {
        f"{game}-{name}": f'<symbol id="{game}-{name}" viewBox="{box}">{inside}</symbol>'
        for name, (box, inside) in faces(game).items()
    }


# --- a scene as a file ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Picture:
    """An SVG file that a notebook displays."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def picture(s: State, viewer: int = NOBODY, theme: int = LIGHT) -> Picture | None:
    """A position as a seat sees it (NOBODY: the public, EVERYONE: all cards open); None where a
    game has no drawings."""
    try:
        scene = s.game.whole_scene(s.view(viewer))
    except NotImplementedError:
        return None
    return Picture(write(scene, s.game.name, theme))


def write(scene: Scene, game: str, theme: int = LIGHT) -> str:
    """The scene as a self-contained SVG file, its zones in rows."""
    rows = list(_rows(scene.zones))
    width = max(sum(zone.width + GAP for zone in row) for row in rows) + GAP
    below = sum(max(zone.height for zone in row) + GAP for row in rows) + GAP
    height = below + WARNING_LINE * len(scene.warnings)
    colours = {name: both[theme] for name, both in {**PAGE, **palette(game)}.items()}
    style = ";".join(f"--{name}:{colour}" for name, colour in colours.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" style="{style}" '
        'font-family="Inter, Source Sans 3, sans-serif">'
        f'<defs>{symbols(game)}</defs><rect width="100%" height="100%" fill="var(--paper)"/>'
        f"{''.join(_placed(rows, game))}{''.join(_warnings(scene, below))}</svg>"
    )


def uncoloured(zone: Zone, game: str) -> str:
    """A zone as an SVG file with the faces that it needs; the page adds its colours."""
    drawn = "".join(_zone(zone, game))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {zone.width:g} {zone.height:g}" '
        'font-family="Inter, system-ui, sans-serif">'
        f"<defs>{''.join(_used(drawn, game))}</defs>{drawn}</svg>"
    )


def _used(drawn: str, game: str) -> Iterator[str]:
    """The symbols that a drawing names, and those that these name."""
    names, known = _symbols(game), set[str]()
    wanted = re.findall(NAMED, drawn)
    while wanted:
        name = wanted.pop()
        if name not in known:
            known.add(name)
            yield names[name]
            wanted += re.findall(NAMED, names[name])


def _warnings(scene: Scene, y: float) -> Iterator[str]:
    for line, warning in enumerate(scene.warnings):
        text = f"{warning.text} {warning.rule}"
        yield _mark(Mark(text=text, x=GAP, y=y + line * WARNING_LINE, anchor="start"))


def _rows(zones: Sequence[Zone]) -> Iterator[list[Zone]]:
    row: list[Zone] = []
    for zone in zones:
        if row and sum(other.width + GAP for other in row) + zone.width > MOST_WIDE:
            yield row
            row = []
        row.append(zone)
    yield row


def _placed(rows: Sequence[Sequence[Zone]], game: str) -> Iterator[str]:
    y = GAP
    for row in rows:
        x = GAP
        for zone in row:
            yield f'<g transform="translate({x:g} {y:g})">{"".join(_zone(zone, game))}</g>'
            x += zone.width + GAP
        y += max(zone.height for zone in row) + GAP


def _zone(zone: Zone, game: str) -> Iterator[str]:
    if zone.ground:
        middle = zone.width / 2, zone.height / 2
        yield from _faces(zone.ground, game, *middle, zone.width, zone.height, 0)
    for spot in zone.spots:
        yield _spot(spot, game)
    for piece in zone.pieces:
        yield _piece(piece, game)
    yield from map(_mark, zone.marks)


def _spot(spot: Spot, game: str) -> str:
    drawn = "".join(_faces(spot.face, game, 0, 0, spot.w, spot.h, 0))
    return _group(spot.x, spot.y, spot.label, drawn + "".join(map(_mark, spot.marks)))


def _piece(piece: Piece, game: str) -> str:
    drawn = "".join(_faces(piece.face, game, 0, 0, piece.w, piece.h, piece.turn))
    drawn += "".join(map(_mark, piece.marks))
    if piece.owner == NO_SEAT:
        return _group(piece.x, piece.y, piece.label, drawn)
    inside = f'<g style="--seat:{SEATS[piece.owner]}">{drawn}</g>'
    if not piece.has_badge:
        return _group(piece.x, piece.y, piece.label, inside)
    size = min(piece.w, piece.h) / 55
    place = f"translate({piece.w * 0.36:g} {piece.h * 0.36:g}) scale({size:g})"
    mark = (
        f'<g transform="{place}"><circle r="7" fill="#fbf6e9" stroke="#1b1a19"/>'
        f'<path d="{SEAT_MARKS[piece.owner]}" fill="{SEATS[piece.owner]}"/></g>'
    )
    return _group(piece.x, piece.y, piece.label, inside + mark)


def _group(x: float, y: float, label: str, inside: str) -> str:
    title = f"<title>{escape(label, quote=False)}</title>"
    return f'<g transform="translate({x:g} {y:g})">{title}{inside}</g>'


def _faces(
    names: str, game: str, x: float, y: float, w: float, h: float, turn: int
) -> Iterator[str]:
    """The named faces on top of each other; those with an @ are rotated by `turn`."""
    for name in names.split():
        turned = f' transform="rotate({turn})"' if turn and name[0] == "@" else ""
        name = name.removeprefix("@")
        if name not in faces(game):
            raise ValueError(f"{game} has no drawing '{name}'")
        box = f'x="{x - w / 2:g}" y="{y - h / 2:g}" width="{w:g}" height="{h:g}"'
        yield f'<use href="#{game}-{escape(name)}" {box}{turned}/>'


def _mark(mark: Mark) -> str:
    return (
        f'<text x="{mark.x:g}" y="{mark.y + mark.size * 0.36:g}" font-size="{mark.size:g}" '
        f'font-weight="600" text-anchor="{mark.anchor}" fill="var(--{mark.tone})">'
        f"{escape(mark.text, quote=False)}</text>"
    )


Game.painter = write  # a notebook displays positions once this module is imported
