"""The balance reports on a server: shortened, whole, and their games on the record page."""

import json

import pytest

from server.test_static import get
from trivet import reports
from trivet.lab.balance import balance, report
from trivet.server.lab import lab_routes
from trivet.server.replies import Refusing


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A shelf with one report of Sovereign."""
    monkeypatch.setattr(report, "RANDOM_GAMES", 4)
    monkeypatch.setattr(report, "OTHER_GAMES", 1)
    monkeypatch.setattr(report, "ROLLED_GAMES", 2)
    told = balance("sovereign", games=4, bot="random", vary=[{"alternate": True}])
    told.save(tmp_path / "sovereign-2")
    monkeypatch.setattr(reports, "SHELVES", (tmp_path,))
    return tmp_path


def asked(path):
    routes = {route.path: route for route in lab_routes(lambda endpoint: endpoint)}
    pattern = "/api/lab/{game}" if path.startswith("/api") else "/lab/{game}/{seats:int}"

    async def app(scope, receive, send):
        _, child = routes[pattern].matches(scope)
        scope.update(child)
        await routes[pattern].handle(scope, receive, send)

    return get(app, path)


def test_a_report_is_sent_with_its_findings_variants_and_records(shelf):
    status, _, body = asked("/api/lab/sovereign")
    found = json.loads(body)
    assert (status, found["title"]) == (200, "Sovereign")
    (one,) = found["reports"]
    assert (one["seats"], one["page"], one["levels"][0]["games"]) == (2, "/lab/sovereign/2", 4)
    assert [variant["options"] for variant in one["variants"]] == [{"alternate": True}]
    records = [name for finding in one["findings"] for name in finding["records"]]
    assert records
    assert all(reports.record(name).startswith("Trivet record 1") for name in records)


def test_a_whole_report_leads_to_the_record_page_and_runs_no_script(shelf):
    status, heads, body = asked("/lab/sovereign/2")
    assert status == 200
    assert heads["content-security-policy"].startswith("default-src 'none'")
    assert b'href="/r/lab.sovereign-2.random-' in body
    assert b'href="games/' not in body


@pytest.mark.parametrize("path", ["/api/lab/chess", "/lab/sovereign/3", "/lab/chess/2"])
def test_what_is_not_there_is_refused(shelf, path):
    with pytest.raises(Refusing):
        asked(path)


def test_a_game_without_a_report_has_an_empty_list(shelf):
    assert json.loads(asked("/api/lab/trinity")[2])["reports"] == []


@pytest.mark.parametrize(
    "room", ["lab.sovereign-2.../../x", "lab.sovereign-2.none-1", "K7Q2", "lab...-2.random-0"]
)
def test_only_games_of_reports_are_found(shelf, room):
    assert reports.record(room) is None
