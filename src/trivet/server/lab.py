"""The HTTP routes of the balance reports: /api/lab/GAME and the whole pages."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from trivet.catalogue import GAMES
from trivet.reports import StoredReport, reports, room_of
from trivet.server.api import LabFigure, LabFinding, LabLevel, LabReport, LabReports, LabVariant
from trivet.server.replies import Refusing, reply

Endpoint = Callable[[Request], Awaitable[Response]]
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
RECORD = re.compile('href="games/([A-Za-z0-9-]+)\\.txt"')


def lab_routes(answering: Callable[[Endpoint], Endpoint]) -> list[BaseRoute]:
    return [
        Route("/api/lab/{game}", answering(of_game)),
        Route("/lab/{game}/{seats:int}", answering(whole)),
    ]


async def of_game(request: Request) -> Response:
    """The reports of a game, shortened."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise Refusing(404, "no-game", "There is no game of that name.")
    found = await asyncio.to_thread(reports, game.name)
    return reply(LabReports(title=game.title, reports=[_short(one) for one in found]))


async def whole(request: Request) -> Response:
    """A whole report; its records open on the record page."""
    name = f"{request.path_params['game']}-{request.path_params['seats']}"
    found = await asyncio.to_thread(reports, request.path_params["game"])
    one = next((one for one in found if one.name == name), None)
    if one is None:
        raise Refusing(404, "no-report", "There is no report of that game and number of players.")
    text = await asyncio.to_thread(one.page.read_text)
    linked = RECORD.sub(lambda link: f'href="/r/{room_of(name, link[1])}"', text)
    headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-cache"}
    return HTMLResponse(linked, headers=headers)


def _short(one: StoredReport) -> LabReport:
    data = one.data
    main = data["levels"][-1]
    return LabReport(
        seats=data["seats"],
        rules=data["rules"],
        page=f"/lab/{data['game']}/{data['seats']}",
        command=data["command"],
        levels=[
            LabLevel(bot=level["bot"], games=level["games"], order=_order(level))
            for level in data["levels"]
        ],
        findings=[
            LabFinding(
                weight=found["weight"],
                words=found["words"],
                levels=found["levels"],
                records=[room_of(one.name, file) for file in found["records"]],
            )
            for found in data["findings"]
        ],
        variants=[
            LabVariant(
                words=found["words"],
                options=found["options"],
                pairs=found["pairs"],
                order=_order(found) if main["has turns"] else [],
            )
            for found in main["variants"]
        ],
    )


def _order(level: dict[str, Any]) -> list[LabFigure]:
    if not level.get("has turns", True):
        return []
    return [LabFigure(value=place["value"], half=place["half"]) for place in level["order"]]
