"""Sets of cells of an 8x8 board, held against sets of rows and columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.core.boards import area, cells_of, first_cell, near, nth_cell

boards = st.sets(st.integers(0, 63))


def board(cells):
    """As compiled code has it: the last of the 64 bits is a sign."""
    bits = sum(1 << cell for cell in cells)
    return bits - (1 << 64) if bits >> 63 else bits


def around(cell):
    row, column = divmod(cell, 8)
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return {r * 8 + c for r, c in beside if 0 <= r < 8 and 0 <= c < 8}


@given(boards)
def test_a_board_has_the_cells_it_was_made_of(cells):
    assert cells_of(board(cells)) == sorted(cells)


@given(boards.filter(bool))
def test_the_first_cell_comes_first_in_reading_order(cells):
    assert first_cell(board(cells)) == min(cells)


@given(boards)
def test_the_area_is_the_number_of_cells(cells):
    assert area(board(cells)) == len(cells)


@given(boards)
def test_cells_are_counted_in_reading_order(cells):
    found = [nth_cell(board(cells), n) for n in range(len(cells) + 1)]
    assert found == [*sorted(cells), -1]  # there is no such cell


@given(boards)
def test_near_are_all_cells_beside_some_cell(cells):
    expected = set().union(*(around(cell) for cell in cells))
    assert cells_of(near(board(cells))) == sorted(expected)


@given(boards)
def test_what_is_near_can_be_asked_again(cells):
    once = set().union(*(around(cell) for cell in cells))
    twice = set().union(*(around(cell) for cell in once))
    assert cells_of(near(near(board(cells)))) == sorted(twice)


@pytest.mark.parametrize("cell", range(64))
def test_no_cell_is_near_another_across_the_edge(cell):
    assert set(cells_of(near(board({cell})))) == around(cell)


@given(boards, boards)
def test_boards_are_joined_and_met_like_any_ints(one, two):
    assert cells_of(board(one) | board(two)) == sorted(one | two)
    assert cells_of(board(one) & board(two)) == sorted(one & two)
    assert cells_of(board(one) ^ board(two)) == sorted(one ^ two)
    assert cells_of(board(one) & ~board(two)) == sorted(one - two)


@given(boards)
def test_what_is_not_on_a_board_is_all_the_rest(cells):
    assert area(~board(cells)) == 64 - len(cells)


def test_the_corners():
    assert area(near(board({0, 7, 56, 63}))) == 8
    assert (area(0), cells_of(0), nth_cell(0, 0), near(0)) == (0, [], -1, 0)
    assert area(near(board(range(64)))) == 64
