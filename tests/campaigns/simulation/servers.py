"""A server that may end at any moment, and the lines between it and people."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Protocol, TypeVar

import msgspec

from campaigns.simulation.model_store import Link, LinkedStore, SharedStore
from campaigns.simulation.virtual import Fate, Process, VirtualLoop, WorkingClock
from trivet.server.bots.bot_worker import Advised, ThinkReply, ThinkRequest, answer
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.pool import ADVISER, GREEDY, Bots
from trivet.server.bots.thinkers import Crashed
from trivet.server.process.fair_share import FairShare
from trivet.server.rooms.caller import RESTART, Caller, Closed
from trivet.server.rooms.notices import Notices
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sessions import Sessions
from trivet.server.store.contract import Elsewhere, StoredGuest, StoreError
from trivet.server.table.audience import written
from trivet.server.table.dispatch import read
from trivet.server.table.room import Person
from trivet.server.wire.messages import Enter, Request
from trivet.server.wire.outgoing import Bye, Notice

SWEEP = 20.0  # seconds between two looks for idle rooms, as in serve.py
PACING = BotPacing(delay=0.4, opening=0.1, further=0.2, patience=3.0, workers=1, quick=1)
T = TypeVar("T")
encode = msgspec.json.Encoder().encode


class Brain:
    """A bot's worker in this process, which takes its time and may crash."""

    def __init__(self, fate: Fate, name: str) -> None:
        self.fate, self.name = fate, name

    async def ask(self, question: ThinkRequest) -> ThinkReply:
        await asyncio.sleep(self.fate.of(self.name).uniform(0.01, 0.3))
        if self.fate.happens(f"{self.name} crashes", 0.02):
            raise Crashed("the worker broke off")
        is_hint = question.is_hint or question.bot == ADVISER  # a search looks at the real time
        question = msgspec.structs.replace(question, is_hint=False)
        if is_hint:
            question.bot = GREEDY
        reply = answer(question)
        return ThinkReply(reply.choice, [Advised(reply.choice, "", "")]) if is_hint else reply

    def kill(self) -> None:
        """The next question begins anew anyway."""

    def move(self, home: object) -> None:
        """There are no other rules here."""

    async def close(self) -> None:
        """Nothing is open."""


class Server:
    """One life of a server."""

    def __init__(
        self,
        loop: VirtualLoop,
        fate: Fate,
        name: str,
        open_store: Callable[[Link, str], LinkedStore],
    ) -> None:
        self.loop, self.fate, self.name = loop, fate, name
        self.process = Process(fate.of(f"{name} clock").uniform(-90.0, 90.0))
        self.link = Link(fate, f"{name} store")
        self.process.context.run(self._start, open_store)

    def _start(self, open_store: Callable[[Link, str], LinkedStore]) -> None:
        self.store = open_store(self.link, self.name)
        self.rooms = Rooms(self.store, Bots(PACING, lambda: Brain(self.fate, f"{self.name} bot")))
        self.rooms.share = FairShare(WorkingClock(self.loop))
        self.sessions = Sessions(self.store)
        self.notices = Notices(self.rooms, self.sessions, lambda *_: 0, self.sessions.forget)
        self.store.listen(self.notices)
        for work in (self.rooms.see_to_clocks(), self._sweep()):
            self.loop.create_task(work)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.rooms.sweep()

    @property
    def is_up(self) -> bool:
        return self.process.is_alive and not self.store.is_cut_off

    async def call(self, work: Callable[[], Awaitable[T]], patience: float = 5.0) -> T | None:
        """What a request over HTTP brings; None if it brings nothing."""

        async def do() -> T:
            return await work()

        task = self.loop.create_task(do(), context=self.process.context.copy())
        await asyncio.wait({task}, timeout=patience)
        if not task.done() or task.cancelled():
            return None
        return task.result()

    async def rename(self, who: Person, name: str) -> bool:
        """As a request to have another name does it."""
        self.rooms.rename(await self.sessions.rename(StoredGuest(who.id, who.name, 0, 0), name))
        return True

    def crash(self) -> None:
        """Nothing is said, and nothing is stored any more."""
        self.link.is_dead = True
        if isinstance(self.store, SharedStore):
            self.store.disconnect()
        self.process.end()
        for mailbox in self.rooms.mailboxes.values():
            mailbox.cancel_tasks()

    async def stop(self) -> None:
        """As SIGTERM does."""

        async def stop() -> bool:
            await self.rooms.close(Bye(reason="The server restarts.", again=0.5))
            await self.store.close()
            return True

        await self.call(stop, 15.0)
        self.crash()


class Ear(Protocol):
    """The other end of a line."""

    who: Person

    def hears(self, line: "Line", data: bytes) -> None: ...
    def is_cut_off(self, line: "Line", end: Closed | None) -> None: ...


class Line:
    """A connection to a table: what is said arrives in order and late, until it breaks."""

    def __init__(self, server: Server, ear: Ear, room: str, find: Callable[[str], Server]) -> None:
        self.server, self.ear, self.room, self.find = server, ear, room, find
        self.who, self.id = ear.who, "simulated"
        self.is_open = True
        self.caller = Caller(server.rooms, room)
        self._first, self._loop = server, server.loop
        self._chance = server.fate.of(f"lines of {ear.who.name}")
        self._there = self._back = 0.0  # when the latest message arrives
        self._outside = copy_context()

    def ask(self, request: Request) -> None:
        """A person says something."""
        self._there = self._arrival(self._there)
        data, context = encode(request), self.server.process.context
        self._loop.call_at(self._there, self._heard, data, context=context)

    def hang_up(self) -> None:
        """The person goes, or the line breaks: the server notices a little later."""
        self.is_open = False
        context = self.server.process.context
        self._loop.call_at(self._arrival(self._there), self._leave, context=context)

    def _arrival(self, latest: float) -> float:
        return max(latest + 1e-6, self._loop.time() + self._chance.expovariate(40))

    # --- in the server ---

    def _heard(self, data: bytes) -> None:
        if self.server.process.is_alive and self.is_open:
            at = self.server.rooms.now()
            self.server.rooms.share.let_in(self.who.id, lambda: self._take(data, at))

    def _take(self, data: bytes, at: int) -> None:
        request = self.caller.take(self, read(data), at)
        if request is not None:
            self._loop.create_task(self._enter(request))

    async def _enter(self, request: Enter) -> None:
        """Let them in; if another server has the table, they go on there, once."""
        if self.server.store.is_shared and self.server is self._first:
            try:
                await self.server.rooms.mailbox(self.room)
            except Elsewhere as other:
                self.server = self.find(other.address)
                self.caller = Caller(self.server.rooms, self.room)
                there = self.server.process.context.copy()
                self._loop.create_task(self._enter(request), context=there)
                return
            except StoreError:
                pass  # whoever enters is told
        try:
            await self.caller.enter(self, request)
        except Closed as end:
            self._tell_end(end)
        if not self.is_open:  # hung up meanwhile
            self.caller.leave(self)

    def _leave(self) -> None:
        if self.server.process.is_alive:
            self.caller.leave(self)

    def _tell_end(self, end: Closed) -> None:
        self._later(self.ear.is_cut_off, self, end)

    # --- as a listener of the table ---

    def send(self, text: bytes) -> None:
        self._later(self.ear.hears, self, text)

    def say(self, notice: Notice) -> None:
        self.send(written(notice))

    def close(self, notice: Bye) -> None:
        self.say(notice)
        self._tell_end(Closed(RESTART, notice.reason))

    def _later(self, tell: Callable[..., None], *what: object) -> None:
        if self.is_open and self.server.process.is_alive:
            self._back = self._arrival(self._back)
            self._loop.call_at(self._back, tell, *what, context=self._outside)
