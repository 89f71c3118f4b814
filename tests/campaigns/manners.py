"""Checks of the browser page in a real Chromium, with any game.

Each check uses or misuses the page like a visitor, and raises BrokenManners with a sentence if the
page does not behave.  ./test runs short ones; `./play campaign browser` runs all of them for all
games.
"""

import json
import re
from typing import Any

from playwright.sync_api import Locator, expect

from campaigns.stage import Stage
from campaigns.visitor import LONGEST_GAME, Visitor, Visits
from trivet.core.dice import Dice
from trivet.core.game import Game

SAMPLES = 20  # things to touch that are not offered
AT_A_TIME = 4  # of them in one position
AWAY = 5.0  # seconds without a network
LONGEST_WAY = 150  # stops of the Tab key


class BrokenManners(AssertionError):
    """The page does not behave as it must."""


def owe(kept: object, otherwise: str) -> None:
    if not kept:
        raise BrokenManners(otherwise)


def calm(*guests: Visitor) -> None:
    """Expect no errors in the console of these pages."""
    troubles = [trouble for guest in guests for trouble in guest.troubles]
    owe(not troubles, f"the browser complains: {troubles[:3]}")


# --- whole games ----------------------------------------------------------------------------------


def plays_by_touching(visit: Visits, game: Game[Any], most: int = LONGEST_GAME) -> None:
    """What lights up is what the server offers, at every step, up to the end of the game."""
    guest = visit()
    guest.play_quickly(game)
    answers = guest.play_on(lights_what_is_offered, most)
    owe(answers == most or guest.is_over(), "the game does not end")
    calm(guest)


def lights_what_is_offered(guest: Visitor) -> None:
    sight, ask, scene = guest.sight(), guest.shown["ask"], guest.shown["scene"]
    if sight.has_picked or ask is None or scene is None:
        return
    offered = following(guest)
    zones = scene["zones"]
    on_table = {one["thing"] for z in zones for one in (*z["spots"], *z["pieces"])}
    owe(
        set(sight.lit) == offered & on_table,
        f"{guest.path}: lit is {sight.lit}, offered {sorted(offered & on_table)}",
    )
    owe(
        set(sight.extras) == offered - on_table,
        f"{guest.path}: beside it {sight.extras}, offered {sorted(offered - on_table)}",
    )


def following(guest: Visitor) -> set[str]:
    """What can be touched now, according to the server."""
    ask, depth = guest.shown["ask"], len(guest.path)
    if ask["is_vast"]:
        return set(guest.narrowed["next"])
    fitting = [one["touched"] for one in ask["options"] if one["touched"][:depth] == guest.path]
    return {touched[depth] for touched in fitting if len(touched) > depth}


def plays_by_keyboard(visit: Visits, game: Game[Any], most: int = LONGEST_GAME) -> None:
    """Tab, arrows, Enter and Ctrl+Enter are enough, and the focus is never lost."""
    guest, answers = visit(), 0
    guest.play_quickly(game)
    keys = guest.page.keyboard
    for number in range(LONGEST_GAME):
        guest.settle()
        sight = guest.sight()
        if sight.is_over or answers == most:
            break
        if sight.has_picked:
            count = guest.shown["count"]
            keys.press("Control+Enter")
            guest.taken(count)
            answers += 1
        else:
            _tab_to_something_offered(guest, number)
            before = guest.touched()
            keys.press("Enter")
            guest.wait(lambda was=before: guest.touched() != was, "a key tells")  # type: ignore[misc]
        owe(guest.page.evaluate("document.activeElement !== document.body"), "the focus is lost")
    owe(answers == most or guest.is_over(), "the game does not end")
    calm(guest)


def _tab_to_something_offered(guest: Visitor, number: int) -> None:
    """Tab to the first offered thing, or to a later one, so that the game does not loop."""
    skipped = number % 3
    for _ in range(LONGEST_WAY):
        if guest.page.evaluate(IS_OFFERED):
            if not skipped:
                return
            skipped -= 1
        guest.page.keyboard.press("Tab")
    where = guest.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise BrokenManners(f"Tab does not reach what is offered: {guest.sight()}; it is at {where}")


IS_OFFERED = """() => {
  const el = document.activeElement, label = el.getAttribute('aria-label') ?? '';
  return el.matches('[data-extra], main .choices li button') || label.endsWith(', can be chosen');
}"""


def plays_by_names(visit: Visits, game: Game[Any], most: int = LONGEST_GAME) -> None:
    """Roles and accessible names are enough: nothing here depends on the structure of the page."""
    guest, answers = visit(), 0
    page = guest.page
    guest.play_quickly(game)
    actions = page.get_by_role("group", name="Actions")
    again = page.get_by_role("link", name="Replay and analysis")
    panel = page.get_by_role("tabpanel", name=re.compile("Choices"))
    page.get_by_role("tab", name=re.compile("Choices")).click()
    turn = page.get_by_role("status").filter(has_text="Your turn")
    for number in range(LONGEST_GAME):
        turn.or_(again).first.wait_for()
        if again.count() or answers == most:
            break
        name = _pick_by_name(panel, number)
        count = guest.shown["count"]
        confirm = actions.get_by_role("button", name=f"Confirm: {name}", exact=True)
        confirm.click()
        guest.taken(count)
        expect(confirm).to_have_count(0)
        answers += 1
    owe(answers == most or again.count(), "the game does not end")
    calm(guest)


def _pick_by_name(panel: Locator, number: int) -> str:
    listed = panel.get_by_role("button")
    listed.first.wait_for()
    choice = listed.nth(number * 5 % listed.count())
    name = choice.inner_text()
    choice.click()
    return name


# --- what is not offered --------------------------------------------------------------------------


def says_why_not(visit: Visits, game: Game[Any], samples: int = SAMPLES) -> list[float]:
    """Touching a thing that is not offered shows a reason with a rule and changes nothing; returns
    the milliseconds that each took."""
    guest, dice, took = visit(), Dice(7), list[float]()
    guest.play_quickly(game)
    while len(took) < samples:
        guest.settle()
        if guest.is_over() or guest.shown["scene"] is None:
            break
        things = _not_offered(guest) if not guest.path else []
        for _ in range(min(AT_A_TIME, len(things), samples - len(took))):
            thing = things.pop(dice.below(len(things)))
            took.append(_touch_in_vain(guest, thing))
        if guest.has_picked():
            guest.confirm()
        else:
            guest.touch(dice.below(1000))
    calm(guest)
    return took


def _not_offered(guest: Visitor) -> list[str]:
    """Things on the table that are in no answer to the question."""
    ask = guest.shown["ask"]
    possible = {thing for option in ask["options"] for thing in option["touched"]}
    if ask["is_vast"]:
        possible |= following(guest)
    return [thing for thing in guest.page.evaluate(THINGS) if thing not in possible]


def _touch_in_vain(guest: Visitor, thing: str) -> float:
    before = _own(guest)
    milliseconds: float = guest.page.evaluate(TOUCH, thing)
    strip = guest.page.locator(".strip .no")
    owe(strip.count(), f"touching {thing} gives no reason")
    words = strip.inner_text()
    owe(re.search("Rule [A-Z]+-[0-9]+", words), f"{thing}: '{words}' names no rule")
    owe(before == _own(guest), f"{thing} changed something")
    return milliseconds


def _own(guest: Visitor) -> tuple[object, ...]:
    """What only the guest's own acts can change, even if rivals answer at the same time."""
    return guest.shown["count"], guest.shown["ask"], guest.sight(), len(_answers(guest))


def _answers(guest: Visitor) -> list[dict[str, Any]]:
    return [wish for wish in guest.said if wish["do"] == "answer"]


THINGS = """() => [...new Set([...document.querySelectorAll('[data-thing][aria-disabled=true]')]
  .map(el => el.dataset.thing))].sort()"""
TOUCH = """async (thing) => {
  const el = document.querySelector(`[data-thing="${CSS.escape(thing)}"]`);
  const strip = document.querySelector('.strip');
  strip.querySelector('.no')?.setAttribute('data-old', '');
  const began = performance.now();
  el.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  while (!strip.querySelector('.no:not([data-old])') && performance.now() - began < 5000)
    await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""


# --- answering ------------------------------------------------------------------------------------


def confirms_once(visit: Visits, game: Game[Any]) -> None:
    """A double or triple click on Confirm is one answer."""
    guest = visit()
    guest.play_quickly(game)
    for clicks in (2, 3):
        guest.pick()
        count = guest.shown["count"]
        guest.main.click(click_count=clicks)
        guest.taken(count)
        guest.page.wait_for_timeout(200)
        sent = [wish for wish in _answers(guest) if wish["count"] == count]
        owe(len(sent) == 1, f"{clicks} clicks sent {len(sent)} answers")
        owe(guest.shown["count"] == count + 1, f"{clicks} clicks are not one move")
    calm(guest)


def forgets_unseen(visit: Visits, game: Game[Any]) -> None:
    """Touches that are taken back before Confirm leave no trace, for a rival either."""
    host, rival = pair(visit, game)
    mover, other = (host, rival) if host.sight().is_asked else (rival, host)
    mover.settle()
    before, heard = (mover.shown, mover.sight()), len(_game_frames(other))
    mover.touch(3)
    mover.page.get_by_role("button", name="Start over").click()
    mover.wait(lambda: (mover.shown, mover.sight()) == before, "the position is restored")
    owe(not _answers(mover), "an answer was sent without Confirm")
    owe(len(_game_frames(other)) == heard, "the rival was told of it")
    calm(host, rival)


def pair(visit: Visits, game: Game[Any]) -> tuple[Visitor, Visitor]:
    """Two people at a table that has begun; bots have the other seats."""
    host, rival = visit(), visit()
    bots = ["", "", *["random"] * (game.fewest - 2)]
    address = host.open_table(game=game.name, bots=bots, is_public=False)
    host.sit_down(address)
    rival.sit_down(address)
    for guest in (host, rival):
        guest.main.wait_for()
    host.wait(lambda: host.sight().is_asked or rival.sight().is_asked, "somebody is asked")
    return host, rival


def _game_frames(guest: Visitor) -> list[str]:
    return [frame for frame in guest.frames if json.loads(frame)["is"] == "shown"]


# --- people and lines -----------------------------------------------------------------------------


def seats_one_of_two(visit: Visits, game: Game[Any]) -> None:
    """Two visitors click on one seat at the same moment: one sits, the other is told."""
    one, other = _click_together(visit, game)
    winner, loser = one, other
    one.page.get_by_text("I am ready").or_(one.page.get_by_role("alert")).first.wait_for()
    if not one.page.get_by_text("I am ready").count():
        winner, loser = other, one
    winner.page.get_by_role("button", name="I am ready").wait_for()
    loser.page.get_by_role("alert").get_by_text("Somebody else sits there.").wait_for()
    owe(loser.page.get_by_role("button", name="I am ready").count() == 0, "both sit there")
    calm(one, other)


def _click_together(visit: Visits, game: Game[Any]) -> tuple[Visitor, Visitor]:
    """On a busy machine one click may come too late: then another pair tries."""
    for _ in range(TRIES):
        host, one, other = visit(), visit(), visit()
        bots = ["", "", *["random"] * (game.fewest - 2)]
        address = host.open_table(game=game.name, bots=bots)
        for guest in (one, other):
            guest.page.goto(address)
            guest.page.get_by_role("button", name="Sit here").wait_for()
        at = one.page.evaluate(f"Date.now() + {SIT_IN}")
        for guest in (one, other):
            guest.page.evaluate(SIT_AT, at)
        one.page.wait_for_timeout(SIT_IN + LATE)
        if all(guest.page.evaluate("window.clicked") for guest in (one, other)):
            return one, other
    raise BrokenManners("never two clicks at the same moment")


TRIES = 5
SIT_IN, LATE = 400, 400  # milliseconds: until they click, and how late that may be
SIT_AT = """(at) => setTimeout(() => {
  const seat = [...document.querySelectorAll('button')].find(el => el.textContent === 'Sit here');
  seat?.click();
  window.clicked = Boolean(seat);
}, at - Date.now())"""


def sends_when_back(visit: Visits, game: Game[Any], away: float = AWAY) -> None:
    """Offline while choosing: the confirmed answer arrives once when the network is back."""
    guest = visit()
    guest.play_quickly(game)
    guest.pick()
    count = guest.shown["count"]
    guest.context.set_offline(True)
    guest.page.get_by_role("alert").wait_for()
    guest.main.click()
    guest.page.wait_for_timeout(1000 * away)
    guest.context.set_offline(False)
    guest.taken(count)
    guest.page.wait_for_timeout(300)
    owe(guest.shown["count"] == count + 1, "the answer did not arrive just once")
    calm(guest)


def outlives_the_server(visit: Visits, game: Game[Any], stage: Stage) -> None:
    """The server is killed and restarted: without a reload the same position is back in play."""
    guest = visit()
    guest.play_quickly(game)
    guest.pick()
    guest.confirm()
    guest.settle()
    before = _table(guest)
    stage.kill()
    guest.page.get_by_role("alert").wait_for()
    stage.start()
    guest.page.get_by_role("alert").wait_for(state="detached")
    owe(_table(guest) == before, "the position is another one")
    guest.pick()
    guest.confirm()
    calm(guest)


def _table(guest: Visitor) -> tuple[object, ...]:
    """The seat's count and what is drawn: sealed answers of rivals do not change them."""
    return guest.shown["count"], guest.shown["scene"]["zones"]
