"""The server of a page: the same games, answers and records as on a server, and nothing is lost."""

import asyncio
import json
import subprocess
import sys

import pytest
from server.wires import cookie, fetch

from offline.pages import Ear, HereWorker, a_local_server, asked, close, opened, sit
from trivet.catalogue import GAMES
from trivet.offline import local_server
from trivet.offline.local_server import LocalServer
from trivet.offline.shelf import DictShelf, ShelfError
from trivet.server.records.record_links import packed
from trivet.verifier import verified

WRONG = b'{"game": "sovereign", "seats": 3}'
every_game = pytest.mark.parametrize("game", list(GAMES))


@every_game
def test_a_game_is_played_to_its_end_over_two_visits(game):
    """Only the shelf is left between them.  The verifier accepts the record."""

    async def run():
        shelf = DictShelf()
        here = a_local_server(shelf)
        room = await opened(here, game)
        await sit(here, room, 3)
        await close(here)
        here = a_local_server(shelf.copy())
        assert (await asked(here, "/api/lobby"))["mine"][0]["id"] == room
        await sit(here, room, 10_000)
        await here.rooms.mailboxes[room].wait_until_idle()
        record = (await here.call("GET", f"/api/records/{room}")).content.decode()
        assert "fair" in verified(record)
        frames = await asked(here, f"/api/records/{room}/frames?viewer=open&from=0&count=2")
        assert frames["total"] > 5
        assert (await asked(here, f"/api/records/{room}/verdict"))["is_fair"]
        await close(here)
        return record, frames

    record, frames = asyncio.run(run())

    async def elsewhere():
        """Another browser is shown the game by a link that carries its record."""
        here, name = a_local_server(), packed(record)
        found = await asked(here, f"/api/records/{name}/frames?viewer=open&from=0&count=2")
        await close(here)
        return found

    assert asyncio.run(elsewhere()) == frames


def test_what_is_asked_of_a_page_is_answered_as_a_server_does(server):
    """Byte for byte, where the reply does not depend on who asks; the same status elsewhere."""
    me = cookie(server)
    paths = ["/api/games", "/api/rules/house", "/api/rules/nothing", "/api/games/go/art",
             "/api/lobby", "/api/records/nowhere", "/api/records/z.damaged/frames",
             "/api/records/nowhere/frames?viewer=open"]  # fmt: skip
    paths += [f"/api/games/{game}/{what}" for game in GAMES for what in ("topics", "lesson")]

    async def of_the_page():
        here = a_local_server()
        found = {path: (await here.call("GET", path))[:2] for path in paths}
        found["open"] = (await here.call("POST", "/api/rooms", WRONG))[:2]
        await close(here)
        return found

    page = asyncio.run(of_the_page())
    for path in paths:
        status, _, text = fetch(server, "GET", path, Cookie=me)
        assert page[path] == (text.encode(), status), path
    own = {"Cookie": me, "Origin": server}
    status, _, text = fetch(
        server, "POST", "/api/rooms", b'{"game": "sovereign", "seats": 3}', **own
    )
    assert page["open"] == (text.encode(), status)


class FullAfter(DictShelf):
    """A shelf that refuses one change."""

    def __init__(self, number):
        super().__init__()
        self.left = number

    async def change(self, add, put, drop):
        self.left -= 1
        if self.left == 0:
            raise ShelfError("the browser has no more room")
        await super().change(add, put, drop)


@pytest.mark.parametrize("number", range(1, 9))
def test_a_change_that_cannot_be_stored_is_said_and_loses_nothing(number):
    async def run():
        here = a_local_server(FullAfter(number))
        for _ in range(2):
            reply = await here.call(
                "POST", "/api/rooms", b'{"game": "trifecta", "bots": ["", "greedy"], "start": true}'
            )
            if reply.status == 201:
                break
            assert b"no more room" in reply.content
        room = json.loads(reply.content)["room"]
        ear = await sit(here, room, 4)
        while ear.ended is not None:
            ear = await sit(here, room, 4)
        await here.rooms.mailboxes[room].wait_until_idle()
        kept = await here.store.load(room)
        said = [row.said for row in kept.rows if row.said]
        taken = [n for n in ear.heard if n["is"] == "took"]
        assert len(said) >= len(taken) > 0
        await close(here)

    asyncio.run(run())


def test_a_worker_that_has_ended_does_not_stop_the_game():
    async def run():
        here = a_local_server()
        here.rooms.bots.long.workers[0].worker.is_broken = True
        room = await opened(here, "sovereign")
        await sit(here, room, 4)
        assert here.rooms.bots.answers["greedy", "greedy"] >= 1
        assert here.rooms.bots.crashes >= 1
        assert here.rooms.bots.long.workers[0].worker.killed >= 1
        await close(here)

    asyncio.run(run())


class SilentWorker(HereWorker):
    """Its first reply comes late: after its end, when something else was asked."""

    def __init__(self):
        super().__init__()
        self.late = asyncio.Event()

    async def ask(self, name, data):
        if name == "think" and not self.killed:
            await self.late.wait()
        return await super().ask(name, data)


def test_a_worker_that_does_not_answer_is_ended_when_patience_runs_out(monkeypatch):
    async def run():
        monkeypatch.setattr(local_server, "PATIENCE", 0.2)
        silent = SilentWorker()
        here = LocalServer(DictShelf(), silent, HereWorker(), delay=0.0)
        room = await opened(here, "sovereign")
        await sit(here, room, 4)
        assert silent.killed == 1
        assert silent.asked.count("think") >= 1  # it was asked again, and answered
        await close(here)

    asyncio.run(run())


def test_a_table_of_rules_that_this_edition_lacks_is_listed_and_its_log_can_be_had():
    async def run():
        shelf = DictShelf()
        here = a_local_server(shelf)
        room = await opened(here, "sovereign")
        await sit(here, room, 3)
        await close(here)
        name = f"head/{room}"
        head = json.loads((await shelf.find(name))[0][1])
        head["rules"] = 999
        await shelf.change({}, {name: json.dumps(head).encode()}, [])
        here, ear = a_local_server(shelf.copy()), Ear()
        await here.dial("1", room, ear)
        await here.hear("1", '{"do": "enter"}')
        assert "its record is kept" in ear.ended[1]
        [table] = (await asked(here, "/api/lobby"))["mine"]
        assert (table["id"], table["phase"]) == (room, "over")
        record = (await here.call("GET", f"/api/records/{room}")).content.decode()
        assert record.count("\n") > 5
        file = await asked(here, "/api/saved")
        assert [game["head"]["id"] for game in file["games"]] == [room]
        await close(here)

    asyncio.run(run())


def test_a_table_that_does_not_exist_is_said():
    async def run():
        here, ear = a_local_server(), Ear()
        await here.dial("1", "nowhere", ear)
        await here.hear("1", "nonsense")
        await here.hear("1", '{"do": "enter"}')
        assert ear.heard[0]["code"] == "bad-message"
        assert ear.ended == (4404, "There is no such table.")
        here.hang_up("1")
        await here.hear("1", '{"do": "enter"}')
        await close(here)

    asyncio.run(run())


def test_all_games_are_taken_to_another_browser_and_gone_on_with():
    async def run():
        old, new = a_local_server(), a_local_server()
        room = await opened(old, "sovereign")
        await sit(old, room, 2)
        await close(old)
        file = (await old.call("GET", "/api/saved")).content
        assert await asked(new, "/api/saved", json.loads(file)) == {"added": 1, "known": 0}
        assert await asked(new, "/api/saved", json.loads(file)) == {"added": 0, "known": 1}
        [table] = (await asked(new, "/api/lobby"))["mine"]
        assert table["id"] == room
        assert table["you"] == 0
        ear = await sit(new, room, 2)
        assert [n for n in ear.heard if n["is"] == "took"]
        await close(new)

    asyncio.run(run())


@pytest.mark.parametrize("text", ["[]", '{"form": "something else"}', "nonsense"])
def test_a_file_that_is_not_one_of_games_is_refused_in_words(text):
    async def run():
        here = a_local_server()
        reply = await here.call("POST", "/api/saved", text.encode())
        assert reply.status == 422
        assert await asked(here, "/api/lobby") == {"mine": [], "open": []}
        await close(here)

    asyncio.run(run())


def test_win_chances_are_estimated_beside_the_table():
    async def run():
        here = a_local_server()
        room = await opened(here, "trifecta")
        await sit(here, room, 10_000)
        await here.rooms.mailboxes[room].wait_until_idle()
        chances = await asked(here, f"/api/records/{room}/chances")
        while not chances["is_done"]:
            await asyncio.sleep(0.01)
            chances = await asked(here, f"/api/records/{room}/chances")
        assert len(chances["points"]) > 2
        await close(here)

    asyncio.run(run())


def test_the_house_of_a_page_imports_nothing_that_a_page_lacks():
    code = (
        "import sys, trivet.offline.local_server\n"
        "lacks = ('starlette', 'uvicorn', 'h11', 'sqlite3', 'multiprocessing', 'uvloop')\n"
        "print([name for name in lacks if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
