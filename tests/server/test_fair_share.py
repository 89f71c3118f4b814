"""The event loop is shared by person: who asks for much waits, and nobody else does."""

import asyncio

import pytest

from trivet.server.process.fair_share import HALF_LIFE, FairShare
from trivet.server.process.metering import metered


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def shared(work):
    """Run something with a share whose clock stands still."""

    async def run():
        clock = Clock()
        return await work(FairShare(clock), clock)

    return asyncio.run(run())


def test_a_message_that_comes_alone_is_handled_at_once():
    async def work(share, clock):
        done = []
        for number in range(3):
            share.let_in("ann", lambda number=number: done.append(number))
            assert done == list(range(number + 1))
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    shared(work)


def test_who_has_used_least_comes_first_and_own_messages_keep_their_order():
    async def work(share, clock):
        done = []
        share.charge("flood", 1.0)
        share.charge("bob", 0.1)
        for number in range(50):
            share.let_in("flood", lambda number=number: done.append(f"flood {number}"))
        for name in ("bob", "ann"):
            for number in range(2):
                text = f"{name} {number}"
                share.let_in(name, lambda text=text: done.append(text))
        assert (done, len(share)) == (["flood 0"], 53)  # the first one found nobody else there
        while len(share):
            await asyncio.sleep(0)
        assert done[1:5] == ["ann 0", "ann 1", "bob 0", "bob 1"]
        assert done[5:] == [f"flood {number}" for number in range(1, 50)]

    shared(work)


def test_one_piece_of_work_is_let_in_for_each_turn_of_the_loop():
    """So that a message that comes in the meantime is not behind all those that came before."""

    async def work(share, clock):
        done = []
        share.charge("flood", 1.0)
        for number in range(30):
            share.let_in("flood", lambda number=number: done.append(number))
        for _ in range(5):
            await asyncio.sleep(0)
        share.let_in("ann", lambda: done.append("ann"))
        while len(share):
            await asyncio.sleep(0)
        assert done.index("ann") < 10

    shared(work)


def test_who_uses_more_while_waiting_comes_later():
    async def work(share, clock):
        done = []
        share.let_in("other", lambda: None)
        share.let_in("ann", lambda: done.append("ann"))
        share.charge("bob", 0.1)
        share.let_in("bob", lambda: done.append("bob"))
        share.charge("ann", 0.5)
        while len(share):
            await asyncio.sleep(0)
        assert done == ["bob", "ann"]

    shared(work)


def test_what_was_used_is_forgotten_in_time():
    async def work(share, clock):
        share.charge("ann", 0.8)
        clock.now += HALF_LIFE
        share.charge("bob", 0.5)
        assert share.used("ann") == pytest.approx(0.4)
        assert share.used("bob") > share.used("ann") > share.used("new") == 0.0
        clock.now += 20 * HALF_LIFE
        share.sweep()
        assert not share._used

    shared(work)


def test_time_is_charged_while_work_holds_the_loop_and_not_while_it_waits():
    async def work(share, clock):
        async def deed():
            clock.now += 0.25
            await asyncio.sleep(0)
            try:
                await asyncio.wait_for(asyncio.Event().wait(), 0.01)
            except TimeoutError:
                clock.now += 0.5
            return "done"

        assert await metered(share, "ann", deed()) == "done"
        assert share.used("ann") == pytest.approx(0.75, rel=0.1)

        async def broken():
            clock.now += 0.25
            raise KeyError

        with pytest.raises(KeyError):
            await metered(share, "bob", broken())
        assert share.used("bob") == pytest.approx(0.25)

    shared(work)


def test_a_request_that_is_given_up_while_it_waits_holds_nobody_up():
    async def work(share, clock):
        done = []
        share.let_in("other", lambda: None)
        waiting = asyncio.create_task(share.turn("ann"))
        await asyncio.sleep(0)
        share.let_in("bob", lambda: done.append("bob"))
        waiting.cancel()
        await share.turn("cat")
        while len(share):
            await asyncio.sleep(0)
        assert done == ["bob"]

    shared(work)


def test_who_uses_much_leaves_the_loop_free_most_of_the_time_while_others_play():
    async def work(share, clock):
        done = []

        def slow(name):
            clock.now += 0.002
            done.append(name)

        share.charge("flood", 10.0)
        share.let_in("ann", lambda: slow("ann"))
        for _ in range(20):
            share.let_in("flood", lambda: slow("flood"))
        await asyncio.sleep(0)
        assert (done, share._rest is not None) == (["ann"], True)
        share.let_in("bob", lambda: slow("bob"))  # does not wait for the end of the rest
        assert done == ["ann", "bob"]
        clock.now += 10.0  # nobody else plays any more
        for _ in range(20):
            await asyncio.sleep(0.02)
        assert done == ["ann", "bob"] + ["flood"] * 20

    shared(work)
