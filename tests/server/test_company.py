"""Around the game: leaving, clocks, rooms put away, talk, bots at the table."""

import asyncio
import json
import random

import pytest

from server.tables import BUILD, A, B, C, Page, at_a_table, code, enter, open_rooms_in, quiet
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.server.bots.pacing import BotPacing
from trivet.server.rooms.registry import IDLE
from trivet.server.table.commands import Entered, Left, Requested, TimeUp
from trivet.server.table.mailbox import RETRY
from trivet.server.table.room import STAND_IN, Person
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import (
    Answer,
    Bank,
    Enter,
    HandOver,
    Hint,
    Offer,
    Resign,
    Say,
    TakeSeat,
    Why,
)
from trivet.server.wire.outgoing import ChatLines, Failed, Hinted, Took  # fmt: skip

# --- leaving --------------------------------------------------------------------------------------


def test_house_5_between_two_the_other_wins_when_one_resigns(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await bob.must(Resign())
        assert bob.room.phase == "over"
        assert ann.room.result.scores == [1.0, 0.0]
        assert (ann.room.result.reason, ann.room.result.seats) == ("resigned", [1])
        assert (ann.room.result.ending, ann.room.result.rule) == ("resigned", "HOUSE-5")
        assert (ann.room.result.places, ann.room.result.words) == ([1, 2], "Bob resigned: Ann won.")
        assert ann.shown.open is not None
        assert "player B: Bob" in await rooms.store.record(ann.room.id)
        assert code(await ann.do(Answer(count=1, text=BUILD))) == "over"

    at_a_table(tmp_path, test)


@pytest.mark.parametrize("how", ["resigned", "time"])
def test_house_5_and_7_among_more_than_two_a_bot_goes_on_for_who_drops_out(tmp_path, how):
    async def test(rooms, ann, bob, cid, cy):
        if how == "time":
            ann.mailbox.room.clocks.left[1] = 0
            ann.mailbox.submit(TimeUp())
            await quiet(ann.mailbox)
        else:
            await bob.must(Resign())
        assert (ann.room.phase, ann.room.seats[1].out) == ("playing", how)
        assert ann.room.seats[1].bot == STAND_IN
        assert [code(await bob.do(wish)) for wish in (TakeSeat(), Answer(count=0, text="x"))] == [
            "out", "out"
        ]  # fmt: skip
        while bob.shown.count == 0:
            await asyncio.sleep(0.01)
        assert not ann.shown.clocks[1].runs
        await ann.must(Resign())
        await cid.must(Resign())
        assert (ann.room.phase, ann.room.result.reason) == ("over", "left")
        assert (ann.room.result.rule, ann.room.result.scores) == ("HOUSE-7", [0.0, 0.0, 0.0])

    people = (A, B, Person("d" * 22, "Cid"))
    clock = Bank(seconds=60)
    at_a_table(tmp_path, test, people, game="trifecta", seats=3, clock=clock)


def test_a_seat_can_be_handed_to_a_bot_and_taken_back(tmp_path):
    async def test(rooms, ann, bob, cy):
        assert code(await ann.do(HandOver(seat=1, bot="random"))) == "here"
        await bob.must(HandOver(seat=1, bot="random"))
        assert ann.room.seats[1].bot == "random"
        assert code(await bob.do(Answer(count=0, text=BUILD))) == "handed"
        while not ann.shown.view["answered"]:
            await asyncio.sleep(0.01)
        await bob.must(TakeSeat())
        assert ann.room.seats[1].bot == ""
        await ann.must(Answer(count=0, text=BUILD))
        assert bob.shown.count == 1
        assert bob.shown.ask is not None

    at_a_table(tmp_path, test)


def test_a_rematch_is_a_new_room_with_the_seats_moved_on(tmp_path):
    async def test(rooms, ann, bob, cy):
        assert code(await ann.do(Offer(what="rematch"))) == "playing"
        await bob.must(Resign())
        await ann.must(Offer(what="rematch"))
        assert ann.room.next == ""
        await bob.must(Offer(what="rematch"))
        again = await enter(rooms, ann.room.next, A)
        assert (again.room.phase, again.room.you) == ("playing", 1)
        assert bob.room.next == ann.room.next != ann.room.id

    at_a_table(tmp_path, test)


def test_a_rematch_that_is_offered_twice_is_opened_once(tmp_path):
    """Who offered again before the first rematch was shown opened a second table, where they sat
    alone; who went on offering filled the store with tables."""

    async def test(rooms, ann, bob, cy):
        await bob.must(Resign())
        for page in (ann, bob):
            await page.must(Offer(what="rematch"))
        first = ann.room.next
        for page in (ann, bob):
            await page.must(Offer(what="rematch"))
        assert ann.room.next == first
        assert len(await rooms.store.unfinished_rooms(A.id)) == 1
        await rooms.removal.remove_room(first, "")  # as when its dice could not be mixed
        for page in (ann, bob):
            await page.must(Offer(what="rematch"))
        assert ann.room.next not in ("", first)

    at_a_table(tmp_path, test)


# --- clocks ---------------------------------------------------------------------------------------


def test_house_6_time_runs_out(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        assert [clock.runs for clock in ann.shown.clocks] == [False, True]
        ann.mailbox.room.clocks.left[1] = 5
        ann.mailbox._set_alarm()
        await asyncio.sleep(0.05)
        await quiet(ann.mailbox)
        assert ann.room.result.reason == "time"
        assert ann.room.result.scores == [1.0, 0.0]

    at_a_table(tmp_path, test, clock=Bank(seconds=60))


def test_clocks_stand_still_while_the_server_is_down(tmp_path):
    async def test(rooms, ann, bob, cy):
        ann.mailbox.room.clocks.left[0] = 40_000
        await ann.must(Say(text="think"))
        await ann.mailbox.finish()
        rooms.drop(ann.room.id)
        assert await rooms.store.timed_rooms() == [ann.room.id]
        await rooms.wake_up()
        again = await enter(rooms, ann.room.id, A)
        assert 39_000 < again.shown.clocks[0].left <= 40_000

    at_a_table(tmp_path, test, clock=Bank(seconds=60))


def test_a_room_that_nobody_needs_is_put_away_and_found_again(tmp_path):
    async def test(rooms, ann, bob, cy):
        mailbox, room = ann.mailbox, ann.room.id
        await ann.must(Answer(count=0, text=BUILD))
        mailbox.idle_since -= IDLE + 1
        rooms.sweep()
        assert rooms.mailboxes == {room: mailbox}  # there are people
        for page in (ann, bob, cy):
            mailbox.submit(Left(page))
        await quiet(mailbox)
        rooms.sweep()
        assert rooms.mailboxes == {room: mailbox}  # somebody was there just now
        mailbox.idle_since -= IDLE + 1
        rooms.sweep()
        assert rooms.mailboxes == {}
        assert (await enter(rooms, room, A)).shown.count == 1

    at_a_table(tmp_path, test)


def test_a_room_where_a_clock_runs_is_not_put_away(tmp_path):
    async def test(rooms, ann, bob, cy):
        for page in (ann, bob, cy):
            ann.mailbox.submit(Left(page))
        await quiet(ann.mailbox)
        ann.mailbox.idle_since -= IDLE + 1
        rooms.sweep()
        assert list(rooms.mailboxes.values()) == [ann.mailbox]

    at_a_table(tmp_path, test, clock=Bank(seconds=60))


def test_a_room_is_shown_only_to_whom_it_looks_different(tmp_path):
    async def test(rooms, ann, bob, cy):
        before = [len(page.texts) for page in (ann, bob, cy)]
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Why(text=BUILD))
        for page, seen in zip((ann, bob, cy), before, strict=True):
            assert "room" not in [json.loads(text)["is"] for text in page.texts[seen:]]
        await enter(rooms, ann.room.id, Person("x" * 22, "Dot"))
        for page, seen in zip((ann, bob, cy), before, strict=True):
            assert [json.loads(text)["is"] for text in page.texts[seen:]].count("room") == 1

    at_a_table(tmp_path, test)


# --- talk -----------------------------------------------------------------------------------------


def lines(page, channel):
    told = [n.lines for n in page.notices if isinstance(n, ChatLines) and n.channel == channel]
    return [line.text for lines in told for line in lines]


def test_watchers_talk_apart_until_the_game_is_over(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Say(text="good luck\u202e <b>"))
        await cy.must(Say(text="look at b2!"))
        assert lines(cy, "players") == lines(bob, "players") == ["good luck <b>"]
        assert lines(cy, "watchers") == ["look at b2!"]
        assert "b2!" not in "".join(ann.texts + bob.texts)
        await bob.must(Resign())
        assert lines(ann, "watchers") == ["look at b2!"]
        assert code(await ann.do(Say(text="\u200b"))) == "empty"

    at_a_table(tmp_path, test)


def test_a_watcher_cannot_pass_for_a_player(tmp_path):
    async def test(rooms, ann, bob, cy):
        other = await enter(rooms, ann.room.id, Person("x" * 22, "ann"))
        await other.must(Say(text="I resign"))
        [line] = [n for n in cy.notices if isinstance(n, ChatLines)][-1].lines
        assert (line.name, line.seat) == ("ann (2)", None)

    at_a_table(tmp_path, test)


def test_two_watchers_of_one_name_are_told_apart(tmp_path):
    async def test(rooms, ann, bob, cy):
        other = await enter(rooms, ann.room.id, Person("x" * 22, "Cy"))
        for page in (cy, other, cy):
            await page.must(Say(text="hm"))
        said = [line for n in cy.notices if isinstance(n, ChatLines) for line in n.lines]
        assert [line.name for line in said] == ["Cy", "Cy (2)", "Cy"]

    at_a_table(tmp_path, test)


# --- bots -----------------------------------------------------------------------------------------


def test_people_and_bots_play_a_whole_game(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            wish = NewRoom(game="sovereign", bots=["greedy", ""], start=True)
            ann = await enter(rooms, await rooms.opening.open_room(A, wish), A)
            dice = random.Random(1)
            while ann.room.phase == "playing":
                ask = ann.shown.ask
                if ask is not None and not ann.mailbox.pending_bots:
                    await ann.do(Answer(count=ann.shown.count, text=dice.choice(ask.options).text))
                await asyncio.sleep(0.001)
            assert ann.room.result.reason == "played"
            assert rooms.metrics.bot_answers > 5
            found = record.load(await rooms.store.record(ann.room.id), GAMES)
            assert (found.players, found.bots) == (["Ada", "Ann"], ["greedy", ""])

    asyncio.run(run())


def test_bots_rest_while_nobody_is_there(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            wish = NewRoom(game="sovereign", bots=["random", "random"], start=True)
            room = await rooms.opening.open_room(A, wish)
            assert not rooms.mailboxes[room].pending_bots
            page = await enter(rooms, room, C)
            while page.room.phase == "playing":
                await asyncio.sleep(0.01)
            assert page.room.result.reason == "played"

    asyncio.run(run())


def test_a_hint_is_what_a_bot_would_answer(tmp_path):
    async def test(rooms, ann, bob, cy):
        mailbox = ann.mailbox
        mailbox.submit(Requested(ann, Hint(re=9), 0))
        while not any(isinstance(n, Hinted) for n in ann.notices):
            await asyncio.sleep(0.01)
        hint = ann.last(Hinted)
        assert hint.re == 9
        assert 1 <= len(hint.best) <= 3
        assert len({advice.text for advice in hint.best}) == len(hint.best)
        for advice in hint.best:
            assert advice.words
            assert advice.touched
            assert advice.why.endswith(".")
        assert isinstance(await ann.do(Answer(count=0, text=hint.best[0].text)), Took)
        mailbox.submit(Requested(ann, Hint(), 0))
        mailbox.submit(Requested(cy, Hint(), 0))
        await quiet(mailbox)
        assert (ann.last(Failed).code, cy.last(Failed).code) == ("not-asked", "not-seated")

    at_a_table(tmp_path, test)


@pytest.mark.parametrize(("level", "first"), [("greedy", 0.2), ("steady", 0.2), ("master", 0.7)])
def test_bots_hurry_until_a_person_has_answered(tmp_path, level, first):
    """A newcomer does not wait for long; later on one can follow what happens.  Who may think
    longer than a short beat does not hurry: the pause would tell how long it thought."""

    async def test(rooms, ann, bob, cy):
        beats = []

        def think(level, state, seat, owner, beat):
            beats.append(beat)
            return asyncio.create_task(asyncio.sleep(60))

        rooms.bots.pacing = BotPacing(delay=0.7, opening=0.2)
        rooms.bots.think = think
        await ann.must(HandOver(seat=0, bot=level))
        await ann.must(TakeSeat())
        for page in (ann, bob):
            await page.must(Answer(count=0, text=BUILD))
        await ann.must(HandOver(seat=0, bot=level))
        assert beats == [first, 0.7]

    at_a_table(tmp_path, test, stand_in=level)


def test_further_answers_of_a_bots_turn_come_sooner(tmp_path):
    async def test(rooms, ann, bob, cy):
        rooms.bots.pacing = BotPacing(delay=0.7, further=0.35)
        await bob.must(Answer(count=0, text=BUILD))
        await ann.must(Answer(count=0, text=BUILD))
        beat = ann.mailbox._beat
        assert (beat("greedy", 0), beat("steady", 0), beat("master", 0)) == (0.35, 0.35, 0.7)
        assert beat("greedy", 1) == 0.7  # it was not the latest to answer

    at_a_table(tmp_path, test)


def test_nobody_waits_for_a_reply_after_a_fault(tmp_path, caplog):
    def stumble(*_):
        raise IndexError("a planted one")

    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        rooms.bots.advise = stumble
        bob.mailbox.submit(Requested(bob, Hint(re=7), 0))
        await quiet(bob.mailbox)
        assert (bob.last(Failed).code, bob.last(Failed).re) == ("fault", 7)
        page = Page(C, bob.mailbox)
        page.send = stumble
        bob.mailbox.submit(Entered(page, Enter()))
        await quiet(bob.mailbox)
        assert page.bye.again == RETRY
        assert await bob.do(Answer(count=0, text=BUILD)) == Took(count=1)
        assert ann.shown.view["table"]["round"] == 1
        assert caplog.text.count("could not be handled") == 2

    at_a_table(tmp_path, test)


def test_a_seat_asks_for_one_hint_at_a_time(tmp_path):
    async def test(rooms, ann, bob, cy):
        mailbox = ann.mailbox
        for number in range(3):
            mailbox.submit(Requested(ann, Hint(re=number + 1), 0))
        await quiet(mailbox)
        assert [n.code for n in ann.notices if isinstance(n, Failed)] == ["thinking"] * 2
        while not any(isinstance(n, Hinted) for n in ann.notices):
            await asyncio.sleep(0.01)
        assert mailbox.pending_hints == {}

    at_a_table(tmp_path, test)


def test_the_record_says_which_bots_stood_in(tmp_path):
    async def test(rooms, ann, bob, cy):
        await bob.must(HandOver(seat=1, bot="random"))
        while not ann.shown.view["answered"]:
            await asyncio.sleep(0.01)
        await bob.must(HandOver(seat=1, bot="greedy"))  # which is not asked anything
        await bob.must(TakeSeat())
        await bob.must(Resign())
        text = await rooms.store.record(ann.room.id)
        assert record.load(text, GAMES).bots == ["", "random"]

    at_a_table(tmp_path, test)


def test_a_thought_for_a_position_that_is_gone_is_dropped(tmp_path):
    async def test(rooms, ann, bob, cy):
        await bob.must(HandOver(seat=1, bot="random"))
        mailbox = ann.mailbox
        [(moment, task)] = mailbox.pending_bots.items()
        await bob.must(TakeSeat())
        await asyncio.wait({task})
        await quiet(mailbox)
        assert mailbox.room.acts.counts == [0, 0]
        assert moment not in mailbox.pending_bots

    at_a_table(tmp_path, test)
