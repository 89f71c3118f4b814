"""Everything that is drawn is touched, and each answer read."""

import pytest

from trivet.catalogue import GAMES

pytest.importorskip("playwright", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(240)
WORDLESS = ("Nothing speaks against it.", "has no part in this question")
UNLIT = """() => [...new Set([...document.querySelectorAll('main [data-thing]')]
  .filter(el => !(el.getAttribute('aria-label') ?? '').endsWith(', can be chosen'))
  .map(el => el.dataset.thing))]"""
TOUCH = """thing => document.querySelector(`main [data-thing="${thing}"]`)
  .dispatchEvent(new MouseEvent('click', {bubbles: true}))"""
LOOK = """names => [...document.querySelectorAll('main [data-thing]')]
  .find(el => names.some(name => el.getAttribute('aria-label').includes(name)))?.dataset.thing"""
ANSWERS = 24  # given to come to other questions
EVERY = 5  # answers, also in a question that was seen before
MOST = 20  # things that are touched in one question


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whatever_is_touched_and_not_offered_names_a_rule(visit, game):
    """In every question that comes up; without a browser tests/house tries all of them."""
    guest, read, steps, topic = visit(), 0, set(), ""
    guest.play_quickly(game)
    for number in range(ANSWERS):
        guest.settle()
        if guest.is_over():
            break
        step = guest.shown["ask"]["step"]
        if step not in steps or number % EVERY == 0:
            read += sum(touch(guest, thing) for thing in guest.page.evaluate(UNLIT)[:MOST])
            guest.page.keyboard.press("Escape")
        steps.add(step)
        topic = topic or read_by_pointing(guest, game)
        guest.play_on(most=1)
    assert read > 5, (read, steps)
    assert topic or not game.topics
    assert guest.troubles == []


def touch(guest, thing):
    """Touch a thing that is not offered; whether it was refused rather than led somewhere."""
    said = guest.page.locator(".strip .no")
    guest.page.keyboard.press("Escape")
    guest.wait(lambda: said.count() == 0, "the strip is empty")
    before = len(guest.said)
    guest.page.evaluate(TOUCH, thing)
    guest.page.wait_for_timeout(60)
    if not any(one["do"] == "why" for one in guest.said[before:]):
        return False  # it led somewhere: the one way to it
    said.wait_for()
    text = said.inner_text()
    assert not any(words in text for words in WORDLESS), (thing, text)
    assert said.locator("a").count() == 1, (thing, text)
    return True


def read_by_pointing(guest, game):
    """What something on the table does, if anything has a topic of its own."""
    thing = guest.page.evaluate(LOOK, [topic.name for topic in game.topics])
    if not thing:
        return ""
    guest.page.mouse.move(0, 0)
    guest.page.locator(f'main [data-thing="{thing}"]').first.hover(force=True)
    said = guest.page.locator("[data-topic], .bench")
    said.first.wait_for()
    return said.first.inner_text()


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
