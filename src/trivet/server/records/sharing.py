"""What a finished game looks like elsewhere: a picture with a title, and a card for its link."""

import re
from html import escape
from typing import NamedTuple

from trivet import art
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.state import EVERYONE
from trivet.server.table.drawing import scene_of

HEAD = 76.0  # units above the picture, for its title
EDGE = 16.0
LONGEST = 90  # letters of a line that fits
THEMES = {"light": art.LIGHT, "dark": art.DARK}


class NoPicture(Exception):
    """A position that does not exist, or a game without drawings."""


class LinkCard(NamedTuple):
    """What a link to a game says before it is opened."""

    title: str
    text: str
    picture: str = ""  # a path on this server


def picture(text: str, says: str, at: int | None = None, theme: str = "light") -> str:
    """A position of a record with all cards open as an SVG file, with a title; the last one, and
    how the game ended, if no number is given."""
    finished, names, _ = record.load(text, GAMES)
    where = len(finished.log) if at is None else at
    if where > len(finished.log) or theme not in THEMES:
        raise NoPicture(f"There are {len(finished.log)} positions, light or dark.")
    table = finished.fresh()
    table.replay(finished.log[:where])
    scene = scene_of(table.game, table.state.view(EVERYONE))
    if scene is None:
        raise NoPicture(f"{table.game.title} has no drawings.")
    drawn = art.write(scene, table.game.name, THEMES[theme])
    if where < len(finished.log):
        says = f"Position {where} of {len(finished.log)}"
    return _titled(drawn, f"{table.game.title}: {', '.join(names)}", says, THEMES[theme])


def _titled(drawn: str, title: str, says: str, theme: int) -> str:
    found = re.match(r'<svg [^>]*width="([0-9.]+)" height="([0-9.]+)"', drawn)
    if found is None:
        raise NoPicture("This picture has no size.")
    width, height = float(found[1]), float(found[2])
    paper, ink, muted = (art.PAGE[name][theme] for name in ("paper", "ink", "muted"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + HEAD:g}" '
        f'width="{width:g}" height="{height + HEAD:g}" font-family="Inter, sans-serif">'
        f'<rect width="100%" height="100%" fill="{paper}"/>'
        f"{_line(title, EDGE, 34, 24, ink, width, 'Fraunces, Georgia, serif')}"
        f"{_line(says, EDGE, 62, 15, muted, width, 'Inter, sans-serif')}"
        f'<svg y="{HEAD:g}" {drawn.removeprefix("<svg ")}</svg>'
    )


def _line(text: str, x: float, y: float, size: float, fill: str, width: float, family: str) -> str:
    """A line of text that is made to fit."""
    short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    fits = min(size, 1.8 * (width - 2 * x) / max(1, len(short)))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{fits:g}" font-weight="600" fill="{fill}" '
        f'font-family="{family}">{escape(short)}</text>'
    )


def card_of(room: str, text: str, says: str) -> LinkCard:
    """The card of a finished game; `says` is how it ended."""
    finished, names, _ = record.load(text, GAMES)
    title = f"{finished.game.title}: {', '.join(names)}"
    return LinkCard(title, says, f"/api/records/{room}/picture")


def with_card(index: str, card: LinkCard, address: str) -> str:
    """The page with what others show of a link to it; `address` is that of this server."""
    tags = {
        "og:site_name": "Trivet",
        "og:type": "website",
        "og:title": card.title,
        "og:description": card.text,
    }
    if card.picture:
        tags["og:image"] = f"{address}{card.picture}"
        tags["og:image:type"] = "image/svg+xml"  # why: docs/decisions/0057
        tags["og:image:alt"] = f"{card.title}. {card.text}"
    lines = [
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()
    ]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    title = f"<title>{escape(card.title)} · Trivet</title>"
    return re.sub(r"<title>.*?</title>", lambda _: "\n    ".join([title, *lines]), index, count=1)
