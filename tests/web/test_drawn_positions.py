"""Bugs of the page that need a certain position: a real page, shown a drawn one."""

import json

import pytest
from campaigns.wire_twins import a_room
from games.trehgrannik.test_building import site
from games.trehgrannik.test_end import last_project
from games.trifecta.drawing import position
from games.trifecta.test_warnings import DUEL
from games.trinity.test_warnings import QUIET, at_the_end

from trivet.catalogue import GAMES
from trivet.server.table.audience import written
from trivet.server.table.briefly import briefly
from trivet.server.table.drawing import scene_of
from trivet.server.table.views import Feed, game_notice, view_of


def show(guest, game, state):
    """Whatever the server shows of its own game of this kind is this position instead."""
    room = a_room(game, state.seats)
    room.table.state = state
    notice = game_notice(room, Feed(0), 0, [])
    notice.scene = scene_of(game, view_of(room, 0))
    drawn = written(briefly(notice, [None])).decode()

    def between(page):
        server = page.connect_to_server()
        server.on_message(
            lambda frame: page.send(drawn if json.loads(frame)["is"] == "shown" else frame)
        )

    guest.page.route_web_socket("**", between)
    guest.play_now(game.title)


def test_cards_on_the_cargo_caught_the_touch_meant_for_it(visit):
    guest = visit()
    s = site("IR", "module", "lay IR", cargos=("ML ML ML EL EL EL", "", "", ""))
    show(guest, GAMES["trehgrannik"], s)
    guest.settle()
    guest.page.locator('[data-thing="slot:cargo"]').click()
    guest.wait(guest.has_picked, "the cargo is chosen")
    assert "cargo" in guest.main.locator(".move").inner_text()


WARNED = {  # the other games last a fixed number of rounds
    "trehgrannik": (
        last_project,
        "TRG-50",
        "A has built the last project: 2 turns left.",
    ),
    "trifecta": (
        lambda: position(DUEL, stage=12),
        "TRF-23",
        "Stage 12 is the last: more cards left break a tie of goals, then the latest goal.",
    ),
    "trinity": (lambda: at_the_end(stack=""), "TRI-51", QUIET),
}


@pytest.mark.parametrize("name", WARNED)
def test_a_warning_of_the_end_is_drawn_with_its_rule_on_every_screen(visit, name):
    guest, (make, rule, text) = visit(), WARNED[name]
    show(guest, GAMES[name], make())
    warning = guest.page.locator("[data-warning]")
    warning.wait_for()
    assert text in warning.inner_text()
    assert warning.get_by_role("link").get_attribute("href") == f"/rules/{name}#{rule}"
    for width, height in ((1280, 800), (1100, 720), (390, 844), (360, 640)):
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.wait(lambda: guest.page.evaluate(IN_SIGHT), f"it is in sight at {width}x{height}")
    assert guest.troubles == []


def test_only_games_that_can_end_early_warn_of_it():
    warned = {game.name for game in GAMES.values() if game.codec.warnings}
    assert warned == set(WARNED)


IN_SIGHT = """() => {
  const box = document.querySelector('[data-warning]').getBoundingClientRect();
  const under = document.elementFromPoint(box.x + 20, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && !!under?.closest('[data-warning]');
}"""
