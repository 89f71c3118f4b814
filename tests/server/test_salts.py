"""Dice that nobody chose: salts are sealed before any of them is opened."""

import asyncio
import hashlib

import pytest

from server.tables import A, B, code, enter, open_rooms_in, people_enter, quiet
from server.test_seating import in_a_house
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.fair import commitment, seal_of
from trivet.server.table.commands import TimeUp
from trivet.server.table.room import REVEAL_TIME
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Accept, Fill, Offer, Ready, Resign, Reveal, Sit, Stand
from trivet.server.wire.outgoing import Shown
from trivet.verifier import Unfair, verified


def sealed(page, salt):
    return Ready(sealed=seal_of(salt, page.room.id, "ABCDEF"[page.room.you]))


async def two_seated(rooms, **wish):
    ann, bob = await people_enter(rooms, [A, B], **wish)
    await bob.must(Sit(seat=1))
    return ann, bob


async def sealed_and_opened(*pages):
    """Both seal their names as salts, and open them."""
    for page in pages:
        await page.must(sealed(page, page.who.name))
    for page in pages:
        await page.must(Reveal(salt=page.who.name))


async def time_is_up(page):
    """The time to open salts is over."""
    mailbox = page.mailbox
    mailbox.room.reveal_until -= REVEAL_TIME
    mailbox.submit(TimeUp())
    await quiet(mailbox)


def test_the_commitment_is_shown_before_anybody_is_ready_and_holds(tmp_path):
    async def test(rooms):
        ann, bob = await two_seated(rooms)
        promised = ann.room.commitment
        assert promised == commitment(ann.mailbox.room.head.seed, ann.room.id)
        await ann.must(sealed(ann, "pepper"))
        assert code(await ann.do(Reveal(salt="pepper"))) == "not-yet"  # Bob could suit his to it
        assert bob.room.sealed == [seal_of("pepper", bob.room.id, "A"), ""]
        await bob.must(sealed(bob, "ginger"))
        assert bob.room.is_revealing
        assert code(await bob.do(Reveal(salt="other"))) == "other-salt"
        await bob.must(Reveal(salt="ginger"))
        assert ann.room.phase == "open"
        await ann.must(Reveal(salt="pepper"))
        assert (ann.room.phase, ann.room.salt, ann.room.commitment) == (
            "playing", "pepper.ginger", promised,
        )  # fmt: skip
        await ann.must(Resign())
        text = await rooms.store.record(ann.room.id)
        assert f"sealed B: {seal_of('ginger', ann.room.id, 'B')}\n" in text
        assert verified(text).startswith("fair so far")
        assert record.load(text, GAMES).table.salt == "pepper.ginger"

    in_a_house(tmp_path, test)


def test_while_salts_are_opened_nobody_can_step_back(tmp_path):
    async def test(rooms):
        ann, bob = await two_seated(rooms)
        await ann.must(sealed(ann, "pepper"))
        await bob.must(sealed(bob, "ginger"))
        await ann.must(Reveal(salt="pepper"))
        for wish in (Ready(is_ready=False), Stand(), Ready(sealed="0" * 64)):
            assert code(await bob.do(wish)) == "revealing"
        assert code(await ann.do(Fill(bot="greedy"))) == "revealing"
        await bob.must(sealed(bob, "ginger"))  # the same again, after a broken line
        await bob.must(Reveal(salt="ginger"))
        assert bob.room.phase == "playing"

    in_a_house(tmp_path, test)


def test_a_withheld_salt_only_stops_the_start_and_the_third_time_closes_the_table(tmp_path):
    async def test(rooms):
        ann, bob = await two_seated(rooms)
        room = ann.room.id
        for times in (1, 2, 3):
            before = ann.room.commitment
            await ann.must(sealed(ann, f"pepper{times}"))
            await bob.must(sealed(bob, "ginger"))
            await ann.must(Reveal(salt=f"pepper{times}"))
            await time_is_up(ann)
            if times < 3:
                assert ann.room.commitment != before
                assert ann.room.withheld == times
                assert not any(isinstance(one, Shown) for one in ann.notices + bob.notices)
                assert [seat.is_ready for seat in ann.room.seats] == [False, False]
                assert ann.room.sealed == ["", ""]
                assert "Bob" in ann.mailbox.room.lines["players"][-1].text
        assert "could not be mixed" in ann.bye.reason
        assert await rooms.store.load(room) is None
        assert room not in rooms.mailboxes

    in_a_house(tmp_path, test)


def test_a_restart_while_salts_are_opened_loses_nothing(tmp_path):
    async def before():
        async with open_rooms_in(tmp_path) as rooms:
            ann, bob = await two_seated(rooms)
            await ann.must(sealed(ann, "pepper"))
            await bob.must(sealed(bob, "ginger"))
            await ann.must(Reveal(salt="pepper"))
            return ann.room.id

    async def after(room):
        async with open_rooms_in(tmp_path) as rooms:
            bob = await enter(rooms, room, B)
            assert bob.room.is_revealing
            assert bob.mailbox.room.next_alarm() is not None
            await bob.must(Reveal(salt="ginger"))
            assert (bob.room.phase, bob.room.salt) == ("playing", "pepper.ginger")

    asyncio.run(after(asyncio.run(before())))


def test_a_table_to_start_at_once_waits_for_the_salt_if_that_is_wanted(tmp_path):
    async def test(rooms):
        wish = NewRoom(game="sovereign", bots=["", "random"], start=True, seals=True)
        ann = await enter(rooms, await rooms.opening.open_room(A, wish), A)
        assert (ann.room.phase, ann.room.is_agreed) == ("open", True)
        await ann.must(sealed(ann, "pepper"))
        await ann.must(Reveal(salt="pepper"))
        assert (ann.room.phase, ann.room.salt) == ("playing", "pepper")

    in_a_house(tmp_path, test)


def test_a_rematch_of_people_who_sealed_seals_again(tmp_path):
    async def test(rooms):
        ann, bob = await two_seated(rooms)
        await sealed_and_opened(ann, bob)
        await ann.must(Resign())
        await ann.must(Offer(what="rematch"))
        await bob.must(Accept(what="rematch"))
        again = [await enter(rooms, ann.room.next, who) for who in (A, B)]
        assert (again[0].room.phase, again[0].room.is_agreed) == ("open", True)
        for page in again:
            await page.must(sealed(page, f"{page.who.name}2"))
        for page in again:
            await page.must(Reveal(salt=f"{page.who.name}2"))
        assert again[0].room.salt == "Bob2.Ann2"  # seats move on

    in_a_house(tmp_path, test)


def test_a_seal_that_was_broken_is_found_by_both_readers(tmp_path):
    async def test(rooms):
        ann, bob = await two_seated(rooms)
        await sealed_and_opened(ann, bob)
        await ann.must(Resign())
        text = await rooms.store.record(ann.room.id)
        seal = seal_of("Ann", ann.room.id, "A")
        for old, new, why in (
            (seal, seal_of("Eve", ann.room.id, "A"), "breaks its seal"),
            (f"sealed A: {seal}\n", "", "a salt for each seal"),
            ("salt: Ann.Bob", "salt: Ann", "a salt for each seal"),
        ):
            lines = text.replace(old, new).splitlines()[:-1]
            digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
            changed = "\n".join([*lines, f"digest: {digest}", ""])
            with pytest.raises(Unfair, match=why):
                verified(changed)
            with pytest.raises(record.BadRecord, match="do not fit their seals"):
                record.load(changed, GAMES)

    in_a_house(tmp_path, test)
