"""The browser table: whole games and everything that can go wrong on the way."""

import time

import pytest

from trivet import art
from trivet.catalogue import GAMES

DRAWN = [game for game in GAMES.values() if art.faces(game.name)]
drawn = pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.name)
pytestmark = pytest.mark.timeout(240)


@drawn
def test_two_clicks_and_three_seconds_to_the_first_move(visit, game):
    guest = visit()
    guest.page.goto("/")
    button = guest.page.get_by_role("button", name=f"Play now: {game.title}, against bots")
    button.wait_for()
    began = time.monotonic()
    button.click()
    guest.settle()
    assert time.monotonic() - began < 3.0
    assert guest.troubles == []


@drawn
def test_a_whole_game_by_touching_what_is_offered(visit, game):
    """What lights up is what the server offers, at every step; nothing goes wrong on the page."""
    guest = visit()
    guest.play_now(game.title)
    assert guest.play_on(check=lights_what_is_offered) > 0
    assert guest.troubles == []
    guest.page.get_by_role("link", name="Look at the game again").click()
    guest.page.get_by_role("slider").wait_for()
    assert guest.troubles == []


def lights_what_is_offered(guest) -> None:
    ask = guest.shown["ask"]
    chosen = guest.page.evaluate("document.querySelectorAll('g.chosen').length")
    if ask is None or ask["is_vast"] or chosen or guest.shown["view"]["step"] == "":
        return
    scene = guest.shown["scene"]
    on_table = {spot["thing"] for zone in scene["zones"] for spot in zone["spots"]}
    on_table |= {piece["thing"] for zone in scene["zones"] for piece in zone["pieces"]}
    first = {option["touched"][0] for option in ask["options"] if option["touched"]}
    lit = set(guest.lit())
    beside = set(guest.extras.evaluate_all("all => all.map(el => el.dataset.extra)"))
    if guest.has_picked() and len(ask["options"]) > 1:
        return  # something beside the table is chosen already
    assert lit == first & on_table
    assert beside == first - on_table


def test_what_is_not_offered_says_why_not(visit):
    guest = visit()
    guest.play_now("Sovereign")
    guest.settle()
    guest.page.locator('[data-thing="cell:b2"]').click(force=True)
    reason = guest.page.locator(".strip .no")
    reason.wait_for()
    assert guest.page.get_by_role("link", name="Rule HOUSE-2").count() == 1
    assert guest.shown["count"] == 0


def test_confirming_three_times_is_one_move(visit):
    guest = visit()
    guest.play_now("Sovereign")
    pick(guest, "Choices")
    guest.main.click(click_count=3)
    guest.wait(lambda: guest.shown["count"] == 1, "the answer is taken")
    guest.settle()
    guest.page.wait_for_timeout(300)
    assert guest.shown["count"] == 1
    assert guest.troubles == []


def pick(guest, tab: str) -> str:
    """A choice from the plain list."""
    guest.settle()
    guest.page.get_by_role("tab", name=tab).click()
    choice = guest.page.get_by_role("tabpanel").get_by_role("button").first
    words = choice.inner_text()
    choice.click()
    guest.wait(guest.has_picked, "a choice is picked")
    return words


def test_starting_over_forgets_what_was_touched_and_nobody_saw_it(visit):
    guest = visit()
    guest.play_now("Sovereign")
    guest.settle()
    guest.page.locator('[data-thing="piece:Mask"]').click()
    guest.wait(lambda: "piece:Mask" not in guest.lit(), "a deck has one Mask")
    guest.page.get_by_role("button", name="Start over").click()
    guest.wait(lambda: "piece:Mask" in guest.lit(), "it can be chosen again")
    assert [wish for wish in guest.said if wish["do"] == "answer"] == []


def test_a_reload_is_the_same_table_seat_and_position(visit):
    guest = visit()
    guest.play_now("Sovereign")
    pick(guest, "Choices")
    guest.confirm()
    guest.wait(lambda: guest.shown["view"]["waiting"] == [0], "the bot has answered")
    before, address = guest.shown, guest.page.url
    guest.shown = {}
    guest.page.reload()
    guest.wait(lambda: bool(guest.shown), "the table is shown again")
    assert guest.page.url == address
    assert guest.shown["view"] == before["view"]


def test_offline_while_choosing_the_move_arrives_once(visit):
    guest = visit()
    guest.play_now("Sovereign")
    pick(guest, "Choices")
    guest.context.set_offline(True)
    guest.page.get_by_role("alert").wait_for()
    guest.main.click()
    guest.page.wait_for_timeout(500)
    guest.context.set_offline(False)
    guest.wait(lambda: guest.shown["count"] == 1, "the answer arrives")
    guest.page.wait_for_timeout(300)
    assert guest.shown["count"] == 1


def test_a_killed_server_comes_back_without_a_reload(visit, server):
    guest = visit()
    guest.play_now("Sovereign")
    pick(guest, "Choices")
    guest.confirm()
    guest.wait(lambda: guest.shown["view"]["waiting"] == [0], "the bot has answered")
    before = guest.shown["view"]
    server.kill()
    guest.page.get_by_role("alert").wait_for()
    server.start()
    guest.page.get_by_role("alert").wait_for(state="detached")
    assert guest.shown["view"] == before
    pick(guest, "Choices")
    guest.confirm()


def test_an_invited_friend_sits_in_one_click_and_secrets_stay_secret(visit):
    host, friend, stranger = visit(), visit(), visit()
    host.page.goto("/")
    host.page.get_by_role("button", name="Invite friends to a table of Sovereign").click()
    host.page.get_by_role("button", name="Invite a guest").click()
    link = host.page.get_by_label("Whoever opens this link may sit down once:").input_value()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit here").click()
    friend.page.get_by_role("button", name="I am ready").click()
    assert "ticket" not in friend.page.url
    host.page.get_by_role("button", name="I am ready").click()
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


def test_a_whole_game_by_keyboard(visit):
    guest = visit()
    guest.play_now("Sovereign")
    keys = guest.page.keyboard
    for _ in range(200):
        guest.settle()
        if guest.is_over():
            break
        if guest.has_picked():
            count = guest.shown["count"]
            keys.press("Control+Enter")
            guest.wait(lambda was=count: guest.shown["count"] != was or guest.is_over(), "taken")
        else:
            tab_to_something_offered(guest)
            before = guest.touched()
            keys.press("Enter")
            guest.wait(lambda was=before: guest.touched() != was, "a key tells")
            assert guest.page.evaluate("document.activeElement !== document.body")
    assert guest.is_over()
    assert guest.troubles == []


def test_arrow_keys_go_from_space_to_space(visit):
    guest = visit()
    guest.play_now("Sovereign")
    guest.settle()
    guest.page.locator('[data-thing="cell:a3"]').focus()
    for key, there in (("ArrowRight", "b3"), ("ArrowDown", "b2"), ("ArrowLeft", "a2")):
        guest.page.keyboard.press(key)
        assert guest.page.evaluate("document.activeElement.dataset.thing") == f"cell:{there}"


def tab_to_something_offered(guest) -> None:
    for _ in range(40):
        if guest.page.evaluate(IS_OFFERED):
            return
        guest.page.keyboard.press("Tab")
    where = guest.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"Tab does not reach what is offered: {guest.lit()}; it is at {where}")


IS_OFFERED = """() => {
  const el = document.activeElement, label = el.getAttribute('aria-label') ?? '';
  return el.matches('[data-extra]') || label.endsWith(', can be chosen');
}"""
