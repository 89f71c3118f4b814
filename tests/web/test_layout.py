"""Where things are on the page: nothing covers another, and what moves can be touched."""

import json
import re

import pytest

from trivet.catalogue import GAMES

pytest.importorskip("playwright", reason="playwright is not installed")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
pytestmark = pytest.mark.timeout(120)
SIZES = ((1280, 800), (360, 640), (820, 1180), (640, 360), (1366, 640))


@every_game
def test_nothing_covers_another_after_the_window_has_changed(visit, game):
    guest = visit()
    guest.play_quickly(game)
    guest.settle()
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.wait(lambda: guest.page.evaluate(ARE_APART), f"all have a place at {width}×{height}")
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [(1280, 800), (1100, 720), (390, 844), (360, 640)])
def test_the_set_up_keeps_its_button_in_sight(visit, size):
    guest = visit(viewport={"width": size[0], "height": size[1]})
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Set up a table of Trinity").click()
    start = guest.page.locator("form.opening .foot .primary")
    start.wait_for()
    for top in (0, 200):
        guest.page.evaluate(SCROLL, top)
        guest.wait(lambda: start.evaluate(ON_TOP), f"the button is in sight after {top}")
    assert guest.page.get_by_text("a quiet round without tiles to draw").count() == 1  # in words


def test_all_stacks_are_in_sight_when_one_is_asked_to_keep_them(visit):
    guest = visit(viewport={"width": 360, "height": 640})
    guest.play_quickly(GAMES["trinity"])
    guest.settle()
    guest.page.get_by_role("button", name="Keep your tiles").wait_for()
    inside = guest.page.evaluate(STACKS)
    assert len(inside) >= 3
    assert all(inside)


@every_game
def test_nothing_lies_over_decks_and_captions_at_1100(visit, game):
    guest = visit(viewport={"width": 1100, "height": 720})
    guest.play_quickly(game)
    for number in range(16):
        guest.settle()
        if guest.is_over():
            break
        assert guest.page.evaluate(COVERED) == [], number
        if guest.has_picked():
            guest.page.wait_for_timeout(60)  # what will happen is told
            assert guest.page.evaluate(COVERED) == [], number
            guest.confirm()
        else:
            guest.touch(number * 5)


def test_the_check_of_places_sees_a_board_that_covers_the_banner(visit):
    guest = visit()
    guest.play_quickly(GAMES["tritarea"])
    guest.settle()
    assert guest.page.evaluate(ARE_APART)
    guest.page.evaluate("document.querySelector('[data-zone=board]').style.marginTop = '-300px'")
    assert not guest.page.evaluate(ARE_APART)


def test_a_piece_can_be_touched_while_it_is_on_its_way(visit):
    """The finger that stops all movement must not lose what it came for."""
    guest = visit(reduced_motion="no-preference")
    guest.play_quickly(GAMES["tritarea"])
    guest.settle()
    thing = guest.page.locator("[data-zone^=hand] [data-thing]").first
    box = thing.bounding_box()
    thing.locator(".mover").evaluate(FLY)
    before = guest.touched()
    guest.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    guest.wait(lambda: guest.touched() != before, "a touch tells")


def test_what_was_said_too_fast_is_said_again(visit):
    guest, refused = visit(), []

    def relay(page):
        server = page.connect_to_server()

        def said(message):
            wish = json.loads(message)
            if wish["do"] != "answer" or len(refused) > 1:
                server.send(message)
                return
            refused.append(wish)
            failed = {"is": "failed", "code": "too-fast", "reason": "Wait.", "re": wish["re"]}
            page.send(json.dumps(failed))

        page.on_message(said)

    guest.page.route_web_socket(re.compile("/ws/"), relay)
    guest.play_quickly(GAMES["sovereign"])
    guest.pick()
    question = guest.page.locator(".banner .head").inner_text()
    guest.main.click()
    guest.wait(lambda: guest.page.locator(".banner .head").inner_text() != question, "it is taken")
    assert len(refused) == 2
    assert guest.page.get_by_text("Wait.").count() == 0


def test_what_has_just_changed_is_marked_where_it_lies(visit):
    """Mats lie on one place and show what lies in another."""
    guest, game = visit(), GAMES["trehgrannik"]
    guest.play_quickly(game)
    seen = set()
    for _ in range(12):
        guest.play_on(most=1)
        guest.settle()
        if guest.is_over():
            break
        places, marked = guest.page.evaluate(MARKED)
        assert set(marked) <= set(places)
        seen |= set(marked)
    assert seen


ARE_APART = """() => {
  const box = what => document.querySelector(what)?.getBoundingClientRect();
  const [banner, board] = [box('.banner'), box('[data-zone=board]') ?? box('.bench .all')];
  const [hand, bar] = [box('.dock') ?? box('.tray'), box('.bar')];
  const page = box('.page');
  return banner.bottom <= board.top && board.bottom <= hand.top + 1
    && (hand.bottom <= bar.top + 1 || hand.right <= bar.left)
    && bar.bottom <= page.bottom + 1 && board.left >= 0 && board.right <= innerWidth
    && board.height > 150;
}"""
SCROLL = """top => {
  for (const el of [document.scrollingElement, document.querySelector('form.opening')])
    el.scrollTop = top;
}"""
ON_TOP = """el => {
  const box = el.getBoundingClientRect();
  const under = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.bottom <= innerHeight + 1 && box.top >= 0 && el.contains(under);
}"""
STACKS = """() => {
  const zone = document.querySelector('.dock .hand').getBoundingClientRect();
  return [...document.querySelectorAll('.dock [data-zone^=hand] .mover')]
    .map(el => el.getBoundingClientRect())
    .map(box => box.left >= zone.left - 2 && box.right <= zone.right + 2);
}"""
COVERED = """() => {
  const said = document.querySelector('.strip .said')?.getBoundingClientRect();
  if (!said) return [];
  return [...document.querySelectorAll('.stage figure, .stage [data-zone=board]')]
    .filter(el => { const box = el.getBoundingClientRect();
      return box.bottom > said.top + 2 && box.top < said.bottom && box.right > said.left
        && box.left < said.right; })
    .map(el => el.textContent.trim().slice(0, 40));
}"""
FLY = """el => el.animate(
  [{transform: 'translate(0, -300px)'}, {transform: 'none'}], {duration: 60000})"""
MARKED = """() => {
  const where = what => [...document.querySelectorAll(what)]
    .map(el => el.getAttribute('transform'));
  return [where('[data-zone=board] .spot'), where('[data-zone=board] .last')];
}"""
