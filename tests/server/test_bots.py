"""Bots at the table: they know what their seat knows, and a move is made whatever happens."""

import asyncio
import sys

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.core.walk import wander
from trivet.freeze import freeze, thaw
from trivet.server.bots.bot_worker import ThinkRequest, answer
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.pool import Bots, rounded_up_to_beat
from trivet.server.bots.thinkers import Worker
from trivet.server.bots.turns import Owner

MINE = Owner("ann", "room", is_seated=True)
QUICK = BotPacing(delay=0.0, patience=10.0, workers=1)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def a_question(game, seed=3):
    """A position in which somebody is asked, and who."""
    s = game.new(game.fewest)
    wander(s, 10 + seed, Dice(seed))
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, Dice(seed)))
    return s, s.turn


def with_bots(work, pacing=QUICK, command=None):
    async def run():
        bots = Bots(pacing, lambda: Worker(command)) if command else Bots(pacing)
        try:
            return await work(bots)
        finally:
            await bots.close()

    return asyncio.run(run())


@every_game
def test_a_bot_answers_from_a_process_of_its_own(game):
    s, seat = a_question(game)

    async def work(bots):
        choice = (await bots.think("greedy", s, seat, MINE)).choice
        assert bots.crashes == 0
        return choice

    assert with_bots(work) in s.options(seat)


@every_game
def test_nothing_but_the_seats_knowledge_leaves_the_server(game):
    """What is sent to a worker is the same for any two worlds the seat cannot tell apart."""
    for seed in range(12):
        s, seat = a_question(game, seed)
        twin = s.imagine(seat, Dice(seed + 77))
        assert freeze(Mind(s, seat).world) == freeze(Mind(twin, seat).world)


def test_the_same_mind_and_dice_give_the_same_answer_there_as_here():
    s, seat = a_question(GAMES["sovereign"])
    world = freeze(Mind(s, seat).world)
    question = ThinkRequest("greedy", seat, world, b"\x07" * 12)
    assert answer(question) == answer(question)
    assert thaw(world, GAMES).view(seat) == s.view(seat)


def a_worker(body):
    """A worker that misbehaves."""
    code = "import sys, time\nfrom trivet.server.bots import bot_worker as worker\n" + body
    return (sys.executable, "-c", code)


def test_a_worker_that_crashes_is_replaced_and_the_move_is_made():
    s, seat = a_question(GAMES["sovereign"])
    command = a_worker("sys.stdin.buffer.read(4); sys.exit(3)")

    async def work(bots):
        choices = [(await bots.think("greedy", s, seat, MINE)).choice for _ in range(3)]
        assert bots.crashes == 3
        return choices

    assert all(choice in s.options(seat) for choice in with_bots(work, command=command))


def test_who_waits_for_a_worker_begins_no_thought_while_the_server_ends():
    """Their process would outlive the server."""
    s, seat = a_question(GAMES["sovereign"])

    async def run():
        bots = Bots(BotPacing(delay=0.0, workers=1, quick=0))
        bots.long.workers[0].command = a_worker("time.sleep(60)")
        tasks = [bots.think("master", s, seat, Owner(n, n, is_seated=True)) for n in "ab"]
        while bots.long.workers[0].process is None:
            await asyncio.sleep(0.01)
        await bots.close()
        tasks[0].cancel()  # as its room does when it is forgotten
        await asyncio.sleep(0.2)
        tasks[1].cancel()
        return bots.long.workers[0].process

    assert asyncio.run(run()) is None


def test_a_worker_that_was_killed_between_two_thoughts_is_replaced():
    s, seat = a_question(GAMES["sovereign"])

    async def work(bots):
        await bots.think("random", s, seat, MINE)
        worker = bots.short.workers[0]
        first = worker.process
        first.kill()
        await first.wait()
        choice = (await bots.think("random", s, seat, MINE)).choice
        assert worker.process is not first
        return choice

    assert with_bots(work) in s.options(seat)


def test_a_worker_that_is_called_off_while_it_starts_is_ended():
    """Of a server that closed just then a process was left, and a busy machine saw it in tests."""

    class Starting(Worker):
        begun, processes = False, ()

        async def _started(self):
            self.begun = True
            self.processes = (await super()._started(),)
            return self.processes[0]

    async def run():
        worker = Starting()
        asked = asyncio.create_task(worker.ask(ThinkRequest("greedy", 0, b"", b"")))
        while not worker.begun:
            await asyncio.sleep(0)
        asked.cancel()
        await worker.close()
        return worker.processes

    (process,) = asyncio.run(run())
    assert process.returncode is not None


def test_a_bot_that_thinks_for_too_long_is_given_up():
    s, seat = a_question(GAMES["sovereign"])
    command = a_worker("time.sleep(60)")

    async def work(bots):
        began = asyncio.get_running_loop().time()
        choice = (await bots.think("greedy", s, seat, MINE)).choice
        assert asyncio.get_running_loop().time() - began < 5
        assert bots.crashes == 1
        return choice

    pacing = BotPacing(delay=0.0, patience=0.3, workers=1)
    assert with_bots(work, pacing, command) in s.options(seat)


def test_a_worker_that_talks_nonsense_is_replaced():
    s, seat = a_question(GAMES["sovereign"])
    command = a_worker(
        "sys.stdin.buffer.read(4)\n"
        "sys.stdout.buffer.write(worker.LENGTH.pack(1) + b'\\xc1'); sys.stdout.flush()\n"
        "time.sleep(60)"
    )

    async def work(bots):
        return (await bots.think("greedy", s, seat, MINE)).choice, bots.crashes

    choice, crashes = with_bots(work, command=command)
    assert choice in s.options(seat)
    assert crashes == 1


def test_bots_answer_on_a_beat():
    beats = [round(took + rounded_up_to_beat(0.5, took), 6) for took in (0.0, 0.1, 0.49, 0.51, 1.2)]
    assert beats == [0.5, 0.5, 0.5, 1.0, 1.5]


def test_bots_are_polite():
    s, seat = a_question(GAMES["sovereign"])

    async def work(bots):
        await bots.think("random", s, seat, MINE)
        began = asyncio.get_running_loop().time()
        await bots.think("random", s, seat, MINE)
        return asyncio.get_running_loop().time() - began

    assert with_bots(work, BotPacing(delay=0.3, workers=1)) >= 0.3


def test_no_thought_blocks_the_loop():
    """While a worker thinks, the server goes on as it does when nobody thinks."""
    s, seat = a_question(GAMES["sovereign"])
    command = a_worker("time.sleep(60)")

    async def ticks(until):
        found = 0
        while not until.done():
            await asyncio.sleep(0.001)
            found += 1
        return found

    async def work(bots):
        thinking = await ticks(bots.think("greedy", s, seat, MINE))
        return thinking, await ticks(asyncio.create_task(asyncio.sleep(0.4)))

    thinking, idle = with_bots(work, BotPacing(delay=0.0, patience=0.4, workers=1), command)
    assert thinking > idle / 4
