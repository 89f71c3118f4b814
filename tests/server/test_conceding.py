"""Bots resign when it is long decided: only where it was agreed, and nothing tells before."""

import asyncio

import pytest

from server.tables import BUILD, A, B, at_a_table, enter, open_rooms_in, people_enter
from trivet.bots.concede import BAR, TURNS
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.server.bots.bot_worker import ThinkReply
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.pool import Bots
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Accept, Answer, HandOver, Offer
from trivet.verifier import verified


class Gloomy(Bots):
    """Bots that answer anything, and give themselves the same chance at every question."""

    def __init__(self, chance):
        super().__init__(BotPacing(delay=0.0, workers=1))
        self.chance = chance

    def think(self, level, state, seat, owner, beat=None):
        mind, chance = Mind(state, seat), self.chance(seat)

        async def reply():
            return ThinkReply(mind.sample(Dice(1)), level=level, chance=chance)

        return asyncio.create_task(reply())


async def answer_to_the_end(page, until=lambda page: False):
    """A person answers whatever is asked first."""
    while page.room.phase == "playing" and not until(page):
        ask = page.shown.ask
        if ask is not None:
            await page.do(Answer(count=page.shown.count, text=ask.options[0].text))
        await asyncio.sleep(0.001)


def play(tmp_path, test, chance=lambda seat: 0.0, **wish):
    async def run():
        async with open_rooms_in(tmp_path, bots=Gloomy(chance)) as rooms:
            wished = NewRoom(**{"bots": ["", "steady"], "start": True, **wish})
            page = await enter(rooms, await rooms.opening.open_room(A, wished), A)
            await test(rooms, page)

    asyncio.run(run())


def test_a_bot_without_a_chance_resigns_with_the_rule_and_words(tmp_path):
    async def test(rooms, page):
        assert page.room.has_conceding
        await answer_to_the_end(page)
        result = page.room.result
        assert (result.reason, result.rule, result.seats) == ("resigned", "HOUSE-5", [1])
        assert result.scores == [1.0, 0.0]
        assert result.words == "Basil resigned: Ann won."
        assert page.room.seats[1].out == "resigned"
        assert "fair" in verified(await rooms.store.record(page.room.id))

    play(tmp_path, test, game="sovereign", concede=True)


@pytest.mark.parametrize(
    ("wish", "chance"), [({}, 0.0), ({"concede": True}, BAR), ({"concede": True}, None)]
)
def test_without_agreement_or_with_a_chance_the_game_is_played_out(tmp_path, wish, chance):
    async def test(rooms, page):
        assert page.room.has_conceding == bool(wish)
        await answer_to_the_end(page)
        assert page.room.result.reason == "played"

    play(tmp_path, test, lambda seat: chance, game="sovereign", **wish)


def test_with_several_seats_bots_resign_only_when_one_is_left(tmp_path):
    async def test(rooms, page):
        await answer_to_the_end(page)
        result = page.room.result
        if page.mailbox.rooms.bots.chance(3):
            assert result.reason == "played"
        else:
            assert (result.reason, result.seats) == ("resigned", [1, 2, 3])
            assert result.words == "Basil, Clio and Dora resigned: Ann won."

    wish = {"game": "tritarea", "bots": ["", *["steady"] * 3], "concede": True}
    play(tmp_path / "all", test, **wish)
    play(tmp_path / "two", test, lambda seat: 0.5 if seat == 3 else 0.0, **wish)


def test_a_bot_that_stands_in_for_a_person_never_resigns_for_them(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path, bots=Gloomy(lambda seat: 0.0)) as rooms:
            wish = {"game": "sovereign", "bots": ["", "steady"], "start": True, "concede": True}
            page, _ = await people_enter(rooms, [A, B], **wish)
            await page.must(HandOver(seat=0, bot="steady"))
            while page.room.phase == "playing":
                await asyncio.sleep(0.001)
            assert page.room.result.reason == "played"

    asyncio.run(run())


def test_lost_turns_are_kept_and_told_to_nobody(tmp_path):
    async def test(rooms, page):
        chair = page.mailbox.room.chairs[1]
        await answer_to_the_end(page, lambda page: chair.lost == TURNS - 1 and page.shown.ask)
        assert not any('"lost"' in text for text in page.texts)
        looks = page.mailbox.room.view_key()
        chair.lost = 0
        assert page.mailbox.room.view_key() == looks
        chair.lost = TURNS - 1
        rooms.drop(page.room.id)
        again = await enter(rooms, page.room.id, A)
        chair = again.mailbox.room.chairs[1]
        assert chair.lost == TURNS - 1

    play(tmp_path, test, game="sovereign", concede=True)


def test_a_takeback_makes_bots_count_again(tmp_path):
    async def test(rooms, ann, bob, cy):
        await ann.must(Answer(count=0, text=BUILD))
        ann.mailbox.room.chairs[1].lost = TURNS - 1
        await ann.must(Offer(what="takeback"))
        await bob.must(Accept(what="takeback"))
        assert ann.shown.takebacks == 1
        assert ann.mailbox.room.chairs[1].lost == 0

    at_a_table(tmp_path, test)
