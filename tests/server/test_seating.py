"""Before the game: seats, invitations, bots, and when it begins."""

import asyncio

import pytest

from server.tables import A, B, C, code, enter, open_rooms_in, people_enter, quiet
from trivet.server.table.commands import Left, Requested
from trivet.server.table.room import Failing, Person
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import (
    AddSeat,
    Bank,
    Empty,
    Fill,
    HandOver,
    Invite,
    Ready,
    RemoveSeat,
    Sit,
    Stand,
)
from trivet.server.wire.outgoing import Done, Ticket


def in_a_house(tmp_path, test):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            await test(rooms)

    asyncio.run(run())


def test_who_opens_a_room_sits_in_it(tmp_path):
    async def test(rooms):
        [ann] = await people_enter(rooms, [A])
        assert (ann.room.you, ann.room.is_host, ann.room.phase) == (0, True, "open")
        assert [seat.kind for seat in ann.room.seats] == ["person", "empty"]
        assert ann.room.commitment
        assert ann.room.seed == ""

    in_a_house(tmp_path, test)


def test_a_seat_has_one_winner(tmp_path):
    async def test(rooms):
        people = [Person(f"p{n}", f"P{n}") for n in range(12)]
        _, *pages = await people_enter(rooms, [A, *people])
        for page in pages:
            page.mailbox.submit(Requested(page, Sit(seat=1, re=5), rooms.now()))
        await quiet(pages[0].mailbox)
        replies = [code(next(n for n in p.notices if getattr(n, "re", 0) == 5)) for p in pages]
        assert sorted(replies) == ["Done"] + ["taken"] * 11
        assert len({p.room.you for p in pages}) == 2

    in_a_house(tmp_path, test)


def test_sitting_twice_is_sitting_once_and_elsewhere_is_moving(tmp_path):
    async def test(rooms):
        [ann] = await people_enter(rooms, [A])
        assert isinstance(await ann.do(Sit(seat=0)), Done)
        await ann.must(Sit(seat=1))
        assert [seat.kind for seat in ann.room.seats] == ["empty", "person"]
        await ann.must(Stand())
        assert ann.room.you is None
        assert code(await ann.do(Sit(seat=2))) == "no-seat"

    in_a_house(tmp_path, test)


def test_the_game_begins_when_all_are_ready(tmp_path):
    async def test(rooms):
        ann, bob = await people_enter(rooms, [A, B])
        await ann.must(Ready())
        assert ann.room.phase == "open"
        assert code(await bob.do(Ready())) == "not-seated"
        await bob.must(Sit(seat=1))
        await bob.must(Ready())
        assert ann.room.phase == bob.room.phase == "playing"
        assert ann.room.salt == ""
        assert code(await bob.do(Stand())) == "playing"

    in_a_house(tmp_path, test)


def test_empty_seats_can_be_filled_with_bots(tmp_path):
    async def test(rooms):
        ann, bob = await people_enter(rooms, [A, B])
        assert code(await bob.do(Fill(bot="greedy"))) == "not-host"
        assert code(await ann.do(Fill(bot="genius"))) == "no-bot"
        await ann.must(Fill(bot="random"))
        assert [seat.kind for seat in ann.room.seats] == ["person", "bot"]
        await ann.must(Empty(seat=1))
        assert code(await ann.do(Empty(seat=0))) == "taken"
        await ann.must(Fill(bot="random", seat=1))
        assert code(await ann.do(Fill(bot="random", seat=1))) == "taken"
        await ann.must(Ready())
        assert ann.room.phase == "playing"

    in_a_house(tmp_path, test)


def test_an_invitation_is_good_for_one_seat_and_once(tmp_path):
    async def test(rooms):
        ann, bob, cy = await people_enter(rooms, [A, B, C])
        assert code(await bob.do(Invite(seat=1))) == "not-seated"
        ticket = await ann.do(Invite(seat=1))
        assert isinstance(ticket, Ticket)
        assert ann.room.seats[1].kind == "invited"
        assert ticket.ticket not in repr(ann.mailbox.room.head)
        assert code(await cy.do(Sit(seat=1))) == "invited"
        assert code(await cy.do(Sit(seat=1, ticket="x" * 32))) == "invited"
        await bob.must(Sit(seat=1, ticket=ticket.ticket))
        late = await cy.do(Sit(seat=1, ticket=ticket.ticket))
        assert late.reason == "This invitation was used by Bob. Watch, or ask Ann for another link."
        assert code(await cy.do(Sit(seat=1))) == "taken"
        await bob.must(Stand())
        assert code(await cy.do(Sit(seat=1, ticket=ticket.ticket))) == "used"
        await cy.must(Sit(seat=1))

    in_a_house(tmp_path, test)


def test_who_comes_with_a_used_invitation_is_told_so_during_the_game(tmp_path):
    async def test(rooms):
        ann, bob, cy = await people_enter(rooms, [A, B, C])
        ticket = await ann.must(Invite(seat=1))
        await bob.must(Sit(seat=1, ticket=ticket.ticket))
        await ann.must(Ready(is_ready=True))
        await bob.must(Ready(is_ready=True))
        late = await cy.do(Sit(seat=1, ticket=ticket.ticket))
        assert late.reason.startswith("This invitation was used by Bob.")

    in_a_house(tmp_path, test)


def test_seats_are_added_and_removed_by_the_host_before_the_game(tmp_path):
    async def test(rooms):
        wish = {"game": "trinity", "clock": Bank(seconds=600)}
        ann, bob = await people_enter(rooms, [A, B], **wish)
        assert code(await bob.do(AddSeat())) == "not-host"
        assert code(await ann.do(RemoveSeat(seat=1))) == "bad-seats"
        for _ in range(2):
            await ann.must(AddSeat())
        assert code(await ann.do(AddSeat())) == "bad-seats"
        assert len(ann.room.seats) == 4
        await bob.must(Sit(seat=3))
        assert code(await ann.do(RemoveSeat(seat=3))) == "taken"
        assert code(await ann.do(RemoveSeat(seat=4))) == "no-seat"
        await ann.must(RemoveSeat(seat=1))
        assert bob.room.you == 2
        await ann.must(Fill(bot="greedy"))
        await ann.must(Ready())
        await bob.must(Ready())
        assert ann.room.phase == "playing"
        assert ann.mailbox.room.table.seats == len(ann.shown.clocks) == 3
        assert code(await ann.do(AddSeat())) == "playing"
        again = await rooms.reopen(ann.room.id)
        assert again.table.seats == 3

    in_a_house(tmp_path, test)


def test_removing_the_last_empty_seat_begins_the_game(tmp_path):
    async def test(rooms):
        ann, bob = await people_enter(rooms, [A, B], game="trinity", seats=3)
        await bob.must(Sit(seat=2))
        for page in (ann, bob):
            await page.must(Ready())
        assert ann.room.phase == "open"
        await ann.must(RemoveSeat(seat=1))
        assert ann.room.phase == "playing"

    in_a_house(tmp_path, test)


def test_a_ticket_opens_its_seat_after_that_has_moved_up(tmp_path):
    async def test(rooms):
        wish = NewRoom(game="trinity", seats=4, friends=[3, 2])
        opened = await rooms.opening.open_with_tickets(A, wish)
        assert [ticket.seat for ticket in opened.tickets] == [2, 3]
        ann, bob = [await enter(rooms, opened.room, who) for who in (A, B)]
        assert [seat.kind for seat in ann.room.seats] == ["person", "empty", "invited", "invited"]
        assert ann.room.host == 0
        await ann.must(RemoveSeat(seat=1))
        await bob.must(Sit(seat=3, ticket=opened.tickets[1].ticket))
        assert bob.room.you == 2

    in_a_house(tmp_path, test)


def test_play_now_starts_at_once(tmp_path):
    async def test(rooms):
        room = await rooms.opening.open_room(
            A, NewRoom(game="sovereign", bots=["", "random"], start=True)
        )
        ann = await enter(rooms, room, A)
        assert ann.room.phase == "playing"
        assert ann.shown.ask is not None

    in_a_house(tmp_path, test)


def test_a_seat_names_the_level_that_plays_there(tmp_path):
    """With four players of Trinity sharp is no better than steady, so steady plays."""

    async def test(rooms):
        for bots, named in ((["", "sharp", "master", "greedy"], "steady master greedy"),
                            (["", "sharp", "master"], "sharp master")):  # fmt: skip
            wish = NewRoom(game="trinity", seats=len(bots), bots=bots, start=True)
            ann = await enter(rooms, await rooms.opening.open_room(A, wish), A)
            assert [seat.bot for seat in ann.room.seats[1:]] == named.split()

    in_a_house(tmp_path, test)


def test_a_seat_that_is_handed_over_names_the_level_that_plays_there(tmp_path):
    async def test(rooms):
        wish = NewRoom(game="trinity", seats=4, bots=["", *["greedy"] * 3], start=True)
        ann = await enter(rooms, await rooms.opening.open_room(A, wish), A)
        await ann.must(HandOver(seat=0, bot="sharp"))
        assert ann.room.seats[0].bot == "steady"

    in_a_house(tmp_path, test)


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ({"game": "chess"}, "no-game"),
        ({"seats": 7}, "bad-option"),
        ({"bots": ["x", "greedy"]}, "no-bot"),
        ({"bots": ["greedy"] * 3}, "bad-option"),
        ({"options": {"nothing": 1}}, "bad-option"),
        ({"options": {"alternate": "yes"}}, "bad-option"),
        ({"start": True}, "not-full"),
        ({"friends": [2]}, "bad-option"),
        ({"friends": [1], "bots": ["", "random"]}, "bad-option"),
    ],
)
def test_a_room_that_cannot_be_is_refused(tmp_path, wish, wanted):
    async def test(rooms):
        with pytest.raises(Failing) as failing:
            await rooms.opening.open_room(A, NewRoom(**{"game": "sovereign", **wish}))
        assert failing.value.code == wanted
        assert (await rooms.lobby(A)).mine == []

    in_a_house(tmp_path, test)


def test_the_lobby_lists_open_tables_and_ones_own(tmp_path):
    async def test(rooms):
        public = await rooms.opening.open_room(A, NewRoom(game="sovereign", title="come in\u202e"))
        hidden = await rooms.opening.open_room(A, NewRoom(game="sovereign", is_public=False))
        playing = await rooms.opening.open_room(
            A, NewRoom(game="sovereign", bots=["", "random"], start=True)
        )
        mine, others = await rooms.lobby(A), await rooms.lobby(B)
        assert mine.mine[0].id == playing
        assert mine.mine[0].is_your_turn
        assert {room.id for room in mine.mine} == {public, hidden, playing}
        assert [(room.id, room.title) for room in others.open] == [(public, "come in")]
        assert others.mine == mine.open == []

    in_a_house(tmp_path, test)


def test_look_alikes_are_told_apart_in_the_room_and_the_news(tmp_path):
    async def test(rooms):
        twin = Person("t" * 22, "Аnn")  # with a Cyrillic letter
        ann, other = await people_enter(rooms, [A, twin])
        await other.must(Sit(seat=1))
        assert [seat.name for seat in ann.room.seats] == ["Ann", "Аnn (2)"]

    in_a_house(tmp_path, test)


def test_a_new_name_is_shown_at_once(tmp_path):
    async def test(rooms):
        ann, bob = await people_enter(rooms, [A, B])
        rooms.rename(Person(A.id, "Annabel"))
        await quiet(ann.mailbox)
        assert bob.room.seats[0].name == "Annabel"

    in_a_house(tmp_path, test)


def test_who_is_here_is_seen(tmp_path):
    async def test(rooms):
        ann, bob = await people_enter(rooms, [A, B])
        assert ann.room.watchers == 1
        ann.mailbox.submit(Left(ann))
        await quiet(ann.mailbox)
        assert not bob.room.seats[0].is_present

    in_a_house(tmp_path, test)
