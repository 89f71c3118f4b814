"""Everything that is drawn is touched, and each answer read."""

import pytest

from trivet.catalogue import GAMES

pytest.importorskip("campaigns.visitor", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(240)
WORDLESS = ("Nothing speaks against it.", "has no part in this question")
UNLIT = """() => [...new Set([...document.querySelectorAll('main [data-thing]')]
  .filter(el => !(el.getAttribute('aria-label') ?? '').endsWith(', can be chosen'))
  .map(el => el.dataset.thing))]"""
TOUCH = """thing => document.querySelector(`main [data-thing="${thing}"]`)
  .dispatchEvent(new MouseEvent('click', {bubbles: true}))"""
POSITIONS = (0, 3, 7, 8, 10)  # answers before each


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whatever_is_touched_and_not_offered_names_a_rule(visit, game):
    guest, read, given = visit(), 0, 0
    guest.play_quickly(game)
    said = guest.page.locator(".strip .no")
    for position in POSITIONS:
        given += guest.play_on(most=position - given)
        guest.settle()
        for thing in guest.page.evaluate(UNLIT)[:30]:
            guest.page.keyboard.press("Escape")
            guest.wait(lambda: said.count() == 0, "the strip is empty")
            before = len(guest.said)
            guest.page.evaluate(TOUCH, thing)
            guest.page.wait_for_timeout(100)
            if not any(one["do"] == "why" for one in guest.said[before:]):
                continue  # it led somewhere: the one way to it
            said.wait_for()
            text = said.inner_text()
            assert not any(words in text for words in WORDLESS), (thing, text)
            assert said.locator("a").count() == 1, (thing, text)
            read += 1
        guest.page.keyboard.press("Escape")
    assert read > 5, read
    assert guest.troubles == []


def test_the_second_mask_names_sov_3(visit):
    guest = visit()
    guest.play_quickly(GAMES["sovereign"])
    mask = guest.page.locator('main [data-thing="piece:Mask"]').first
    for _ in range(2):
        mask.click(force=True)  # it says that it is disabled, and why
        guest.page.wait_for_timeout(150)
    said = guest.page.locator(".strip .no")
    said.wait_for()
    assert said.inner_text().startswith("Only one Mask in a deck.")
    assert said.locator("a").inner_text() == "Rule SOV-3"
