"""A request to the API and its reply, however they travel: over HTTP, or inside a page."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MethodType
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

    async def visitor(self) -> StoredGuest:
        """Who asks; a stranger becomes a guest with a name."""
        ...

    @property
    def session(self) -> bytes:
        """The hash of the cookie that came with it."""
        ...

    @property
    def site(self) -> str:
        """The origin of the page that asks: "https://trivet.example"."""
        ...

    @property
    def address(self) -> str:
        """Where it comes from, as far as limits tell places apart."""
        ...

    def give_session(self, token: str, before: str) -> None:
        """The reply gives this cookie; sockets of whom the browser was before close."""
        ...

    def end_session(self, person: str, *, is_own: bool) -> None:
        """A session has ended: sockets of the person have to show their cookie again."""
        ...

    def send_away(self, person: str, reason: str) -> None:
        """A person is gone: their sockets close for good, and the reply takes the cookie away."""
        ...

    async def body(self) -> bytes:
        """What was sent with it; Refusing if it is too long."""
        ...

    def expect_few_rooms(self) -> None:
        """Refusing if too many rooms were opened from there."""
        ...

    def expect_seldom(self, what: str) -> None:
        """Refusing if something costly was asked for too often from there."""
        ...


class ApiReply(NamedTuple):
    """What an endpoint says."""

    content: bytes
    status: int = 200
    kind: str = JSON
    is_open: bool = False  # a finished game: nothing in it is secret, and it may be compressed
    is_packed: bool = False  # by gzip


Endpoint = Callable[[ApiCall], Awaitable[ApiReply]]


class ApiRoute(NamedTuple):
    """A request of the API: docs/api.md, the page's `routes.ts` and the server read it here."""

    method: str
    path: str  # with names: "/api/games/{game}/art"
    handler: Callable[[Any, ApiCall], Awaitable[ApiReply]]  # a method of the owner of the routes
    gives: type | str  # the type of the reply; a media type if it is not JSON
    says: str  # what the reply is, for docs/api.md
    takes: type | None = None  # the type of the body
    query: Mapping[str, str | int] = {}  # what else may be said, by example
    lasts: bool = False  # the reply is the same until Trivet changes


class BoundRoute(NamedTuple):
    """A route, and the endpoint that answers."""

    route: ApiRoute
    endpoint: Endpoint


def bound(routes: Sequence[ApiRoute], owner: object) -> list[BoundRoute]:
    return [BoundRoute(route, MethodType(route.handler, owner)) for route in routes]


def reply(content: Any, status: int = 200) -> ApiReply:
    return ApiReply(msgspec.json.encode(content), status)


def decoded(data: bytes, kind: type[T]) -> T:
    """A body of some type; Refusing says what is wrong with it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as wrong:
        raise Refusing(422, "bad-request", f"That is not understood: {wrong}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusing(422, "bad-request", "That is not valid JSON.") from None
