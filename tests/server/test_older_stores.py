"""Tables that an earlier server has stored go on, and end as they would have ended there.

`tests/records/running-tables.sqlite.gz` was written by the server of commit f7a1db1, before modules
had rooms: a table of each game after 24 answers of Ann and Bob, and one that Bob has resigned.
"""

import asyncio
import gzip

import pytest
from wheels import ROOT

from server.tables import A, B, enter, open_rooms_in, quiet
from trivet.core.dice import Dice
from trivet.server.wire.messages import Answer, Undo
from trivet.server.wire.outgoing import ChatLines, Stale
from trivet.verifier import verified

STORE = ROOT / "tests/records/running-tables.sqlite.gz"
PLAYED = ("sovereign", "trehgrannik", "trifecta", "trinity", "tritarea")
MOST = 3000  # answers to the end of a game


@pytest.fixture
def folder(tmp_path):
    with gzip.open(STORE) as store:
        (tmp_path / "trivet.sqlite").write_bytes(store.read())
    return tmp_path


async def tables_of(rooms):
    """By game: the running tables; and the finished one."""
    running, finished = {}, None
    for room in await rooms.store.room_names("", 100):
        head = (await rooms.store.load(room)).head
        if head.phase == "over":
            finished = room
        else:
            running[head.game] = room
    return running, finished


async def played_on(pages, answers):
    """Give random answers; whether the game is over."""
    dice = Dice(1)
    for _ in range(answers):
        while not (asked := [page for page in pages if page.shown.ask]):
            if pages[0].room.phase == "over":
                return True
            await asyncio.sleep(0)  # a bot thinks
        page, count = asked[0], asked[0].shown.count
        options = page.shown.ask.options
        reply = await page.must(Answer(count=count, text=options[dice.below(len(options))].text))
        assert reply.count == count + 1
        if page.room.phase == "over":
            return True
    return False


@pytest.mark.parametrize("game", PLAYED)
def test_a_table_of_an_earlier_server_is_played_to_its_end(folder, game):
    async def run():
        async with open_rooms_in(folder) as rooms:
            room = (await tables_of(rooms))[0][game]
            ann, bob = [await enter(rooms, room, who) for who in (A, B)]
            assert (ann.room.phase, ann.room.you, bob.room.you) == ("playing", 0, 1)
            assert ann.shown.count + bob.shown.count >= 24
            assert [line.text for line in ann.last(ChatLines).lines] == ["Good luck!"]
            stale = await ann.do(Undo(count=ann.shown.count + 3))
            assert isinstance(stale, Stale)
            assert await played_on([ann, bob], MOST)
            await quiet(ann.mailbox)
            assert ann.room.result.headline
            return await rooms.store.record(room)

    assert verified(asyncio.run(run()))


def test_a_game_that_ended_at_an_earlier_server_is_still_told(folder):
    async def run():
        async with open_rooms_in(folder) as rooms:
            finished = (await tables_of(rooms))[1]
            ann = await enter(rooms, finished, A)
            return ann.room.result, await rooms.store.record(finished)

    result, text = asyncio.run(run())
    assert result.reason == "resigned"
    assert "Ann" in result.words
    assert text
