"""Who is away, and when a bot may stand in."""

import asyncio
import time

import pytest

from server.tables import A, B, C, Page, a_server, at_a_table, code, enter, open_rooms_in, quiet
from trivet.client import Client
from trivet.server.table.commands import Left
from trivet.server.table.room import Failing
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Bank, Days, HandOver, Sit, TakeSeat

HOUR = 3_600_000


@pytest.fixture
def clock(monkeypatch):
    """The time of day, to be turned by hand."""
    at = [int(time.time())]

    monkeypatch.setattr(time, "time", lambda: float(at[0]))
    return at


async def goes(page: Page):
    page.mailbox.submit(Left(page))
    await quiet(page.mailbox)


def test_a_seat_can_be_handed_over_after_two_minutes(tmp_path, clock):
    async def test(rooms, ann, bob, cy):
        assert code(await ann.do(HandOver(seat=1))) == "here"
        await goes(bob)
        clock[0] += 119
        assert code(await ann.do(HandOver(seat=1))) == "here"
        clock[0] += 1
        assert code(await cy.do(HandOver(seat=1))) == "not-seated"
        await ann.must(HandOver(seat=1))
        assert ann.room.seats[1].bot == "greedy"

    at_a_table(tmp_path, test)


def test_only_to_the_level_that_was_agreed_on(tmp_path, clock):
    async def test(rooms, ann, bob, cy):
        await goes(bob)
        clock[0] += 120
        assert code(await ann.do(HandOver(seat=1, bot="random"))) == "not-agreed"
        await ann.must(HandOver(seat=1, bot="steady"))
        assert (ann.room.stand_in, ann.room.seats[1].bot) == ("steady", "steady")
        await ann.must(HandOver(seat=0, bot="random"))  # one's own seat to any that is no better
        await ann.must(TakeSeat())
        assert code(await ann.do(HandOver(seat=0, bot="master"))) == "not-agreed"
        await asyncio.wait(ann.mailbox.pending_bots.values())

    at_a_table(tmp_path, test, stand_in="steady")


def test_a_bot_that_plays_for_a_player_who_is_there_counts_as_a_hint(tmp_path, clock):
    """A seat handed to a master and taken back was a master's move for nothing."""

    async def test(rooms, ann, bob, cy):
        room = ann.mailbox.room
        assert not ann.room.has_hints
        await ann.must(HandOver(seat=0))
        while not room.acts.counts[0]:
            await asyncio.sleep(0.01)
        await ann.must(TakeSeat())
        assert [seat.hints for seat in ann.room.seats] == [1, 0]
        await goes(bob)
        clock[0] += 120
        await ann.must(HandOver(seat=1))
        while not room.acts.counts[1] or ann.mailbox.pending_bots:
            await asyncio.sleep(0.01)
        assert [seat.hints for seat in ann.room.seats] == [1, 0]  # of whoever is away, none

    at_a_table(tmp_path, test, hints=False)


def test_who_plays_alone_hands_the_seat_to_any_level(tmp_path, clock):
    async def test(rooms, ann, cy):
        await ann.must(HandOver(seat=0, bot="master"))
        await asyncio.wait(ann.mailbox.pending_bots.values())

    at_a_table(tmp_path, test, people=(A,), bots=["", "greedy"])


def test_who_returns_has_the_seat_back_at_once(tmp_path, clock):
    async def test(rooms, ann, bob, cy):
        await goes(bob)
        clock[0] += 120
        await ann.must(HandOver(seat=1))
        back = await enter(rooms, ann.room.id, B)
        assert (back.room.seats[1].bot, back.room.seats[1].away) == ("", 0)

    at_a_table(tmp_path, test)


def test_who_left_the_seat_to_a_bot_takes_it_back_by_hand(tmp_path, clock):
    async def test(rooms, ann, bob, cy):
        await bob.must(HandOver(seat=1, bot="greedy"))
        await goes(bob)
        back = await enter(rooms, ann.room.id, B)
        assert back.room.seats[1].bot == "greedy"
        await back.must(TakeSeat())
        assert back.room.seats[1].bot == ""

    at_a_table(tmp_path, test)


def test_absence_outlives_restarts_and_evictions(tmp_path, clock):
    async def test(rooms, ann, bob, cy):
        await goes(bob)
        left = clock[0]
        clock[0] += 60
        rooms.drop(ann.room.id)
        again = await enter(rooms, ann.room.id, A)
        assert again.room.seats[1].away == left
        clock[0] += 60
        await again.must(HandOver(seat=1))

    at_a_table(tmp_path, test)


def test_who_thought_for_long_cannot_be_replaced_just_because_the_server_was_killed(
    tmp_path, clock
):
    async def test(rooms, ann, bob, cy):
        rooms.drop(ann.room.id)  # nobody has left: the process has ended
        rooms.began = clock[0] = clock[0] + 200  # the last answer was more than two minutes ago
        again = await enter(rooms, ann.room.id, A)
        assert again.room.seats[1].away == rooms.began
        assert code(await again.do(HandOver(seat=1))) == "here"
        rooms.drop(ann.room.id)  # killed once more: it is stored since when
        rooms.began = clock[0] = clock[0] + 120
        again = await enter(rooms, ann.room.id, A)
        await again.must(HandOver(seat=1))

    at_a_table(tmp_path, test)


def test_never_having_come_counts_from_the_start(tmp_path, clock):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            name = await rooms.opening.open_room(A, NewRoom(game="sovereign", start=False))
            ann, bob = await enter(rooms, name, A), await enter(rooms, name, B)
            await bob.must(Sit(seat=1))
            await goes(bob)
            began = clock[0] = clock[0] + 1000
            for chair in ann.mailbox.room.chairs:
                chair.is_ready = True
            ann.mailbox.room.begin(rooms.now())
            assert ann.mailbox.room.chairs[1].away == began
            assert code(await ann.do(HandOver(seat=1))) == "here"
            clock[0] += 120
            await ann.must(HandOver(seat=1))

    asyncio.run(run())


def test_a_game_of_days_waits_until_the_clock_has_nearly_run_out(tmp_path, clock):
    async def test(rooms, ann, bob, cy):
        await goes(bob)
        clock[0] += 20 * 3600
        clocks = ann.mailbox.room.clocks
        clocks.left[1] = 5 * HOUR
        assert code(await ann.do(HandOver(seat=1))) == "here"
        clocks.left[1] = 2 * HOUR
        await ann.must(HandOver(seat=1))

    at_a_table(tmp_path, test, clock=Days(days=1))


def test_with_a_bank_it_is_two_minutes_as_without_a_clock(tmp_path, clock):
    async def test(rooms, ann, bob, cy):
        await goes(bob)
        clock[0] += 120
        await ann.must(HandOver(seat=1))

    at_a_table(tmp_path, test, clock=Bank(seconds=600))


def test_a_stand_in_of_no_level_is_refused(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            with pytest.raises(Failing, match="no bot of that level"):
                await rooms.opening.open_room(C, NewRoom(game="sovereign", stand_in="genius"))

    asyncio.run(run())


@pytest.mark.long
def test_a_real_server_remembers_who_is_away(tmp_path):
    with a_server(tmp_path) as (address, _):
        client = Client(address)
        name = client.open_room("sovereign", bots=["", "greedy"], start=True)
        client.enter(name).close()
        before = int(time.time())
    with a_server(tmp_path) as (address, _):
        watcher = Client(address).enter(name)
        assert 0 < watcher.room.seats[0].away <= before + 5
        watcher.close()
