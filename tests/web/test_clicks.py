"""Few clicks: confirming once a turn, and keys for what helps."""

import json

import pytest

from trivet.catalogue import GAMES

pytest.importorskip("campaigns.visitor", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(240)
ONCE = "localStorage.setItem('trivet-settings', JSON.stringify({confirm: 'turn'}))"


def wanted(ask):
    """Towards a module of one card: the first touch of a fitting answer."""
    options = [one["touched"][0] for one in ask["options"] if one["touched"]]
    order = {"act": "hand:", "build": "build:module", "lay": "hand:", "slot": "slot:"}
    if ask["step"] == "go":
        build = [one["touched"][0] for one in ask["options"] if "build there" in one["words"]]
        return build[0] if build else None
    return next((one for one in options if one.startswith(order.get(ask["step"], "-"))), None)


def test_a_module_of_one_card_takes_at_most_six_clicks_with_one_confirmation(visit):
    guest = visit()
    guest.page.goto("/")
    guest.page.evaluate(ONCE)
    guest.play_quickly(GAMES["trehgrannik"])
    clicks, steps, asked = 0, [], ""
    for _ in range(60):
        guest.settle()
        ask = guest.shown["ask"]
        if ask["step"] == "act":
            clicks, steps = 0, []
        thing = wanted(ask)
        assert thing is not None, ask["words"]
        asked = guest.shown["count"]
        guest.frames.clear()
        steps.append(ask["step"])
        guest.page.locator(f'[data-thing="{thing}"], [data-extra="{thing}"]').first.click()
        clicks += 1
        guest.wait(lambda: any('"is":"foreseen"' in one for one in guest.frames), "it is foreseen")
        foreseen = json.loads(next(one for one in guest.frames if '"is":"foreseen"' in one))
        if foreseen["goes_on"]:
            guest.taken(asked)
        else:
            guest.confirm()
            clicks += 1
        if steps == ["act", "go", "build", "lay", "slot"]:
            break
    assert steps == ["act", "go", "build", "lay", "slot"]
    assert clicks <= 6
    answers = [one for one in guest.said if one["do"] == "answer"]
    assert len(answers) >= 5
    assert guest.troubles == []


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
