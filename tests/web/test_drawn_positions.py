"""Bugs of the page that need a certain position: a real page, shown a drawn one."""

import json

from games.trehgrannik.test_building import site
from games.trinity.test_warnings import QUIET, at_the_end

from campaigns.wire_twins import a_room
from trivet.catalogue import GAMES
from trivet.server.audience import written
from trivet.server.drawing import scene_of
from trivet.server.views import Feed, shown, view_of


def show(guest, game, state):
    """Whatever the server shows of its own game of this kind is this position instead."""
    room = a_room(game, state.seats)
    room.table.state = state
    notice = shown(room, Feed(0), 0, [])
    notice.scene = scene_of(game, view_of(room, 0))
    drawn = written(notice).decode()

    def between(page):
        server = page.connect_to_server()
        server.on_message(
            lambda frame: page.send(drawn if json.loads(frame)["is"] == "shown" else frame)
        )

    guest.page.route_web_socket("**", between)
    guest.play_now(game.title)
    guest.settle()


def test_cards_on_the_cargo_caught_the_touch_meant_for_it(visit):
    guest = visit()
    s = site("IR", "module", "lay IR", cargos=("ML ML ML EL EL EL", "", "", ""))
    show(guest, GAMES["trehgrannik"], s)
    guest.page.locator('[data-thing="slot:cargo"]').click()
    guest.wait(guest.has_picked, "the cargo is chosen")
    assert "cargo" in guest.main.locator(".move").inner_text()


def test_a_warning_of_the_end_is_drawn_with_its_rule(visit):
    guest = visit()
    show(guest, GAMES["trinity"], at_the_end(stack=""))
    warning = guest.page.locator("[data-warning]")
    assert QUIET in warning.inner_text()
    assert warning.get_by_role("link").get_attribute("href") == "/rules/trinity#TRI-51"
