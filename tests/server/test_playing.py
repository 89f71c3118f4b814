"""In the game: answers, repeats, refusals, undo, offers, leaving, clocks, talk."""

import asyncio
import random

from server.tables import A, B, C, a_house, enter, people_enter, quiet
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.server.api import NewRoom
from trivet.server.courtesies import LONG_AWAY
from trivet.server.messages import (
    Accept,
    Answer,
    Bank,
    Because,
    Decline,
    Failed,
    Hand,
    Hint,
    Hinted,
    Lines,
    Narrow,
    Offer,
    Ready,
    Refused,
    Resign,
    Say,
    Shown,
    Sit,
    Stale,
    Take,
    Took,
    Undo,
    Why,
)  # fmt: skip
from trivet.server.room import Person

BUILD = "build SSIRRMA"


def at_a_table(tmp_path, test, people=(A, B), **wish):
    """A game that has just begun, with a watcher."""

    async def run():
        async with a_house(tmp_path) as house:
            pages = await people_enter(house, [*people, C], **wish)
            for seat, page in enumerate(pages[:-1]):
                await page.must(Sit(seat=seat))
                await page.must(Ready())
            await test(house, *pages)

    asyncio.run(run())


def code(reply):
    return reply.code if isinstance(reply, Failed) else type(reply).__name__


# --- answers --------------------------------------------------------------------------------------


def test_an_answer_is_acknowledged_first_and_shown_then(tmp_path):
    async def test(house, ann, bob, cy):
        before = len(ann.notices)
        await ann.must(Answer(count=0, text=BUILD))
        assert [type(n) for n in ann.notices[before:]] == [Took, Shown]
        assert ann.notices[before].count == ann.shown.count == 1
        assert bob.shown.view["answered"] == [0]

    at_a_table(tmp_path, test)


def test_a_repeated_answer_gets_the_same_reply_and_is_applied_once(tmp_path):
    async def test(house, ann, bob, cy):
        for _ in range(3):
            assert await ann.do(Answer(count=0, text=BUILD)) == Took(count=1)
        assert len(ann.desk.room.play.table.log) == 1

    at_a_table(tmp_path, test)


def test_a_stale_answer_gets_the_view_as_it_is(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        before = len(ann.notices)
        assert await ann.do(Answer(count=0, text="build SSSSIIR")) == Stale(count=1)
        assert isinstance(ann.notices[before + 1], Shown)
        assert await ann.do(Answer(count=7, text=BUILD)) == Stale(count=1)
        assert len(ann.desk.room.play.table.log) == 1

    at_a_table(tmp_path, test)


def test_a_repeat_is_known_after_a_restart(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        house.drop(ann.room.id)
        again = await enter(house, ann.room.id, A)
        assert await again.do(Answer(count=0, text=BUILD)) == Took(count=1)
        assert len(again.desk.room.play.table.log) == 1

    at_a_table(tmp_path, test)


def test_a_refusal_has_rule_reason_and_what_would_be_allowed(tmp_path):
    async def test(house, ann, bob, cy):
        refused = await ann.do(Answer(count=0, text="build MMMMMMM"))
        assert isinstance(refused, Refused)
        assert refused.rule == "SOV-3"
        assert refused.reason.endswith(".")
        assert "build" in refused.how
        for page in (ann, bob):
            await page.must(Answer(count=0, text=BUILD))
        for page in (ann, bob):
            await page.must(Answer(count=1, text="shuffle"))
        asked = ann if ann.shown.ask else bob
        refused = await asked.do(Answer(count=2, text="z9"))
        assert refused.allowed == [o.text for o in asked.shown.ask.options][: len(refused.allowed)]
        assert len(refused.allowed) == 12

    at_a_table(tmp_path, test)


def test_only_who_is_asked_may_answer(tmp_path):
    async def test(house, ann, bob, cy):
        assert code(await cy.do(Answer(count=0, text=BUILD))) == "not-seated"
        await ann.must(Answer(count=0, text=BUILD))
        refused = await ann.do(Answer(count=1, text=BUILD))
        assert (refused.rule, refused.allowed) == ("HOUSE-1", [])

    at_a_table(tmp_path, test)


def test_why_explains_what_was_typed_and_what_was_touched(tmp_path):
    async def test(house, ann, bob, cy):
        assert await ann.do(Why(text=BUILD)) == Because(
            rule="", reason="Nothing speaks against it."
        )
        assert (await ann.do(Why(text="build MMMMMMM"))).rule == "SOV-3"
        assert (await ann.do(Why(thing="cell:b2"))).rule == "HOUSE-2"
        for page in (ann, bob):
            await page.must(Answer(count=0, text=BUILD))
        for page in (ann, bob):
            await page.must(Answer(count=1, text="shuffle"))
        asked, other = (ann, bob) if ann.shown.ask else (bob, ann)
        assert (await asked.do(Why(thing="cell:b2"))).rule == ""
        assert (await other.do(Why(thing="cell:b2"))).rule == "HOUSE-1"
        await asked.must(Answer(count=2, text="b2>"))
        if asked.shown.ask:  # it was an Insight
            await asked.must(Answer(count=3, text="keep"))
        assert (await other.do(Why(thing="cell:b2"))).rule.startswith("SOV-")

    at_a_table(tmp_path, test)


def test_a_vast_question_is_asked_in_stages(tmp_path):
    async def test(house, ann, bob, cy):
        ask = ann.shown.ask
        assert ask.is_vast
        assert 0 < len(ask.options) <= 6
        touched = []
        for _ in range(20):
            narrowed = await ann.do(Narrow(touched=touched))
            assert narrowed.touched == touched
            if narrowed.text:
                break
            touched = [*touched, narrowed.next[0]]
        assert narrowed.words
        assert isinstance(await ann.do(Answer(count=0, text=narrowed.text)), Took)

    at_a_table(tmp_path, test)


def test_what_is_offered_is_taken(tmp_path):
    async def test(house, ann, bob, cy):
        dice, counts = random.Random(4), [0, 0]
        while ann.room.phase == "playing":
            seat = ann.shown.view["waiting"][0]
            page = (ann, bob)[seat]
            option = dice.choice(page.shown.ask.options)
            assert await page.do(Answer(count=counts[seat], text=option.text)) == Took(
                count=counts[seat] + 1
            )
            counts[seat] += 1
        assert ann.room.result.reason == "played"
        assert ann.room.seed
        assert ann.shown.open["viewer"] == "open"
        text = await house.store.record(ann.room.id)
        table, players = record.load(text, GAMES)
        assert players == ["Ann", "Bob"]
        assert table.state.scores() == ann.room.result.scores

    at_a_table(tmp_path, test)


# --- views ----------------------------------------------------------------------------------------


def test_each_viewer_gets_its_own_view_and_nothing_else(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text="build SSSRRMA"))
        assert ann.shown.view["said"] == "build SSSRRMA"
        for page in (bob, cy):
            assert "SSSRRMA" not in "".join(page.texts)
        assert cy.shown.ask is None
        assert cy.shown.view["viewer"] == "public"

    at_a_table(tmp_path, test)


def test_after_a_break_only_the_rest_is_sent(tmp_path):
    async def test(house, ann, bob, cy):
        for count, text in enumerate((BUILD, "shuffle")):
            for page in (ann, bob):
                await page.must(Answer(count=count, text=text))
        await ann.must(Say(text="hello"))
        have = ann.shown.since + len(ann.shown.news)
        again = await enter(house, ann.room.id, A, news=have, lines=1)
        assert (again.shown.since, again.shown.news) == (have, [])
        assert not [n for n in again.notices if isinstance(n, Lines)]
        less = await enter(house, ann.room.id, A, news=1)
        assert len(less.shown.news) == have - 1
        whole = await enter(house, ann.room.id, A)
        assert whole.shown.news[1:] == less.shown.news
        assert whole.shown.view == again.shown.view == ann.shown.view

    at_a_table(tmp_path, test)


def test_who_missed_a_taking_back_gets_all_news(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Undo(count=1))
        again = await enter(house, ann.room.id, A, news=5, takebacks=0)
        assert (again.shown.since, again.shown.takebacks) == (0, 1)

    at_a_table(tmp_path, test)


def test_news_have_a_numbering_of_their_own_for_each_viewer(tmp_path):
    async def test(house, ann, bob, cy):
        for count, text in enumerate((BUILD, "shuffle")):
            for page in (ann, bob):
                await page.must(Answer(count=count, text=text))
        kinds = [[item.what for item in page_news(page)] for page in (ann, bob, cy)]
        assert sum("drawn" in kind for kind in kinds) == 1
        assert "drawn" not in kinds[2]

    at_a_table(tmp_path, test)


def page_news(page):
    news = []
    for notice in page.notices:
        if isinstance(notice, Shown):
            assert notice.since <= len(news)
            news = news[: notice.since] + notice.news
    return news


def test_scenes_are_for_those_who_ask(tmp_path):
    async def test(house, ann, bob, cy):
        page = await enter(house, ann.room.id, A, scenes=True)
        assert page.shown.scene.zones
        assert ann.shown.scene is None

    at_a_table(tmp_path, test)


# --- taking back ----------------------------------------------------------------------------------


def test_undo_follows_the_tables_rule(tmp_path):
    async def test(house, ann, bob, cy):
        assert (await ann.do(Undo(count=0))).rule == "HOUSE-3"
        await ann.must(Answer(count=0, text=BUILD))
        assert ann.shown.may_undo
        assert not bob.shown.may_undo
        assert await ann.do(Undo(count=1)) == Took(count=2)
        assert await ann.do(Undo(count=1)) == Took(count=2)  # a repeat
        assert ann.shown.ask is not None
        await ann.must(Answer(count=2, text="build SSSSIIR"))
        await bob.must(Answer(count=0, text=BUILD))
        assert (await ann.do(Undo(count=3))).rule == "HOUSE-4"

    at_a_table(tmp_path, test)


def test_a_belated_undo_or_answer_does_no_harm(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Undo(count=1))
        await ann.must(Answer(count=2, text=BUILD))
        assert await ann.do(Undo(count=1)) == Stale(count=3)
        assert await ann.do(Answer(count=0, text=BUILD)) == Stale(count=3)
        assert ann.shown.view["said"] == BUILD

    at_a_table(tmp_path, test)


def test_a_taking_back_survives_a_restart(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Undo(count=1))
        await bob.must(Answer(count=0, text=BUILD))
        house.drop(ann.room.id)
        again = await enter(house, ann.room.id, A)
        assert (again.shown.count, again.shown.takebacks) == (2, 1)
        assert again.shown.view["waiting"] == [0]
        assert await again.do(Undo(count=1)) == Took(count=2)

    at_a_table(tmp_path, test)


async def play_to_a_quiet_place(ann, bob):
    """Two placements in a row through which nothing hidden came to light, if there are such."""
    for count, text in enumerate((BUILD, "order SSIRRMA")):
        for page in (ann, bob):
            await page.must(Answer(count=count, text=text))


def test_a_takeback_needs_consent_and_nothing_revealed(tmp_path):
    async def test(house, ann, bob, cy):
        await play_to_a_quiet_place(ann, bob)
        first, second = (ann, bob) if ann.shown.ask else (bob, ann)
        await first.must(Answer(count=2, text="a1^"))
        refused = await first.do(Offer(what="takeback"))
        assert refused.rule == "HOUSE-4"  # the rival has drawn since
        assert code(await second.do(Accept(what="takeback"))) == "no-offer"
        assert code(await cy.do(Offer(what="takeback"))) == "not-seated"

    at_a_table(tmp_path, test)


def test_a_sealed_answer_goes_back_by_consent(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Offer(what="takeback"))
        assert [offer.agreed for offer in bob.room.offers] == [[0]]
        await bob.must(Decline(what="takeback"))
        assert bob.room.offers == []
        await ann.must(Offer(what="takeback"))
        await bob.must(Accept(what="takeback"))
        assert ann.shown.view["waiting"] == [0, 1]
        assert (ann.shown.count, ann.shown.takebacks) == (2, 1)
        house.drop(ann.room.id)
        again = await enter(house, ann.room.id, A)
        assert (again.shown.count, again.shown.view["waiting"]) == (2, [0, 1])

    at_a_table(tmp_path, test)


# --- leaving --------------------------------------------------------------------------------------


def test_between_two_the_other_wins_when_one_resigns(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await bob.must(Resign())
        assert bob.room.phase == "over"
        assert ann.room.result.scores == [1.0, 0.0]
        assert (ann.room.result.reason, ann.room.result.seats) == ("resigned", [1])
        assert ann.shown.open is not None
        assert "player B: Bob" in await house.store.record(ann.room.id)
        assert code(await ann.do(Answer(count=1, text=BUILD))) == "over"

    at_a_table(tmp_path, test)


def test_a_seat_can_be_handed_to_a_bot_and_taken_back(tmp_path):
    async def test(house, ann, bob, cy):
        assert code(await ann.do(Hand(seat=1, bot="random"))) == "here"
        await bob.must(Hand(seat=1, bot="random"))
        assert ann.room.seats[1].bot == "random"
        assert code(await bob.do(Answer(count=0, text=BUILD))) == "handed"
        while not ann.shown.view["answered"]:
            await asyncio.sleep(0.01)
        await bob.must(Take())
        assert ann.room.seats[1].bot == ""
        await ann.must(Answer(count=0, text=BUILD))
        assert bob.shown.count == 1
        assert bob.shown.ask is not None

    at_a_table(tmp_path, test)


def test_a_seat_left_alone_can_be_handed_to_a_bot_by_others(tmp_path):
    async def test(house, ann, bob, cy):
        ann.desk.post(ann.desk.left, bob)
        await quiet(ann.desk)
        assert code(await ann.do(Hand(seat=1, bot="random"))) == "here"
        ann.desk.room.away[B.id] -= LONG_AWAY
        assert code(await cy.do(Hand(seat=1, bot="random"))) == "not-seated"
        await ann.must(Hand(seat=1, bot="random"))
        back = await enter(house, ann.room.id, B)
        await back.must(Take())

    at_a_table(tmp_path, test)


def test_a_rematch_is_a_new_room_with_the_seats_moved_on(tmp_path):
    async def test(house, ann, bob, cy):
        assert code(await ann.do(Offer(what="rematch"))) == "playing"
        await bob.must(Resign())
        await ann.must(Offer(what="rematch"))
        assert ann.room.next == ""
        await bob.must(Offer(what="rematch"))
        again = await enter(house, ann.room.next, A)
        assert (again.room.phase, again.room.you) == ("playing", 1)
        assert bob.room.next == ann.room.next != ann.room.id

    at_a_table(tmp_path, test)


# --- clocks ---------------------------------------------------------------------------------------


def test_time_runs_out(tmp_path):
    async def test(house, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        assert [clock.runs for clock in ann.shown.clocks] == [False, True]
        ann.desk.room.clocks.left[1] = 5
        ann.desk._set_alarm()
        await asyncio.sleep(0.05)
        await quiet(ann.desk)
        assert ann.room.result.reason == "time"
        assert ann.room.result.scores == [1.0, 0.0]

    at_a_table(tmp_path, test, clock=Bank(seconds=60))


def test_clocks_stand_still_while_the_server_is_down(tmp_path):
    async def test(house, ann, bob, cy):
        ann.desk.room.clocks.left[0] = 40_000
        await ann.must(Say(text="think"))
        await ann.desk.finish()
        house.drop(ann.room.id)
        assert await house.store.timed_rooms() == [ann.room.id]
        await house.wake_up()
        again = await enter(house, ann.room.id, A)
        assert 39_000 < again.shown.clocks[0].left <= 40_000

    at_a_table(tmp_path, test, clock=Bank(seconds=60))


# --- talk -----------------------------------------------------------------------------------------


def lines(page, channel):
    told = [n.lines for n in page.notices if isinstance(n, Lines) and n.channel == channel]
    return [line.text for lines in told for line in lines]


def test_watchers_talk_apart_until_the_game_is_over(tmp_path):
    async def test(house, ann, bob, cy):
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
    async def test(house, ann, bob, cy):
        other = await enter(house, ann.room.id, Person("x" * 22, "ann"))
        await other.must(Say(text="I resign"))
        [line] = [n for n in cy.notices if isinstance(n, Lines)][-1].lines
        assert (line.name, line.seat) == ("ann (2)", None)

    at_a_table(tmp_path, test)


# --- bots -----------------------------------------------------------------------------------------


def test_people_and_bots_play_a_whole_game(tmp_path):
    async def run():
        async with a_house(tmp_path) as house:
            wish = NewRoom(game="sovereign", bots=["greedy", ""], start=True)
            ann = await enter(house, await house.open_room(A, wish), A)
            dice = random.Random(1)
            while ann.room.phase == "playing":
                ask = ann.shown.ask
                if ask is not None and not ann.desk.thoughts:
                    await ann.do(Answer(count=ann.shown.count, text=dice.choice(ask.options).text))
                await asyncio.sleep(0.001)
            assert ann.room.result.reason == "played"
            assert house.ledger.bot_answers > 5

    asyncio.run(run())


def test_bots_rest_while_nobody_is_there(tmp_path):
    async def run():
        async with a_house(tmp_path) as house:
            wish = NewRoom(game="sovereign", bots=["random", "random"], start=True)
            room = await house.open_room(A, wish)
            assert not house.desks[room].thoughts
            page = await enter(house, room, C)
            while page.room.phase == "playing":
                await asyncio.sleep(0.01)
            assert page.room.result.reason == "played"

    asyncio.run(run())


def test_a_hint_is_what_a_bot_would_answer(tmp_path):
    async def test(house, ann, bob, cy):
        desk = ann.desk
        desk.post(desk.hint_wanted, ann, Hint(re=9))
        while not any(isinstance(n, Hinted) for n in ann.notices):
            await asyncio.sleep(0.01)
        hint = ann.last(Hinted)
        assert hint.re == 9
        assert hint.why.endswith(".")
        assert isinstance(await ann.do(Answer(count=0, text=hint.text)), Took)
        desk.post(desk.hint_wanted, ann, Hint())
        desk.post(desk.hint_wanted, cy, Hint())
        await quiet(desk)
        assert (ann.last(Failed).code, cy.last(Failed).code) == ("not-asked", "not-seated")

    at_a_table(tmp_path, test)


def test_a_thought_for_a_position_that_is_gone_is_dropped(tmp_path):
    async def test(house, ann, bob, cy):
        await bob.must(Hand(seat=1, bot="random"))
        desk = ann.desk
        [(moment, task)] = desk.thoughts.items()
        await bob.must(Take())
        await asyncio.wait({task})
        await quiet(desk)
        assert desk.room.play.acts == [0, 0]
        assert moment not in desk.thoughts

    at_a_table(tmp_path, test)
