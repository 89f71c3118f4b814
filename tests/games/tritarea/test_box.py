"""TTA-1 to TTA-6: what is in the box, and the tables that can be exchanged."""

import pytest

from games.tritarea.drawing import (
    CODEC,
    GAME,
    areas,
    building,
    offered,
    play,
    points,
    table,
    trick,
    tricks,
    up_to,
)
from trivet.core.game import BadSeats
from trivet.core.options import BadOption
from trivet.core.state import plan
from trivet.games.tritarea.names import FACE, SQUARE
from trivet.games.tritarea.scoring import ScoreAreas


def test_tta_1_there_are_36_cards_ranks_1_to_9_of_four_suits():
    cards = [face for face in FACE if "=" not in face]
    assert cards == [f"{suit}{rank}" for suit in "IMEH" for rank in range(1, 10)]


def test_tta_1_every_suit_is_the_suit_of_an_area():
    view = GAME.new(4).view(0)["table"]
    names = [area.area for area in view.areas]
    assert names == ["Intelligent", "Modern", "Ecology", "Happiness"]
    assert {square.area for square in view.board} == set(names)


def test_tta_2_the_board_is_tiled_by_four_t_shapes():
    letters = [square.letter for square in GAME.new(4).view(0)["table"].board]
    assert letters == list("IIIMEIMMEEHMEHHH")


def test_tta_2_squares_are_named_from_a4_at_the_top_left_to_d1():
    assert [SQUARE[name] for name in ("a4", "d4", "b3", "a1", "d1")] == [0, 3, 5, 12, 15]


def test_tta_2_another_board_may_be_agreed_upon():
    stripes = [[area] * 4 for area in range(4)]
    s = trick("I1", "I9", "M2", "E2", board_of_areas=stripes)
    assert offered(s) == ["a4", "b4", "c4", "d4", "default"]


def test_tta_2_a_board_without_a_square_of_some_area_is_refused():
    with pytest.raises(BadOption, match="each of the areas 0 to 3"):
        GAME.new(4, {"board": [[0, 1, 2, 2]] * 4})


def test_tta_3_corners_have_a_printed_2_and_the_middle_squares_a_1():
    printed = [square.printed for square in GAME.new(4).view(0)["table"].board]
    assert printed == [2, 0, 0, 2, 0, 1, 1, 0, 0, 1, 1, 0, 2, 0, 0, 2]


def test_tta_3_other_printed_scores_may_be_agreed_upon():
    s = trick("I1", "I9", "M2", "E2", printed=[[0, 7, 0, 0], [0] * 4, [0] * 4, [0] * 4])
    assert points(play(s, "b4")) == [7, 0, 0, 0]


def test_tta_4_each_area_has_points_for_its_first_and_its_second():
    shown = [area.points for area in GAME.new(4).view(0)["table"].areas]
    assert shown == [[8, 2], [6, 4], [5, 5], [4, 6]]


def test_tta_4_other_area_points_may_be_agreed_upon():
    board = """
        A A B .
        . . . .
        . . . .
        . . . .
    """
    assert areas(board, areas=[[11, 3], [6, 4], [5, 5], [4, 6]]) == [11, 3, 0, 0]


def test_tta_5_a_5_is_changed_to_0_for_1_point_and_to_10_for_2():
    s = trick("I5=0", "M5=10", "E1", "H1")
    assert points(s) == [-1, -2, 0, 0]


def test_tta_5_other_prices_may_be_agreed_upon():
    s = trick("I5=0", "M5=10", "E1", "H1", prices=[[4, 0]])
    assert points(s) == [-4, 0, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_tta_6_the_game_is_for_four_seats_only(seats):
    with pytest.raises(BadSeats, match="4 seats"):
        GAME.new(seats)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("board", [[0, 1, 2, 4]] * 4),
        ("printed", [[10] * 4] * 4),
        ("areas", [[8, 2], [6, 4], [5, 5]]),
        ("prices", [[1]]),
        ("prices", [[-1, 2]]),
    ],
)
def test_a_table_of_another_shape_or_out_of_bounds_is_refused(option, value):
    with pytest.raises(BadOption, match=f"option '{option}'"):
        GAME.new(4, {option: value})


STRIPES = [[area] * 4 for area in range(4)]


def test_options_are_seen_in_the_view():
    s = GAME.new(4, {"prices": [[3, 4]], "areas": [[9, 1], [6, 4], [5, 5], [4, 6]]})
    view = s.view(0)["table"]
    assert view.prices == [3, 4]
    assert view.areas[0].points == [9, 1]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("board", STRIPES),
        ("printed", [[5] * 4] * 4),
        ("areas", [[9, 1]] * 4),
        ("prices", [[3, 4]]),
    ],
)
def test_what_was_agreed_is_in_the_view_where_it_is_not_the_usual(option, value):
    s = GAME.new(4, {option: value})
    assert s.view(0)["options"] == {option: value}
    assert {**GAME.options_of(s)} == {**GAME.options_of(GAME.new(4)), option: value}


def test_the_usual_is_not_in_the_view():
    usual = {option.name: option.default for option in GAME.options}
    assert GAME.new(4).view(0)["options"] == GAME.new(4, usual).view(0)["options"] == {}


def test_tta_2_with_the_option_board_blocks_go_where_it_says():
    s = up_to("build", board=STRIPES)
    card = s.view(0)["table"].trick[s.turn].card
    row = 4 - "IMEH".index(card[0])
    squares = {text.removesuffix("x2") for text in offered(s)} - {"default"}
    assert squares == {f"{column}{row}" for column in "abcd"}


def test_tta_3_with_the_option_printed_a_first_block_earns_what_it_says():
    s = up_to("build", printed=[[5] * 4] * 4)
    seat, before = s.turn, points(s)[s.turn]
    play(s, offered(s)[0])
    assert points(s)[seat] == before + 5


def test_tta_4_with_the_option_areas_a_first_takes_what_it_says():
    s = GAME.new(4, {"areas": [[9, 1]] * 4})
    s.finish()
    s.buildings[SQUARE["a4"]] = building("B")
    s.next(plan(ScoreAreas()))
    s.settle()
    assert points(s) == [0, 9, 0, 0]


def test_tta_5_with_the_option_prices_a_declared_5_costs_what_it_says():
    s = up_to("declare", 3, prices=[[3, 4]])
    said = [CODEC.words(s, seat, choice) for seat in range(4) for choice in s.options(seat)]
    changed = {text.partition(" as ")[2] for text in said if " as " in text}
    assert changed == {"0 for 3 points", "10 for 4 points"}


def test_a_table_of_the_tests_is_asked_like_a_real_one():
    s = tricks(table(hands=("I1 I2", "I3 I4", "M1 M2", "E1 E2")))
    assert offered(s) == ["I1", "I2"]
