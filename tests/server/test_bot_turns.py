"""Bots are shared fairly: people take turns, and nobody's bot answers at random."""

import asyncio
from collections import Counter

from server.tables import A, B, C, enter, open_rooms_in, people_enter, quiet
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.server.bots.bot_worker import ThinkReply
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.pool import Bots
from trivet.server.bots.turns import Owner, Turns, WaitingTurn, level_now
from trivet.server.table.commands import Requested
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Answer, Hint
from trivet.server.wire.outgoing import Hinted

SECONDS = {"greedy": 0.0, "steady": 0.1, "sharp": 0.4, "master": 1.2}


class WorkerGroup:
    """A waiting line in which every thought takes as long as any other."""

    def __init__(self, workers=1):
        self.turns, self.called, self.running = Turns(workers), [], []

    def join(self, person, room, *, is_seated=True):
        turn = WaitingTurn(Owner(person, room, is_seated), lambda: self.call(turn))
        self.turns.join(turn)
        return turn

    def call(self, turn):
        self.called.append(turn.owner)
        self.running.append(turn)

    def finish(self):
        self.turns.leave(self.running.pop(0))


def test_people_have_equal_turns_however_many_tables_they_have():
    line = WorkerGroup()
    for table in range(40):
        line.join("loud", f"loud {table}")
    for table in range(5):
        line.join("quiet", f"quiet {table}")
    for _ in range(10):
        line.finish()
    assert Counter(owner.person for owner in line.called[1:]) == {"loud": 5, "quiet": 5}


def test_a_player_waits_at_most_one_round():
    line = WorkerGroup()
    for person in range(7):
        for table in range(9):
            line.join(f"p{person}", f"{person} {table}")
    line.join("new", "new")
    for _ in range(8):
        line.finish()
    assert "new" in [owner.person for owner in line.called]


def test_tables_that_are_only_watched_come_last():
    line = WorkerGroup()
    line.join("watcher", "w1", is_seated=False)
    line.join("watcher", "w2", is_seated=False)
    line.join("player", "p1")
    line.finish()
    assert [owner.room for owner in line.called] == ["w1", "p1"]


def test_a_room_has_one_thought_at_a_time_while_others_wait():
    line = WorkerGroup(workers=2)
    line.join("ann", "first")
    line.join("bob", "first")
    line.join("cy", "second")
    line.join("dan", "third")
    line.finish()
    assert [owner.room for owner in line.called] == ["first", "first", "second"]
    line.join("ann", "second")
    line.finish()
    assert line.called[-1].room == "third"


def test_one_person_leaves_a_worker_to_others():
    line = WorkerGroup(workers=3)
    for table in range(9):
        line.join("loud", f"{table}")
    assert len(line.called) == 2
    line.join("quiet", "q")
    assert line.called[-1].person == "quiet"


def test_who_gives_up_is_not_called():
    line = WorkerGroup()
    line.join("ann", "a")
    gone = line.join("bob", "b")
    line.turns.leave(gone)
    line.finish()
    assert [owner.person for owner in line.called] == ["ann"]
    assert len(line.turns) == 0


def test_under_pressure_bots_think_less_and_never_less_than_greedy():
    levels = [level_now("master", n, 1, SECONDS.__getitem__) for n in (0, 1, 2, 5, 6, 24, 25, 500)]
    assert levels == ["master"] * 2 + ["sharp"] * 2 + ["steady"] * 2 + ["greedy"] * 2
    assert level_now("random", 500, 1, SECONDS.__getitem__) == "random"
    assert level_now("master", 3, 2, SECONDS.__getitem__) == "master"


def test_players_do_not_feel_watchers():
    line = WorkerGroup()
    line.join("ann", "a")
    for person in range(30):
        line.join(f"w{person}", f"w{person}", is_seated=False)
    assert line.turns.waiting(Owner("ann", "a", is_seated=True)) == 0
    assert line.turns.waiting(Owner("w0", "w0", is_seated=False)) == 29


def test_without_a_worker_in_time_a_bot_answers_greedily_and_says_so():
    game = GAMES["sovereign"]
    state = game.new(2)
    pacing = BotPacing(delay=0.0, patience=0.05, workers=1)

    async def run():
        bots = Bots(pacing)
        busy = WaitingTurn(Owner("other", "other", is_seated=True), lambda: None)
        bots.long.turns.join(busy)  # and never ends
        reply = await bots.think("master", state, 0, Owner("ann", "a", is_seated=True))
        await bots.close()
        return reply, bots.answers

    reply, answers = asyncio.run(run())
    assert reply.level == "greedy"
    assert reply.choice in state.options(0)
    assert answers == {("master", "greedy"): 1}


def test_a_quick_thought_neither_waits_behind_long_ones_nor_is_made_weaker_by_them():
    """Fifty guests with tables of masters once made other people's steady bots greedy."""
    state = GAMES["sovereign"].new(2)

    async def run():
        bots = Bots(BotPacing(delay=0.0, patience=30.0, workers=1))
        for guest in range(50):  # they wait, and the first of them never ends
            owner = Owner(f"guest {guest}", f"room {guest}", is_seated=True)
            bots.long.turns.join(WaitingTurn(owner, lambda: None))
        reply = await bots.think("steady", state, 0, Owner("ann", "a", is_seated=True))
        assert bots.waiting == 49
        await bots.close()
        return reply.level

    assert asyncio.run(run()) == "steady"


def test_how_much_less_a_bot_thinks_follows_from_the_time_that_thoughts_take():
    state = GAMES["sovereign"].new(2)

    async def run():
        bots = Bots(BotPacing(delay=0.0, patience=30.0, workers=1))
        await bots.think("steady", state, 0, Owner("ann", "a", is_seated=True))  # some time
        bots._mean_seconds = dict.fromkeys(bots._mean_seconds, 0.001)
        mind, line = Mind(state, 0), bots.short
        for guest in range(51):
            owner = Owner(f"guest {guest}", f"room {guest}", is_seated=True)
            line.turns.join(WaitingTurn(owner, lambda: None))
        ann = Owner("ann", "a", is_seated=True)
        levels = [bots._level_now(mind, "steady", ann, line)]
        bots._mean_seconds = dict.fromkeys(bots._mean_seconds, 0.09)
        levels.append(bots._level_now(mind, "steady", ann, line))
        await bots.close()
        return levels

    assert asyncio.run(run()) == ["steady", "greedy"]


class Tired(Bots):
    """Bots that answer as a weaker level than they were asked to."""

    def think(self, level, state, seat, owner, beat=None):
        async def reply():
            return ThinkReply(Mind(state, seat).sample(Dice(1)), level="greedy")

        return asyncio.create_task(reply())


def test_what_really_answered_is_seen_and_in_the_record(tmp_path):
    async def run():
        bots = Tired(BotPacing(delay=0.0, workers=1))
        async with open_rooms_in(tmp_path, bots=bots) as rooms:
            room = await rooms.opening.open_room(
                A, NewRoom(game="sovereign", bots=["", "master"], start=True)
            )
            page = await enter(rooms, room, A)
            while not page.room.seats[1].answered:
                await asyncio.sleep(0.01)
            seen = page.room.seats[1]
            assert (seen.bot, seen.answered) == ("master", "greedy")
            rooms.drop(room)
            again = await enter(rooms, room, A)
            assert again.room.seats[1].answered == "greedy"
            while (ask := again.shown.ask) is not None or again.room.phase == "playing":
                if ask is not None:
                    answer = Answer(count=again.shown.count, text=ask.options[0].text)
                    await again.must(answer)
                await asyncio.sleep(0.001)
            return await rooms.store.record(room)

    assert "\nbot B: greedy\n" in asyncio.run(run())


def test_a_hint_says_which_bot_gave_it(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            wish = {"bots": ["", "greedy"], "start": True}
            page, other = await people_enter(rooms, [A, B], **wish)
            assert other.room.phase == "playing"
            page.mailbox.submit(Requested(page, Hint(), rooms.now()))
            while not any(isinstance(notice, Hinted) for notice in page.notices):
                await asyncio.sleep(0.01)
                await quiet(page.mailbox)
            return page.last(Hinted)

    assert asyncio.run(run()).level == "master"


def test_bots_think_for_who_plays_or_else_for_the_host(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            wish = {"sit": False, "seats": 2}
            host, _, watcher = await people_enter(rooms, [A, B, C], **wish)
            room = watcher.mailbox.room
            assert room.owner() == Owner(A.id, room.head.id, is_seated=False)
            room.chairs[1].person = B.id
            assert room.owner() == Owner(B.id, room.head.id, is_seated=True)
            assert host.room.is_host

    asyncio.run(run())
