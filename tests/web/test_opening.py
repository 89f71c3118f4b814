"""Opening any table: seats, options, clock, title, who sees it; the waiting room; invitations."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from trivet.catalogue import GAMES
from trivet.core.options import Number, Numbers, OneOf, Switch
from web import qr_reader

pytest.importorskip("playwright", reason="playwright is not installed")
pytestmark = pytest.mark.timeout(120)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def set_up(guest, game):
    guest.page.goto("/")
    guest.page.get_by_role("button", name=f"Set up a table of {game.title}", exact=True).click()
    form = guest.page.get_by_role("form", name=re.compile("New table"))
    form.wait_for()
    every = form.locator("details.all")
    if every.count() and every.get_attribute("open") is None:
        every.locator("> summary").click()
    return form


def room(guest):
    """The latest that was said about the room."""
    rooms = [json.loads(frame) for frame in guest.frames if '"is":"room"' in frame]
    return rooms[-1] if rooms else None


def opened(guest, form):
    form.get_by_role("button", name=re.compile("Open table|Start playing")).click()
    guest.page.wait_for_url("**/t/*")
    guest.wait(lambda: room(guest) is not None, "the room is told")
    return room(guest)


@every_game
def test_the_largest_table_with_a_person_a_friend_and_bots_of_two_levels(visit, game):
    guest = visit()
    form = set_up(guest, game)
    if game.most > game.fewest:
        form.get_by_role("radiogroup", name="Players").get_by_text(str(game.most)).click()
    seats = "ABCDEF"[: game.most]
    wanted = ["you", "friend", "random", "sharp", "open", "greedy"][: game.most]
    for letter, kind in zip(seats[1:], wanted[1:], strict=True):
        form.get_by_label(f"Seat {letter}", exact=True).select_option(kind)
    form.get_by_label("Title").fill("Tuesday <b>round</b>")
    form.get_by_text("Listed in the lobby").click()
    found = opened(guest, form)
    kinds = {"you": "person", "friend": "invited", "open": "empty"}
    assert [seat["kind"] for seat in found["seats"]] == [kinds.get(k, "bot") for k in wanted]
    assert [seat["bot"] for seat in found["seats"]] == ["" if k in kinds else k for k in wanted]
    assert (found["title"], found["is_public"]) == ("Tuesday <b>round</b>", True)
    guest.page.get_by_text("Tuesday <b>round</b>").first.wait_for()
    assert guest.page.get_by_label("One-time invite link:").count() == 1
    assert guest.troubles == []


def test_the_set_up_says_where_a_level_plays_like_a_lower_one(visit):
    guest = visit()
    form = set_up(guest, GAMES["trinity"])
    form.get_by_label("Seat B", exact=True).select_option("sharp")
    assert form.get_by_text("plays like").count() == 0
    form.get_by_role("radiogroup", name="Players").get_by_text("4").click()
    form.get_by_text("Hard plays like Normal here").first.wait_for()
    for letter in "CD":
        form.get_by_label(f"Seat {letter}", exact=True).select_option("greedy")
    opened(guest, form)
    guest.wait(lambda: room(guest)["phase"] == "playing", "it has begun")
    assert [seat["bot"] for seat in room(guest)["seats"]] == ["", "steady", "greedy", "greedy"]


def other_than_usual(option):
    match option:
        case Switch():
            return True
        case Number():
            return option.low if option.usual != option.low else option.high
        case OneOf():
            return option.values[1]
        case Numbers():
            first = option.usual[0][0]
            rows = [list(row) for row in option.usual]
            rows[0][0] = option.low if first != option.low else option.high
            return rows
    raise AssertionError(f"no such kind: {option}")


def turn(row, option, wanted):
    match option:
        case Switch():
            row.get_by_role("switch").click()
        case Number():
            row.get_by_role("spinbutton").fill(str(wanted))
        case OneOf():
            row.get_by_role("combobox").select_option(wanted)
        case Numbers():
            row.get_by_text("Change the numbers").click()
            row.get_by_role("spinbutton").first.fill(str(wanted[0][0]))


@every_game
def test_every_option_has_a_control_words_and_a_rule_and_reaches_the_table(visit, game):
    guest = visit()
    form = set_up(guest, game)
    rows = form.locator("[data-option]")
    assert [row.get_attribute("data-option") for row in rows.all()] == [
        option.name for option in game.options
    ]
    wanted = {}
    for option in game.options:
        row = form.locator(f'[data-option="{option.name}"]')
        assert row.get_attribute("data-kind") == option.kind
        assert option.words in row.inner_text()
        assert row.get_by_role("link", name=option.rule).count() == 1
        if option.name == "board":
            continue  # a board of its own kind: one number alone is refused (see below)
        wanted[option.name] = other_than_usual(option)
        turn(row, option, wanted[option.name])
    form.get_by_label("Seat B", exact=True).select_option("open")
    found = opened(guest, form)
    for name, value in wanted.items():
        assert found["options"][name] == value
    agreed = guest.page.get_by_role("region", name="Game settings")
    guest.wait(lambda: agreed.locator("li").count() == len(wanted), "the options are told")
    assert guest.troubles == []


def test_a_refused_option_is_told_in_its_row_and_nothing_is_lost(visit):
    guest = visit()
    form = set_up(guest, GAMES["trifecta"])
    row = form.locator('[data-option="stages"]')
    row.get_by_role("spinbutton").fill("100")
    form.get_by_label("Title").fill("ours")
    form.get_by_role("button", name="Start playing").click()
    row.get_by_role("alert").wait_for()
    assert "expected 1 to 99, got 100 [TRF-23]" in row.get_by_role("alert").inner_text()
    assert form.get_by_label("Title").input_value() == "ours"
    row.get_by_role("spinbutton").fill("3")
    assert opened(guest, form)["options"]["stages"] == 3


@pytest.mark.parametrize(
    ("kind", "numbers", "clock", "says"),
    [
        ("None", {}, None, "no clock"),
        (
            "Minutes each",
            {"Minutes for the whole game": "5", "Seconds more with each answer": "3"},
            {"kind": "bank", "seconds": 300, "increment": 3},
            "5 min each and 3 s an answer",
        ),
        (
            "Days a move",
            {"Days for each answer": "2"},
            {"kind": "days", "days": 2},
            "2 days a move",
        ),
    ],
)
def test_the_clock_is_chosen(visit, kind, numbers, clock, says):
    guest = visit()
    form = set_up(guest, GAMES["sovereign"])
    form.get_by_role("radiogroup", name="Clock").get_by_text(kind).click()
    for label, value in numbers.items():
        form.get_by_label(label).fill(value)
    form.get_by_label("Seat B", exact=True).select_option("open")
    assert opened(guest, form)["clock"] == clock
    assert says in guest.page.get_by_role("region", name="Game settings").inner_text()


def test_that_bots_resign_is_chosen_and_told_to_all(visit):
    guest = visit()
    form = set_up(guest, GAMES["sovereign"])
    form.get_by_role("radiogroup", name="Bots resign").get_by_text(
        "When the game is clearly"
    ).click()
    form.get_by_label("Seat B", exact=True).select_option("open")
    assert opened(guest, form)["has_conceding"]
    said = guest.page.get_by_role("region", name="Game settings").inner_text()
    assert "bots resign when the game is clearly decided" in said


@every_game
def test_the_last_choice_is_remembered_and_can_become_play_now(visit, game):
    guest = visit()
    form = set_up(guest, game)
    if game.most > game.fewest:
        form.get_by_role("radiogroup", name="Players").get_by_text(str(game.most)).click()
    for letter in "BCDEF"[: game.most - 1]:
        form.get_by_label(f"Seat {letter}", exact=True).select_option("random")
    opened(guest, form)
    guest.wait(lambda: room(guest)["phase"] == "playing", "the dice are mixed and it begins")
    form = set_up(guest, game)
    assert form.get_by_label("Seat B", exact=True).input_value() == "random"
    assert form.get_by_role("combobox", name=re.compile("Seat")).count() == game.most
    card = guest.page.get_by_role("article", name=game.title)
    assert "your usual table" not in card.inner_text()  # Play now is still the usual one
    form.get_by_label("Make this my Play now").check()
    opened(guest, form)
    guest.page.goto("/")
    guest.wait(lambda: "your usual table" in card.inner_text(), "the card tells")
    guest.frames.clear()
    card.get_by_role("button", name=f"Play now: {game.title}, against bots").click()
    guest.wait(lambda: room(guest) is not None, "the table is there")
    assert [seat["bot"] for seat in room(guest)["seats"]] == ["", *["random"] * (game.most - 1)]
    guest.wait(lambda: room(guest)["phase"] == "playing", "the dice are mixed and it begins")
    assert guest.troubles == []


@every_game
def test_seats_are_added_and_removed_and_guests_see_what_the_host_sees(visit, game):
    host, friend = visit(), visit()
    host.page.goto("/")
    host.page.get_by_role("button", name=f"Invite friends to a table of {game.title}").click()
    host.page.get_by_label("One-time invite link:").wait_for()
    seats = host.page.locator(".waiting > ul > li")
    for count in range(game.fewest, game.most):
        assert seats.count() == count
        host.page.get_by_role("button", name="Add a seat").click()
        host.wait(lambda count=count: seats.count() == count + 1, "a seat more")
    assert host.page.get_by_role("button", name="Add a seat").count() == 0
    friend.page.goto(host.page.get_by_label("One-time invite link:").input_value())
    friend.page.get_by_text(re.compile("invited you")).wait_for()
    assert friend.page.locator(".waiting > ul > li").count() == game.most
    assert friend.page.get_by_role("button", name=re.compile("Add a|Remove|Cancel")).count() == 0
    agreed = [who.page.get_by_role("region", name="Game settings") for who in (host, friend)]
    host.wait(lambda: agreed[0].inner_text() == agreed[1].inner_text(), "both read the same")
    if game.most > game.fewest:
        last = "ABCDEF"[game.most - 1]
        host.page.get_by_role("button", name=f"Remove seat {last}").click()
        host.wait(lambda: seats.count() == game.most - 1, "a seat fewer")
        friend.wait(
            lambda: friend.page.locator(".waiting > ul > li").count() == game.most - 1, "there too"
        )
    while host.page.get_by_role("button", name="Add a bot").count():
        left = host.page.get_by_role("button", name="Add a bot").count()
        host.page.get_by_role("button", name="Add a bot").first.click()
        host.wait(
            lambda left=left: host.page.get_by_role("button", name="Add a bot").count() < left,
            "a bot",
        )
    host.page.get_by_role("button", name="Start the game").click()
    for who in (host, friend):
        who.page.locator("main [data-thing]").first.wait_for()
        assert who.troubles == []


def test_who_does_not_know_a_game_is_shown_its_lesson_beside_play_now(visit):
    guest = visit()
    guest.page.goto("/")
    first = guest.page.get_by_role("link", name="Show me first (2 minutes): Trinity")
    first.click()
    guest.page.get_by_text("Step 1 of").wait_for()
    guest.page.goto("/")
    guest.page.get_by_role("link", name="Show me first (2 minutes): Sovereign").wait_for()
    assert first.count() == 0


def test_the_invitation_is_one_step_and_its_code_can_be_scanned(visit):
    host, friend = visit(), visit(viewport={"width": 390, "height": 844}, has_touch=True)
    host.page.goto("/")
    host.page.get_by_role("button", name="Invite friends to a table of Sovereign").click()
    link = host.page.get_by_label("One-time invite link:").input_value()
    assert qr_reader.read(modules(host)) == link
    host.page.reload()
    assert host.page.get_by_label("One-time invite link:").input_value() == link
    friend.page.goto(link)
    name = host.page.locator(".waiting li strong").first.inner_text()
    friend.page.get_by_role("heading", name=f"{name} invited you.").wait_for()
    friend.page.get_by_text("You are seated and ready.").wait_for()
    assert "invite" not in friend.page.url
    late = visit()
    late.page.goto(link)
    late.page.get_by_text("This invitation was used by").first.wait_for()
    assert host.page.title().startswith("● ")  # somebody came


def test_codes_of_every_size_can_be_read():
    """The page's own module, without the page."""
    node, types = shutil.which("node"), WEB / "node_modules/typescript/lib/typescript.js"
    if node is None or not types.exists():
        pytest.skip("there is no Node, or its packages are not installed")
    long = "https://trivet.example/t/" + "aZ09-_#é" * 40
    texts = [long.encode()[:n].decode(errors="ignore") for n in range(1, 272, 9)] + [long[:271]]
    asked = [node, "--input-type=module", "-e", RUN, str(types), str(WEB / "src/qr.ts")]
    done = subprocess.run(
        asked, input=json.dumps(texts), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    grids = json.loads(done.stdout)
    for text, grid in zip(texts, grids, strict=True):
        if len(text.encode()) > 271:
            assert grid is None
        else:
            assert qr_reader.read(grid) == text
    assert {(len(grid) - 17) // 4 for grid in grids if grid} == set(range(1, 11))


WEB = Path(__file__).parents[2] / "src/trivet/web"  # a compiled build has no sources of the page
RUN = """
import { readFileSync } from "node:fs";
const [types, source] = process.argv.slice(1);
const ts = (await import(types)).default;
const options = { compilerOptions: { module: "ESNext", target: "ES2022" } };
const code = ts.transpileModule(readFileSync(source, "utf8"), options).outputText;
const { qr } = await import("data:text/javascript," + encodeURIComponent(code));
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(qr)));
"""


def modules(guest):
    """The dark modules of the code that is drawn."""
    path = guest.page.locator(".qr path").get_attribute("d")
    box = int(guest.page.locator(".qr").get_attribute("viewBox").split()[2]) - 8
    dark = {tuple(map(int, place)) for place in re.findall(r"M(\d+) (\d+)h1", path)}
    return [[(x + 4, y + 4) in dark for x in range(box)] for y in range(box)]


def test_a_link_opens_the_set_up_of_a_variant_and_is_copied_again(visit):
    """A designer sends a variant as a link; whoever follows it has to agree to it."""
    guest = visit(permissions=["clipboard-read", "clipboard-write"])
    guest.page.goto("/new/trehgrannik?seats=3&bots=random&nothing=1")
    form = guest.page.locator("form.opening")
    form.get_by_text("has no option nothing").wait_for()
    assert form.locator(".chairs li").count() == 3
    form.get_by_role("button", name="Copy a link").click()
    form.get_by_role("button", name="Copied").wait_for()
    copied = guest.page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("/new/trehgrannik?seats=3&bots=random")
    form.get_by_role("button", name="Start").click()
    guest.page.wait_for_url("**/t/**")
    guest.page.locator(".seats li").nth(2).wait_for()


def test_the_lobby_opens_without_a_network_and_says_so(visit):
    guest = visit()
    guest.page.goto("/")
    guest.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    guest.context.set_offline(True)
    guest.page.reload()
    guest.page.locator(".game-sovereign .picture img").first.wait_for()
    guest.page.get_by_text("The server does not answer").wait_for()
    guest.context.set_offline(False)
    guest.page.reload()
    guest.page.get_by_text("You are").first.wait_for()
