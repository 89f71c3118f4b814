"""In the game: answers, repeats, refusals, views, taking back."""

import random

from server.tables import BUILD, A, at_a_table, code, enter
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.server.wire.messages import Accept, Answer, Decline, Narrow, Offer, Say, Undo, Why
from trivet.server.wire.outgoing import ChatLines, Refused, Shown, Stale, Took  # fmt: skip

# --- answers --------------------------------------------------------------------------------------


def test_an_answer_is_acknowledged_first_and_shown_then(tmp_path):
    async def test(rooms, ann, bob, cy):
        before = len(ann.notices)
        await ann.must(Answer(count=0, text=BUILD))
        assert [type(n) for n in ann.notices[before:]] == [Took, Shown]
        assert ann.notices[before].count == ann.shown.count == 1
        assert bob.shown.view["answered"] == [0]

    at_a_table(tmp_path, test)


def test_a_repeated_answer_gets_the_same_reply_and_is_applied_once(tmp_path):
    async def test(rooms, ann, bob, cy):
        for _ in range(3):
            assert await ann.do(Answer(count=0, text=BUILD)) == Took(count=1)
        assert len(ann.mailbox.room.table.log) == 1

    at_a_table(tmp_path, test)


def test_a_stale_answer_gets_the_view_as_it_is(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        before = len(ann.notices)
        assert await ann.do(Answer(count=0, text="build SSSSIIR")) == Stale(count=1)
        assert isinstance(ann.notices[before + 1], Shown)
        assert await ann.do(Answer(count=7, text=BUILD)) == Stale(count=1)
        assert len(ann.mailbox.room.table.log) == 1

    at_a_table(tmp_path, test)


def test_a_repeat_is_known_after_a_restart(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        rooms.drop(ann.room.id)
        again = await enter(rooms, ann.room.id, A)
        assert await again.do(Answer(count=0, text=BUILD)) == Took(count=1)
        assert len(again.mailbox.room.table.log) == 1

    at_a_table(tmp_path, test)


def test_a_refusal_has_rule_reason_and_what_would_be_allowed(tmp_path):
    async def test(rooms, ann, bob, cy):
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
    async def test(rooms, ann, bob, cy):
        assert code(await cy.do(Answer(count=0, text=BUILD))) == "not-seated"
        await ann.must(Answer(count=0, text=BUILD))
        refused = await ann.do(Answer(count=1, text=BUILD))
        assert (refused.rule, refused.allowed) == ("HOUSE-1", [])

    at_a_table(tmp_path, test)


def test_why_explains_what_was_typed_and_what_was_touched(tmp_path):
    async def test(rooms, ann, bob, cy):
        allowed = await ann.do(Why(text=BUILD))
        assert (allowed.rule, allowed.reason[:17]) == ("SOV-3", "That is allowed: ")
        assert (await ann.do(Why(text="build MMMMMMM"))).rule == "SOV-3"
        assert (await ann.do(Why(thing="cell:b2"))).rule == "SOV-3"
        for page in (ann, bob):
            await page.must(Answer(count=0, text=BUILD))
        for page in (ann, bob):
            await page.must(Answer(count=1, text="shuffle"))
        asked, other = (ann, bob) if ann.shown.ask else (bob, ann)
        assert (await asked.do(Why(thing="cell:b2"))).reason.startswith("That is allowed: ")
        assert (await other.do(Why(thing="cell:b2"))).rule == "HOUSE-1"
        await asked.must(Answer(count=2, text="b2>"))
        if asked.shown.ask:  # it was an Insight
            await asked.must(Answer(count=3, text="keep"))
        assert (await other.do(Why(thing="cell:b2"))).rule.startswith("SOV-")

    at_a_table(tmp_path, test)


def test_a_vast_question_is_asked_in_stages(tmp_path):
    async def test(rooms, ann, bob, cy):
        ask = ann.shown.ask
        assert ask.is_vast
        assert any(option.name for option in ask.options)  # answers that are ready
        assert 0 < sum(not option.name for option in ask.options) <= 6  # and some others
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
    async def test(rooms, ann, bob, cy):
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
        text = await rooms.store.record(ann.room.id)
        table, players, bots = record.load(text, GAMES)
        assert (players, bots) == (["Ann", "Bob"], ["", ""])
        assert table.state.scores() == ann.room.result.scores

    at_a_table(tmp_path, test)


# --- views ----------------------------------------------------------------------------------------


def test_each_viewer_gets_its_own_view_and_nothing_else(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text="build SSSRRMA"))
        assert ann.shown.view["said"] == "build SSSRRMA"
        for page in (bob, cy):
            assert "SSSRRMA" not in "".join(page.texts)
        assert cy.shown.ask is None
        assert cy.shown.view["viewer"] == "public"

    at_a_table(tmp_path, test)


def test_after_a_break_only_the_rest_is_sent(tmp_path):
    async def test(rooms, ann, bob, cy):
        for count, text in enumerate((BUILD, "shuffle")):
            for page in (ann, bob):
                await page.must(Answer(count=count, text=text))
        await ann.must(Say(text="hello"))
        have = ann.shown.since + len(ann.shown.news)
        again = await enter(rooms, ann.room.id, A, news=have, lines=1)
        assert (again.shown.since, again.shown.news) == (have, [])
        assert not [n for n in again.notices if isinstance(n, ChatLines)]
        less = await enter(rooms, ann.room.id, A, news=1)
        assert len(less.shown.news) == have - 1
        whole = await enter(rooms, ann.room.id, A)
        assert whole.shown.news[1:] == less.shown.news
        assert whole.shown.view == again.shown.view == ann.shown.view

    at_a_table(tmp_path, test)


def test_who_missed_a_taking_back_gets_all_news(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Undo(count=1))
        again = await enter(rooms, ann.room.id, A, news=5, takebacks=0)
        assert (again.shown.since, again.shown.takebacks) == (0, 1)

    at_a_table(tmp_path, test)


def test_news_have_a_numbering_of_their_own_for_each_viewer(tmp_path):
    async def test(rooms, ann, bob, cy):
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
    async def test(rooms, ann, bob, cy):
        page = await enter(rooms, ann.room.id, A, scenes=True)
        assert page.shown.scene.zones
        assert ann.shown.scene is None

    at_a_table(tmp_path, test)


# --- taking back ----------------------------------------------------------------------------------


def test_undo_follows_the_tables_rule(tmp_path):
    async def test(rooms, ann, bob, cy):
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
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Undo(count=1))
        await ann.must(Answer(count=2, text=BUILD))
        assert await ann.do(Undo(count=1)) == Stale(count=3)
        assert await ann.do(Answer(count=0, text=BUILD)) == Stale(count=3)
        assert ann.shown.view["said"] == BUILD

    at_a_table(tmp_path, test)


def test_a_taking_back_survives_a_restart(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Undo(count=1))
        await bob.must(Answer(count=0, text=BUILD))
        rooms.drop(ann.room.id)
        again = await enter(rooms, ann.room.id, A)
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
    async def test(rooms, ann, bob, cy):
        await play_to_a_quiet_place(ann, bob)
        first, second = (ann, bob) if ann.shown.ask else (bob, ann)
        await first.must(Answer(count=2, text="a1^"))
        refused = await first.do(Offer(what="takeback"))
        assert refused.rule == "HOUSE-4"  # the rival has drawn since
        assert code(await second.do(Accept(what="takeback"))) == "no-offer"
        assert code(await cy.do(Offer(what="takeback"))) == "not-seated"

    at_a_table(tmp_path, test)


def test_a_sealed_answer_goes_back_by_consent(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        await ann.must(Offer(what="takeback"))
        assert [offer.agreed for offer in bob.room.offers] == [[0]]
        await bob.must(Decline(what="takeback"))
        assert bob.room.offers == []
        await ann.must(Offer(what="takeback"))
        await bob.must(Accept(what="takeback"))
        assert ann.shown.view["waiting"] == [0, 1]
        assert (ann.shown.count, ann.shown.takebacks) == (2, 1)
        rooms.drop(ann.room.id)
        again = await enter(rooms, ann.room.id, A)
        assert (again.shown.count, again.shown.view["waiting"]) == (2, [0, 1])

    at_a_table(tmp_path, test)
