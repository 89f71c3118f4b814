"""A request to the API and its reply, however they travel: over HTTP, or inside a page."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from trivet.server.store.contract import StoredGuest

T = TypeVar("T")
JSON, TEXT, SVG = "application/json", "text/plain; charset=utf-8", "image/svg+xml"


class Refusing(Exception):
    """A request is refused; becomes a reply with this status."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason = status, code, reason


class ApiCall(Protocol):
    """A request for an endpoint."""

    @property
    def named(self) -> Mapping[str, str]:
        """The parts of its address that the route names."""
        ...

    @property
    def query(self) -> Mapping[str, str]: ...

    @property
    def payer(self) -> str:
        """On whose account the work is done: a person, or the address of a stranger."""
        ...

    async def guest(self) -> StoredGuest:
        """Who asks; Refusing if nobody knows."""
        ...

    async def body(self) -> bytes:
        """What was sent with it; Refusing if it is too long."""
        ...

    def expect_few_rooms(self) -> None:
        """Refusing if too many rooms were opened from there."""
        ...


class ApiReply(NamedTuple):
    """What an endpoint says."""

    content: bytes
    status: int = 200
    kind: str = JSON
    lasts: bool = False  # the same until Trivet changes
    is_open: bool = False  # a finished game: nothing in it is secret, and it may be compressed
    is_packed: bool = False  # by gzip


Endpoint = Callable[[ApiCall], Awaitable[ApiReply]]


class ApiRoute(NamedTuple):
    """Which endpoint answers at which address."""

    method: str
    path: str  # with names: "/api/games/{game}/art"
    endpoint: Endpoint


def reply(content: Any, status: int = 200) -> ApiReply:
    return ApiReply(msgspec.json.encode(content), status)


def lasting(content: Any) -> ApiReply:
    """A reply that is the same until Trivet changes."""
    return ApiReply(msgspec.json.encode(content), lasts=True)


def decoded(data: bytes, kind: type[T]) -> T:
    """A body of some type; Refusing says what is wrong with it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as wrong:
        raise Refusing(422, "bad-request", f"That is not understood: {wrong}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusing(422, "bad-request", "That is not valid JSON.") from None
