"""A short moving picture of a turn at the browser table: an animated WebP file.

Chromium takes the pictures; the file that holds them is written here (RIFF with a chunk for each
picture), since nothing else in the project needs a library for pictures.
"""

import base64
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import CDPSession

from campaigns.pictures import play_as_a_bot
from campaigns.stage import Stage
from campaigns.visitor import Visitor, Visits, chromium
from trivet.client import BlockingTable, Client
from trivet.server.wire.messages import Hint
from trivet.server.wire.outgoing import Hinted

GAME = "sovereign"
WIDTH, HEIGHT = 1100, 720
QUALITY = 38  # of 100
BEFORE = 7  # answers before the first picture
TURNS, BEATS = 2, 5  # own turns, and pictures of the movement after each
LONG, SHORT, BEAT = 1400, 700, 350  # milliseconds: to read, to follow, between two of a movement


class Still(NamedTuple):
    picture: bytes  # WebP
    stands: int  # milliseconds


def campaign(work: Path, target: Path) -> Path:
    """Record two turns with the rival's answers."""
    with Stage(work, delay=0.6) as stage, chromium() as browser:
        visits = Visits(browser, stage.address)
        size = {"width": WIDTH, "height": HEIGHT}
        guest = visits(confirm="turn", viewport=size, reduced_motion="no-preference")
        guest.page.goto("/")
        guest.page.get_by_role("button", name="Play now").first.wait_for()
        token = next(one["value"] for one in guest.context.cookies() if one["name"] == "trivet")
        client = Client(stage.address, token)
        room = client.open_room(GAME, bots=["", "greedy"], start=True, is_public=False)
        with client.enter(room) as table:
            play_as_a_bot(table, BEFORE)
            guest.page.goto(f"/t/{room}")
            guest.settle()
            shots = list(_turns(guest, table))
    target.write_bytes(animated(shots, WIDTH, HEIGHT))
    return target


def _turns(guest: Visitor, table: BlockingTable) -> Iterator[Still]:
    camera = guest.context.new_cdp_session(guest.page)
    for _ in range(TURNS):
        guest.settle()
        guest.page.wait_for_timeout(1200)  # all movement is over
        yield _still(camera, LONG)
        advice = table.do(Hint())
        if not isinstance(advice, Hinted) or guest.is_over():
            return
        for thing in advice.best[0].touched:
            where = guest.page.locator(f'[data-thing="{thing}"], [data-extra="{thing}"]')
            if where.count():
                where.first.click()
                guest.page.wait_for_timeout(300)
                yield _still(camera, SHORT)
        if guest.has_picked():
            yield _still(camera, LONG)
            guest.main.click()
        for _ in range(BEATS):
            guest.page.wait_for_timeout(BEAT)
            yield _still(camera, BEAT)
    guest.page.wait_for_timeout(1500)
    yield _still(camera, LONG)


def _still(camera: CDPSession, stands: int) -> Still:
    taken = camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return Still(base64.b64decode(taken["data"]), stands)


# --- the file -------------------------------------------------------------------------------------


def animated(stills: Sequence[Still], width: int, height: int) -> bytes:
    """WebP pictures of one size, one after the other, again and again; equal ones are joined."""
    joined: list[Still] = []
    for one in stills:
        if joined and joined[-1].picture == one.picture:
            joined[-1] = Still(one.picture, joined[-1].stands + one.stands)
        else:
            joined.append(one)
    size = _three(width - 1) + _three(height - 1)
    parts = [_chunk(b"VP8X", b"\x02\0\0\0" + size), _chunk(b"ANIM", struct.pack("<IH", 0, 0))]
    for one in joined:
        head = _three(0) + _three(0) + size + _three(one.stands) + b"\x02"  # drawn over all
        parts.append(_chunk(b"ANMF", head + _image(one.picture)))
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _image(picture: bytes) -> bytes:
    """The chunks of a WebP file that hold its image."""
    at, found = 12, b""
    while at < len(picture):
        name, length = picture[at : at + 4], struct.unpack_from("<I", picture, at + 4)[0]
        if name in (b"VP8 ", b"VP8L", b"ALPH"):
            found += _chunk(name, picture[at + 8 : at + 8 + length])
        at += 8 + length + length % 2
    return found


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]
