"""One WebSocket: input is checked strictly; output is queued, so that a room never waits for it."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from trivet.server.process.limits import Allowance, RateBucket
from trivet.server.process.logs import REQUEST
from trivet.server.rooms.caller import (
    FAULT,
    POLICY,
    RESTART,
    TOO_BIG,
    TOO_MANY,
    TOO_SLOW,
    Caller,
    Closed,
)
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sanctions import words_for
from trivet.server.table.audience import written
from trivet.server.table.commands import Ending
from trivet.server.table.dispatch import read
from trivet.server.table.mailbox import Mailbox
from trivet.server.table.room import Person
from trivet.server.wire.messages import Enter, Request, Say
from trivet.server.wire.outgoing import Bye, Failed, Notice

WRONG = "Something went wrong here. Please come back."
WIRE = "trivet.wire"  # the Wire, in the state of a WebSocket
LAST_WORDS = 5.0  # seconds for a reader to take what is left
FORGIVING = 0.2  # warnings that are forgotten, for each message that would have been welcome
MOST_WAITING = 8  # messages of a socket that wait for their turn; then it is read no more
HELD = 0.25  # seconds for which a socket is not read after a line of chat that came too fast
COME_BACK = 1.0  # seconds after which a slow reader may try again
log = logging.getLogger("trivet.socket")


class Wire(Protocol):
    """The connection below a WebSocket, to be read and written without a task in between."""

    hear: Callable[[bytes], None] | None  # is given whole messages

    @property
    def is_ready(self) -> bool: ...
    async def ready(self) -> None: ...
    def push(self, texts: Iterable[bytes]) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Socket:
    """A WebSocket as a listener of a room."""

    def __init__(
        self, websocket: WebSocket, rooms: Rooms, allowance: Allowance, who: Person, address: str
    ) -> None:
        self.websocket, self.rooms, self.allowance = websocket, rooms, allowance
        self.who, self.address = who, address
        self.id = REQUEST.get()
        self.caller = Caller(rooms, websocket.path_params["room"])
        self._warnings = RateBucket(
            rooms.limits.rate * FORGIVING, rooms.limits.warnings, rooms.now() / 1000
        )
        self.wire: Wire = getattr(websocket.state, WIRE)
        self._outbox: list[bytes] = []
        self._unread = 0  # bytes in the outbox
        self._waiting = 0  # messages that were heard and wait for their turn
        self._is_paused = False  # no more is read until they are handled ...
        self._held: asyncio.TimerHandle | None = None  # ... or for a moment after a refused line
        self._is_ending = False  # no more messages are heard
        self._is_due = False  # the outbox is written at the end of this turn of the loop
        self._news = asyncio.Event()
        self._end: Closed | None = None
        self._ended = asyncio.Event()

    @property
    def mailbox(self) -> Mailbox | None:
        return self.caller.mailbox

    # --- out -------------------------------------------------------------------------------------

    def send(self, text: bytes) -> None:
        if self._end is not None:
            return
        self._outbox.append(text)
        self._unread += len(text)
        if self._unread > self.rooms.limits.unread:
            self._drop("Your connection is too slow. Reconnecting …")
        elif not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._write_soon)

    def say(self, notice: Notice) -> None:
        if isinstance(notice, Failed):
            self.rooms.metrics.refusals["socket", notice.code] += 1
        self.send(written(notice))

    def close(self, notice: Bye) -> None:
        self.say(notice)
        self._finish(Closed(RESTART, notice.reason))

    def end(self, code: int, reason: str) -> None:
        """Close the socket with a reason, at once."""
        self.say(Failed(code="closed", reason=reason))
        self._finish(Closed(code, reason))

    def _drop(self, reason: str) -> None:
        """The client reads too slowly: drop the outbox and send only the reason."""
        self._outbox = [written(Bye(reason=reason, again=COME_BACK))]
        self._finish(Closed(TOO_SLOW, reason))

    def _finish(self, end: Closed) -> None:
        """Close the socket once the outbox is sent; nothing more is queued."""
        if self._end is None:
            self._end = end
            self._news.set()
            self._ended.set()

    def _write_soon(self) -> None:
        """Everything of one turn of the loop in one write; later, if the other side is slow."""
        self._is_due = False
        if self.wire.is_ready and self._outbox:
            self._write()
        else:
            self._news.set()

    def _write(self) -> None:
        texts, self._outbox, self._unread = self._outbox, [], 0
        self.wire.push(texts)

    async def _write_late(self) -> None:
        """Send what could not be sent at once, until the socket is to be closed."""
        while self._outbox or self._end is None:
            await self._news.wait()
            self._news.clear()
            while self._outbox:
                await self.wire.ready()
                self._write()

    # --- in --------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Read and write until the client leaves or the socket is to be closed."""
        writer = asyncio.create_task(self._write_late())
        reader = asyncio.create_task(self._read_all())
        ended = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait({writer, reader, ended}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and (end := _end_of(reader.exception())) is not None:
                self.say(Failed(code="closed", reason=end.reason))
                self._finish(end)
        finally:
            reader.cancel()  # it may be about to enter
            self.rooms.share.let_in(self.who.id, self._leave)  # after what was said before
            if self._end is not None:
                await asyncio.wait({writer}, timeout=LAST_WORDS)
            for task in (writer, reader, ended):
                task.cancel()
            await asyncio.gather(writer, reader, ended, return_exceptions=True)
            self.wire.hear = None  # else the connection and this socket keep each other
            await self._hang_up()

    def _leave(self) -> None:
        self.caller.leave(self)

    async def _hang_up(self) -> None:
        if self.websocket.application_state == WebSocketState.CONNECTED and self._end is not None:
            with suppress(TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
                async with asyncio.timeout(LAST_WORDS):
                    await self.websocket.close(self._end.code, self._end.brief)

    async def _read_all(self) -> None:
        try:
            async with asyncio.timeout(self.rooms.limits.entering):
                while self.mailbox is None and self._end is None:
                    await self._take(await self._receive())
        except TimeoutError:
            raise Closed(POLICY, "No 'enter' came in time.") from None
        self.wire.hear = self._hear
        while True:
            await self._take(await self._receive())  # what came before, and the end

    def _hear(self, text: bytes) -> None:
        """A message of somebody who has entered: it is handled when the person's turn comes.  As
        long as several wait, no more are read."""
        at = self.rooms.now()
        self._waiting += 1
        if self._waiting == MOST_WAITING:
            self._is_paused = True
            self.wire.pause_reading()
        self.rooms.share.let_in(self.who.id, lambda: self._heard(text, at))

    def _heard(self, text: bytes, at: int) -> None:
        self._waiting -= 1
        if self._is_paused and self._waiting == 0:
            self._is_paused = False
            self._read_on()
        if self._end is not None or self._is_ending or self.mailbox is None:
            return
        try:
            self._expect_short(text)
            self._take_now(text, at)
        except Exception as error:
            end = _end_of(error)
            if end is not None:
                self._is_ending = True  # what came before is answered first
                self.mailbox.submit(Ending(lambda: self.end(end.code, end.reason)))

    def _hold(self) -> None:
        """Read no more for a moment: who floods a chat is answered a few times a second."""
        if self._held is None:
            self.wire.pause_reading()
            self._held = asyncio.get_running_loop().call_later(HELD, self._release)

    def _release(self) -> None:
        self._held = None
        self._read_on()

    def _read_on(self) -> None:
        if self._held is None and not self._is_paused:
            self.wire.resume_reading()

    async def _receive(self) -> bytes | str:
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: bytes | str = message.get("text") or message.get("bytes") or b""
        self._expect_short(text)
        return text

    def _expect_short(self, text: bytes | str) -> None:
        if len(text) > self.rooms.limits.message:
            raise Closed(TOO_BIG, f"A message has at most {self.rooms.limits.message} bytes.")

    async def _take(self, text: bytes | str) -> None:
        request = self._take_now(text, self.rooms.now())
        if request is not None:
            await self.caller.enter(self, request)

    def _take_now(self, text: bytes | str, at: int) -> Enter | None:
        """Take a message that came at this time; the request to enter, if it is one that has to be
        waited for."""
        request = read(text)
        if not self.allowance.spend(self.who.id, self.address, at / 1000):
            self._warn(request, at)
        elif (refusal := self._too_much(request, at)) is not None:
            self.say(refusal)
        else:
            return self.caller.take(self, request, at)
        return None

    def _too_much(self, request: Request | Failed, at: int) -> Failed | None:
        """Why somebody who has entered may not write now."""
        if self.mailbox is None or not isinstance(request, Say):
            return None
        if muted := self.rooms.sanctions.mute(self.who.id):
            return Failed(code="muted", reason=words_for(muted), re=request.re)
        if not self.allowance.spend_line(self.who.id, at / 1000):
            self._hold()
            reason = "You write faster than people read. Wait a moment."
            return Failed(code="too-fast", reason=reason, re=request.re)
        return None

    def _warn(self, request: Request | Failed, at: int) -> None:
        """Over the rate limit: warn, and do nothing; after too many warnings close the socket."""
        if not self._warnings.spend(at / 1000):
            raise Closed(TOO_MANY, "Too many messages. Please come back later.")
        reason = "Too many messages at once. Nothing was done: send it again a little later."
        self.say(Failed(code="too-fast", reason=reason, re=request.re))


def _end_of(error: BaseException | None) -> Closed | None:
    """How a conversation ends: as we said, silently if the other side has gone, or by a fault."""
    if error is None or isinstance(error, Closed):
        return error
    if isinstance(error, WebSocketDisconnect):
        return None
    log.error("a socket ends by a fault", exc_info=error)
    return Closed(FAULT, WRONG)
