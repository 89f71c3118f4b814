"""After the game: pictures and cards to share, tables that go on, better answers."""

import asyncio
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from server.tables import A, enter, open_rooms_in, quiet
from server.test_sockets import fetch
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.state import CHANCE
from trivet.server.records import branching, sharing
from trivet.server.table.room import Failing
from trivet.server.wire.api import PlayOn
from trivet.server.wire.messages import Resign
from trivet.verifier import verified

GOLDENS = Path(__file__).parents[1] / "goldens"
every_game = pytest.mark.parametrize("game", GAMES)


def text_of(game):
    return next(GOLDENS.glob(f"{game}-*-greedy.trivet")).read_text()


@every_game
def test_a_table_goes_on_from_any_position_and_its_record_is_fair(tmp_path, game):
    text = text_of(game)
    finished = record.load(text, GAMES).table

    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            for at in {0, 1, len(finished.log) // 2, len(finished.log) - 1}:
                wish = PlayOn(at=at, seat=1, bot="random")
                room = await rooms.opening.play_on(A, branching.beginning(text, wish.at), wish)
                ann = await enter(rooms, room, A)
                assert ann.room.you == 1
                assert ann.room.phase == "playing"
                assert [seat.bot for seat in ann.room.seats if seat.kind == "bot"] == ["random"] * (
                    finished.seats - 1
                )
                table = ann.mailbox.room.table
                assert table.log[:at] == finished.log[:at]
                again = await rooms.reopen(room)
                assert again.table.log[:at] == finished.log[:at]
            await ann.must(Resign())
            await quiet(ann.mailbox)
            if finished.seats == 2:
                assert "fair" in verified(await rooms.store.record(room))

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (PlayOn(at=100_000, seat=0, bot="random"), "no-position"),
        (PlayOn(at=5, seat=7, bot="random"), "no-seat"),
        (PlayOn(at=5, seat=0, bot="genius"), "no-bot"),
    ],
)
def test_what_cannot_be_played_on_is_refused(tmp_path, wish, code):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            with pytest.raises(Failing) as failing:
                await rooms.opening.play_on(
                    A, branching.beginning(text_of("sovereign"), wish.at), wish
                )
            assert failing.value.code == code
            assert (await rooms.lobby(A)).mine == []

    asyncio.run(run())


def test_the_end_of_a_game_is_not_played_on(tmp_path):
    text = text_of("sovereign")
    with pytest.raises(Failing, match="The game is over there"):
        branching.beginning(text, len(record.load(text, GAMES).table.log))


@every_game
def test_the_crossroads_is_the_last_answer_of_a_player(game):
    text = text_of(game)
    log = record.load(text, GAMES).table.log
    at = len(log)
    found = branching.crossroads(text, at - 5, at)
    assert at - 5 < found.at <= at
    assert (found.seat, found.choice) == log[found.at - 1]
    assert all(seat == CHANCE for seat, _ in log[found.at : at])
    assert found.state.is_waiting_for(found.seat)


@every_game
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_has_a_title_and_is_well_formed(game, theme):
    text = text_of(game)
    names = record.load(text, GAMES).players
    root = ET.fromstring(sharing.picture(text, "Somebody <won>.", None, theme))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")][:2]
    assert words == [f"{GAMES[game].title}: {', '.join(names)}", "Somebody <won>."]
    middle = sharing.picture(text, "Somebody won.", 3, theme)
    assert "Somebody won." not in middle
    assert "Position 3 of" in middle


def test_there_is_no_picture_of_a_position_that_is_not_there():
    with pytest.raises(sharing.NoPicture):
        sharing.picture(text_of("sovereign"), "", 100_000)


def test_a_card_says_literally_what_people_are_called():
    card = sharing.LinkCard('<script>"x"</script>', "& won", "/picture")
    page = sharing.with_card("<head><title>Trivet</title></head>", card, "https://here")
    assert "<script>" not in page
    assert '<meta property="og:title" content="&lt;script&gt;&quot;x&quot;' in page
    assert '<meta property="og:image" content="https://here/picture" />' in page
    assert "&amp; won" in page


# --- over the wire --------------------------------------------------------------------------------


def test_a_picture_is_served_with_its_own_strict_policy(server, resigned):
    status, headers, body = fetch(server, "GET", f"/api/records/{resigned}/picture")
    assert status == 200
    assert headers["content-type"].startswith("image/svg+xml")
    assert headers["content-security-policy"].startswith("default-src 'none'; style-src")
    assert "resigned" in body if isinstance(body, str) else b"resigned" in body
    for query in ("at=x", "at=99999", "theme=pink"):
        assert fetch(server, "GET", f"/api/records/{resigned}/picture?{query}")[0] == 422


def test_a_record_says_that_somebody_resigned(server, resigned):
    frames = json.loads(fetch(server, "GET", f"/api/records/{resigned}/frames?count=1")[2])
    assert (frames["result"]["reason"], frames["result"]["rule"]) == ("resigned", "HOUSE-5")


def test_a_better_answer_is_asked_for_in_numbers(server, resigned):
    for query in ("", "?before=0", "?before=a&at=2"):
        assert fetch(server, "GET", f"/api/records/{resigned}/better{query}")[0] == 422


def test_where_chance_decided_there_is_no_better_answer(server, resigned):
    body = fetch(server, "GET", f"/api/records/{resigned}/better?before=0&at=0")[2]
    assert json.loads(body) == {"answer": None}
