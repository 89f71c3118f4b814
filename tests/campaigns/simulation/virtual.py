"""A loop on which time passes only when nothing is left to do, and chance from one seed."""

import asyncio
import base64
import contextvars
import secrets
import selectors
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Generator, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

BEGINNING = 1_800_000_000.0  # seconds since 1970, when every world begins


class Fate:
    """Decides what happens, and keeps a list of it.

    Every source of events has chances of its own, so that a world in which some events are left
    out is otherwise as similar as can be: `only` names those that may happen.
    """

    def __init__(self, seed: int, only: Collection[str] | None = None) -> None:
        self.seed, self.only = seed, None if only is None else frozenset(only)
        self.is_calm = False  # no more trouble
        self.events: list[str] = []
        self._asked: Counter[str] = Counter()
        self._sources: dict[str, Random] = {}

    def of(self, source: str) -> Random:
        """The chances of a source."""
        if source not in self._sources:
            self._sources[source] = Random(f"{self.seed} {source}")
        return self._sources[source]

    def happens(self, what: str, chance: float) -> bool:
        """Whether something happens this time that may be left out."""
        self._asked[what] += 1
        if self.of(what).random() >= chance:
            return False
        name = f"{what} {self._asked[what]}"
        if self.is_calm or (self.only is not None and name not in self.only):
            return False
        self.events.append(name)
        return True


# --- time -----------------------------------------------------------------------------------------


class Stuck(Exception):
    """Nothing will ever happen again."""


class NoSockets(selectors.SelectSelector):
    """Waits for nothing but time, which is over at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck("nothing will ever happen again")
        self.now += max(0.0, timeout)
        return []


class Process:
    """What runs in one life of a server: it ends with a crash, wherever it is."""

    def __init__(self, skew: float) -> None:
        self.skew = skew  # seconds by which its time of day is wrong
        self.is_alive = True
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.context = contextvars.copy_context()
        self.context.run(HERE.set, self)

    def add(self, task: "asyncio.Task[Any]") -> None:
        self.tasks[task] = None
        task.add_done_callback(lambda done: self.tasks.pop(done, None))

    def end(self) -> None:
        self.is_alive = False
        for task in list(self.tasks):
            task.cancel()


HERE: "contextvars.ContextVar[Process | None]" = contextvars.ContextVar("HERE", default=None)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop without sockets and threads."""

    def __init__(self) -> None:
        self.selector = NoSockets()
        super().__init__(self.selector)
        self.set_task_factory(_in_its_process)

    def time(self) -> float:
        return self.selector.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """At once: a thread would end at a time that no seed knows."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def _in_its_process(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, Any] | Generator[Any, None, Any],
    **more: Any,
) -> "asyncio.Task[Any]":
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **more)
    if (process := HERE.get()) is not None:
        process.add(task)
    return task


class WorkingClock:
    """Seconds for the fair share: every look at it costs a little."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop, self.spent = loop, 0.0

    def __call__(self) -> float:
        self.spent += 0.00002
        return self.loop.time() + self.spent


@contextmanager
def virtual_world(fate: Fate) -> Iterator[VirtualLoop]:
    """Time of day and secrets come from the loop and the seed."""
    loop, chance = VirtualLoop(), fate.of("secrets")

    def now() -> float:
        process = HERE.get()
        return BEGINNING + loop.time() + (process.skew if process is not None else 0.0)

    def token_urlsafe(size: int = 32) -> str:
        return base64.urlsafe_b64encode(chance.randbytes(size)).decode().rstrip("=")

    replaced: list[tuple[Any, str, Callable[..., Any]]] = [
        (time, "time", now), (secrets, "token_bytes", chance.randbytes),
        (secrets, "token_urlsafe", token_urlsafe), (secrets, "randbits", chance.getrandbits),
        (secrets, "token_hex", lambda size: chance.randbytes(size).hex()),
        (secrets, "choice", chance.choice),
    ]  # fmt: skip
    kept = [(module, name, getattr(module, name)) for module, name, _ in replaced]
    for module, name, ours in replaced:
        setattr(module, name, ours)
    try:
        yield loop
    finally:
        for module, name, theirs in kept:
            setattr(module, name, theirs)
        loop.close()
