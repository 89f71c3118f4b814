"""What makes a table pleasant: log, rules, hints, a closer look, a rematch, a problem in a file."""

import json
import re

import pytest

from trivet.catalogue import GAMES
from trivet.cli.main import main

pytest.importorskip("playwright", reason="playwright is not installed")
from campaigns import manners

GAME = GAMES["sovereign"]
pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def guest(visit):
    """At the board, about to place another piece."""
    guest = visit()
    guest.play_quickly(GAME)
    for _ in range(2):
        guest.pick()
        guest.confirm()
    guest.play_on(most=1)
    guest.settle()
    while (guest.shown["ask"] or {"step": ""})["step"] != "place":
        guest.play_on(most=1)
        guest.settle()
    return guest


def test_places_say_what_they_are_worth_before_they_are_touched(visit):
    guest = visit()
    guest.play_quickly(GAME)
    for number in range(200):
        guest.settle()
        assert not guest.is_over(), "nothing could be captured"
        if guest.has_picked():
            guest.confirm()
            continue
        ask = guest.shown["ask"]
        if ask["step"] == "place" and any(one["chips"] for one in foreseen_for(guest, ask)):
            break
        guest.touch(number * 5)
    options = {one["text"]: one["touched"][0] for one in ask["options"]}
    worth = {options[one["text"]] for one in foreseen_for(guest, ask) if one["chips"]}
    drawn = guest.page.locator("[data-zone=board] [data-chip]")
    guest.wait(lambda: drawn.count() == len(worth), "a chip on each place")
    assert {one.get_attribute("data-chip") for one in drawn.all()} == worth
    guest.touch(0)
    guest.wait(guest.has_picked, "a place is chosen")
    guest.wait(lambda: guest.page.locator("[data-chip]").count() <= 4, "the others rest")


def foreseen_for(guest, ask):
    """What the server has said about the answers to this question, once it has said it all."""
    texts = {one["text"] for one in ask["options"]}
    sent = [one["re"] for one in guest.said if one["do"] == "foresee"]
    guest.wait(lambda: {one["re"] for one in guest.previews} >= {*sent[-1:]}, "it is foreseen")
    last = [one for one in guest.previews if one["text"] in texts]
    return {one["text"]: one for one in last}.values() if len(texts) <= 36 else []


def one_option(message):
    """The same message, with the first option only: as where nothing else is left to do."""
    said = json.loads(message)
    if said["is"] == "shown" and said.get("ask"):
        said["ask"]["rows"] = said["ask"]["rows"][:1]
    return json.dumps(said)


@pytest.mark.parametrize(("confirm", "is_answered"), [("turn", True), ("always", False)])
def test_a_question_with_one_answer_is_answered_by_itself(visit, confirm, is_answered):
    guest = visit(confirm=confirm)

    def relay(page):
        server = page.connect_to_server()
        server.on_message(lambda message: page.send(one_option(message)))

    guest.page.route_web_socket(re.compile("/ws/"), relay)
    guest.play_quickly(GAMES["trifecta"])
    guest.page.wait_for_timeout(3000)  # a beat, and then some
    answers = [one for one in guest.said if one["do"] == "answer"]
    assert bool(answers) is is_answered  # nothing was touched
    assert guest.troubles == []


def test_a_line_of_the_log_marks_what_it_speaks_of(guest):
    guest.page.get_by_role("tab", name="Log").click()
    log = guest.page.get_by_role("log")
    assert log.locator(".turn").count() >= 2  # a turn of each
    line = log.locator(".head").get_by_text(re.compile("placed an? .* on [abc][123]")).last
    cell = re.search(r" on ([abc][123])", line.inner_text())[1]
    marked = guest.page.locator("[data-zone=board] .spoken")
    assert marked.count() == 0
    line.hover()
    marked.first.wait_for()
    x, y = "abc".index(cell[0]), "321".index(cell[1])
    where = marked.evaluate_all(
        "all => all.map(el => { const t = el.transform.baseVal[0].matrix; return [t.e, t.f]; })"
    )
    cells = [[round((at - 30) / 120 - 0.5) for at in place] for place in where]
    assert [x, y] in cells  # a turn may speak of more spaces: what was captured
    assert guest.troubles == []


def test_the_rules_open_at_the_rule_of_the_question(guest):
    rule = guest.shown["ask"]["rule"]
    assert rule.startswith("SOV-")
    guest.page.get_by_role("button", name=f"Rules: this step is rule {rule}").click()
    here = guest.page.locator(f'[data-rule="{rule}"]')
    here.wait_for()
    assert here.get_attribute("aria-current") == "true"
    guest.wait(lambda: bool(here.evaluate(IS_IN_SIGHT)), "the rule is scrolled to")


IS_IN_SIGHT = """el => {
  const box = el.getBoundingClientRect(), list = el.parentElement.getBoundingClientRect();
  return box.top >= list.top - 1 && box.top < list.bottom;
}"""


def test_a_hint_shows_where_to_look_and_then_the_move_and_why(guest):
    hint = guest.page.get_by_role("button", name="Hint", exact=True)
    strip = guest.page.locator(".strip .hint")
    advice = guest.page.get_by_role("region", name="Hint")
    hint.click()
    guest.wait(lambda: "Look here" in strip.inner_text(), "a place to look at")
    assert not guest.has_picked()
    assert guest.page.locator(".hinted").count() > 0
    hint.click()
    advice.get_by_role("listitem").nth(2).wait_for()  # the best three answers ...
    assert advice.get_by_role("listitem").count() == 3
    for text in advice.get_by_role("listitem").all_inner_texts():
        assert re.search(r"\d+ %\s+[A-Z].+\.$", text)  # ... each with its value and a reason
    guest.wait(guest.has_picked, "it can be confirmed")
    first = guest.main.inner_text()
    advice.get_by_role("button").nth(1).click()
    guest.wait(lambda: guest.main.inner_text() != first, "another one is shown")
    guest.wait(guest.has_picked, "that can be confirmed too")


def test_a_piece_under_the_pointer_is_shown_large(guest):
    guest.page.locator("[data-zone=hand] .loose").hover()
    lens = guest.page.locator(".lens")
    lens.wait_for()
    assert "to be placed" in lens.inner_text()
    guest.page.mouse.move(5, 5)
    lens.wait_for(state="detached")


def test_a_problem_is_saved_as_a_file_that_replay_shows(guest, tmp_path, capsys):
    guest.page.get_by_role("button", name="More", exact=True).click()
    with guest.page.expect_download() as saved:
        guest.page.get_by_role("button", name="Report a problem").click()
    path = tmp_path / "problem.json"
    saved.value.save_as(path)
    bundle = json.loads(path.read_text())
    assert bundle["view"]["viewer"] == 0
    assert bundle["view"]["ask"] == guest.shown["ask"]["words"]
    assert bundle["ask"] == guest.shown["ask"]
    assert "seed" not in path.read_text()
    assert main(["replay", str(path), "--no-color"]) == 0
    told = capsys.readouterr().out
    assert bundle["answers"][0]["text"] in told
    assert bundle["news"][-1].split(".")[0] in " ".join(told.split())


def test_resigning_asks_once_and_not_where_the_finger_is(guest):
    guest.page.get_by_role("button", name="More", exact=True).click()
    resign = guest.page.get_by_role("button", name="Resign", exact=True)
    box = resign.bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    guest.page.mouse.click(*at, click_count=2)
    guest.page.wait_for_timeout(200)
    assert not guest.is_over()
    assert [wish for wish in guest.said if wish["do"] == "resign"] == []


def test_a_seat_is_handed_to_a_bot_and_taken_back(visit):
    host, rival = manners.pair(visit, GAME)
    host.page.get_by_role("button", name="More", exact=True).click()
    host.page.get_by_role("button", name="Let a bot play for me").click()
    again = host.page.get_by_role("button", name="Play myself again")
    again.wait_for()
    rival.page.get_by_text("bot playing").first.wait_for()
    again.click()
    again.wait_for(state="detached")
    host.main.wait_for()
    assert (host.troubles, rival.troubles) == ([], [])


def test_a_rematch_takes_one_tap(guest):
    guest.resign()
    before = guest.page.url
    guest.page.get_by_role("button", name="Rematch").click()
    guest.page.wait_for_url(lambda url: "/t/" in url and url != before)
    guest.settle()


def test_an_offer_waits_until_it_can_be_meant(visit):
    host, rival = manners.pair(visit, GAME)
    for guest in (host, rival):
        guest.pick()
        guest.confirm()
    host.settle()
    host.resign()
    rival.page.get_by_role("button", name="Rematch").click()
    accept = host.page.get_by_role("button", name="Accept")
    accept.wait_for()
    assert accept.get_attribute("aria-disabled") == "true"
    host.wait(lambda: accept.get_attribute("aria-disabled") == "false", "it can be accepted")
    accept.click()
    for guest in (host, rival):
        guest.page.get_by_role("button", name="I am ready").or_(guest.main).first.wait_for()
