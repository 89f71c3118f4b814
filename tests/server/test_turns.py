"""A turn is one sentence, and a moment says what it decided: in every game, for every viewer."""

import pytest

from server.tables import A, B, C, Page, at_a_table, enter
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.words.codec import TURN
from trivet.server.table.room import Person
from trivet.server.wire.messages import Answer
from trivet.server.wire.outgoing import Shown, TurnSeen

every_game = pytest.mark.parametrize("name", GAMES)
ANSWERS = 45
MORE = tuple(Person(command * 22, f"{command.upper()}da") for command in "defg")


def people_for(name):
    return ((A, B) + MORE)[: GAMES[name].fewest]


async def play(pages, answers):
    """So many answers, each a sampled one."""
    dice = Dice(5)
    for _ in range(answers):
        page = next((one for one in pages if one.shown.ask), None)
        if page is None:
            return
        room = page.mailbox.room
        seat = page.room.you
        choice = Mind(room.table.state, seat).sample(dice)
        text = room.game.codec.write(room.table.state, seat, choice)
        await page.must(Answer(count=page.shown.count, text=text))


class Heard:
    """What a page makes of all it was sent."""

    def __init__(self, page: Page) -> None:
        self.news, self.turns, self.moments = [], list[TurnSeen](), []
        for shown in page.notices:
            if isinstance(shown, Shown):
                self.news[shown.since :] = shown.news
                begins = shown.turns[0].first if shown.turns else shown.since
                self.turns = [turn for turn in self.turns if turn.first < begins] + shown.turns
                self.moments += shown.moments


@every_game
def test_turns_that_came_one_by_one_are_those_of_a_newcomer(tmp_path, name):
    async def test(rooms, *pages):
        await play(pages[:-1], ANSWERS)
        for page, who in zip(pages, [*people_for(name), C], strict=True):
            back = await enter(rooms, page.room.id, who)
            assert Heard(page).turns == Heard(back).turns == back.shown.turns

    at_a_table(tmp_path, test, people=people_for(name), game=name)


@every_game
def test_every_item_of_news_is_in_one_turn_by_the_same_seat(tmp_path, name):
    async def test(rooms, *pages):
        await play(pages[:-1], ANSWERS)
        for page in pages:
            heard = Heard(page)
            ends = [*[turn.first for turn in heard.turns[1:]], len(heard.news)]
            assert heard.turns[0].first == 0
            for turn, end in zip(heard.turns, ends, strict=True):
                assert turn.first < end
                assert {item.by for item in heard.news[turn.first : end]} == {turn.by}
            assert any(turn.words for turn in heard.turns)

    at_a_table(tmp_path, test, people=people_for(name), game=name)


@every_game
def test_gains_of_all_turns_are_the_points(tmp_path, name):
    async def test(rooms, *pages):
        await play(pages[:-1], ANSWERS)
        table = pages[0].mailbox.room.table
        gains = [turn.gains for turn in Heard(pages[-1]).turns]
        assert [sum(column) for column in zip(*gains, strict=True)] == list(table.sheet.total)

    at_a_table(tmp_path, test, people=people_for(name), game=name)


def test_players_read_you_and_watchers_read_names(tmp_path):
    async def test(rooms, ann, bob, cy):
        await play((ann, bob), 30)
        own = [turn.words for turn in Heard(ann).turns if turn.by == 0 and turn.words]
        assert own
        assert all(words.startswith("You ") for words in own)
        assert all("You" not in turn.words.split() for turn in Heard(cy).turns)

    at_a_table(tmp_path, test)


def test_a_moment_says_what_it_decided(tmp_path):
    async def test(rooms, ann, bob, cy):
        while ann.shown.view["table"]["round"] < 2:
            await play((ann, bob), 1)
        heads = {}
        for page in (ann, bob, cy):
            [moment] = [one for one in Heard(page).moments if one.what != TURN]
            heads[page.who.name] = moment.headline
        winner = next(name for name in ("Ann", "Bob") if heads["Cy"].startswith(name))
        assert heads["Cy"].startswith(f"{winner} won round 1, ")
        assert heads[winner] == heads["Cy"].replace(winner, "You")

    at_a_table(tmp_path, test)


def test_a_scored_round_is_counted_out_part_by_part(tmp_path):
    async def test(rooms, *pages):
        while not (found := [m for m in Heard(pages[0]).moments if m.what == "round"]):
            await play(pages[:-1], 1)
        [moment] = found
        parts = {line.part: line.by_seat for line in moment.sheet}
        assert "areas" in parts
        table = pages[0].mailbox.room.table
        for line in moment.sheet:
            whole = next(row for row in table.sheet.parts() if row.part == line.part)
            assert (line.rule, len(line.by_seat)) == (whole.rule, 4)
        assert parts["areas"] == list(
            next(row.by_seat for row in table.sheet.rows if row.part == "areas")
        )

    at_a_table(tmp_path, test, people=people_for("tritarea"), game="tritarea")


@every_game
def test_a_verb_is_said_once(name):
    """In a line of a turn: "took a Turbine and a Probe"."""
    codec = GAMES[name].codec
    what = next(
        what for what, row in codec.news_rows.items()
        if isinstance(row.text, str) and row.text.startswith("{seat} ") and not row.dull
        and len(row.fields) > 1 and "{seat" not in row.text[6:]
    )  # fmt: skip
    from trivet.core.state import EVERYONE, Event

    events = [Event(what, EVERYONE, (0, n, 0, 0)) for n in (0, 1)]
    line = codec.line(events, ["Ann", "Bob", "Cy", "Di"])
    verb = line.split()[1]
    assert line.split().count(verb) == 1, line
    assert " and " in line
