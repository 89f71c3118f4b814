"""Few clicks: confirming once a turn, and keys for what helps."""

import json

import pytest

from trivet.catalogue import GAMES

pytest.importorskip("playwright", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(240)


def first_touch(ask, order):
    """The first thing to touch for an answer of the wanted kind."""
    options = [one["touched"][0] for one in ask["options"] if one["touched"]]
    return next((one for one in options if one.startswith(order)), None)


def drafted(guest):
    """What the page asks now, with the draft: the server's latest word on it."""
    return (
        guest.foreseen["ask"] if guest.page.locator("[data-draft]").count() else guest.shown["ask"]
    )


def draft(guest, thing):
    """Touch a thing that leaves the turn with the player; wait until it is part of the draft."""
    before = guest.page.locator("[data-draft]").all_inner_texts()
    guest.page.locator(f'[data-thing="{thing}"], [data-extra="{thing}"]').first.click()
    guest.wait(
        lambda: guest.page.locator("[data-draft]").all_inner_texts() != before,
        f"{thing} is drafted",
    )


def to_a_site(guest):
    """Draft a move to a hex where a module can be built; the number of clicks."""
    for _ in range(40):
        guest.settle()
        ask = guest.shown["ask"]
        fees = [one for one in ask["options"] if one["text"].startswith("fee")]
        for fee in {one["touched"][0] for one in fees}:
            draft(guest, fee)
            sites = [one for one in drafted(guest)["options"] if "build there" in one["words"]]
            for site in sites:
                draft(guest, site["touched"][0])
                if any(one["text"] == "module" for one in drafted(guest)["options"]):
                    return
                guest.page.keyboard.press("u")
            guest.page.keyboard.press("Escape")
            guest.page.locator("[data-draft]").wait_for(state="detached")
        take = first_touch(ask, ("deck", "market:", "pass"))
        guest.page.locator(f'[data-thing="{take}"], [data-extra="{take}"]').first.click()
        guest.wait(guest.has_picked, "a card can be taken")
        guest.confirm()
    raise AssertionError("there was never anything to build")


def test_a_module_of_one_card_takes_at_most_five_clicks_and_one_confirmation(visit):
    guest, spectator = visit(confirm="turn"), visit()
    guest.page.goto(
        guest.open_table(game="trehgrannik", bots=["", "greedy"], start=True, is_public=True)
    )
    guest.main.wait_for()
    spectator.page.goto(guest.page.url)
    spectator.wait(lambda: bool(spectator.shown), "the spectator sees the game")
    to_a_site(guest)
    guest.settle()
    heard, count = len(spectator.frames), guest.shown["count"]
    began = len(guest.said)
    guest.page.keyboard.press("u")  # every step can be taken back: nothing has been sent
    guest.page.keyboard.press("u")
    guest.page.locator("[data-draft]").wait_for(state="detached")
    to_a_site(guest)  # two clicks, as before
    clicks = 2
    slot = guest.page.locator('[data-thing^="slot:"][aria-disabled=false]').first
    no = guest.page.locator(".said.no")
    for card in guest.page.locator('[data-thing^="hand:"]').all():
        card.click(force=True)  # stands for "a module", which is not asked apart
        slot.or_(no).first.wait_for()
        if slot.count():
            break  # this card fits the ground
        guest.page.keyboard.press("Tab")
    clicks += 1
    assert len([one for one in spectator.frames[heard:] if '"is":"shown"' in one]) == 0
    assert guest.shown["count"] == count
    slot.click()
    clicks += 1
    guest.wait(guest.has_picked, "the turn can be confirmed")
    guest.main.click()
    clicks += 1
    guest.wait(lambda: guest.shown["count"] == count + 5, "the whole turn is taken")
    assert clicks <= 5
    asked = [one["do"] for one in guest.said[began:]]
    assert asked.count("answer") == 1
    steps = [one for one in guest.said[began:] if "drafts" in one]
    assert len(steps) <= 2 * 5  # the move was drafted twice; each step is foreseen once
    turns = (turn for one in guest.notices if one["is"] == "shown" for turn in one["turns"])
    assert any("built a module" in turn["words"] for turn in turns)  # a bot may be on by now
    assert guest.page.locator("[data-draft]").count() == 0
    spectator.wait(lambda: len(spectator.frames) > heard, "the spectator sees it")
    assert guest.troubles == spectator.troubles == []


SEVERAL = ("trehgrannik", "trinity")  # where a turn nearly always has several answers


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_turn_is_confirmed_once(visit, game):
    """What certainly leaves the turn with the player is drafted; one click sends all of it."""
    guest, longest = visit(confirm="turn"), 0
    guest.play_quickly(game)
    for number in range(150):
        guest.settle()
        if guest.is_over() or longest > 1:
            break
        if not guest.has_picked():
            guest.touch(number * 7)
            guest.wait(lambda: is_answered(guest), "the server has said what comes after it")
            guest.page.wait_for_timeout(30)  # and the page has drawn it
            continue
        sent, count = answers(guest), guest.shown["count"]
        guest.confirm()
        guest.wait(lambda: len(answers(guest)) > len(sent), "the turn is sent")  # noqa: B023
        [texts] = [one["texts"] for one in answers(guest)[len(sent) :]]
        guest.wait(lambda: guest.shown["count"] == count + len(texts), "all")  # noqa: B023
        longest = max(longest, len(texts))
        ahead = {one["text"] for one in guest.previews if one["goes_on"]}
        assert ahead >= set(texts[:-1])
    assert longest > (game.name in SEVERAL)
    assert guest.troubles == []


def answers(guest):
    return [one for one in guest.said if one["do"] == "answer"]


def is_answered(guest):
    """Whether every request of the page has its reply."""
    replies = {one.get("re") for one in guest.notices}
    return all(one["re"] in replies for one in guest.said if one["do"] in ("foresee", "narrow"))


def test_the_lit_arrow_keeps_the_answer(visit):
    guest = visit(confirm="turn")
    guest.play_quickly(GAMES["sovereign"])
    for _ in range(2):
        guest.pick()
        guest.confirm()
        guest.settle()
    guest.touch(0)
    guest.wait(guest.has_picked, "a space is chosen")
    lit = guest.page.locator('[data-extra^="turn:"][aria-pressed=true]')
    words = guest.main.inner_text()
    for _ in range(2):
        lit.click()
        guest.page.wait_for_timeout(100)
        assert lit.count() == 1
        assert guest.main.inner_text() == words


def test_the_arrows_say_what_each_turn_of_a_piece_takes(visit):
    guest, taking = visit(), 0
    guest.play_quickly(GAMES["sovereign"])
    for number in range(200):
        guest.settle()
        if taking > 1:
            return
        if guest.is_over():  # a match without a capture of one's own: another one
            guest.play_quickly(GAMES["sovereign"])
            continue
        turns = guest.page.locator('[data-extra^="turn:"]')
        if not guest.has_picked():
            guest.touch(number * 5)
            continue
        guest.wait(lambda: is_answered(guest), "all four are foreseen")
        for way in turns.all():
            touched = [guest.path[0], way.get_attribute("data-extra")]
            ask = guest.shown["ask"]["options"]
            text = next((one["text"] for one in ask if one["touched"] == touched), "")
            told = [one for one in guest.previews if one["text"] == text]
            chips = ", ".join(chip["text"] for chip in told[-1]["chips"])
            guest.wait(lambda: chips in way.inner_text(), "the arrow says it")  # noqa: B023
            assert chips in way.get_attribute("aria-label")  # to a screen reader too
            taking += "beats" in chips
        guest.confirm()
    raise AssertionError("no arrow said what it takes")


def test_keys_for_hint_undo_and_confirm(visit):
    guest = visit()
    guest.play_quickly(GAMES["sovereign"])
    guest.pick()
    guest.page.keyboard.press("c")
    guest.wait(lambda: guest.shown["count"] == 1, "the answer is taken by a key")
    guest.settle()
    guest.page.keyboard.press("h")
    guest.wait(lambda: any(one["do"] == "hint" for one in guest.said), "a hint is asked for")
    guest.page.keyboard.press("l")
    assert guest.page.get_by_role("tab", name="Log").get_attribute("aria-selected") == "true"
    assert json.dumps(guest.said).count('"answer"') == 1


def test_a_hint_pressed_twice_drafted_the_move(visit):
    guest = visit(confirm="turn")
    guest.play_quickly(GAMES["trehgrannik"])
    guest.settle()
    guest.take_a_hint()
    guest.wait(guest.has_picked, "the move is shown and can be confirmed")
    guest.page.wait_for_timeout(300)
    assert not any(one.get("drafts") for one in guest.said)
    assert guest.page.locator("[data-draft]").count() == 0
    assert guest.shown["count"] == 0
    guest.confirm()
    assert guest.shown["count"] == 1
