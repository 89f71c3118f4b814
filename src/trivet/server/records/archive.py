"""Looking at finished games costs replaying them: it is done elsewhere, and replies are kept.

A record never changes, so what was made of it stays true.  People take turns; a stranger who asks
for much is refused alone.
"""

import asyncio
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from trivet.catalogue import GAMES
from trivet.core.record import BadRecord
from trivet.freeze import freeze, thaw
from trivet.server.process.bounded_cache import BoundedCache, key_of
from trivet.server.records import branching, sharing
from trivet.server.records.branching import Beginning, Crossroads
from trivet.server.records.looking_line import LookingLine
from trivet.server.records.positions import draws, frames
from trivet.server.records.record_links import is_carried
from trivet.server.records.sharing import LinkCard
from trivet.server.table.room import Failing
from trivet.server.wire.api import Verdict
from trivet.server.wire.outgoing import Result
from trivet.verifier import CannotCheck, Unfair, verified

if TYPE_CHECKING:  # Python in a page has no processes
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

MOST_KEPT = 32_000_000  # bytes of replies, with their keys
MOST_WAITING = 16  # requests that wait to be worked out
NICENESS = 5
WORTH_PACKING = 1000  # bytes
GZIP = 31  # for zlib: with the head of a gzip file


class RecordRequest(NamedTuple):
    """A finished game, and who looks at it: a person, or the address of a stranger."""

    who: str
    room: str
    text: str


class Replayer(Protocol):
    """Where records are replayed: a process, or a worker of a page."""

    async def run(self, make: Callable[..., bytes], text: str, rest: tuple[Any, ...]) -> bytes:
        """What the function makes of a record, perhaps compressed by gzip; LookupError says what is
        wrong with it."""
        ...

    async def close(self) -> None: ...


class ReplayProcess:
    """A process that replays records; started on first use, and again after it has ended."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, make: Callable[..., bytes], text: str, rest: tuple[Any, ...]) -> bytes:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool

        loop = asyncio.get_running_loop()
        for is_last in (False, True):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, initializer=_begin)
            try:
                return await loop.run_in_executor(self._pool, packed, make, text, *rest)
            except BrokenProcessPool:
                self._pool = None
                if is_last:
                    raise
        raise AssertionError

    async def close(self) -> None:
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


def packed(make: Callable[..., bytes], text: str, *rest: Any) -> bytes:
    """What the function makes, compressed if it is long: finished games have no secrets."""
    made = make(text, *rest)
    return zlib.compress(made, 6, GZIP) if len(made) > WORTH_PACKING else made


def unpacked(made: bytes) -> bytes:
    return zlib.decompress(made, GZIP) if is_packed(made) else made


def is_packed(made: bytes) -> bool:
    return made.startswith(b"\x1f\x8b")


class Archive:
    """What is asked about finished games, and the replies."""

    def __init__(self, replayer: Replayer) -> None:
        self._replayer = replayer
        self.kept = BoundedCache(MOST_KEPT)
        self._line = LookingLine(MOST_WAITING)

    async def frames(
        self, look: RecordRequest, viewer: int, first: int, count: int, result: Result | None = None
    ) -> bytes:
        """Frames as JSON, with the stored result if there is one; LookupError if there are none."""
        ended = b"" if result is None else msgspec.json.encode(result)
        return await self._reply(look, frames_json, viewer, first, count, ended)

    async def verdict(self, look: RecordRequest) -> bytes:
        """A Verdict as JSON."""
        return await self._reply(look, verdict_json)

    async def draws(self, look: RecordRequest) -> bytes:
        """Draws as JSON; LookupError if the record cannot be read here."""
        return await self._reply(look, draws_json)

    async def picture(self, look: RecordRequest, says: str, at: int | None, theme: str) -> bytes:
        """A position as an SVG file; LookupError if it cannot be drawn."""
        return await self._reply(look, picture_svg, says, at, theme)

    async def card(self, look: RecordRequest, says: str) -> LinkCard:
        """What a link to the game says elsewhere; LookupError if it cannot be read."""
        found = await self._reply(look, card_json, look.room, says)
        return msgspec.json.decode(unpacked(found), type=LinkCard)

    async def crossroads(self, look: RecordRequest, before: int, at: int) -> Crossroads | None:
        """The last answer of a player between two positions; LookupError for a bad record."""
        found = await self._reply(look, crossroads_data, before, at)
        if not found:
            return None
        number, seat, choice, state = msgspec.msgpack.decode(
            unpacked(found), type=tuple[int, int, int, bytes]
        )
        s = thaw(state, GAMES)
        return Crossroads(number, seat, choice, s, s.game)

    async def beginning(self, look: RecordRequest, at: int) -> Beginning:
        """A position to play on from; Failing if that cannot be, LookupError for a bad record."""
        found = await self._reply(look, beginning_data, at)
        begun = msgspec.msgpack.decode(unpacked(found), type=Beginning | NoBeginning)
        if isinstance(begun, NoBeginning):
            raise Failing(begun.code, begun.reason)
        return begun

    async def _reply(self, look: RecordRequest, make: Callable[..., bytes], *rest: Any) -> bytes:
        key = key_of(make.__name__, look.room, *rest)
        kept = self.kept.get(key)
        if kept is not None:
            return kept
        async with self._line.turn(look.who):
            kept = self.kept.get(key)  # somebody else may have asked meanwhile
            if kept is not None:
                return kept
            made = await self._replayer.run(make, look.text, rest)
        if not is_carried(look.room) or is_worth_keeping(make, made):
            self.kept.put(key, made)
        return made

    def forget(self) -> None:
        """Records have changed: a person was erased."""
        self.kept.clear()

    async def close(self) -> None:
        await self._replayer.close()


def is_worth_keeping(make: Callable[..., bytes], made: bytes) -> bool:
    """Whether anybody else is likely to ask for this of a record in a link: not for the verdict on
    junk, of which there is any amount."""
    return make is not verdict_json or msgspec.json.decode(unpacked(made), type=Verdict).is_fair


# --- in the other process -------------------------------------------------------------------------


class NoBeginning(msgspec.Struct, tag=True):
    """Why something cannot be done with a record: a Failing, which cannot travel."""

    code: str
    reason: str


def frames_json(text: str, viewer: int, first: int, count: int, ended: bytes) -> bytes:
    """`ended` is the stored result: a record knows only what was played."""
    try:
        found = frames(text, viewer, first, count)
    except BadRecord as wrong:
        raise LookupError(str(wrong)) from None  # a BadRecord cannot travel between processes
    if ended:
        found.result = msgspec.json.decode(ended, type=Result)
    return msgspec.json.encode(found)


def draws_json(text: str) -> bytes:
    try:
        return msgspec.json.encode(draws(text))
    except BadRecord as wrong:
        raise LookupError(str(wrong)) from None


def verdict_json(text: str) -> bytes:
    try:
        return msgspec.json.encode(Verdict(is_fair=True, words=verified(text)))
    except Unfair as wrong:
        return msgspec.json.encode(Verdict(is_fair=False, words=str(wrong)))
    except CannotCheck as why:
        return msgspec.json.encode(Verdict(is_fair=False, is_checked=False, words=str(why)))


def picture_svg(text: str, says: str, at: int | None, theme: str) -> bytes:
    try:
        return sharing.picture(text, says, at, theme).encode()
    except (BadRecord, sharing.NoPicture) as wrong:
        raise LookupError(str(wrong)) from None


def card_json(text: str, room: str, says: str) -> bytes:
    try:
        return msgspec.json.encode(sharing.card_of(room, text, says))
    except BadRecord as wrong:
        raise LookupError(str(wrong)) from None


def crossroads_data(text: str, before: int, at: int) -> bytes:
    try:
        found = branching.crossroads(text, before, at)
    except BadRecord as wrong:
        raise LookupError(str(wrong)) from None
    if found is None:
        return b""
    answer = found.at, found.seat, found.choice, freeze(found.state)
    return msgspec.msgpack.encode(answer)


def beginning_data(text: str, at: int) -> bytes:
    try:
        return msgspec.msgpack.encode(branching.beginning(text, at))
    except BadRecord as wrong:
        raise LookupError(str(wrong)) from None
    except Failing as no:
        return msgspec.msgpack.encode(NoBeginning(no.code, no.reason))


def _begin() -> None:
    """In the new process: tables come first; it ends with the server, even if that is killed."""
    import multiprocessing
    import threading

    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: "BaseProcess") -> None:
    server.join()
    os._exit(0)
