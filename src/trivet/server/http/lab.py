"""The balance reports of a game, shortened for the page."""

from functools import cache
from typing import Any

from trivet.catalogue import GAMES
from trivet.reports import StoredReport, reports, room_of
from trivet.server.wire.api import (
    LabFigure,
    LabFinding,
    LabLevel,
    LabReport,
    LabReports,
    LabVariant,
)


@cache
def of_game(game: str) -> LabReports:
    return LabReports(title=GAMES[game].title, reports=[_short(one) for one in reports(game)])


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
