"""Rate limits (token buckets) and other limits.  Honest players, however fast, never reach them."""

from collections import Counter, OrderedDict
from typing import NamedTuple

MOST_BUCKETS = 20_000  # people or addresses; then those that were new first begin with a full one


class Limits(NamedTuple):
    """All limits of a server.  Its host can set each of them: `trivet serve --limit rate=20`."""

    message: int = 8192  # bytes of a message or a request
    rate: float = 40.0  # messages and requests a second from one person ...
    burst: float = 200.0  # ... and at once
    rate_of_address: float = 800.0  # the same from one address: a school may be behind it
    burst_of_address: float = 8000.0
    warnings: float = 100.0  # messages over the limit that get a warning; then the socket is closed
    chat_rate: float = 0.5  # lines a second from one person ...
    chat_burst: float = 8.0
    sockets_of_person: int = 16
    sockets_of_address: int = 256
    rooms_of_person: int = 24  # that are not over
    rooms_of_address: float = 60.0  # opened in a minute
    guests_of_address: float = 60.0  # new people in a minute
    names_of_address: float = 10.0  # kept in a day
    ceremonies_of_address: float = 20.0  # of passkeys, and links to other devices, in an hour
    connections_of_address: int = 64  # without sockets; a browser opens six; 0: as many as come
    request_seconds: float = 10.0  # for the whole of a request ...
    reply_seconds: float = 300.0  # ... and for its reply to be made and read
    entering: float = 10.0  # seconds until the first message
    unread: int = 2_000_000  # bytes that may wait for a slow reader


USUAL = Limits()
USUAL_RANGE = 1, 1_000_000_000  # what a host may set ...
RANGES = {  # ... and where that would not do
    "message": (1024, 1_000_000),  # with less nobody could open a table; no frame is longer
    "chat_rate": (0.01, 1000),
    "connections_of_address": (0, 1_000_000_000),
    "unread": (100_000, 1_000_000_000),  # a first message has to fit
}


class RateBucket:
    """A token bucket: holds `burst` tokens, gains `rate` a second; a request costs one."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, now

    def spend(self, now: float) -> bool:
        """Take a token; False if there is none.  A busy server handles messages of one address not
        in the order they came: an older one brings no new tokens, and takes none away."""
        if now > self.at:
            self.left = min(self.burst, self.left + (now - self.at) * self.rate)
            self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


class RateBuckets:
    """A token bucket for each name; full ones are dropped."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._by_name: OrderedDict[str, RateBucket] = OrderedDict()

    def spend(self, name: str, now: float) -> bool:
        budget = self._by_name.get(name)
        if budget is None:
            if len(self._by_name) >= MOST_BUCKETS:
                self._by_name.popitem(last=False)
            budget = self._by_name[name] = RateBucket(self.rate, self.burst, now)
        return budget.spend(now)

    def sweep(self, now: float) -> None:
        full_after = self.burst / self.rate
        for name in [n for n, b in self._by_name.items() if now - b.at > full_after]:
            del self._by_name[name]


class Allowance:
    """The rate limits of people and addresses, over all sockets and requests."""

    def __init__(self, limits: Limits) -> None:
        self._of_person = RateBuckets(limits.rate, limits.burst)
        self._of_address = RateBuckets(limits.rate_of_address, limits.burst_of_address)
        self._chat = RateBuckets(limits.chat_rate, limits.chat_burst)

    def spend(self, person: str, address: str, now: float) -> bool:
        """Count one message or request; without a person only the address counts."""
        if person and not self._of_person.spend(person, now):
            return False
        return self._of_address.spend(address, now)

    def spend_line(self, person: str, now: float) -> bool:
        """Count one line of chat."""
        return self._chat.spend(person, now)

    def sweep(self, now: float) -> None:
        for budgets in (self._of_person, self._of_address, self._chat):
            budgets.sweep(now)


class SeldomLimits:
    """Limits of requests that cost much, or that nobody needs often; by address."""

    def __init__(self, limits: Limits) -> None:
        names, ceremonies = limits.names_of_address, limits.ceremonies_of_address
        self._buckets = {
            "export": RateBuckets(1 / 60, 5),
            "erase": RateBuckets(1 / 600, 5),
            "keep": RateBuckets(names / 86_400, names),
            "ceremony": RateBuckets(ceremonies / 3600, ceremonies),
        }

    def spend(self, what: str, address: str, now: float) -> bool:
        return self._buckets[what].spend(address, now)

    def sweep(self, now: float) -> None:
        for buckets in self._buckets.values():
            buckets.sweep(now)


class Sockets:
    """Counts open sockets by person and by address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.of_person: Counter[str] = Counter()
        self.of_address: Counter[str] = Counter()

    def why_not(self, person: str, address: str) -> str:
        """Why there may not be one more; empty if there may."""
        if self.of_person[person] >= self.limits.sockets_of_person:
            return "You have too many tables open at once. Close one and try again."
        if self.of_address[address] >= self.limits.sockets_of_address:
            return "Too many tables are open from where you are. Try again later."
        return ""

    def add(self, person: str, address: str) -> None:
        self.of_person[person] += 1
        self.of_address[address] += 1

    def remove(self, person: str, address: str) -> None:
        for counter, name in ((self.of_person, person), (self.of_address, address)):
            counter[name] -= 1
            if not counter[name]:
                del counter[name]

    @property
    def open(self) -> int:
        return self.of_person.total()
