"""The dice in the browser: salts sealed by each page, and the finished game checked by it."""

import json

import pytest

from trivet.client import Client
from trivet.verifier import verified

pytestmark = pytest.mark.timeout(120)
KEPT = "room => JSON.parse(localStorage.getItem(`trivet-dice-${room}`))"
RESULT = "[aria-label='Fairness'] [aria-live]"


def checked(guest, room):
    """What the page says about the dice of a finished game."""
    guest.page.goto(f"/r/{room}")
    guest.page.get_by_role("button", name="Verify fairness").click()
    guest.page.locator(RESULT).get_by_text("trivet verify").wait_for()
    return guest.page.locator(RESULT).inner_text()


def dealt(guest):
    guest.page.locator("[data-zone]").first.wait_for()


def test_two_browsers_mix_the_dice_and_check_them(visit, server):
    ann, bob = visit(), visit()
    ann.page.goto("/")
    room = ann.open_table(game="trifecta").rpartition("/")[2]
    ann.page.goto(f"/t/{room}")
    ann.page.get_by_text("The dice are fixed by").wait_for()
    bob.sit_down(f"/t/{room}")
    ann.page.get_by_role("button", name="Start the game").click()
    dealt(ann)
    dealt(bob)
    kept = [guest.page.evaluate(KEPT, room) for guest in (ann, bob)]
    assert kept[0]["commitment"] == kept[1]["commitment"]
    assert kept[0]["sealed"] == kept[1]["sealed"]
    assert sorted(kept[0]["sealed"]) == ["A", "B"]
    ann.resign()
    text = Client(server.address).record(room)
    assert f"salt: {kept[0]['salt']}.{kept[1]['salt']}\n" in text
    assert verified(text).startswith("fair")
    for guest in (ann, bob):
        words = checked(guest, room)
        assert "Checked in this browser" in words
        assert "The promise was kept" in words
    assert "Your browser added no salt here" in checked(visit(), room)

    ann.page.evaluate(OTHER_PROMISE, room)  # as if other dice had been shown before the game
    assert "Not fair: this is not what was promised" in checked(ann, room)
    bob.page.route("**/draws", lambda route: route.fulfill(json=other_draw(route)))
    assert "Not fair: answer" in checked(bob, room)


OTHER_PROMISE = """room => {
  const key = `trivet-dice-${room}`, kept = JSON.parse(localStorage.getItem(key));
  localStorage.setItem(key, JSON.stringify({...kept, commitment: '0'.repeat(64)}));
}"""


def other_draw(route):
    found = json.loads(route.fetch().text())
    draw = next(draw for draw in found["draws"] if len(draw["odds"]) > 1)
    draw["took"] = (draw["took"] + 1) % len(draw["odds"])
    return found


MANY_TABLES = """() => {
  const kept = {commitment: 'c', seat: 'A', salt: 's', sealed: {}};
  for (let at = 1; at < 200; at++)
    localStorage.setItem(`trivet-dice-old${at}`, JSON.stringify({...kept, at}));
}"""


def test_a_game_against_bots_and_its_rematch_begin_with_the_players_salt(visit):
    guest = visit()
    guest.play_now("Trifecta")
    dealt(guest)
    room = guest.page.url.rpartition("/t/")[2]
    assert guest.page.evaluate(KEPT, room)["sealed"]
    guest.page.evaluate(MANY_TABLES)
    guest.resign()
    guest.page.get_by_role("button", name="Rematch").first.click()
    guest.page.wait_for_url(lambda url: "/t/" in url and room not in url)
    again = guest.page.url.rpartition("/t/")[2]
    dealt(guest)
    assert guest.page.evaluate(KEPT, again)["sealed"]
    assert guest.page.evaluate(KEPT, room)["sealed"]  # of 201 tables the oldest is forgotten
    assert [guest.page.evaluate(KEPT, f"old{n}") is None for n in (1, 2, 199)] == [
        True,
        False,
        False,
    ]
    assert guest.troubles == []
