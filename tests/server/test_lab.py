"""The balance reports on a server: shortened, whole, and their games on the record page."""

import json

import msgspec
import pytest
from starlette.routing import Route

from server.test_static import get
from trivet import reports
from trivet.lab.balance import balance, report
from trivet.server.http import lab
from trivet.server.http.calls import Refusing
from trivet.server.http.lab_page import whole_report


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A shelf with one report of Sovereign."""
    monkeypatch.setattr(report, "RANDOM_GAMES", 4)
    monkeypatch.setattr(report, "OTHER_GAMES", 1)
    monkeypatch.setattr(report, "ROLLED_GAMES", 2)
    told = balance("sovereign", games=4, bot="random", vary=[{"alternate": True}])
    told.save(tmp_path / "sovereign-2")
    monkeypatch.setattr(reports, "shelves", lambda: [tmp_path])
    lab.of_game.cache_clear()
    yield tmp_path
    lab.of_game.cache_clear()


def asked(path):
    """The whole page at an address."""
    route = Route("/lab/{game}/{seats:int}", whole_report)

    async def app(scope, receive, send):
        _, child = route.matches(scope)
        scope.update(child)
        await route.handle(scope, receive, send)

    return get(app, path)


def test_a_report_is_sent_with_its_findings_variants_and_records(shelf):
    found = json.loads(msgspec.json.encode(lab.of_game("sovereign")))
    assert found["title"] == "Sovereign"
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


def test_a_report_made_here_stands_before_that_of_the_checkout(shelf, tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setenv("TRIVET_HOME", str(tmp_path / "mine"))
    lab.of_game.cache_clear()
    assert [one.levels[0].bot for one in lab.of_game("sovereign").reports] == ["steady"]
    reports.own_shelf().mkdir(parents=True)
    (shelf / "sovereign-2").rename(reports.own_shelf() / "sovereign-2")
    lab.of_game.cache_clear()
    assert [one.levels[0].bot for one in lab.of_game("sovereign").reports] == ["random"]
    assert [one.seats for one in lab.of_game("trinity").reports] == [2, 3, 4]


def test_where_there_is_no_report_the_page_says_where_they_are(shelf):
    with pytest.raises(Refusing, match="documentation site and a checkout"):
        asked("/lab/sovereign/3")


@pytest.mark.parametrize("path", ["/lab/sovereign/3", "/lab/chess/2", "/lab/%2e%2e/2"])
def test_what_is_not_there_is_refused(shelf, path):
    with pytest.raises(Refusing):
        asked(path)


def test_a_game_without_a_report_has_an_empty_list(shelf):
    assert lab.of_game("trinity").reports == []


@pytest.mark.parametrize(
    "room", ["lab.sovereign-2.../../x", "lab.sovereign-2.none-1", "K7Q2", "lab...-2.random-0"]
)
def test_only_games_of_reports_are_found(shelf, room):
    assert reports.record(room) is None
