"""A whole balance report as a page of its own; its games open on the record page."""

import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from trivet.reports import ELSEWHERE, reports, room_of
from trivet.server.http.calls import Refusing
from trivet.server.process.threads import in_thread

POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
RECORD = re.compile('href="games/([A-Za-z0-9-]+)\\.txt"')


async def whole_report(request: Request) -> Response:
    game, seats = request.path_params["game"], request.path_params["seats"]
    name = f"{game}-{seats}"
    one = next((one for one in await in_thread(reports, game) if one.name == name), None)
    if one is None:
        reason = f"There is no report of that game and number of players here. {ELSEWHERE}."
        raise Refusing(404, "no-report", reason)
    text = await in_thread(one.page.read_text)
    linked = RECORD.sub(lambda link: f'href="/r/{room_of(name, link[1])}"', text)
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
    return HTMLResponse(linked, headers=headers)
