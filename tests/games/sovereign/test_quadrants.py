"""SOV-30 and SOV-31: the four 2x2 sections at the corners."""

import pytest

from games.sovereign.drawing import owner, play, position, ranks
from trivet.core.state import NOBODY

SPACES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
CORNERS = [
    ["a3", "b3", "a2", "b2"],
    ["b3", "c3", "b2", "c2"],
    ["a2", "b2", "a1", "b1"],
    ["b2", "c2", "b1", "c1"],
]


def holding(spaces, seat="A"):
    """A Secret of the seat's on each of the spaces, turned north; every second one captured."""
    letters = [f"{seat}:{'Ss'[place % 2]}^" for place in range(9)]
    return position(" ".join(letters.pop() if space in spaces else ".." for space in SPACES))


def bonuses(s, spaces=SPACES):
    """What quadrants add on each space, in reading order."""
    grid = s.view(NOBODY)["table"].grid
    return [grid[SPACES.index(space)].quadrants for space in spaces]


# --- SOV-30 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize("corner", CORNERS, ids="-".join)
def test_sov_30_all_four_spaces_of_a_corner_give_one_more_on_every_side(corner, seat):
    s = holding(corner, seat)
    assert [ranks(s, space) for space in corner] == [[6, 5, 3, 2]] * 4


@pytest.mark.parametrize("corner", CORNERS, ids="-".join)
@pytest.mark.parametrize("missing", range(4))
def test_sov_30_three_spaces_give_nothing(corner, missing):
    held = [space for place, space in enumerate(corner) if place != missing]
    assert bonuses(holding(held), held) == [0, 0, 0]


@pytest.mark.parametrize(
    "spaces", [["a3", "b3", "c3"], ["a3", "c3", "a1", "c1"], ["b3", "a2", "c2", "b1"]]
)
def test_sov_30_other_shapes_are_no_quadrants(spaces):
    assert set(bonuses(holding(spaces), spaces)) == {0}


def test_sov_30_a_piece_outside_the_quadrant_gets_nothing():
    s = position("""
        A:S^  A:S^  A:S^
        A:S^  A:S^  ..
        ..    ..    A:S^
    """)
    assert (ranks(s, "c3"), ranks(s, "c1")) == ([5, 4, 2, 1], [5, 4, 2, 1])


def test_sov_30_a_quadrant_that_is_shared_gives_nobody_anything():
    s = position("""
        A:S^  A:S^  ..
        A:S^  B:S^  ..
        ..    ..    ..
    """)
    assert bonuses(s, ["a3", "b3", "a2", "b2"]) == [0, 0, 0, 0]


def test_sov_30_the_bonus_comes_with_the_placement_of_the_fourth_piece():
    s = position("""
        A:S^  A:S^  ..
        A:S^  ..    ..     A holds I
        ..    ..    ..
    """)
    play(s, "Ib2^")  # its ability is still to be carried out
    assert ranks(s, "a3") == [6, 5, 3, 2]
    assert ranks(s, "b2") == [7, 5, 4, 4]


def test_sov_30_the_bonus_comes_with_an_ability_before_the_captures():
    s = position("""
        A:S^  B:Iv  ..
        A:S^  ..    B:R^   A holds M
        ..    ..    ..
    """)
    play(s, "Mb2^", "mask b3")  # 4 + 1 against 4 to the east
    assert owner(s, "c2") == "A"


def test_sov_30_the_bonus_comes_with_a_capture():
    s = position("""
        A:S^  B:I^  ..
        A:S^  ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, "Db2^")
    assert ranks(s, "b3") == [7, 5, 4, 4]
    assert ranks(s, "b2") == [7, 5, 4, 3]


def test_sov_30_a_captured_space_may_complete_a_quadrant_away_from_the_placed_piece():
    s = position("""
        A:S^  A:S^  ..
        A:S^  B:I^  ..     A holds D
        ..    ..    ..
    """)
    play(s, "Dc2<")  # 6 against 4
    assert ranks(s, "a3") == [6, 5, 3, 2]
    assert ranks(s, "c2") == [4, 3, 2, 6]


def test_sov_30_the_bonus_goes_the_moment_a_space_is_lost():
    s = position("""
        A:S^  A:S^  ..
        A:S^  A:I^  ..     B holds I
        ..    ..    ..
    """)
    assert ranks(s, "a3") == [6, 5, 3, 2]
    play(s, "Ic2<", "keep")  # 6 against 4 + 1
    assert owner(s, "b2") == "B"
    assert ranks(s, "a3") == [5, 4, 2, 1]


@pytest.mark.parametrize(("letter", "is_captured"), [("M", False), ("A", True)])
def test_sov_30_the_bonus_defends(letter, is_captured):
    s = position(f"""
        B:S^  B:S^  ..
        B:S^  B:I^  ..     A holds {letter}
        ..    ..    ..
    """)
    play(s, f"{letter}b1<", *["mask -"] * (letter == "M"))  # 4 or 5 against 3 + 1
    assert owner(s, "b2") == ("A" if is_captured else "B")


# --- SOV-31 ---------------------------------------------------------------------------------------


def test_sov_31_a_corner_lies_in_one_quadrant_an_edge_in_two_the_centre_in_all_four():
    s = position("""
        A:S^  A:s^  A:S^
        A:s^  A:S^  A:s^
        A:S^  A:s^  A:S^
    """)
    assert bonuses(s) == [1, 2, 1, 2, 4, 2, 1, 2, 1]
    assert ranks(s, "b2") == [9, 8, 6, 5]


def test_sov_31_only_controlled_quadrants_add_up():
    s = position("""
        A:S^  A:S^  A:S^
        A:S^  A:S^  A:S^
        B:S^  B:S^  ..
    """)
    assert bonuses(s, SPACES[:8]) == [1, 2, 1, 1, 2, 1, 0, 0]


def test_sov_31_two_quadrants_that_meet_in_the_centre_add_up_there():
    s = holding(["a3", "b3", "a2", "b2", "c2", "b1", "c1"])
    assert ranks(s, "b2") == [7, 6, 4, 3]
    assert ranks(s, "b3") == [6, 5, 3, 2]


@pytest.mark.parametrize(("arrow", "is_captured"), [("^", True), ("<", False)])
def test_sov_31_both_bonuses_are_added_to_the_attack(arrow, is_captured):
    s = position("""
        A:S^  A:S^  A:S^
        A:S^  ..    A:S^   A holds D
        ..    B:R>  ..
    """)
    play(s, f"Db2{arrow}")  # 3 + 2 or 2 + 2 against 4
    assert owner(s, "b1") == ("A" if is_captured else "B")


def test_sov_31_the_bonus_of_an_aura_comes_on_top():
    s = position("""
        A:S^  A:S^*  ..
        A:S^  A:S^   ..
        ..    ..     ..
    """)
    assert ranks(s, "b3") == [7, 6, 4, 3]
