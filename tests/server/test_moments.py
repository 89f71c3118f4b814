"""Positions on the way: who stayed saw them come, and who comes back gets the same ones."""

from server.tables import A, C, at_a_table, enter, people_enter
from trivet.core.words.codec import TURN
from trivet.server.table.views import MOST_MOMENTS
from trivet.server.wire.messages import Answer, Look
from trivet.server.wire.outgoing import Looked, MomentSeen


async def play(pages, answers):
    """So many answers, the first option always; how many were given."""
    for given in range(answers):
        page = next((one for one in pages if one.shown.ask), None)
        if page is None:
            return given
        shown = page.shown
        await page.must(Answer(count=shown.count, text=shown.ask.options[0].text))
    return answers


async def play_a_round(pages):
    """Up to the end of the first round of Sovereign."""
    while pages[0].shown.view["table"]["round"] < 2:
        await play(pages, 1)


def rules_own(moments):
    return [moment for moment in moments if moment.what != TURN]


def all_moments(page):
    return [moment for notice in page.notices if hasattr(notice, "moments")
            for moment in rules_own(notice.moments)]  # fmt: skip


def test_the_full_grid_is_shown_before_it_is_cleared(tmp_path):
    async def test(rooms, ann, bob, cy):
        await play_a_round((ann, bob))
        for page in (ann, bob, cy):
            [moment] = all_moments(page)
            assert (moment.what, moment.caption) == ("round", "The grid is full.")
            assert all(moment.view["table"]["grid"])
            assert not any(page.shown.view["table"]["grid"])
            assert "round 1" in moment.words

    at_a_table(tmp_path, test)


def test_a_player_who_comes_back_gets_the_same_moments(tmp_path):
    async def test(rooms, ann, bob, cy):
        await play_a_round((ann, bob))
        for page, who in ((ann, A), (cy, C)):
            back = await enter(rooms, page.room.id, who)
            assert [view_of(m) for m in all_moments(back)] == [
                view_of(m) for m in all_moments(page)
            ]
            assert [m.after for m in all_moments(back)] == [m.after for m in all_moments(page)]

    at_a_table(tmp_path, test)


def view_of(moment: MomentSeen):
    return moment.what, moment.caption, moment.view


def test_a_room_read_from_the_store_has_the_same_moments(tmp_path):
    async def test(rooms, ann, bob, cy):
        await play_a_round((ann, bob))
        room = ann.room.id
        before = await enter(rooms, room, A)
        rooms.drop(room)
        after = await enter(rooms, room, A)
        assert after.shown.moments == before.shown.moments

    at_a_table(tmp_path, test)


def test_what_was_seen_is_not_sent_again(tmp_path):
    async def test(rooms, ann, bob, cy):
        await play_a_round((ann, bob))
        have = ann.shown.since + len(ann.shown.news)
        back = await enter(rooms, ann.room.id, A, news=have)
        assert back.shown.moments == []

    at_a_table(tmp_path, test)


def test_a_viewer_who_was_away_for_long_gets_the_latest_moments(tmp_path):
    async def test(rooms, ann, bob, cy):
        await play((ann, bob), 60)
        back = await enter(rooms, ann.room.id, C)
        moments = back.shown.moments
        assert 0 < len(moments) <= MOST_MOMENTS
        assert [m.after for m in moments] == sorted(m.after for m in moments)
        assert moments[-1].after <= len(back.shown.news)

    at_a_table(tmp_path, test)


def test_a_page_that_draws_is_sent_scenes_and_no_views(tmp_path):
    async def test(rooms, ann, bob, cy):
        drawing = await enter(rooms, ann.room.id, C, scenes=True)
        await play_a_round((ann, bob))
        assert drawing.shown.scene is not None
        assert (drawing.shown.view, drawing.shown.open) == (None, None)
        [moment] = all_moments(drawing)
        assert moment.scene is not None
        assert moment.view is None
        looked = await drawing.do(Look())
        assert isinstance(looked, Looked)
        assert looked.view == cy.shown.view

    at_a_table(tmp_path, test)


def test_everybody_reads_who_is_waited_for(tmp_path):
    async def test(rooms, ann, bob, cy):
        assert cy.shown.wait == "Ann and Bob build a secret deck."
        await ann.must(Answer(count=0, text="build SSIRRMA"))
        assert (cy.shown.wait, cy.shown.waiting) == ("Bob builds a secret deck.", [1])

    at_a_table(tmp_path, test)


def test_players_are_told_in_the_second_person(tmp_path):
    async def test(rooms, ann, bob, cy):
        await play_a_round((ann, bob))
        told = {page.who.name: [n.words for s in page.notices if hasattr(s, "news") for n in s.news]
                for page in (ann, bob, cy)}  # fmt: skip
        assert any(line.startswith("You placed ") for line in told["Ann"])
        assert not any("Ann" in line for line in told["Ann"])
        assert not any("you" in line.lower().split() for line in told["Cy"])

    at_a_table(tmp_path, test)


def test_nobody_looks_at_a_game_that_has_not_begun(tmp_path):
    async def test(rooms, ann, bob, cy):
        [dot] = await people_enter(rooms, [A])
        assert (await dot.do(Look())).code == "not-begun"

    at_a_table(tmp_path, test)
