"""The page itself: clocks, chat, sounds, the lens, long hands, options of a table."""

import json
import re

import pytest

from trivet.catalogue import GAMES

pytest.importorskip("playwright", reason="playwright is not installed")
from campaigns import manners

GAME = GAMES["sovereign"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
pytestmark = pytest.mark.timeout(240)


# --- clocks ---------------------------------------------------------------------------------------


def test_a_running_clock_ticks_and_the_other_stands(visit):
    guest = visit()
    clock = {"kind": "bank", "seconds": 3700, "increment": 0}
    bots = ["", "greedy"]
    guest.page.goto(guest.open_table(game="trinity", bots=bots, start=True, clock=clock))
    guest.settle()
    own, other = guest.page.get_by_role("timer").nth(0), guest.page.get_by_role("timer").nth(1)
    first, still = own.inner_text(), other.inner_text()
    assert re.fullmatch(r"1:0\d:\d\d", first)
    frames = len([one for one in guest.frames if '"is":"shown"' in one])
    guest.wait(lambda: own.inner_text() != first, "the clock ticks")
    assert own.inner_text() < first
    assert other.inner_text() == still
    assert len([one for one in guest.frames if '"is":"shown"' in one]) == frames  # by itself
    guest.page.set_viewport_size(PHONE["viewport"])
    assert own.is_visible()


# --- chat -----------------------------------------------------------------------------------------


def chat(guest):
    return guest.page.get_by_role("button", name=re.compile("^Chat"))


def say(guest, text):
    guest.page.get_by_role("textbox", name="Say something").fill(text)
    guest.page.get_by_role("button", name="Send").click()


def test_a_phone_has_a_badge_for_new_lines_and_none_for_hidden_people(visit):
    host, rival = manners.pair(visit, GAME)
    host.page.set_viewport_size(PHONE["viewport"])
    rival.page.get_by_role("tab", name="Chat").click()
    say(rival, "hello over there")
    host.wait(lambda: "1 new line" in chat(host).get_attribute("aria-label"), "a badge")
    chat(host).click()
    log = host.page.get_by_role("log", name="Chat")
    log.get_by_text("hello over there").wait_for()
    host.page.get_by_role("button", name="Good luck!").click()
    rival.page.get_by_role("log", name="Chat").get_by_text("Good luck!").wait_for()
    log.get_by_role("button", name=re.compile("^What to do about")).first.click()
    host.page.get_by_role("button", name="Hide for me").click()
    assert log.get_by_text("hello over there").count() == 0
    host.page.get_by_role("button", name="Close", exact=True).click()
    assert chat(host).get_attribute("aria-label") == "Chat"
    say(rival, "are you there?")
    host.wait(lambda: "are you there?" in host.lines, "the line has come")
    assert chat(host).get_attribute("aria-label") == "Chat"
    assert host.troubles == rival.troubles == []


def test_the_host_slows_and_closes_the_spectators_chat_and_mutes_one(visit):
    host, spectator = visit(), visit()
    wish = {"game": "sovereign", "bots": ["greedy", "greedy"], "sit": False, "is_public": True}
    address = host.open_table(**wish, clock={"kind": "days", "days": 1})
    for guest in (host, spectator):
        guest.page.goto(address)
        guest.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_text("For spectators (you are the host)").click()
    slow = host.page.get_by_role("combobox", name="Time between two lines of one spectator")
    slow.select_option("300")
    spectator.page.get_by_text("One line in 300 seconds.").wait_for()
    say(spectator, "first")
    host.page.get_by_role("log", name="Chat").get_by_text("first").wait_for()
    say(spectator, "second")
    spectator.page.get_by_role("alert").get_by_text("wait for").wait_for()
    field = spectator.page.get_by_role("textbox", name="Say something")
    assert field.input_value() == "second"  # what was not taken is not lost
    slow.select_option("0")
    spectator.page.get_by_text("the game. One line in").wait_for(state="detached")
    host.page.get_by_role("button", name=re.compile("^What to do about")).first.click()
    host.page.get_by_role("button", name="Mute for everybody").click()
    spectator.page.get_by_role("button", name="Send").click()
    spectator.page.get_by_role("alert").get_by_text("does not let you write").wait_for()
    host.page.reload()
    host.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_role("button", name=re.compile("^What to do about")).first.click()
    host.page.get_by_role("button", name="Let them write again").wait_for()
    host.page.get_by_text("For spectators (you are the host)").click()
    host.page.get_by_role("checkbox", name="Spectators may write").uncheck()
    spectator.page.get_by_text("The host has closed the spectators' chat.").wait_for()
    assert field.count() == 0
    assert host.troubles == spectator.troubles == []


# --- sounds ---------------------------------------------------------------------------------------

LISTEN = """window.tones = [];
window.AudioContext = class {
  state = 'running'; currentTime = 0; destination = {};
  resume() { return Promise.resolve(); }
  createGain() { return {connect: (to) => to, gain: {
    setValueAtTime() {}, exponentialRampToValueAtTime(value) { this.most ??= value; }}}; }
  createOscillator() { return {connect: (to) => to, stop() {}, start() {}, frequency: {
    setValueAtTime(pitch) { window.tones.push(pitch); }, exponentialRampToValueAtTime() {}}}; }
};"""


def tones(guest):
    return guest.page.evaluate("window.tones.splice(0)")


def test_placing_and_the_end_can_be_heard_and_silence_too(visit):
    guest = visit()
    guest.page.add_init_script(LISTEN)
    guest.play_quickly(GAMES["tritarea"])
    guest.settle()
    guest.page.mouse.click(640, 5)  # a browser wants a touch first
    tones(guest)
    guest.play_on(most=2)
    guest.settle()
    assert 190 in tones(guest)  # the knock of something that is laid
    guest.resign()
    guest.wait(lambda: 523 in tones(guest), "the end is heard")
    guest.page.goto("/settings")
    guest.page.get_by_role("slider", name="Volume").fill("0")
    guest.play_quickly(GAMES["tritarea"])
    guest.play_on(most=2)
    assert tones(guest) == []


def test_a_capture_sounds_otherwise_than_a_piece_that_is_placed(visit):
    guest = visit()
    guest.page.add_init_script(LISTEN)
    guest.play_quickly(GAME)
    for _ in range(60):
        guest.play_on(most=1)
        guest.settle()
        told = " ".join(turn["words"] for turn in guest.shown["turns"])
        if " captured " in told or guest.is_over():
            break
    assert 260 in tones(guest)  # the second knock


# --- a closer look, long hands --------------------------------------------------------------------


def test_the_lens_is_beside_the_board_and_only_where_it_says_more(visit):
    guest = visit()
    guest.play_quickly(GAMES["trehgrannik"])
    guest.settle()
    lens = guest.page.locator(".lens")
    guest.page.locator('[data-thing^="hand:"]').first.hover(force=True)
    lens.wait_for()
    box, board = lens.bounding_box(), guest.page.locator("[data-zone=board]").bounding_box()
    assert box["x"] >= board["x"] + board["width"]
    assert box["y"] + box["height"] <= 800
    guest.page.locator('[data-thing^="cell:"][aria-label$=", empty"]').last.hover(force=True)
    lens.wait_for(state="detached")
    guest.page.wait_for_timeout(700)  # longer than a pointer must rest
    assert lens.count() == 0


def test_cards_of_a_long_hand_can_be_touched_on_a_phone(visit):
    guest = visit(viewport={"width": 360, "height": 640}, has_touch=True)
    guest.page.add_init_script(LONG_HAND)
    guest.play_quickly(GAMES["tritarea"])
    guest.settle()
    cards = guest.page.locator('[data-zone^=hand] [data-thing^="card:"], [data-zone^=hand] .thing')
    assert cards.count() >= 16
    assert min(card.bounding_box()["width"] for card in cards.all()) >= 43
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 360
    cards.last.scroll_into_view_if_needed()
    assert cards.last.bounding_box()["x"] < 360


LONG_HAND = """(() => {
  const hear = JSON.parse;
  JSON.parse = function (text, ...more) {
    const said = hear.call(this, text, ...more);
    const hand = said?.is === 'shown' && said.scene?.zones.at(-1);
    if (hand && hand.name.startsWith('hand') && hand.pieces.length > 4 && !hand.long) {
      const wide = hand.width, more = hand.pieces.map(p => ({...p, x: p.x + wide, id: p.id + '+'}));
      hand.pieces = [...hand.pieces, ...more];
      hand.width = 2 * wide;
      hand.long = true;
    }
    return said;
  };
})()"""


# --- options of a table ---------------------------------------------------------------------------


def test_a_table_of_people_says_whether_there_are_hints(visit):
    host, guest = visit(), visit()
    host.page.goto("/")
    host.page.get_by_role("button", name=f"Set up a table of {GAME.title}").click()
    assert host.page.get_by_role("radiogroup", name="Hints").count() == 0  # alone one always may
    host.page.get_by_role("combobox", name="Seat B").select_option("open")
    host.page.get_by_role("radiogroup", name="Hints").get_by_text("None").click()
    host.page.get_by_role("button", name="Open table").click()
    host.page.get_by_text("no hints").wait_for()
    host.page.get_by_role("button", name="I am ready").click()
    guest.sit_down(host.page.url)
    host.settle()
    assert host.page.get_by_role("button", name="Hint", exact=True).count() == 0
    assert host.page.get_by_role("button", name="More", exact=True).count() == 1


def test_named_sets_of_options_are_offered_where_a_game_has_some(visit):
    guest, sent = visit(), []
    guest.page.on(
        "request",
        lambda request: sent.append(request.post_data) if request.method == "POST" else None,
    )
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Set up a table of Tri*T*Area").click()
    assert guest.page.locator("[data-presets]").count() == 0
    guest.page.get_by_role("button", name="Set up a table of Sovereign").click()
    sets = guest.page.get_by_role("radiogroup", name="Rules")
    sets.get_by_text("Balanced").click()
    guest.page.get_by_text("Each starts one of the first two rounds").wait_for()
    assert "Balanced" in guest.page.locator(".foot").inner_text()
    guest.page.get_by_role("button", name="Start playing").click()
    guest.main.wait_for()
    assert json.loads(sent[-1])["options"] == {"alternate": True, "third_by_lot": True}


# --- what is stored -------------------------------------------------------------------------------


def test_settings_lead_to_what_the_server_stores(visit):
    guest = visit()
    guest.page.goto("/settings")
    guest.page.get_by_role("link", name="What is stored of you").click()
    guest.page.wait_for_url("**/stored")
    assert guest.page.get_by_role("heading", level=1).inner_text() == "What is stored"
    assert guest.page.get_by_text("730 days after the end").is_visible()
    guest.page.get_by_role("link", name="Back to lobby").click()
    guest.page.wait_for_url("**/")
