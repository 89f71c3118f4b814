"""Bugs of the page that need a certain position: a real page, shown a drawn one."""

import json

from games.trehgrannik.test_building import site

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
