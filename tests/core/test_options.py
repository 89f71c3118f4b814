"""Options: what is agreed upon before a game, and how a wrong wish is refused."""

import pytest

from trivet.core.options import BadOption, Number, Numbers, OneOf, Switch, agreed

FAST = Switch("fast", "Turns are short.", "TOY-9")
ROUNDS = Number("rounds", "How many rounds.", "TOY-8", usual=3, low=1, high=9)
DECK = OneOf("deck", "Which cards.", "TOY-7", values=("old", "new"))
RANKS = Numbers("ranks", "All ranks.", "TOY-6", usual=((1, 2), (3, 4, 5)), low=0, high=9)
OFFERED = (FAST, ROUNDS, DECK, RANKS)


def refusal(option, value):
    with pytest.raises(BadOption) as refused:
        option.checked(value)
    return str(refused.value)


def test_without_wishes_every_option_has_its_default():
    assert agreed(OFFERED, {}) == {
        "fast": False, "rounds": 3, "deck": "old", "ranks": [[1, 2], [3, 4, 5]],
    }  # fmt: skip


def test_a_wish_is_fulfilled_and_the_rest_is_as_usual():
    assert agreed((FAST, ROUNDS), {"rounds": 9}) == {"fast": False, "rounds": 9}


def test_a_game_may_have_no_options():
    assert agreed((), {}) == {}


@pytest.mark.parametrize(
    ("offered", "known"), [((), "none"), (OFFERED, "fast, rounds, deck, ranks")]
)
def test_an_option_that_does_not_exist_is_refused(offered, known):
    with pytest.raises(BadOption) as refused:
        agreed(offered, {"slow": True})
    assert str(refused.value) == f"there is no option 'slow'; this game has: {known}"


def test_a_bad_option_is_a_value_error():
    assert issubclass(BadOption, ValueError)


@pytest.mark.parametrize("value", [True, False])
def test_a_switch_is_on_or_off(value):
    assert FAST.checked(value) is value


@pytest.mark.parametrize("value", [0, 1, "on", None, "true"])
def test_a_switch_is_nothing_else(value):
    expected = f"option 'fast': expected true or false, got {value!r} [TOY-9]"
    assert refusal(FAST, value) == expected


@pytest.mark.parametrize("value", [1, 5, 9])
def test_a_number_lies_within_its_bounds(value):
    assert ROUNDS.checked(value) == value


@pytest.mark.parametrize("value", [0, 10, -1, 10**30])
def test_a_number_out_of_bounds_is_refused(value):
    assert refusal(ROUNDS, value) == f"option 'rounds': expected 1 to 9, got {value} [TOY-8]"


@pytest.mark.parametrize("value", [True, 3.0, "3", None, [3]])
def test_a_number_is_whole(value):
    expected = f"option 'rounds': expected a whole number, got {value!r} [TOY-8]"
    assert refusal(ROUNDS, value) == expected


@pytest.mark.parametrize("value", ["old", "new"])
def test_one_of_several_names_is_chosen(value):
    assert DECK.checked(value) == value


@pytest.mark.parametrize("value", ["", "Old", "ol", 0, None, ["old"], ("old", "new")])
def test_another_name_is_refused(value):
    expected = f"option 'deck': expected one of old, new, got {value!r} [TOY-7]"
    assert refusal(DECK, value) == expected


def test_a_table_of_numbers_may_come_as_tuples_and_becomes_lists():
    assert RANKS.checked(((9, 0), [0, 9, 0])) == [[9, 0], [0, 9, 0]]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "2 rows of numbers, got None"),
        ([], "2 rows of numbers, got []"),
        ([[1, 2]], "2 rows of numbers, got [[1, 2]]"),
        ("ab", "2 rows of numbers, got 'ab'"),
        ([[1, 2], [3, 4]], "rows of 3 numbers, got [3, 4]"),
        ([[1, 2], "345"], "rows of 3 numbers, got '345'"),
        ([[1, 2], [3, 4, "5"]], "whole numbers, got '5'"),
        ([[1, 2], [3, 4, 5.0]], "whole numbers, got 5.0"),
        ([[1, 2], [3, 4, True]], "whole numbers, got True"),
        ([[1, 2], [3, 4, 10]], "numbers from 0 to 9, got 10"),
        ([[1, -1], [3, 4, 5]], "numbers from 0 to 9, got -1"),
    ],
)
def test_a_table_of_another_shape_is_refused(value, expected):
    assert refusal(RANKS, value) == f"option 'ranks': expected {expected} [TOY-6]"


def test_a_settled_table_is_a_copy():
    wish = [[1, 2], [3, 4, 5]]
    RANKS.checked(wish)[0][0] = 9
    RANKS.default[0][0] = 9
    assert wish == RANKS.default == [[1, 2], [3, 4, 5]]
