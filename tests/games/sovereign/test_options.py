"""The options of Sovereign: SOV-2, SOV-7 and SOV-42.  What they change is tested with the rules."""

import pytest

from games.sovereign.drawing import GAME
from trivet.core.game import BadSeats
from trivet.core.options import BadOption
from trivet.games.sovereign.pieces import PRINTED, Terms

STANDARD = [list(row) for row in PRINTED]


def test_without_a_wish_the_standard_game_is_played():
    terms = GAME.new(2).terms
    assert (terms.printed, terms.alternate, terms.play_on) == (STANDARD, False, False)


def test_each_option_names_its_rule():
    rules = {option.name: option.rule for option in GAME.options}
    assert rules == {
        "ranks": "SOV-2", "alternate": "SOV-7", "third_by_lot": "SOV-7", "play_on": "SOV-42",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["alternate", "third_by_lot", "play_on"])
@pytest.mark.parametrize("value", [1, 0, "true", None, [True]])
def test_a_switch_is_on_or_off(name, value):
    rule = {"alternate": "SOV-7", "third_by_lot": "SOV-7", "play_on": "SOV-42"}[name]
    with pytest.raises(BadOption) as refused:
        GAME.new(2, {name: value})
    expected = f"option '{name}': expected true or false, got {value!r} [{rule}]"
    assert str(refused.value) == expected


@pytest.mark.parametrize("name", ["alternate", "third_by_lot", "play_on"])
def test_a_switch_that_is_on_is_kept(name):
    assert getattr(GAME.new(2, {name: True}).terms, name) is True


@pytest.mark.parametrize(
    ("ranks", "sentence"),
    [
        (STANDARD[:6], f"expected 7 rows of numbers, got {STANDARD[:6]!r}"),
        ("5421", "expected 7 rows of numbers, got '5421'"),
        ([*STANDARD[:6], [5, 4, 3]], "expected rows of 4 numbers, got [5, 4, 3]"),
        ([*STANDARD[:6], 5431], "expected rows of 4 numbers, got 5431"),
        ([*STANDARD[:6], [5, 4, 3, 10]], "expected numbers from 0 to 9, got 10"),
        ([*STANDARD[:6], [5, 4, 3, -1]], "expected numbers from 0 to 9, got -1"),
        ([*STANDARD[:6], [5, 4, 3, "1"]], "expected whole numbers, got '1'"),
        ([*STANDARD[:6], [5, 4, 3, 1.0]], "expected whole numbers, got 1.0"),
        ([*STANDARD[:6], [5, 4, 3, True]], "expected whole numbers, got True"),
    ],
)
def test_a_table_of_ranks_has_seven_rows_of_four_digits(ranks, sentence):
    with pytest.raises(BadOption) as refused:
        GAME.new(2, {"ranks": ranks})
    assert str(refused.value) == f"option 'ranks': {sentence} [SOV-2]"


def test_the_bounds_of_a_rank_are_lawful():
    table = [[0, 9, 0, 9]] * 7
    assert GAME.new(2, {"ranks": table}).terms.printed == table


def test_an_unknown_option_is_refused():
    with pytest.raises(BadOption) as refused:
        GAME.new(2, {"rounds": 5})
    assert str(refused.value) == (
        "there is no option 'rounds'; this game has: ranks, alternate, third_by_lot, play_on"
    )


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_sovereign_is_a_game_for_two(seats):
    with pytest.raises(BadSeats) as refused:
        GAME.new(seats)
    assert str(refused.value) == f"Sovereign is a game for 2 seats, not {seats}"


def test_the_table_of_one_game_cannot_be_changed_through_another():
    GAME.new(2).terms.printed[0][0] = 9
    assert GAME.new(2).terms.printed == STANDARD


def test_what_follows_from_a_table_of_ranks_is_worked_out_once():
    terms = Terms([[1, 2, 3, 4]] * 7, alternate=False, play_on=False)
    assert list(terms.on[:16]) == [1, 2, 3, 4, 4, 1, 2, 3, 3, 4, 1, 2, 2, 3, 4, 1]
    assert (set(terms.highest), set(terms.lowest)) == ({4}, {1})
