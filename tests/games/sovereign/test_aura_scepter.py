"""SOV-25, SOV-26 and SOV-28: what Auras and Scepters can do."""

import pytest

from games.sovereign.drawing import (
    Listener,
    control,
    deck,
    offered,
    owner,
    play,
    position,
    ranks,
    why,
)
from trivet.core.state import EVERYONE
from trivet.games.sovereign.names import CELLS
from trivet.games.sovereign.state import NOTHING


def is_lit(s, space):
    """Whether the piece there has the bonus of an Aura."""
    return s.view(EVERYONE)["table"].grid[CELLS[space]].aura


# --- SOV-25, SOV-28: Aura -------------------------------------------------------------------------


def test_sov_25_an_aura_gives_one_friend_beside_it_one_more_on_all_sides():
    s = position("""
        ..    A:D^  ..
        ..    ..    ..     A holds A
        ..    ..    ..
    """)
    play(s, "Ab2^")
    assert ranks(s, "b3") == [7, 5, 4, 3]


def test_sov_25_with_several_friends_you_choose():
    s = position("""
        ..    A:D^  ..
        ..    ..    A:S^   A holds A
        ..    ..    ..
    """)
    play(s, "Ab2^")
    assert offered(s) == ["aura b3", "aura c2"]
    play(s, "aura c2")
    assert (is_lit(s, "c2"), is_lit(s, "b3")) == (True, False)


def test_sov_25_you_must_choose_a_piece_if_you_can():
    s = position("""
        ..    A:D^  ..
        ..    ..    A:S^   A holds A
        ..    ..    ..
    """)
    play(s, "Ab2^")
    assert s.objection(0, 9).rule == "SOV-25"


@pytest.mark.parametrize("space", ["b2", "b1", "a2", "a3", "c1"])
def test_sov_25_only_a_friend_beside_it_can_be_chosen(space):
    s = position("""
        A:D^  A:D^  ..
        B:D^  ..    A:S^   A holds A
        ..    ..    ..
    """)
    play(s, "Ab2^")
    expected = ("SOV-25", "An Aura shines on one of your own pieces next to it.")
    assert why(s, f"aura {space}") == expected


def test_sov_25_the_bonus_lasts_until_your_next_turn_is_over():
    s = position("""
        A:D^  ..    ..
        ..    ..    ..     A holds A
        ..    ..    ..
    """)
    play(s, "Ab3^")
    lit = [is_lit(s, "a3")]
    for answer in ("B Sc1^", "A Sb1^", "B Sa1^"):
        lit.append(is_lit(play(s, answer), "a3"))
    assert lit == [True, True, False, False]


def test_sov_25_the_bonus_defends_in_the_rivals_turn():
    s = position("""
        ..    A:D^*  ..
        ..    ..     ..    B holds S
        ..    ..     ..
    """)
    play(s, "Sb2<")  # 4 against 3 + 1
    assert owner(s, "b3") == "A"


def test_sov_25_the_bonus_is_there_until_your_next_turn_is_quite_over():
    s = position("""
        A:S^*  ..    ..
        ..     ..    ..    A holds I
        ..     ..    ..
    """)
    assert ranks(play(s, "Ic1^"), "a3") == [6, 5, 3, 2]
    assert ranks(play(s, "keep"), "a3") == [5, 4, 2, 1]


def test_sov_25_a_scepter_cannot_be_chosen():
    s = position("""
        ..    A:C^  ..
        A:D^  ..    A:S^   A holds A
        ..    ..    ..
    """)
    play(s, "Ab2^")
    assert offered(s) == ["aura a2", "aura c2"]
    expected = ("SOV-26", "A Scepter is immune to abilities, your own too.")
    assert why(s, "aura b3") == expected


def test_sov_25_a_scepter_cannot_be_chosen_on_the_first_space_either():
    s = position("""
        A:C^  ..    A:D^
        ..    A:S^  ..     A holds A
        ..    ..    ..
    """)
    assert why(play(s, "Ab3^"), "aura a3")[0] == "SOV-26"


def test_sov_25_if_the_piece_is_captured_its_bonus_is_gone_at_once():
    s = position("""
        ..    A:D^*  ..
        ..    ..     ..    B holds I
        ..    ..     ..
    """)
    play(s, "Ib2^", "keep")  # 6 against 3 + 1
    assert owner(s, "b3") == "B"
    assert ranks(s, "b3") == [6, 4, 3, 2]
    assert [side.glow for side in s.sides] == [NOTHING, NOTHING]


def test_sov_25_another_capture_leaves_the_bonus():
    s = position("""
        ..    A:D^*  ..
        ..    ..     ..    B holds I
        ..    ..     A:I^
    """)
    play(s, "Ib1>", "keep")  # 6 against 3
    assert owner(s, "c1") == "B"
    assert is_lit(s, "b3")


def test_sov_28_an_aura_never_strengthens_itself():
    s = play(position("A holds A"), "Ab2^")
    assert ranks(s, "b2") == [6, 5, 4, 3]
    assert not is_lit(s, "b2")


def test_sov_28_with_no_piece_it_may_strengthen_it_does_nothing():
    s = position("""
        A:D^  A:C^  ..
        ..    ..    B:Iv   A holds A
        ..    ..    ..
    """)
    listener = Listener(s)
    play(s, "Ab2v")
    assert listener.heard() == ["placed", "drawn"]
    assert [side.glow for side in s.sides] == [NOTHING, NOTHING]


def test_sov_28_a_reflection_is_a_lawful_choice():
    s = position("""
        ..    A:R=D^  ..
        ..    ..      ..   A holds A
        ..    ..      ..
    """)
    play(s, "Ab2^")
    assert ranks(s, "b3") == [7, 5, 4, 3]


def test_sov_28_the_bonus_goes_on_if_the_aura_itself_is_captured():
    s = position("""
        ..    A:D^*  ..
        ..    A:A^   ..    B holds D
        ..    ..     ..
    """)
    play(s, "Db1^")  # 6 against 4
    assert owner(s, "b2") == "B"
    assert is_lit(s, "b3")


def test_sov_28_a_piece_that_is_won_back_does_not_regain_the_bonus():
    s = position(
        """
        ..    A:D^*  ..
        ..    ..     ..    B holds I
        ..    ..     ..
    """,
        decks=("I", ""),
    )
    play(s, "B Ib2^", "keep", "A Ic3<", "keep")  # 6 against 4
    assert owner(s, "b3") == "A"
    assert ranks(s, "b3") == [6, 4, 3, 2]


# --- SOV-26: Scepter ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arrow", "touched", "is_captured"),
    [("^", 3, False), (">", 4, False), ("v", 5, False), ("<", 1, True)],
)
def test_sov_26_a_scepter_is_captured_on_its_lowest_side_and_nowhere_else(
    arrow, touched, is_captured
):
    s = position(f"""
        ..    B:C{arrow}  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    assert ranks(s, "b3")[2] == touched
    play(s, "Db2^")
    assert owner(s, "b3") == ("A" if is_captured else "B")


def test_sov_26_on_its_lowest_side_too_an_equal_rank_captures_nothing():
    s = position("""
        ..    B:C<  ..
        ..    ..    ..     A holds S
        ..    ..    ..
    """)
    play(s, "Sb2>")  # 1 against 1
    assert owner(s, "b3") == "B"


@pytest.mark.parametrize(("arrow", "is_captured"), [("^", False), (">", True), ("v", True)])
def test_sov_26_all_sides_that_share_the_lowest_rank_are_open_to_capture(arrow, is_captured):
    table = [[4, 4, 4, 4]] * 6 + [[2, 2, 3, 3]]
    s = position(
        f"""
        ..    B:C{arrow}  ..
        ..    ..    ..     A holds D
        ..    ..    ..
        """,
        ranks=table,
    )
    play(s, "Db2^")
    assert owner(s, "b3") == ("A" if is_captured else "B")


def test_sov_26_a_scepter_captures_as_any_piece_does():
    s = position("""
        ..    B:I^  ..
        ..    ..    B:M<   A holds C
        ..    ..    ..
    """)
    play(s, "Cb2^")  # 5 against 3, 4 against 5
    assert control(s)[:2] == [". A .", ". A B"]


def test_sov_26_inside_a_deck_it_can_be_seen_and_moved_by_insight():
    s = play(position("A holds I", decks=("", "CSSSSSS")), "Ib2^", "bury")
    assert deck(s, "B", viewer=0) == "?????C"


def test_sov_26_quadrant_bonuses_are_no_ability():
    s = position("""
        A:S^  A:C^  ..
        A:S^  ..    ..     A holds S
        ..    ..    ..
    """)
    play(s, "Sb2^")
    assert ranks(s, "b3") == [6, 5, 4, 2]


@pytest.mark.parametrize(("letter", "is_captured"), [("M", False), ("R", True)])
def test_sov_26_a_quadrant_bonus_defends_the_lowest_side(letter, is_captured):
    s = position(f"""
        B:S^  B:Cv  ..
        B:S^  B:S^  ..     A holds {letter}
        ..    ..    ..
    """)
    play(s, f"{letter}c3^")  # 2 or 4 against 1 + 1
    assert owner(s, "b3") == ("A" if is_captured else "B")


def test_sov_26_against_a_secret_it_has_no_privilege():
    s = position("""
        ..    B:S^  ..
        ..    ..    ..     A holds C
        ..    ..    ..
    """)
    play(s, "Cb2^")  # 5 against the highest rank 5, not against the 2
    assert owner(s, "b3") == "B"


def test_sov_26_with_a_bonus_it_beats_a_secret():
    s = position("""
        A:R^  ..    B:S^
        A:R^  A:R^  ..     A holds C
        ..    ..    ..
    """)
    play(s, "Cb3>")  # 5 + 1 to the east
    assert owner(s, "c3") == "A"
