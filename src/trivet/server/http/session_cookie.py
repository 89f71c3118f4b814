"""The cookie that a guest is known by.

Over TLS a browser is given one whose name begins with `__Host-`: another host of the same domain
cannot set it.  The plain one goes on to be taken: of older visits, of programs, and without TLS.
"""

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from trivet.server.rooms.sessions import YEAR

PLAIN, OF_HOST = "trivet", "__Host-trivet"


def token_of(connection: HTTPConnection) -> str:
    """The token that was sent; empty if there is none."""
    found: str = connection.cookies.get(OF_HOST) or connection.cookies.get(PLAIN, "")
    return found


def give(request: Request, response: Response, token: str) -> None:
    """Let the browser keep the token; it replaces the plain cookie of an older visit."""
    is_safe = request.url.scheme == "https"
    is_browser = "sec-fetch-site" in request.headers  # programs may know the plain one only
    name = OF_HOST if is_safe and is_browser else PLAIN
    _set(response, name, token, YEAR, is_safe=is_safe)
    if name == OF_HOST and PLAIN in request.cookies:
        _set(response, PLAIN, "", 0, is_safe=True)


def take_away(request: Request, response: Response) -> None:
    for name in request.cookies.keys() & {PLAIN, OF_HOST}:
        _set(response, name, "", 0, is_safe=request.url.scheme == "https")


def _set(response: Response, name: str, token: str, seconds: int, *, is_safe: bool) -> None:
    response.set_cookie(
        name, token, max_age=seconds, path="/", httponly=True, samesite="strict", secure=is_safe
    )
