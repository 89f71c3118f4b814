"""The table tells what happened: moments, a line for each rival, frames to step through."""

import json
import re

import pytest

from trivet.catalogue import GAMES

visitor = pytest.importorskip("campaigns.visitor", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(240)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
MOVING = {"reduced_motion": "no-preference"}
DECISIVE = {  # the moments of each game that come up in nearly every game
    "sovereign": "round",
    "trehgrannik": "project",
    "trifecta": "bids",
    "trinity": "takeover",
    "tritarea": "trick",
}
KEEP = """() => {
  window.painted = [];
  const look = () => {
    const main = document.querySelector('main'), told = document.querySelector('[data-moment]');
    const what = main?.dataset.frame, head = told?.textContent;
    const last = window.painted.at(-1);
    if (what && what !== 'turn' && told && (last?.what !== what || last?.head !== head))
      window.painted.push({what, head, pieces: main.querySelectorAll('[data-thing]').length});
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def watch(page):
    page.add_init_script(f"({KEEP})()")


def open_watched(visit, game, **options):
    """A player at a table with quick bots, and a spectator, both with motion."""
    player, spectator = visit(**MOVING), visit(**MOVING)
    for guest in (player, spectator):
        watch(guest.page)
    seats = min(game.most, 4) if game.name == "trifecta" else game.fewest  # two seldom bid
    bots = ["", *["greedy"] * (seats - 1)]
    address = player.open_table(game=game.name, bots=bots, start=True, is_public=True)
    player.page.goto(address)
    player.main.wait_for()
    spectator.page.goto(address)
    spectator.wait(lambda: bool(spectator.shown), "the spectator sees the game")
    player.settle()
    player.frames.clear()  # what came before both were there
    return player, spectator, address


def play_until_moment(guest, what, most=400):
    """Answer at once, without looking, until a moment of that kind was sent; it."""

    def came():
        texts = [text for text in guest.frames if f'"what":"{what}","caption"' in text]
        return [one for text in texts for one in json.loads(text)["moments"] if one["what"] == what]

    for number in range(most):
        guest.wait(lambda: bool(came()) or guest.sight().is_settled, "something comes")
        if found := came():
            return found[0]
        guest.frames.clear()
        sight = guest.sight()
        if sight.is_over:
            pytest.skip(f"no {what} in this game")
        if sight.has_picked:
            guest.confirm()
        else:
            guest.touch(number * 5)
    raise TimeoutError(f"no {what} came")


def painted(guest):
    return guest.page.evaluate("window.painted")


@pytest.mark.parametrize(
    "game", [GAMES[name] for name in DECISIVE if name != "trinity"], ids=lambda game: game.name
)
def test_the_decisive_frame_is_painted_and_found_again(visit, game):
    player, spectator, _ = open_watched(visit, game)
    what = DECISIVE[game.name]
    moment = play_until_moment(player, what)
    for guest in (player, spectator):
        guest.wait(
            lambda g=guest: any(one["what"] == what for one in painted(g)), f"the {what} is painted"
        )
        one = next(one for one in painted(guest) if one["what"] == what)
        assert one["head"]
        assert one["pieces"] > 0
    assert moment["headline"] in [one["head"] for one in painted(player)]
    # After a reload in the middle it is not played, but can be stepped to.
    for guest in (player, spectator):
        guest.page.reload()
        guest.page.get_by_role("button", name="One move back").wait_for()
        guest.page.wait_for_timeout(100)
        assert painted(guest) == []
        for _ in range(15):
            guest.page.keyboard.press("[")
        for _ in range(20):
            if guest.page.locator(f'main[data-frame="{what}"]').count():
                break
            guest.page.keyboard.press("]")
        assert guest.page.locator(f'main[data-frame="{what}"]').count() == 1
        guest.page.keyboard.press("Escape")
        assert guest.page.locator("main[data-frame]").count() == 0
    assert player.troubles == spectator.troubles == []


def test_a_tap_ends_a_moment_and_so_does_a_key(visit):
    player, _, _ = open_watched(visit, GAMES["trifecta"])
    for end in (lambda: player.page.mouse.click(640, 5), lambda: player.page.keyboard.press("n")):
        player.frames.clear()
        play_until_moment(player, "bids")
        frame = player.page.locator("main[data-frame]")
        frame.wait_for()
        end()
        frame.wait_for(state="detached", timeout=300)


def test_with_reduced_motion_the_moment_stands_as_a_headline_and_nothing_waits(visit):
    guest = visit()
    bots = ["", *["greedy"] * 3]
    guest.page.goto(guest.open_table(game="trifecta", bots=bots, start=True))
    guest.main.wait_for()
    moment = play_until_moment(guest, "bids")
    head = guest.page.locator("[data-moment=bids]")
    head.wait_for()
    assert head.inner_text() == moment["headline"]
    assert guest.page.locator("main[data-frame]").count() == 0  # the board is that of now
    guest.page.wait_for_timeout(1200)
    assert head.count() == 1  # no timer took it away


@every_game
def test_since_your_turn_has_a_line_for_each_rival_and_plays_it_back(visit, game):
    guest = visit()
    bots = ["", *["greedy"] * (min(game.most, 4) - 1)]
    guest.page.goto(guest.open_table(game=game.name, bots=bots, start=True))
    guest.main.wait_for()
    lines = guest.page.locator(".since .line")
    for _ in range(60):
        guest.play_on(most=1)
        guest.settle()
        if lines.count() and guest.page.get_by_role("button", name="One move back").count():
            break
    texts = lines.all_inner_texts()
    assert 0 < len(texts) <= len(bots) + 1
    assert guest.page.locator(".since .line .mark.seat-0").count() == 0  # one knows what one did
    question = guest.page.locator(".banner .head").inner_text()
    lines.last.click()
    if guest.page.locator("main[data-frame]").count() == 0:  # it led to the present position
        guest.page.get_by_role("button", name="One move back").click()
    guest.page.locator("main[data-frame]").wait_for()
    assert guest.page.locator(".banner .head").inner_text() == question
    guest.page.get_by_role("button", name="Back to now").click()
    assert guest.page.locator("main[data-frame]").count() == 0
    assert guest.sight().is_settled  # and can be answered as before
    guest.play_on(most=1)
    assert guest.troubles == []


def test_the_log_is_a_sentence_a_turn_with_the_details_folded(visit):
    guest = visit()
    guest.play_quickly(GAMES["trehgrannik"])
    guest.play_on(most=12)
    guest.settle()
    log = guest.page.get_by_role("log")
    folded = log.locator("details:not([open])")
    assert folded.count() > 0
    assert not folded.first.locator("> p").first.is_visible()
    folded.first.locator("summary").click()
    assert log.locator("details[open] > p").first.is_visible()
    own = log.locator(".turn.seat-0 .head").all_inner_texts()
    assert own
    assert all("You" in text for text in own)


def test_before_confirming_the_table_says_what_will_happen_and_then_it_does(visit):
    guest = visit()
    guest.play_quickly(GAMES["trehgrannik"])
    foreseen = guest.page.locator("[data-foreseen]")
    for number in range(300):
        guest.settle()
        sight = guest.sight()
        assert not sight.is_over
        if not sight.has_picked:
            guest.touch(number * 5)
            continue
        guest.wait(
            lambda: '"is":"foreseen"' in guest.frames[-1] or len(guest.frames) > 3, "it is foreseen"
        )
        text = foreseen.inner_text() if foreseen.count() else ""
        guest.frames.clear()
        guest.confirm()
        if " built " in text:
            built = re.search(r"built a \w+ with [A-Z]\w+ \w+", text)[0]
            shown = [json.loads(frame) for frame in guest.frames if '"is":"shown"' in frame]
            told = [turn["words"] for one in shown for turn in one["turns"]]
            assert any(built in words for words in told), (built, told)
            return
    raise AssertionError("nothing was built")
