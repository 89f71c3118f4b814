"""Fair-share scheduling of the event loop: who has used little of it lately comes first.

While the loop keeps up, nothing waits.  When more comes in than it can handle, one message or
request is let in for each turn of the loop, that of the person with the least recent use first.
As long as there are people who use little, the loop rests after each message of somebody who uses
much, so that all of those together leave most of it, and of the store, to the others.
"""

import asyncio
import heapq
import math
import time
from collections import deque
from collections.abc import Callable

HALF_LIFE = 10.0  # seconds after which half of what somebody used is forgotten
MUCH = 0.07  # seconds of recent use: about three answers a second, all the time
REST = 3.0  # times as long as the message took
LONGEST_REST = 0.02  # seconds
LATELY = 2.0  # seconds for which somebody who uses little counts as being there
MOST_KNOWN = 50_000  # people and addresses whose use is remembered
QUIET = 1.0  # seconds without any work
FORGOTTEN = 0.001  # seconds of use that are not worth remembering


class FairShare:
    """Lets work in, person by person, and keeps count of what each has used."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        # By person: log2(seconds used) + now / HALF_LIFE.  All use fades alike, so that this number
        # stays the same until the person uses more, and compares people at any time.
        self._used: dict[str, float] = {}
        self._waiting: dict[str, deque[Callable[[], object]]] = {}
        self._order: list[tuple[float, str]] = []  # a heap of those who wait
        self._is_free = True  # nothing was let in during this turn of the loop
        self._light_at = -math.inf  # when somebody who uses little was let in
        self._busy_at = -math.inf  # when anything was let in
        self._rest: asyncio.TimerHandle | None = None  # who uses little need not wait for its end

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    # --- what was used ---------------------------------------------------------------------------

    def used(self, person: str) -> float:
        """Seconds of the loop that a person has used, older ones counted less."""
        rank = self._used.get(person)
        return 0.0 if rank is None else 2.0 ** (rank - self.clock() / HALF_LIFE)

    def charge(self, person: str, seconds: float) -> None:
        used = self.used(person) + seconds
        if len(self._used) >= MOST_KNOWN and person not in self._used:
            del self._used[next(iter(self._used))]
        if used > 0.0:
            self._used[person] = math.log2(used) + self.clock() / HALF_LIFE

    def sweep(self) -> None:
        """Forget those who have used next to nothing."""
        least = math.log2(FORGOTTEN) + self.clock() / HALF_LIFE
        for person in [one for one, rank in self._used.items() if rank < least]:
            del self._used[person]

    # --- whose turn it is ------------------------------------------------------------------------

    def let_in(self, person: str, work: Callable[[], object]) -> None:
        """Do the work now if the loop keeps up, else when its turn comes."""
        if self._is_free:
            self._do(person, work)
            return
        line = self._waiting.get(person)
        if line is None:
            line = self._waiting[person] = deque()
            heapq.heappush(self._order, (self._rank(person), person))
        line.append(work)
        if self._rest is not None and not self._uses_much(person):
            self._go_on()

    async def turn(self, person: str) -> None:
        """Wait for one's turn."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.let_in(person, lambda: _call(called))
        await called

    @property
    def is_quiet(self) -> bool:
        """Whether nobody has asked for anything lately."""
        return self.clock() - self._busy_at > QUIET

    def waiting(self, person: str) -> int:
        return len(self._waiting.get(person, ()))

    def _rank(self, person: str) -> float:
        return self._used.get(person, -math.inf)

    def _uses_much(self, person: str) -> bool:
        return self.used(person) > MUCH

    def _do(self, person: str, work: Callable[[], object]) -> None:
        self._is_free = False
        began = self._busy_at = self.clock()
        if not self._uses_much(person):
            self._light_at = began
        try:
            work()
        finally:
            self.charge(person, self.clock() - began)
            asyncio.get_running_loop().call_soon(self._done, began)

    def _done(self, began: float) -> None:
        """The turn of the loop is over: the next one's, or a rest."""
        now = self.clock()
        if self._order and now - self._light_at < LATELY and self._uses_much(self._first()):
            rest = min(LONGEST_REST, REST * (now - began))
            self._rest = asyncio.get_running_loop().call_later(rest, self._go_on)
        else:
            self._next()

    def _go_on(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None
        self._next()

    def _first(self) -> str:
        """Who has used least of those who wait."""
        while self._order[0][0] < self._rank(self._order[0][1]):  # more was used since
            _, person = heapq.heappop(self._order)
            heapq.heappush(self._order, (self._rank(person), person))
        return self._order[0][1]

    def _next(self) -> None:
        if not self._order:
            self._is_free = True
            return
        person = self._first()
        line = self._waiting[person]
        work = line.popleft()
        if not line:
            heapq.heappop(self._order)
            del self._waiting[person]
        self._do(person, work)


def _call(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():  # else it was given up
        waiting.set_result(None)
