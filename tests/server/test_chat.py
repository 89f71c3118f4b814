"""Chat in pages, and what a host may do about the watchers' chat."""

import asyncio

from server.tables import (
    A,
    B,
    C,
    a_server,
    at_a_table,
    code,
    enter,
    open_rooms_in,
    people_enter,
)
from trivet.client import AsyncClient
from trivet.server.store.contract import Spoken
from trivet.server.table.chat import MOST_LINES
from trivet.server.table.room import Person
from trivet.server.wire.messages import Earlier, Moderate, Mute, Say, Sit
from trivet.server.wire.outgoing import ChatLines


def fill(room, channel, count):
    """So many lines, as if they had been said and stored."""
    room.lines[channel] += [Spoken(channel, "Ann", 0, f"line {n}", 0) for n in range(count)]


def test_a_newcomer_gets_the_last_hundred_and_older_ones_on_request(tmp_path):
    async def test(rooms, ann, bob, cy):
        fill(ann.mailbox.room, "players", 250)
        late = await enter(rooms, ann.room.id, B)
        lines = late.last(ChatLines)
        assert (lines.since, len(lines.lines), lines.lines[-1].text) == (150, 100, "line 249")
        older = await late.must(Earlier(channel="players", before=150, re=7))
        assert (older.since, len(older.lines), older.re) == (50, 100, 7)
        oldest = await late.must(Earlier(channel="players", before=50))
        assert [line.text for line in oldest.lines] == [f"line {n}" for n in range(50)]
        assert (await late.must(Earlier(channel="players", before=10**6))).since == 150

    at_a_table(tmp_path, test)


def test_who_has_most_gets_the_rest(tmp_path):
    async def test(rooms, ann, bob, cy):
        fill(ann.mailbox.room, "players", 250)
        back = await enter(rooms, ann.room.id, B, lines=240)
        assert (back.last(ChatLines).since, len(back.last(ChatLines).lines)) == (240, 10)

    at_a_table(tmp_path, test)


def test_players_cannot_page_through_the_watchers_chat(tmp_path):
    async def test(rooms, ann, bob, cy):
        await cy.must(Say(text="Bob has the Mask"))
        assert code(await ann.do(Earlier(channel="watchers", before=9))) == "not-yours"
        assert (await cy.must(Earlier(channel="watchers", before=9))).lines

    at_a_table(tmp_path, test)


def test_slow_mode_is_for_watchers(tmp_path):
    async def test(rooms, ann, bob, cy):
        assert code(await bob.do(Moderate(slow=30))) == "not-host"
        await ann.must(Moderate(slow=30))
        assert cy.room.slow == 30
        await cy.must(Say(text="one"))
        assert code(await cy.do(Say(text="two"))) == "slow"
        await bob.must(Say(text="one"))
        await bob.must(Say(text="two"))
        cy.mailbox.room.spoke_at[C.id] -= 30_000
        await cy.must(Say(text="two"))

    at_a_table(tmp_path, test)


def test_the_host_can_close_the_watchers_chat(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Moderate(is_open=False))
        assert not cy.room.is_chat_open
        assert code(await cy.do(Say(text="hello"))) == "closed-chat"
        await bob.must(Say(text="hello"))
        rooms.drop(ann.room.id)
        again = await enter(rooms, ann.room.id, C)
        assert code(await again.do(Say(text="hello"))) == "closed-chat"
        host = await enter(rooms, ann.room.id, A)
        await host.must(Moderate(is_open=True))
        await again.must(Say(text="hello"))

    at_a_table(tmp_path, test)


def test_the_host_can_mute_a_watcher(tmp_path):
    async def test(rooms, ann, bob, cy):
        await cy.must(Say(text="hello"))
        assert code(await cy.do(Mute(name="Cy"))) == "not-host"
        assert code(await ann.do(Mute(name="Dan"))) == "no-speaker"
        await ann.must(Mute(name="Cy"))
        again = [await enter(rooms, ann.room.id, who) for who in (A, B, C)]
        assert [page.room.muted for page in again] == [["Cy"], [], []]  # the host's page knows it
        assert code(await cy.do(Say(text="hello"))) == "muted"
        await ann.must(Mute(name="Cy", is_muted=False))
        await cy.must(Say(text="hello"))

    at_a_table(tmp_path, test)


def test_the_host_can_mute_a_player(tmp_path):
    async def test(rooms, ann, bob, cy):
        for page in (ann, bob):
            await page.must(Say(text="hello"))
        assert code(await ann.do(Mute(name="Ann"))) == "yourself"
        await ann.must(Mute(name="Bob"))
        assert code(await bob.do(Say(text="hello"))) == "muted"
        await ann.must(Mute(name="Bob", is_muted=False))
        await bob.must(Say(text="hello"))

    at_a_table(tmp_path, test)


def test_a_host_can_mute_somebody_who_wrote_before_a_restart(tmp_path):
    other_cy = Person("d" * 22, "Cy")

    async def before(rooms, ann, bob, cy):
        await cy.must(Say(text="hello"))
        other = await enter(rooms, ann.room.id, other_cy)
        await other.must(Say(text="hello"))
        found.append(ann.room.id)

    async def after():
        async with open_rooms_in(tmp_path) as rooms:
            ann, cy, other = [await enter(rooms, found[0], who) for who in (A, C, other_cy)]
            assert [line.name for line in cy.last(ChatLines).lines] == ["Cy", "Cy (2)"]
            await ann.must(Mute(name="Cy (2)"))
            assert code(await other.do(Say(text="hello"))) == "muted"
            await ann.must(Mute(name="Cy (2)", is_muted=False))
            await other.must(Say(text="hello"))
            await cy.must(Say(text="hello"))
            late = await enter(rooms, found[0], Person("e" * 22, "cy"))
            await late.must(Say(text="hello"))
            names = [line.name for line in ann.mailbox.room.lines["watchers"]]
            assert names == ["Cy", "Cy (2)", "Cy (2)", "Cy", "cy (3)"]

    found = []
    at_a_table(tmp_path, before)
    asyncio.run(after())


def test_a_watcher_does_not_look_like_a_player_who_comes_later(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            ann, bob, cy = await people_enter(rooms, [A, B, C])
            await bob.must(Say(text="hello"))
            like_bob = await enter(rooms, ann.room.id, Person("d" * 22, "bob"))
            await like_bob.must(Sit(seat=1))
            await bob.must(Say(text="hello"))
            await cy.must(Say(text="hello"))
            names = [line.name for line in ann.mailbox.room.lines["watchers"]]
            assert names == ["Bob", "Bob (2)", "Cy"]

    asyncio.run(run())


def test_no_backlog_of_chat_closes_a_socket(tmp_path):
    """The longest chat there can be, and a socket that may leave little unread."""
    wide = {"rate": 1e9, "burst": 1e9, "chat_rate": 1e9, "chat_burst": 1e9}

    async def run(address):
        client, other = AsyncClient(address), AsyncClient(address)
        room = await client.open_room("sovereign")
        async with await client.enter(room) as table:
            for number in range(300):
                await table.insist(Say(text=f"{number} " + "x" * 480))
        async with await other.enter(room) as late:
            await late.until(lambda table: len(table.lines["players"]) == 100)
            assert late.first_line["players"] == 200
            assert late.lines["players"][0].text.startswith("200 ")

    with a_server(tmp_path, unread=90_000, **wide) as (address, _):
        asyncio.run(run(address))


def test_a_full_chat_takes_and_keeps_nothing_more(tmp_path):
    """Once it was full, everybody who tried to write was still remembered, for slow mode."""

    async def test(rooms, ann, bob, cy):
        room = ann.mailbox.room
        fill(room, "watchers", MOST_LINES - 1)
        await cy.must(Say(text="the last one"))
        assert set(room.spoke_at) == {C.id}
        late = await enter(rooms, room.head.id, Person("d" * 22, "Dan"))
        assert code(await late.do(Say(text="one more"))) == "full"
        assert set(room.spoke_at) == {C.id}
        assert len(room.lines["watchers"]) == MOST_LINES
        assert len(room.speakers) == 1

    at_a_table(tmp_path, test)
