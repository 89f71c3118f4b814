"""What a page's second worker does: bots think, finished games are replayed and estimated.

A request is the name of some work and its bytes; see `workers.py` for the other side.
"""

from collections.abc import Iterator

import msgspec

from trivet.server.bots.bot_worker import ThinkRequest, answer
from trivet.server.records import archive
from trivet.server.records.analysis_worker import points
from trivet.server.wire.api import Point

REPLAYS = {
    make.__name__: make
    for make in (
        archive.frames_json,
        archive.draws_json,
        archive.verdict_json,
        archive.picture_svg,
        archive.card_json,
        archive.crossroads_data,
        archive.beginning_data,
    )
}


class WorkReply(msgspec.Struct, array_like=True):
    """The result of some work, or what was wrong with what it was asked about."""

    result: bytes = b""
    wrong: str = ""


class Work:
    """Does one thing after another; estimates are fetched one at a time."""

    def __init__(self) -> None:
        self._points: Iterator[Point] = iter(())

    def do(self, name: str, data: bytes) -> bytes:
        """An encoded WorkReply."""
        try:
            return msgspec.msgpack.encode(WorkReply(self._done(name, data)))
        except (LookupError, ValueError) as wrong:
            return msgspec.msgpack.encode(WorkReply(wrong=str(wrong)))

    def _done(self, name: str, data: bytes) -> bytes:
        if name == "think":
            question = msgspec.msgpack.decode(data, type=ThinkRequest)
            return msgspec.msgpack.encode(answer(question))
        if name == "points":
            self._points = points(data.decode())
        if name in ("points", "next"):
            point = next(self._points, None)
            return b"" if point is None else msgspec.json.encode(point)
        text, *rest = msgspec.msgpack.decode(data)
        return REPLAYS[name](text, *rest)
