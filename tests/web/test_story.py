"""The table tells what happened: moments, a line for each rival, frames to step through."""

import re
import time
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from trivet.catalogue import GAMES
from trivet.client import Client
from trivet.server.wire.messages import Ping

pytest.importorskip("playwright", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(240)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
MOVING = {"reduced_motion": "no-preference"}
PHONE = {**MOVING, "viewport": {"width": 390, "height": 844}}
IN_SIGHT = """() => {
  const row = document.querySelector('.scoring tbody tr:last-child');
  const box = document.querySelector('.scoring .lines')?.getBoundingClientRect();
  const last = row?.getBoundingClientRect() ?? box; // by now something else may stand there
  if (!box) return true;
  return last.top >= box.top - 1 && last.bottom <= box.bottom + 1;
}"""
DECISIVE = {  # moments that come up in nearly every game
    "sovereign": ["round"],  # the ninth piece, and how many spaces each holds
    "trehgrannik": ["project"],
    "trifecta": ["bids"],
    "trinity": ["takeover"],
    "tritarea": ["trick", "round"],  # and the scoring
}
KEEP = """() => {
  window.painted = [];
  const look = () => {
    const main = document.querySelector('main'), told = document.querySelector('[data-moment]');
    const what = main?.dataset.frame, head = told?.textContent;
    const parts = [...document.querySelectorAll('.scoring .rule')].map(el => el.textContent);
    const last = window.painted.at(-1);
    if (what && what !== 'turn' && told) {
      const pieces = main.querySelectorAll('[data-zone=board] .mover').length;
      const isNew = last?.what !== what || last?.head !== head;
      if (isNew) window.painted.push({what, head, pieces, parts});
      else last.parts = parts;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def watch(page):
    page.add_init_script(f"({KEEP})()")


def open_watched(visit, game):
    """A player and a rival, both people, quick bots and a spectator on a phone, with motion."""
    player, rival, spectator = guests = [visit(**MOVING), visit(**MOVING), visit(**PHONE)]
    for guest in guests:
        watch(guest.page)
    seats = min(game.most, 4) if game.name == "trifecta" else game.fewest  # two seldom bid
    bots = ["", "", *["greedy"] * (seats - 2)]
    address = player.open_table(game=game.name, bots=bots, is_public=True)
    player.sit_down(address)
    spectator.page.goto(address)
    rival.open_table(game="sovereign")  # a rival has a name of their own
    rival.sit_down(address)
    for guest in guests:
        guest.wait(lambda g=guest: bool(g.shown), "the game is seen")
        guest.notices.clear()
    return guests


def moments_of(guest, what):
    shown = (notice for notice in guest.notices if notice["is"] == "shown")
    return [one for notice in shown for one in notice["moments"] if one["what"] == what]


def play_until_moment(people, what):
    """Answer at once for these people, without looking at their pages, until a moment of that kind
    was sent to the first of them; it."""
    first, number, end = people[0], 0, time.monotonic() + 120
    with ExitStack() as stack:
        tables = [stack.enter_context(beside(guest)) for guest in people]
        earlier = [moment.after for moment in tables[0].moments]
        while time.monotonic() < end:
            has_answered = False
            for table in tables:
                table.do(Ping())  # this program has heard what has come
                new = (one for one in table.moments if one.after not in earlier)
                if any(one.what == what for one in new):  # nobody answers before it is drawn
                    first.wait(lambda: bool(moments_of(first, what)), "the page has heard it")
                    return moments_of(first, what)[0]
                if table.is_over:
                    raise AssertionError(f"no {what} in this game")
                if table.shown is not None and table.shown.ask is not None:
                    options = table.shown.ask.options
                    table.answer(options[number * 5 % len(options)].text)
                    has_answered = True
            number += 1
            if not has_answered:
                first.page.wait_for_timeout(20)  # bots are on
    raise TimeoutError(f"no {what} came")


def beside(guest):
    """A program that answers for a guest, while the guest's page shows what happens."""
    token = next(one["value"] for one in guest.context.cookies() if one["name"] == "trivet")
    url = urlsplit(guest.page.url)
    return Client(f"{url.scheme}://{url.netloc}", token).enter(url.path.split("/")[2])


def painted(guest):
    return guest.page.evaluate("window.painted")


def check_painted(guest, what):
    """The first moment of that kind was drawn, named and counted out; the pieces on the board."""
    guest.wait(lambda: bool(moments_of(guest, what)), "the moment is sent")
    moment = moments_of(guest, what)[0]
    guest.wait(
        lambda: any(one["head"] == moment["headline"] for one in painted(guest)),
        f"the {what} is painted",
    )
    one = next(one for one in painted(guest) if one["head"] == moment["headline"])
    assert one["what"] == what
    assert one["pieces"] > 0
    assert one["pieces"] == len(moment["scene"]["zones"][0]["pieces"])
    parts = {line["part"] for line in moment["sheet"]}
    if len(parts) == 1:  # the headline tells it
        return one["pieces"]
    guest.wait(
        lambda: parts <= {part for one in painted(guest) for part in one["parts"]},
        "the scoring is counted out",
    )
    if parts:
        assert guest.page.evaluate(IN_SIGHT)  # the line that is being counted, or the last one
    return one["pieces"]


@pytest.mark.parametrize("name", DECISIVE)
def test_the_decisive_frames_are_painted_for_everybody_and_found_again(visit, name):
    guests = open_watched(visit, GAMES[name])
    for what in DECISIVE[name]:
        play_until_moment(guests[:2], what)
        for guest in guests:
            pieces = check_painted(guest, what)
            assert pieces >= 9 or name != "sovereign"
    # After a reload in the middle it is not played, but can be stepped to.
    for guest in guests:
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
        lit = guest.page.locator('[data-zone=board] [aria-label$=", can be chosen"]')
        assert lit.count() == 0  # a past board offers nothing
        guest.page.keyboard.press("Escape")
        assert guest.page.locator("main[data-frame]").count() == 0
        assert guest.troubles == []
    spectator = guests[2]
    assert spectator.page.get_by_role("group", name="Last move").count() == 1


def test_the_end_is_painted_for_everybody_and_again_after_a_reload(visit):
    guests = open_watched(visit, GAMES["sovereign"])
    guests[1].resign()
    heads = [guest.page.locator(".ending h1, .ending h2").first for guest in guests]
    for _ in range(2):
        for guest, head in zip(guests, heads, strict=True):
            guest.wait(guest.is_over, "the end is painted")
            head.wait_for()
        texts = [head.inner_text() for head in heads]
        assert texts[0].endswith(" resigned: you won.")
        assert texts[1].startswith("You resigned: ")
        assert " resigned: " in texts[2]
        assert "you" not in texts[2].lower().split()
        for guest in guests:
            guest.page.locator("[data-zone=board]").wait_for()
            guest.page.get_by_role("link", name="HOUSE-5").first.wait_for()
            guest.page.reload()


def test_a_tap_ends_a_moment_and_so_does_a_key(visit):
    player = visit(**MOVING)
    bots = ["", *["greedy"] * 3]
    player.page.goto(player.open_table(game="trifecta", bots=bots, start=True))
    player.main.wait_for()
    for end in (lambda: player.page.mouse.click(5, 400), lambda: player.page.keyboard.press("n")):
        player.notices.clear()
        play_until_moment([player], "bids")
        frame = player.page.locator("main[data-frame]")
        frame.wait_for()
        end()
        frame.wait_for(state="detached", timeout=300)


def test_a_pointer_on_the_banner_holds_a_moment_until_it_goes(visit):
    player = visit(**MOVING)
    player.page.goto(player.open_table(game="trifecta", bots=["", *["greedy"] * 3], start=True))
    player.main.wait_for()
    play_until_moment([player], "bids")
    frame = player.page.locator("main[data-frame]")
    frame.wait_for()
    player.page.locator(".since .headline").hover()
    player.page.wait_for_timeout(5000)  # longer than all moments together would take
    assert frame.count() == 1
    player.page.mouse.move(640, 400)
    frame.wait_for(state="detached")


def test_with_reduced_motion_the_moment_stands_as_a_headline_and_nothing_waits(visit):
    guest = visit()
    bots = ["", *["greedy"] * 3]
    guest.page.goto(guest.open_table(game="trifecta", bots=bots, start=True))
    guest.main.wait_for()
    moment = play_until_moment([guest], "bids")
    head = guest.page.locator("[data-moment=bids]")
    head.wait_for()
    assert head.inner_text() == moment["headline"]
    assert guest.page.locator("main[data-frame]").count() == 0  # the board is that of now
    guest.page.wait_for_timeout(1200)
    assert head.count() == 1  # no timer took it away


def check_log(guest):
    """A sentence a turn, with the details folded; of oneself as "you"."""
    log = guest.page.get_by_role("log")
    own = log.locator(".turn.seat-0 .head").all_inner_texts()
    assert all(re.search(r"\b[Yy]ou\b", text) for text in own)
    folded = log.locator("details:not([open])")
    if folded.count():
        assert not folded.first.locator("> p").first.is_visible()
        folded.first.locator("summary").click()
        assert log.locator("details[open] > p").first.is_visible()


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
    check_log(guest)
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


ALL_IN_SIGHT = """() => {
  const box = document.querySelector('.since').getBoundingClientRect();
  return [...document.querySelectorAll('.since .line')].every(line => {
    const {top, bottom} = line.getBoundingClientRect();
    return top >= box.top - 1 && bottom <= box.bottom + 1;
  });
}"""


def rivals_since(turns):
    """The rivals of seat 0 who have done something since its latest answer, by what was sent."""
    found = set()
    while turns and turns[-1]["by"] == 0:  # in the middle of one's turn
        turns = turns[:-1]
    for turn in reversed(turns):
        found |= {share["seat"] for share in turn["shares"]} | {turn["by"]}
        if turn["by"] <= 0:
            break
    return {seat for seat in found if seat > 0}


@pytest.mark.parametrize("name", [game.name for game in GAMES.values() if game.most > 2])
def test_on_a_phone_each_rival_who_did_something_has_a_line_in_sight(visit, name):
    """In Trinity a rival without a sentence had no line, in Trifecta all bids were one."""
    guest = visit(viewport=PHONE["viewport"])
    bots, most = ["", *["greedy"] * (min(GAMES[name].most, 4) - 1)], 0
    address = guest.open_table(game=name, bots=bots, start=True)
    guest.notices.clear()
    guest.page.goto(address)
    marks = guest.page.locator(".since .line .mark")
    for number in range(80):
        guest.settle()
        if guest.is_over() or (number >= 12 and most >= 2):
            break
        if guest.has_picked():  # of one answer the effect is told there
            guest.play_on(most=1)
            continue
        wanted = rivals_since(turns_of(guest.notices))
        guest.wait(lambda: {int(seat_of(one)) for one in marks.all()} == wanted, "a line for each")  # noqa: B023
        for size in ((390, 844), (360, 640)):
            guest.page.set_viewport_size({"width": size[0], "height": size[1]})
            assert guest.page.evaluate(ALL_IN_SIGHT)
        most = max(most, len(wanted))
        guest.play_on(most=1)
    assert most >= 2
    assert guest.troubles == []


def turns_of(notices):
    """All turns, as the page puts them together."""
    turns = list[dict]()
    for shown in notices:
        if shown["is"] == "shown":
            first = shown["turns"][0]["first"] if shown["turns"] else shown["since"]
            turns = [turn for turn in turns if turn["first"] < first] + shown["turns"]
    return turns


def seat_of(mark):
    return re.search(r"seat-(\d)", mark.get_attribute("class"))[1]


SEALED = 12  # answers of Trifecta, where nearly everything is sealed and nothing is certain


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [(1280, 800), (360, 640)], ids=["desktop", "phone"])
def test_before_confirming_the_table_says_what_will_happen(visit, name, size):
    """What is drawn is what the server foresees; that it comes true is tried in tests/house."""
    guest = visit(viewport={"width": size[0], "height": size[1]})
    has_words, has_chips = False, False
    guest.play_quickly(GAMES[name])
    for number in range(400):
        guest.settle()
        sight = guest.sight()
        if sight.is_over:  # a match without a capture of one's own: another one
            guest.play_quickly(GAMES[name])
            continue
        if not sight.has_picked:
            guest.touch(number * 5)
            continue
        guest.wait(lambda: foreseen(guest) is not None, "it is foreseen")
        seen = foreseen(guest)
        chips = sorted(chip["text"] for chip in seen["chips"])
        guest.wait(lambda: is_told(guest, seen), "it is told")  # noqa: B023
        guest.wait(lambda: drawn_chips(guest) == chips, "it is drawn")  # noqa: B023
        if guest.page.locator("[data-foreseen]").count():
            guest.wait(lambda: guest.page.evaluate(OVER_NOTHING), "and covers no board")
        has_words |= bool(seen["words"])
        has_chips |= bool(chips)
        if has_words and (has_chips or name == "trinity"):
            return
        if name == "trifecta" and number >= SEALED:
            assert (has_words, has_chips) == (
                False,
                False,
            )  # a sealed answer leads to nothing certain
            return
        guest.confirm()
    raise AssertionError("nothing was foreseen")


def is_told(guest, seen):
    """Whether the page says what the server has foreseen: the reply is heard before it is drawn."""
    said = " ".join(guest.page.locator("[data-foreseen]").all_inner_texts())
    parts = [line["part"] for line in seen["if_ended"]]
    is_empty = not (seen["words"] or parts)
    return said == "" if is_empty else seen["words"] in said and all(one in said for one in parts)


def drawn_chips(guest):
    return sorted(guest.page.locator("[data-chip] text").all_text_contents())


OVER_NOTHING = """() => {
  const told = document.querySelector('[data-foreseen]');
  const box = (told?.closest('.said') ?? told)?.getBoundingClientRect();
  const board = document.querySelector('[data-zone=board]')?.getBoundingClientRect();
  if (!box || !board) return true;
  const isAside = box.left >= board.right - 1 || box.right <= board.left + 1;
  return isAside || box.bottom <= board.top + 1 || box.top >= board.bottom - 1;
}"""


def foreseen(guest):
    """What the server said about the answer that is picked, if it has answered yet."""
    asked = next(one for one in reversed(guest.said) if one["do"] in ("foresee", "answer"))
    replies = (one for one in guest.previews if one["text"] == asked.get("texts", [""])[0])
    return next((one for one in replies if one["re"] == asked["re"]), None)
