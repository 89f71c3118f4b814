"""A line above a board has sixty characters: the heaviest news, harm to its reader first."""

import pytest

from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import EVERYONE, Event
from trivet.core.table import Table
from trivet.core.words.news import HARM
from trivet.core.words.turns import is_new_turn

NAMES = ("Anna", "Basil", "Clara", "Dmitri")
BUDGET = 60


def told(what, *data):
    return Event(what, EVERYONE, (*data, *[0] * (4 - len(data))))


def turns(game, seed, answers):
    """The events of each turn, as seat 0 was told them."""
    seats = min(game.most, len(NAMES))
    table, bot, dice = (
        Table(game, seats, bytes([seed]) * 32, "short"),
        BOTS["greedy"](game),
        Dice(1),
    )
    table.roll()
    for _ in range(answers):
        if table.state.is_over():
            break
        seat = table.state.turn
        table.play(seat, bot.choose(Mind(table.state, seat), dice))
    found = []
    before = None
    for item in table.news:
        if item.event.to in (EVERYONE, 0):
            if before is None or is_new_turn(table, before, item):
                found.append([])
            found[-1].append(item.event)
            before = item
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_nineteen_lines_of_twenty_fit_and_keep_what_is_heaviest(game):
    codec, long, over = game.codec, 0, 0
    for events in turns(game, 3, 120):
        whole, short = codec.line(events, NAMES, 0), codec.line(events, NAMES, 0, BUDGET)
        assert bool(whole) == bool(short)
        if len(whole) <= BUDGET:
            assert short == whole
        heard = [event for event in events if not codec.news_rows[event.what].dull]
        weights = [codec.news_rows[event.what].weight_for(event.data, 0) for event in heard]
        assert bool(codec.harm(events, NAMES, 0)) == (HARM in weights)
        long += 1
        over += len(short) > BUDGET
    assert long > 10
    assert over <= long / 20


def test_what_was_taken_from_the_reader_is_never_cut():
    codec = GAMES["sovereign"].codec
    events = [
        told("looked", 1),
        told("seen", 1, 2),
        told("placed", 1, 1, 2, 1),
        told("taken", 1, 2, 3, 0),
        told("round", 2, 0),
    ]
    short = codec.line(events, NAMES, 0, 40)
    assert short == codec.harm(events, NAMES, 0)
    assert short.startswith("Basil captured the ")
    assert codec.harm(events, NAMES, 1) == ""
    assert codec.harm(events, NAMES, -2) == ""


def test_a_seat_that_is_robbed_reads_it_and_others_do_not():
    codec = GAMES["trehgrannik"].codec
    events = [told("robbed", 1, 3, 2, 0), told("moved", 1, 5)]
    harmed = [seat for seat in range(4) if codec.harm(events, NAMES, seat)]
    assert harmed == [codec.news_rows["robbed"].harms(*events[0].data)]


def test_one_deed_that_is_longer_than_the_budget_is_told_whole():
    codec = GAMES["tritarea"].codec
    [event] = events = [told("points", 100, 90, 80, 70)]
    assert codec.line(events, NAMES, 0, 10) == codec.news(event, NAMES, 0)
