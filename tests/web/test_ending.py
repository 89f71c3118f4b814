"""The end of a game is a screen: who won and why, ranking, sheet, sharing, playing on."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from trivet.catalogue import GAMES
from trivet.rulebook import HOUSE
from trivet.server.http.pages import book

pytest.importorskip("playwright", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(180)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def room_of(guest):
    """The latest that was said about the room."""
    return next(json.loads(frame) for frame in reversed(guest.frames) if '"is":"room"' in frame)


def result_of(guest):
    room = room_of(guest)
    return room["result"], [seat["name"] for seat in room["seats"]], room["you"]


def finished(guest, game, level="random"):
    """A game that a bot has finished for the guest."""
    bots = ["", *[level] * (game.fewest - 1)]
    guest.page.goto(guest.open_table(game=game.name, bots=bots, start=True))
    guest.settle()
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Let a bot play for me").click()
    ending = guest.page.get_by_role("region", name=re.compile("won|shared"))
    ending.wait_for(timeout=150_000)
    return ending


@every_game
def test_the_end_is_a_screen_and_the_game_can_be_played_on(visit, game):
    guest, watcher = visit(), visit()
    ending = finished(guest, game)
    result, names, you = result_of(guest)
    headline = ending.get_by_role("heading", level=2)
    assert headline.inner_text() == result["headline"]
    assert names[you] not in result["headline"]
    assert headline.evaluate("el => el === document.activeElement")
    assert "A bot finished the game for you." in ending.inner_text()
    rule = ending.locator(".why a")
    assert rule.inner_text() == result["rule"]
    assert result["rule"] in [one.id for one in book(game.name).rules]
    places = [
        int(re.match(r"(?:Place )?(\d+)", text)[1])
        for text in ending.get_by_role("list", name="Ranking").locator(".place").all_inner_texts()
    ]
    assert places == sorted(result["places"])
    totals = ending.locator("tfoot td").all_inner_texts()
    assert [int(text.strip().replace("−", "-")) for text in totals] == result["total"]
    for line in result["sheet"]:
        assert line["part"].casefold() in ending.locator("tbody").inner_text().casefold()

    room = guest.page.url.rpartition("/")[2]
    check_shared(guest, ending, room, game, names)
    watcher.page.goto("/")
    watcher.page.get_by_role("button", name="Play now").first.wait_for()
    watcher.page.goto(guest.page.url)
    seen = watcher.page.locator(".ending h2")
    seen.wait_for()
    assert seen.inner_text() == result["words"]
    assert watcher.page.get_by_role("button", name="Rematch").count() == 0

    guest.page.get_by_role("link", name="Replay and analysis").click()
    guest.page.goto(f"/r/{room}#6")
    guest.page.get_by_role("button", name="Play on from here: position 6, against bots").click()
    guest.page.wait_for_url("**/t/*")
    guest.main.wait_for()
    guest.settle()
    guest.page.get_by_text("What if, from answer 6").wait_for()
    assert [seat["kind"] for seat in room_of(guest)["seats"]].count("person") == 1
    assert guest.troubles == watcher.troubles == []


def check_shared(guest, ending, room, game, names):
    ending.get_by_role("button", name="Share", exact=True).click()
    share = guest.page.get_by_role("region", name="Share")
    link = share.get_by_label("Link to this game").input_value()
    assert link.endswith(f"/r/{room}")
    picture = share.get_by_role("link", name="Picture (SVG)").get_attribute("href")
    svg = guest.page.request.get(picture)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    ET.fromstring(svg.text())
    assert game.title in svg.text()
    with guest.page.expect_download() as saved:
        share.get_by_role("button", name="Picture (PNG)").click()
    assert saved.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    page = guest.page.request.get(link).text()
    card = dict(re.findall(r'<meta property="(og:[a-z_]+)" content="([^"]*)"', page))
    assert card["og:title"] == f"{game.title}: {', '.join(names)}"
    assert card["og:description"]
    assert guest.page.request.get(card["og:image"]).status == 200


def test_resigning_is_said_as_it_is(visit):
    guest = visit()
    guest.play_quickly(GAMES["sovereign"])
    guest.settle()
    guest.resign()
    ending = guest.page.locator(".ending")
    ending.wait_for()
    _, names, _ = result_of(guest)
    assert ending.get_by_role("heading", level=2).inner_text() == f"You resigned: {names[1]} won."
    assert ending.locator(".medal").count() == 0
    rule = ending.locator(".why a")
    assert rule.get_attribute("href") == "/rules/house#HOUSE-5"
    assert "HOUSE-5" in [one.id for one in book(HOUSE).rules]
    before = ending.locator(".winner").inner_text()
    guest.page.reload()
    guest.page.locator(".ending").wait_for()
    assert ending.locator(".winner").inner_text() == before


def test_running_out_of_time_is_said_as_it_is(visit):
    guest = visit()
    clock = {"kind": "bank", "seconds": 10}
    wish = {"game": "sovereign", "bots": ["", "random"], "clock": clock, "start": True}
    guest.page.goto(guest.open_table(**wish))
    ending = guest.page.locator(".ending")
    ending.wait_for(timeout=30_000)
    _, names, _ = result_of(guest)
    headline = ending.get_by_role("heading", level=2).inner_text()
    assert headline == f"You ran out of time: {names[1]} won."
    assert ending.locator(".why a").get_attribute("href") == "/rules/house#HOUSE-6"


@every_game
def test_a_turning_point_says_what_a_strong_bot_would_have_done(visit, game):
    """Where it turned is made up here; what the bot says is real."""
    guest = visit()
    guest.play_quickly(game)
    guest.settle()
    guest.play_on(most=2)
    guest.settle()
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Resign", exact=True).click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    guest.page.locator(".ending").wait_for()
    room = guest.page.url.rpartition("/")[2]
    total = guest.page.request.get(f"/api/records/{room}/frames?count=1").json()["total"]
    winner = result_of(guest)[0]["scores"].index(max(result_of(guest)[0]["scores"]))
    sure = [float(seat == winner) for seat in range(game.fewest)]
    shares = [[1 / game.fewest] * game.fewest, sure]
    points = [
        {"at": at, "shares": share, "error": 0.0, "games": 100}
        for at, share in zip((0, total - 1), shares, strict=True)
    ]
    turns = [{"before": 0, "at": total - 1}]
    made_up = json.dumps({"points": points, "turns": turns, "is_done": True})
    guest.page.route("**/chances", lambda route: route.fulfill(body=made_up))
    guest.page.goto(f"/t/{room}")
    guest.page.get_by_role("heading", name=re.compile("It turned here: ")).wait_for()
    show = guest.page.get_by_role("link", name="Show it")
    assert show.get_attribute("href") == f"/r/{room}#{total - 1}"
    show.click()
    said = guest.page.locator(".turns em")
    said.wait_for(timeout=60_000)
    assert re.match(
        r"A strong bot in .+'s place would have( done the same|: .+)", said.inner_text()
    )
    assert guest.troubles == []
