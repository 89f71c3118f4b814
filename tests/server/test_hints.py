"""Hints where several people play: agreed on, seen by all, counted in the record."""

import asyncio

import pytest

from server.tables import A, at_a_table, enter, open_rooms_in, quiet
from trivet.server.table.commands import Requested
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Bank, Hint, Resign
from trivet.server.wire.outgoing import Failed, Hinted
from trivet.verifier import verified


async def hint_for(page):
    """What a wish for a hint leads to."""
    page.mailbox.submit(Requested(page, Hint(re=9), page.mailbox.rooms.now()))
    while True:
        await asyncio.sleep(0.01)
        for notice in page.notices:
            if isinstance(notice, Hinted | Failed) and notice.re == 9:
                await quiet(page.mailbox)
                return notice


@pytest.mark.parametrize(
    ("wish", "is_allowed"),
    [
        ({}, True),
        ({"hints": False}, False),
        ({"clock": Bank(seconds=600)}, False),
        ({"clock": Bank(seconds=600), "hints": True}, True),
    ],
)
def test_hints_are_an_option_and_off_when_a_clock_runs(tmp_path, wish, is_allowed):
    async def test(rooms, ann, bob, cy):
        assert ann.room.has_hints == is_allowed
        if not is_allowed:
            assert (await hint_for(ann)).code == "no-hints"
            assert ann.room.seats[0].hints == 0

    at_a_table(tmp_path, test, **wish)


def test_a_hint_is_seen_by_all_and_counted_in_the_record(tmp_path):
    async def test(rooms, ann, bob, cy):
        assert isinstance(await hint_for(ann), Hinted)
        for page in (ann, bob, cy):
            assert [seat.hints for seat in page.room.seats] == [1, 0]
        rooms.drop(ann.room.id)
        again = await enter(rooms, ann.room.id, A)
        assert again.room.seats[0].hints == 1
        await again.must(Resign())
        text = await rooms.store.record(ann.room.id)
        assert "\nhints A: 1\n" in text
        assert "fair" in verified(text)

    at_a_table(tmp_path, test)


def test_who_plays_alone_may_always_ask(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            wish = NewRoom(game="sovereign", bots=["", "greedy"], start=True, hints=False)
            page = await enter(rooms, await rooms.opening.open_room(A, wish), A)
            assert page.room.has_hints
            assert isinstance(await hint_for(page), Hinted)

    asyncio.run(run())
