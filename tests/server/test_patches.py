"""Scenes over the wire: after the first one, a page is sent what changes."""

import asyncio
import random

import msgspec
import pytest

from server.tables import A, B, C, at_a_table, enter, open_rooms_in, people_enter
from trivet.catalogue import GAMES
from trivet.core.scenes.patch import LatestScene, ScenePatch, Unfit, patched
from trivet.core.scenes.scene import Piece, Scene, SceneCache, SeatNote, Zone
from trivet.core.scenes.scene_diff import patch
from trivet.core.state import EVERYONE
from trivet.lab import duties
from trivet.lab.duties import Broken
from trivet.server.table.drawing import scene_of
from trivet.server.table.mailbox import Renamed
from trivet.server.table.room import Person
from trivet.server.table.views import question, view_of
from trivet.server.wire.messages import Again, Answer, Ready, Sit, Undo
from trivet.server.wire.outgoing import Shown

PEOPLE = (A, B, Person("d" * 22, "Dan"), Person("e" * 22, "Eve"))


def expect_whole(page):
    """What the page has drawn, and the question it has, are what the server would make now."""
    room = page.mailbox.room
    viewer = EVERYONE if room.head.phase == "over" else room.viewer_for(page.who.id)
    assert page.shown.scene == scene_of(room.game, view_of(room, viewer))
    ask = question(room, viewer, room.table.state)
    if page.is_brief and ask is not None:
        ask.how = ""  # for those who type
    assert page.shown.ask == ask


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_patched_scenes_are_those_of_the_server(tmp_path, game):
    """Pages come and go, a seat has two of them, answers are taken back."""
    dice = random.Random(game.name)

    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            people = PEOPLE[: game.fewest]
            plain = await people_enter(rooms, people, game=game.name)
            for seat, page in enumerate(plain):
                await page.must(Sit(seat=seat))
                await page.must(Ready())
            room = plain[0].room.id
            pages = [await enter(rooms, room, who, scenes=True) for who in (*people, C)]
            pages += [await enter(rooms, room, who, scenes=True, brief=True) for who in (A, C)]
            patches = 0
            for number in range(60):
                asked = [one for one in pages if one.shown.ask]
                if not asked:
                    break
                one = dice.choice(asked)
                before = [len(page.notices) for page in pages]
                text = dice.choice(one.shown.ask.options).text
                await one.must(Answer(count=one.shown.count, text=text))
                for page, had in zip(pages, before, strict=True):
                    expect_whole(page)
                    news = [n for n in page.notices[had:] if isinstance(n, Shown)]
                    assert page.is_brief or all(n.patch for n in news)
                    patches += len(news)
                if one.shown.may_undo and dice.random() < 0.3:
                    await one.must(Undo(count=one.shown.count))
                    for page in pages:
                        expect_whole(page)
                if number % 15 == 7:
                    pages.append(await enter(rooms, room, dice.choice([*people, C]), scenes=True))
                    expect_whole(pages[-1])
            assert patches > 60

    asyncio.run(run())


def test_who_has_lost_a_patch_asks_again(tmp_path):
    async def test(rooms, ann, bob, cy):
        page = await enter(rooms, ann.room.id, A, scenes=True)
        page.scenes = LatestScene()  # it has forgotten what it had
        page._draw = lambda shown: None
        await ann.must(Answer(count=0, text=ann.shown.ask.options[0].text))
        assert page.shown.scene is None
        with pytest.raises(Unfit):
            page.scenes.take(page.shown.number, None, page.shown.patch)
        del page._draw
        await page.must(Again())
        assert page.shown.patch is None
        expect_whole(page)
        await bob.must(Answer(count=0, text=bob.shown.ask.options[0].text))
        assert page.shown.patch
        expect_whole(page)

    at_a_table(tmp_path, test)


def test_a_page_that_sits_down_is_sent_a_whole_scene(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            ann, bob = await people_enter(rooms, [A, B], game="trifecta")
            page = await enter(rooms, ann.room.id, B, scenes=True)
            for seat, one in enumerate((ann, bob)):
                await one.must(Sit(seat=seat))
                await one.must(Ready())
            assert page.shown.patch is None
            expect_whole(page)

    asyncio.run(run())


def test_the_room_is_sent_when_it_looks_different_and_only_then(tmp_path):
    """Whatever a notice about the room is made of, `looks` has to know of it."""

    async def test(rooms, ann, bob, cy):
        page = await enter(rooms, ann.room.id, B)
        room = page.mailbox.room
        looks, seen = room.view_key(), room.seen_by(B.id)
        for name in room.head.__struct_fields__:
            value = getattr(room.head, name)
            changed = {bool: lambda v: not v, int: lambda v: v + 1, str: lambda v: v + "x"}
            if type(value) in changed:
                setattr(room.head, name, changed[type(value)](value))
                is_seen = room.seen_by(B.id) != seen
                assert not is_seen or room.view_key() != looks, name
                setattr(room.head, name, value)
        for name in room.chairs[0].__struct_fields__:
            value = getattr(room.chairs[0], name)
            if type(value) in changed and name != "person":
                setattr(room.chairs[0], name, changed[type(value)](value))
                is_seen = room.seen_by(B.id) != seen
                assert not is_seen or room.view_key() != looks, name
                setattr(room.chairs[0], name, value)
        assert room.view_key() == looks

    at_a_table(tmp_path, test)


# --- the parts ------------------------------------------------------------------------------------


def a_scene(*ids, notes=()):
    pieces = tuple(Piece(id=one, label=one, face="f", x=0, y=0, w=1, h=1) for one in ids)
    zone = Zone(name="board", label="Board", width=1, height=1, pieces=pieces)
    return Scene(zones=(zone,), notes=notes)


def test_a_patch_names_no_more_than_what_changes():
    old, new = a_scene("a", "b", "c", "d"), a_scene("a", "x", "c", "d")
    change = patch(old, new, of=7)
    assert (change.of, change.count, change.notes) == (7, 1, None)
    assert [(start, gone) for start, gone, _ in change.zones[0].pieces] == [(1, 1)]
    assert patch(old, old).zones == ()
    noted = a_scene("a", notes=(SeatNote(seat=0, lines=("1 point",)),))
    for one, two in ((old, new), (old, a_scene("b", "d")), (a_scene(), old), (new, noted)):
        sent = msgspec.json.decode(msgspec.json.encode(patch(one, two)), type=ScenePatch)
        assert patched(one, sent) == two
    fewer = Scene(zones=(), notes=())
    assert patched(old, patch(old, fewer)) == fewer
    assert patched(fewer, patch(fewer, old)) == old


class Careless(type(GAMES["sovereign"])):
    """Planted: a part that looks at more than what it is made of."""

    def scene(self, view, kept=None):
        whole = super().scene(view)
        if kept is None:
            return whole
        board = kept.part("board", lambda: whole.zones[0])
        return msgspec.structs.replace(whole, zones=(board, *whole.zones[1:]))


def test_a_part_that_is_out_of_date_is_found():
    def draw():
        for seed in range(10):
            duties.kept_parts_and_patches_make_the_same_scene(Careless(), seed, 20 + seed)

    with pytest.raises(Broken, match="out of date"):
        draw()


def test_a_part_is_kept_until_what_it_is_made_of_differs():
    kept, built = SceneCache(), []

    def build(one, two):
        built.append((one, two))
        return object()

    first = kept.part("key", build, 1, {"a": [1]})
    assert kept.part("key", build, 1, {"a": [1]}) is first
    assert kept.part("key", build, 1, {"a": [2]}) is not first
    assert len(built) == 2


def test_the_whole_game_is_made_once_for_all_newcomers_and_anew_after_every_change(tmp_path):
    async def test(rooms, ann, bob, watcher):
        audience, room = ann.mailbox.audience, ann.room.id

        async def newcomer(**have):
            page = await enter(rooms, room, C, scenes=True, **have)
            return next(text for text in page.texts if '"is":"shown"' in text)

        for player in (ann, bob):
            first, second = await newcomer(), await newcomer()
            assert first == second
            assert len(audience._full_state) == 1
            audience._full_state.clear()
            assert msgspec.json.decode(await newcomer()) == msgspec.json.decode(first)
            await player.must(
                Answer(count=player.shown.count, text=player.shown.ask.options[0].text)
            )
            assert await newcomer() != first
        before = await newcomer()
        assert await newcomer(news=1) != before  # who comes back is sent what is new
        ann.mailbox.submit(Renamed(Person(A.id, "Zoe")))
        after = await newcomer()
        assert ("Zoe" in before, "Zoe" in after) == (False, True)

    at_a_table(tmp_path, test)
