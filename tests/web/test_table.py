"""The browser table: whole games and everything that can go wrong on the way."""

import pytest

from trivet import art
from trivet.catalogue import GAMES

DRAWN = [game for game in GAMES.values() if art.faces(game.name)]
drawn = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.name)
pytestmark = pytest.mark.timeout(240)


@drawn
def test_two_clicks_to_the_first_move(visit, game):
    """How long that takes is measured by `trivet campaign page`: others may be busy here."""
    guest = visit()
    guest.page.goto("/")
    button = guest.page.get_by_role("button", name=f"Play now: {game.title}, against bots")
    button.click()
    guest.settle()
    assert guest.is_asked()
    assert guest.troubles == []


def test_a_reload_is_the_same_table_seat_and_position(visit):
    guest = visit()
    guest.play_now("Sovereign")
    guest.pick()
    guest.confirm()
    guest.wait(lambda: guest.shown["waiting"] == [0], "the bot has answered")
    before, address = guest.shown, guest.page.url
    guest.shown = {}
    guest.page.reload()
    guest.wait(lambda: bool(guest.shown), "the table is shown again")
    assert guest.page.url == address
    assert guest.shown["scene"] == before["scene"]


def test_an_invited_friend_sits_without_a_click_and_secrets_stay_secret(visit):
    host, friend, stranger = visit(), visit(), visit()
    host.page.goto("/")
    host.page.get_by_role("button", name="Invite friends to a table of Sovereign").click()
    link = host.page.get_by_label("One-time invite link:").input_value()
    friend.page.goto(link)
    friend.page.get_by_text("You are seated and ready.").wait_for()
    assert "invite" not in friend.page.url
    host.page.get_by_role("button", name="Start the game").click()
    stranger.page.goto(host.page.url)
    stranger.page.locator("[data-zone]").first.wait_for()
    host.settle()
    for piece in ("Scepter", *["Reflection"] * 6):
        host.page.locator(f'[data-thing="piece:{piece}"]').click()
    host.wait(host.has_picked, "the deck is built")
    secret = host.main.locator(".move").inner_text()
    assert secret == "Build 6 Reflections, Scepter"
    host.confirm()
    friend.settle()
    for other in (friend, stranger):
        storage = other.page.evaluate("JSON.stringify([localStorage, sessionStorage])")
        seen = "".join([*other.frames, other.page.content(), storage])
        assert secret not in seen
        assert other.troubles == []


def test_arrow_keys_go_from_space_to_space(visit):
    guest = visit()
    guest.play_now("Sovereign")
    for ready in ("One of each", "Shuffle"):
        guest.page.locator(f'[data-play="{ready}"]').click()
    guest.page.locator('[data-thing="cell:a3"]').focus()
    for key, there in (("ArrowRight", "b3"), ("ArrowDown", "b2"), ("ArrowLeft", "a2")):
        guest.page.keyboard.press(key)
        assert guest.page.evaluate("document.activeElement.dataset.thing") == f"cell:{there}"
