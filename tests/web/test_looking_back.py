"""Finished games and rulebooks in the browser: what is drawn is what the server says."""

import json
import time
from itertools import pairwise

import pytest

from trivet.catalogue import GAMES
from trivet.client import Client

pytestmark = pytest.mark.timeout(120)
DRAWN = """() => [...document.querySelectorAll('[data-zone]')].map(zone => [zone.dataset.zone,
  [...zone.querySelectorAll('.mover')].map(el => [el.dataset.face, Number(el.dataset.owner)])])"""


def played(server, game, token=""):
    """The room of a game that is over, and a client that saw it."""
    client, fewest = Client(server.address, token), GAMES[game].fewest
    bots = ["random"] * fewest
    room = client.open_room(game, bots=bots, sit=False, start=True, is_public=False)
    with client.enter(room) as table:
        end = time.monotonic() + 60
        while not table.is_over:
            assert time.monotonic() < end
            table.change()
    return room


@pytest.fixture(scope="module")
def records(server):
    """A finished game of each kind, played when first wanted."""
    found = {}

    def record(game):
        if game not in found:
            found[game] = played(server, game)
        return found[game]

    return record


def frame(guest, room, viewer, number):
    """One position as the server tells it, and how many there are."""
    query = f"viewer={viewer}&from={number}&count=1"
    part = json.loads(guest.page.request.get(f"/api/records/{room}/frames?{query}").text())
    return part["frames"][0], part["total"]


def told(scene):
    """What the browser should draw of a scene: the board, and zones with something in them."""
    board, *others = scene["zones"]
    return {
        zone["name"]: [[piece["face"], piece["owner"]] for piece in zone["pieces"]]
        for zone in (board, *filter(has_something, others))
    }


def has_something(zone):
    return any(zone[part] for part in ("spots", "pieces", "marks", "ground"))


@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_the_servers_with_any_eyes(visit, records, game):
    guest, room = visit(), records(game)
    guest.page.goto(f"/r/{room}")
    for viewer in ("open", "0", "public"):
        _, total = frame(guest, room, viewer, 0)
        guest.page.goto(f"/r/{room}?as={viewer}#0")
        guest.page.get_by_role("slider").wait_for()
        for number in [*range(0, total, max(1, total // 10)), total - 1]:
            guest.page.get_by_role("slider").fill(str(number))
            guest.page.get_by_text(f"{number} / {total - 1}").wait_for()
            position, _ = frame(guest, room, viewer, number)
            if position["scene"]:
                guest.page.locator("[data-zone]").first.wait_for()
                assert dict(guest.page.evaluate(DRAWN)) == told(position["scene"]), number
            else:
                assert guest.page.locator("main pre").inner_text() == position["picture"], number
    assert guest.troubles == []


def test_keys_and_buttons_go_one_turn_on(visit, records):
    """A game of Trehgrannik has some four hundred answers."""
    guest, room = visit(), records("trehgrannik")
    guest.page.goto(f"/r/{room}#0")
    part = json.loads(guest.page.request.get(f"/api/records/{room}/frames?from=0&count=60").text())
    seats = [one["seat"] for one in part["frames"]]
    place = guest.page.locator(".place")
    guest.page.get_by_text(f"0 / {part['total'] - 1}").wait_for()
    guest.page.wait_for_timeout(500)  # all positions are loaded
    places = [0]
    while places[-1] < 45:
        if len(places) % 2:
            guest.page.keyboard.press("ArrowRight")
        else:
            guest.page.get_by_role("button", name="Next turn").click()
        guest.page.wait_for_timeout(60)
        places.append(int(place.inner_text().split(" ")[0]))  # the same one: a moment has passed
    for before, now in pairwise(places):
        assert len({*seats[before + 1 : now + 1]} - {-1}) <= 1
    assert max(now - before for before, now in pairwise(places[2:])) > 1
    guest.page.keyboard.press("ArrowLeft")
    guest.wait(lambda: int(place.inner_text().split(" ")[0]) < places[-1], "one turn back")
    assert guest.page.locator(".log .now").count() == 1
    assert guest.troubles == []


def test_keys_and_buttons_with_shift_go_one_position_on_or_back(visit, records):
    guest, room = visit(), records("sovereign")
    guest.page.goto(f"/r/{room}#5")
    guest.page.locator(".place", has_text="5 / ").wait_for()
    for act, at in (
        (lambda: guest.page.keyboard.press("Shift+ArrowRight"), 6),
        (lambda: guest.page.keyboard.press("Shift+ArrowLeft"), 5),
        (lambda: guest.page.keyboard.press("Home"), 0),
        (lambda: guest.page.keyboard.press("Shift+ArrowRight"), 1),
    ):
        act()
        guest.page.locator(".place", has_text=f"{at} / ").wait_for()
        assert guest.page.url.endswith(f"#{at}")
    guest.page.keyboard.press("End")
    last = frame(guest, room, "open", 0)[1] - 1
    guest.page.get_by_text(f"{last} / {last}").wait_for()


def test_a_copied_link_leads_strangers_to_the_same_position(visit, records):
    guest, room = visit(permissions=["clipboard-read", "clipboard-write"]), records("sovereign")
    guest.page.goto(f"/r/{room}?as=1#17")
    guest.page.locator("[data-zone=board]").wait_for()
    guest.page.get_by_role("button", name="Link to this position").click()
    guest.page.get_by_role("button", name="Copied").wait_for()
    link = guest.page.evaluate("navigator.clipboard.readText()")
    stranger = visit()
    stranger.page.goto(link)
    stranger.page.get_by_text("17 / ").wait_for()
    stranger.page.locator("[data-zone=board]").wait_for()
    assert stranger.page.evaluate(DRAWN) == guest.page.evaluate(DRAWN)
    assert stranger.page.get_by_label("View").input_value() == "1"


def test_a_game_tells_how_it_stood_and_where_it_turned(visit, records):
    guest, room = visit(), records("sovereign")
    guest.page.goto(f"/r/{room}")
    chances = guest.page.get_by_role("region", name="Win chances")
    chances.get_by_text("quick simulated games").wait_for(timeout=60_000)
    found = json.loads(guest.page.request.get(f"/api/records/{room}/chances").text())
    lines = chances.locator("polyline")
    assert lines.count() == 2
    drawn = [
        tuple(map(float, one.split(","))) for one in lines.nth(1).get_attribute("points").split()
    ]
    assert drawn == [(p["at"], pytest.approx(1 - p["shares"][1])) for p in found["points"]]
    worst = round(100 * max(point["error"] for point in found["points"]))
    chances.get_by_text(f"(± {worst}").wait_for()
    buttons = chances.get_by_role("button")
    assert buttons.count() == len(found["turns"])
    for number, turn in enumerate(found["turns"]):
        buttons.nth(number).click()
        guest.page.locator(".place", has_text=f"{turn['at']} / ").wait_for()
    assert guest.troubles == []


def test_the_dice_can_be_checked_on_the_page(visit, records):
    guest, room = visit(), records("sovereign")
    guest.page.goto(f"/r/{room}")
    guest.page.get_by_role("button", name="Verify fairness").click()
    guest.page.get_by_text("Fair: ").wait_for()
    guest.page.get_by_text("draws follow from the seed").wait_for()
    with guest.page.expect_download() as waiting:
        guest.page.get_by_role("button", name="Record (.trivet)").click()
    assert waiting.value.path().read_text().startswith("Trivet record 1\n")


def test_who_has_played_gets_a_rematch_in_one_tap(visit):
    guest = visit()
    guest.play_now("Sovereign")
    guest.settle()
    guest.resign()
    guest.page.get_by_role("link", name="Replay and analysis").click()
    record = guest.page.url
    guest.page.get_by_role("button", name="Rematch").click()
    guest.page.locator("[data-main]").wait_for()
    assert "/t/" in guest.page.url
    stranger = visit()
    stranger.page.goto(record)
    stranger.page.get_by_role("slider").wait_for()
    stranger.page.wait_for_timeout(300)
    assert stranger.page.get_by_role("button", name="Rematch").count() == 0


# --- rulebooks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_that_bites_has_its_picture_beside_it(visit, game):
    guest = visit()
    guest.page.goto("/")
    found = json.loads(guest.page.request.get(f"/api/rules/{game}/bites").text())["bites"]
    guest.page.goto(f"/rules/{game}")
    guest.page.get_by_role("heading", level=1).wait_for()
    assert guest.page.locator("figure").count() == len(found)
    for bite in found:
        figure = guest.page.locator(f"[id='{bite['rule']}'] figure")
        assert bite["sentence"] in figure.inner_text()
        if bite["zone"]:
            drawn = [face for face, _ in dict(figure.evaluate(WITHIN))[bite["zone"]["name"]]]
            assert drawn == [piece["face"] for piece in bite["zone"]["pieces"]]
    assert guest.troubles == []


WITHIN = DRAWN.replace("() =>", "figure =>").replace("document", "figure")


def test_a_link_to_a_rule_opens_the_book_there(visit):
    guest = visit()
    guest.page.goto("/rules/sovereign#SOV-23")
    guest.page.locator("[id='SOV-23'].wanted").wait_for()
    guest.page.wait_for_timeout(200)
    box = guest.page.locator("[id='SOV-23']").bounding_box()
    assert 0 <= box["y"] < 800
