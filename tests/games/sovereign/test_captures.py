"""SOV-11 to SOV-14: who captures what, and what becomes of it."""

import pytest
from msgspec.structs import replace

from games.sovereign.drawing import (
    Listener,
    control,
    owner,
    play,
    position,
    ranks,
    rows,
)
from trivet.core.state import NOBODY
from trivet.games.sovereign.names import CELLS
from trivet.games.sovereign.pieces import REFLECTION

# --- SOV-11: captures -----------------------------------------------------------------------------


@pytest.mark.parametrize(("arrow", "captured"), [("^", "b3"), (">", "c2")])
def test_sov_11_the_rulebooks_example_one_capture_one_stand_off(arrow, captured):
    s = position("""
        ..    B:I^  ..
        ..    ..    B:Rv   A holds A
        A:S^  ..    ..
    """)
    play(s, f"Ab2{arrow}")
    assert [space for space in ("b3", "c2") if owner(s, space) == "A"] == [captured]


@pytest.mark.parametrize(
    ("arrow", "rank", "is_captured"),
    [("^", 6, True), ("<", 5, True), ("v", 4, False), (">", 3, False)],
)
def test_sov_11_only_a_higher_touching_side_captures(arrow, rank, is_captured):
    s = position("""
        ..    B:R^  ..
        ..    ..    ..     A holds A
        ..    ..    ..
    """)  # its south side shows 4
    play(s, f"Ab2{arrow}")
    assert ranks(s, "b2")[0] == rank
    assert owner(s, "b3") == ("A" if is_captured else "B")


def test_sov_11_the_ranks_of_a_capture_are_told():
    s = position("""
        ..    B:R^  ..
        ..    ..    ..     A holds A
        ..    ..    ..
    """)  # its south side shows 4
    listener = Listener(s)
    play(s, "Ab2^")
    taken = [event.data for event in listener.events if event.what == "taken"]
    assert taken == [(0, CELLS["b3"], REFLECTION, CELLS["b2"] << 8 | 6 << 4 | 4)]


def test_sov_11_the_piece_is_compared_with_every_neighbour():
    s = position("""
        ..    B:M^  ..
        B:I<  ..    B:Rv   A holds A
        ..    B:D^  ..
    """)
    play(s, "Ab2^")  # 6 against 3, 5 against 5, 4 against 6, 3 against 3
    assert control(s) == rows("""
        .  A  .
        B  A  B
        .  B  .
    """)


@pytest.mark.parametrize(("space", "arrow"), [("b3", "^"), ("c2", ">"), ("b1", "v"), ("a2", "<")])
def test_sov_11_each_side_fights_the_piece_it_touches(space, arrow):
    s = position("""
        ..    B:I^  ..
        B:I<  ..    B:I>   A holds D
        ..    B:Iv  ..
    """)  # a 3 towards the middle everywhere
    play(s, f"Db2{arrow}")  # its 6 points there; its 4 goes the next way round
    after = ["b3", "c2", "b1", "a2", "b3"]
    captured = {space, after[after.index(space) + 1]}
    assert {other for other in after if owner(s, other) == "A"} == captured


def test_sov_11_diagonal_neighbours_are_never_compared():
    s = position("""
        B:S^  ..    B:i<
        ..    ..    ..     A holds D
        B:i^  ..    B:I^
    """)
    play(s, "Db2^")
    assert control(s) == rows("""
        B  .  B
        .  A  .
        B  .  B
    """)


@pytest.mark.parametrize(
    ("piece", "rival"),
    [("c3>", "a2"), ("a2<", "c3"), ("c2>", "a1"), ("a1<", "c2"), ("a3^", "a1"), ("c1v", "c3")],
)
def test_sov_11_no_side_reaches_across_the_edge_of_the_grid(piece, rival):
    spaces = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    s = position(" ".join("B:I^" if space == rival else ".." for space in spaces) + " A holds D")
    play(s, f"D{piece}")  # with its 6 outwards
    assert owner(s, rival) == "B"


def test_sov_11_your_own_pieces_are_not_fought():
    s = position("""
        ..    A:I^  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    listener = Listener(s)
    play(s, "Db2^")
    assert "taken" not in listener.heard()


def test_sov_11_captures_are_automatic():
    s = position("""
        ..    B:I^  ..
        ..    ..    B:I^   A holds D
        ..    ..    ..
    """)
    listener = Listener(s)
    play(s, "Db2^")
    taken = [event for event in listener.events if event.what == "taken"]
    assert [event.data[:2] for event in taken] == [(0, CELLS["b3"]), (0, CELLS["c2"])]
    assert s.turn == 1


def test_sov_11_the_rival_captures_by_the_same_rule():
    s = position("""
        ..    A:I^  ..
        ..    ..    A:R^   B holds D
        ..    ..    ..
    """)
    play(s, "Db2^")
    assert control(s) == rows("""
        .  B  .
        .  B  A
        .  .  .
    """)


# --- SOV-12: all at once --------------------------------------------------------------------------


def test_sov_12_the_bonus_that_a_capture_brings_comes_too_late():
    s = position("""
        ..    ..    ..
        A:S^  ..    B:D^   A holds D
        A:I^  B:I>  ..
    """)  # the rulebook's example
    play(s, "Db2v")
    assert control(s) == rows("""
        .  .  .
        A  A  B
        A  A  .
    """)
    assert ranks(s, "b2") == [4, 3, 7, 5]


def test_sov_12_a_bonus_that_the_placement_earns_counts():
    s = position("""
        ..    ..    ..
        A:S^  ..    B:D^   A holds D
        A:I^  A:i>  ..
    """)
    play(s, "Db2v")  # the 2 has become a 3
    assert owner(s, "c2") == "A"


def test_sov_12_all_comparisons_happen_together_whichever_comes_first():
    s = position("""
        A:S^  B:I^  ..
        A:I^  ..    B:I^   A holds D
        ..    ..    ..
    """)
    play(s, "Db2<")  # 4 against 3 to the north; 3 against 3 to the east, before the bonus
    assert owner(s, "b3") == "A"
    assert owner(s, "c2") == "B"


def test_sov_12_captured_pieces_capture_nothing_in_turn():
    s = position("""
        ..    B:I^  B:I^
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, "Db2^")  # b3 falls; its 4 would beat the 3 of c3
    assert control(s) == rows("""
        .  A  B
        .  A  .
        .  .  .
    """)


# --- SOV-13, SOV-14: captured pieces --------------------------------------------------------------


def test_sov_13_a_captured_piece_is_not_turned():
    s = position("""
        ..    B:I<  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    before = s.view(NOBODY)["table"].grid[1]
    play(s, "Db2^")
    after = s.view(NOBODY)["table"].grid[1]
    assert after == replace(before, owner=0)


def test_sov_13_a_captured_insight_does_not_look_again():
    s = position("""
        ..    B:I^  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    listener = Listener(s)
    play(s, "Db2^")
    assert listener.heard() == ["placed", "taken", "drawn"]


def test_sov_13_a_captured_discovery_takes_no_secret():
    s = position("""
        B:S^  B:D^  B:S^
        ..    ..    ..     A holds I
        ..    ..    ..
    """)
    play(s, "Ib2^", "keep")
    assert control(s)[0] == "B A B"


def test_sov_13_a_captured_reflection_does_not_copy_again():
    s = position("""
        A:A^  B:R^  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, "Db2^")
    assert owner(s, "b3") == "A"
    assert ranks(s, "b3") == [5, 5, 4, 4]


def test_sov_13_a_captured_aura_lights_nothing_up():
    s = position("""
        A:S^  B:A^  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, "Db2^")
    assert owner(s, "b3") == "A"
    assert [side.glow for side in s.sides] == [-1, -1]


def test_sov_13_a_captured_mask_asks_nothing():
    s = position("""
        ..    B:M^  B:I^
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, "Db2^")
    assert owner(s, "b3") == "A"
    assert s.turn == 1


@pytest.mark.parametrize(("letter", "is_captured"), [("R", False), ("A", True)])
def test_sov_13_a_captured_secret_guards_its_new_controller(letter, is_captured):
    s = position(f"""
        ..    A:s^  ..
        ..    ..    ..     B holds {letter}
        ..    ..    ..
    """)
    play(s, f"{letter}b2^")  # a 5 or a 6 against the highest rank 5, though a 2 is touched
    assert owner(s, "b3") == ("B" if is_captured else "A")


@pytest.mark.parametrize(("arrow", "is_captured"), [("^", False), ("<", True)])
def test_sov_13_a_captured_scepter_guards_its_new_controller(arrow, is_captured):
    s = position(f"""
        ..    A:c{arrow}  ..
        ..    ..    ..     B holds D
        ..    ..    ..
    """)
    play(s, "Db2^")  # it touches the Scepter's 3, or its 1
    assert owner(s, "b3") == ("B" if is_captured else "A")


def test_sov_13_a_captured_reflection_keeps_the_ranks_it_copied():
    s = position("""
        ..    B:R=I^  ..
        ..    ..      ..   A holds D
        ..    ..      ..
    """)
    play(s, "Db2^")
    assert owner(s, "b3") == "A"
    assert ranks(s, "b3") == [6, 4, 3, 3]


def test_sov_14_a_captured_piece_can_be_copied():
    s = position("""
        ..    A:i>  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^")
    assert ranks(s, "b2") == [3, 6, 4, 3]


def test_sov_14_a_captured_piece_can_be_strengthened():
    s = position("""
        ..    A:i^  ..
        ..    ..    ..     A holds A
        ..    ..    ..
    """)
    play(s, "Ab2^")
    assert ranks(s, "b3") == [7, 5, 4, 4]


@pytest.mark.parametrize(("letter", "ability"), [("M", "mask b3"), ("D", "")])
def test_sov_14_a_piece_you_lost_can_be_won_back(letter, ability):
    lost = "i" if letter == "M" else "s"
    s = position(f"""
        ..    B:{lost}v  ..
        ..    ..    ..     A holds {letter}
        ..    ..    ..
    """)
    play(s, f"{letter}b2v", *filter(None, [ability]))
    assert owner(s, "b3") == "A"


def test_sov_14_a_piece_you_lost_is_no_friend_to_copy():
    s = position("""
        ..    B:iv  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^")
    assert ranks(s, "b2") == [5, 5, 4, 4]


def test_sov_14_a_piece_you_captured_is_no_rival_to_a_mask():
    s = position("""
        ..    A:i^  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    assert play(s, "Mb2^").turn == 1  # nothing to ask


def test_sov_14_a_secret_you_captured_is_no_rival_to_a_discovery():
    s = position("""
        ..    A:s^  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    listener = Listener(s)
    play(s, "Db2^")
    assert "taken" not in listener.heard()
