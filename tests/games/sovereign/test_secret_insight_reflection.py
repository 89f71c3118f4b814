"""SOV-20 to SOV-22 and SOV-27: what Secrets, Insights and Reflections can do."""

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
    rows,
    why,
)
from trivet.core.state import EVERYONE, NOBODY

# --- SOV-20: Secret -------------------------------------------------------------------------------


@pytest.mark.parametrize("arrow", "^>v<")
@pytest.mark.parametrize(("letter", "is_captured"), [("R", False), ("I", True)])
def test_sov_20_a_secret_is_captured_only_by_more_than_its_highest_rank(letter, is_captured, arrow):
    s = position(f"""
        ..    B:S{arrow}  ..
        ..    ..    ..     A holds {letter}
        ..    ..    ..
    """)
    play(s, f"{letter}b2^", *["keep"] * (letter == "I"))  # a 5 or a 6 against 5
    assert owner(s, "b3") == ("A" if is_captured else "B")


def test_sov_20_the_bonus_of_a_quadrant_counts_for_the_secret():
    s = position("""
        B:R^  B:S^  ..
        B:R^  B:R^  ..     A holds I
        ..    ..    ..
    """)
    play(s, "Ic3<", "keep")  # its 6 meets 5 + 1
    assert owner(s, "b3") == "B"


def test_sov_20_the_bonus_of_an_aura_counts_for_the_secret():
    s = position("""
        ..    B:S^*  ..
        ..    ..     ..    A holds I
        ..    ..     ..
    """)
    play(s, "Ib2^", "keep")
    assert owner(s, "b3") == "B"


def test_sov_20_bonuses_count_for_the_attacker():
    s = position("""
        A:R^  ..    B:S^
        A:R^  A:R^  ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb3^", "reflect b2")  # 5 + 1 to the east
    assert owner(s, "c3") == "A"


@pytest.mark.parametrize(("attack", "is_captured"), [(7, False), (8, True)])
def test_sov_20_the_highest_rank_is_that_of_the_table_in_play(attack, is_captured):
    drawing = """
        ..    B:S^  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """
    s = position(drawing, ranks=[[0, 0, 0, 7], *[[attack] * 4] * 6])
    play(s, "Rb2^")
    assert owner(s, "b3") == ("A" if is_captured else "B")


def test_sov_20_a_secret_attacks_as_any_piece_does():
    s = position("""
        ..    B:I^  ..
        ..    ..    ..     A holds S
        ..    ..    ..
    """)
    play(s, "Sb2^")
    assert owner(s, "b3") == "A"


def test_sov_20_a_secret_attacks_with_the_side_that_touches():
    s = position("""
        ..    B:I^  ..
        ..    ..    ..     A holds S
        ..    ..    ..
    """)
    play(s, "Sb2v")  # its 2 against a 3
    assert owner(s, "b3") == "B"


def test_sov_20_the_ability_of_a_mask_cannot_take_a_secret():
    s = position("""
        ..    B:S^  ..
        B:I<  ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb2v")
    assert offered(s) == ["mask a2", "mask -"]
    assert why(s, "mask b3") == ("SOV-20", "A Mask cannot take a Secret.")


def test_sov_20_the_ability_of_a_discovery_can_take_a_secret():
    s = position("""
        ..    B:S^  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, "Db2>")  # it shows only a 2
    assert owner(s, "b3") == "A"


def test_sov_20_and_26_the_rulebooks_example():
    s = position("""
        ..    B:S^  ..
        ..    ..    B:C>   A holds I
        A:M^  ..    ..
    """)
    assert ranks(s, "c2") == [1, 5, 4, 3]
    play(s, "Ib2^", "keep")
    assert control(s) == rows("""
        .  A  .
        .  A  B
        A  .  .
    """)


# --- SOV-21: Insight ------------------------------------------------------------------------------


def test_sov_21_you_look_at_the_top_of_your_rivals_deck():
    s = play(position("A holds I", decks=("", "CSSSSSS")), "Ib2^")
    assert deck(s, "B", viewer=0) == "C??????"
    assert (
        s.view(0)["ask"]
        == "On top of B's deck is a Scepter. Leave it there, or put it at the bottom?"
    )


def test_sov_21_you_do_not_look_at_your_own_deck():
    s = play(position("A holds I", decks=("?RDMACS", "")), "Ib2^")
    assert deck(s, "A", viewer=0) == "??????"


def test_sov_21_you_may_leave_it_there():
    s = play(position("A holds I", decks=("", "CSSSSSS")), "Ib2^", "keep")
    assert s.view(1)["table"].hand == "Scepter"


def test_sov_21_you_may_move_it_to_the_bottom():
    s = play(position("A holds I", decks=("", "CDSSSSS")), "Ib2^", "bury")
    assert s.view(1)["table"].hand == "Discovery"
    assert deck(s, "B", viewer=EVERYONE) == "SSSSSC"


def test_sov_21_you_look_first_and_decide_afterwards():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^")
    play(s, "* top A")
    assert s.turn == 0
    assert offered(s) == ["keep", "bury"]


@pytest.mark.parametrize("choice", [-1, 2, 9])
def test_sov_21_there_is_no_third_way(choice):
    s = play(position("A holds I"), "Ib2^")
    expected = ("SOV-21", "Leave the piece on top or put it at the bottom.")
    assert tuple(s.objection(0, choice)) == expected


@pytest.mark.parametrize("answer", ["keep", "bury"])
def test_sov_21_your_rival_is_told_which_you_did(answer):
    s = play(position("A holds I"), "Ib2^")
    listener = Listener(s)
    play(s, answer)
    buried = [event for event in listener.events if event.what == "buried"]
    assert [(event.to, event.data[:2]) for event in buried] == [
        (EVERYONE, (0, int(answer == "bury")))
    ]


def test_sov_21_your_rival_is_not_told_what_you_saw():
    s = position("A holds I", decks=("", "?RDMACSS"))
    listener = Listener(s)
    play(s, "Ib2^", "* top C", "bury")
    seen = [event for event in listener.events if event.what == "seen"]
    assert [(event.to, event.data[:2]) for event in seen] == [(0, (0, 6))]


@pytest.mark.parametrize("viewer", [1, NOBODY])
def test_sov_21_nobody_else_sees_what_you_saw(viewer):
    one = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C")
    two = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top M")
    assert one.view(viewer) == two.view(viewer)


def test_sov_21_what_you_saw_at_the_bottom_stays_known_to_you():
    s = play(position("A holds I", decks=("", "CDSSSSS")), "Ib2^", "bury", "B Da1^", "A Sa3^")
    assert deck(s, "B", viewer=0) == "????C"


def test_sov_21_what_you_saw_stays_known_in_the_rivals_hand():
    s = play(position("A holds I", decks=("", "CDSSSSS")), "Ib2^", "keep")
    assert s.view(0)["table"].hand == "Scepter"
    assert s.view(NOBODY)["table"].hand == "?"


def test_sov_21_what_you_saw_stays_known_as_a_part_of_the_deck():
    s = play(position("A holds I", decks=("", "CDSSSSS")), "Ib2^", "bury")
    assert s.view(0)["table"].pieces[1] == ["Scepter"]


def test_sov_21_the_look_comes_before_the_captures():
    s = position("""
        ..    B:S^  ..
        ..    ..    ..     A holds I
        ..    ..    ..
    """)
    play(s, "Ib2^")
    assert owner(s, "b3") == "B"
    assert owner(play(s, "keep"), "b3") == "A"


def test_sov_21_a_second_insight_sees_the_next_piece_after_a_burial():
    s = position("A holds I", decks=("I", "CDMSSSS"))
    play(s, "Ib2^", "bury", "B Da1^", "A Ia3^")
    assert deck(s, "B", viewer=0) == "M????C"


# --- SOV-22, SOV-27: Reflection -------------------------------------------------------------------


def test_sov_22_a_reflection_copies_the_ranks_of_a_friend_beside_it():
    s = position("""
        ..    ..    ..
        ..    A:A>  ..     A holds R
        ..    ..    B:R>
    """)  # the rulebook's example: a perfect copy
    play(s, "Rb1^")
    assert ranks(s, "b1") == [3, 6, 5, 4]
    assert owner(s, "c1") == "A"


def test_sov_22_with_no_friend_beside_it_it_keeps_its_printed_ranks():
    s = position("""
        A:A^  ..    A:D^
        ..    ..    B:I^   A holds R
        A:M^  ..    A:C^
    """)
    play(s, "Rb2>")
    assert ranks(s, "b2") == [4, 5, 5, 4]


def test_sov_22_it_must_copy_if_it_can():
    s = position("""
        ..    A:S^  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^")
    assert ranks(s, "b2") == [5, 4, 2, 1]  # worse than its own


def test_sov_22_with_several_friends_you_pick_the_model():
    s = position("""
        ..    A:A^  ..
        A:S^  ..    B:D^   A holds R
        ..    A:M^  ..
    """)
    play(s, "Rb2^")
    assert offered(s) == ["reflect b3", "reflect a2", "reflect b1"]
    play(s, "reflect b1")
    assert ranks(s, "b2") == [5, 4, 3, 2]


@pytest.mark.parametrize("space", ["c2", "a1", "c1", "b2", "a3"])
def test_sov_22_nothing_but_a_friend_beside_it_can_be_the_model(space):
    s = position("""
        ..    A:A^  ..
        A:S^  ..    B:D^   A holds R
        A:S^  ..    ..
    """)
    play(s, "Rb2^")
    expected = ("SOV-22", "A Reflection copies one of your own pieces next to it.")
    assert why(s, f"reflect {space}") == expected


def test_sov_22_it_may_not_decline():
    s = position("""
        ..    A:A^  ..
        A:S^  ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^")
    assert s.objection(0, 9).rule == "SOV-22"
    assert why(s, "reflect -")[0] == "HOUSE-2"


@pytest.mark.parametrize("arrow", "^>v<")
def test_sov_22_it_takes_each_side_as_it_lies_on_the_board(arrow):
    s = position(f"""
        ..    A:D{arrow}  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2>")
    assert ranks(s, "b2") == ranks(s, "b3")


def test_sov_22_it_leaves_the_bonus_of_an_aura_out():
    s = position("""
        ..    A:D^*  ..
        ..    ..     ..    A holds R
        ..    ..     ..
    """)
    play(s, "Rb2^")
    assert ranks(s, "b2") == [6, 4, 3, 2]


def test_sov_22_it_leaves_the_bonuses_of_quadrants_out():
    s = position("""
        A:S^  A:D^  ..
        A:S^  A:S^  ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rc3^")
    assert ranks(s, "c3") == [6, 4, 3, 2]


def test_sov_22_it_keeps_the_ranks_until_the_round_ends():
    s = position("""
        ..    A:D^  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^", "B Sa1^", "A Sa3^", "B Sc1^", "A Sc3^")
    assert ranks(s, "b2") == [6, 4, 3, 2]


def test_sov_22_a_new_round_begins_with_the_printed_ranks():
    s = position("""
        A:R=A^  A:S^  A:S^
        A:S^    A:S^  B:S^   B holds S
        B:S^    ..    B:S^
    """)
    play(s, "B Sb1^", "A order RSSSSSS", "B order SSSSSSS", "B Sa1^", "A Rc3>")
    assert ranks(s, "c3") == [4, 5, 5, 4]


def test_sov_22_it_never_takes_the_ability_of_its_model():
    s = position("""
        ..    A:I^  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    listener = Listener(s)
    play(s, "Rb2^")
    assert listener.heard() == ["placed", "reflected", "drawn"]
    assert s.view(NOBODY)["table"].grid[4].kind == "Reflection"


def test_sov_22_a_copy_of_a_secret_is_no_secret():
    s = position("""
        ..    B:R=S^  ..
        ..    ..      ..   A holds S
        ..    ..      ..
    """)
    play(s, "Sb2<")  # 4 against the 2 that is touched, though the highest rank is 5
    assert owner(s, "b3") == "A"


def test_sov_22_a_scepter_is_allowed_as_a_model():
    s = position("""
        ..    A:C>  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^")
    assert ranks(s, "b2") == [1, 5, 4, 3]


def test_sov_22_a_copy_of_a_scepter_is_no_scepter():
    s = position("""
        ..    B:R=C^  ..
        ..    ..      ..   A holds D
        ..    ..      ..
    """)
    play(s, "Db2^")  # 6 against 3, which is not its lowest
    assert owner(s, "b3") == "A"


@pytest.mark.parametrize("arrow", "^>v<")
def test_sov_27_beside_a_friend_the_way_you_turn_it_makes_no_difference(arrow):
    s = position("""
        ..    A:A<  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, f"Rb2{arrow}")
    assert ranks(s, "b2") == [5, 4, 3, 6]
    assert s.view(NOBODY)["table"].grid[4].turns == 3


def test_sov_27_another_reflection_is_copied_with_the_ranks_it_shows_now():
    s = position("""
        ..    A:R=D>  ..
        ..    ..      ..   A holds R
        ..    ..      ..
    """)
    play(s, "Rb2^")
    assert ranks(s, "b2") == [2, 6, 4, 3]


def test_sov_27_another_reflection_is_copied_without_bonuses():
    s = position("""
        ..    A:R=D>*  ..
        ..    ..       ..  A holds R
        ..    ..       ..
    """)
    play(s, "Rb2^")
    assert ranks(s, "b2") == [2, 6, 4, 3]


def test_sov_27_a_capture_of_the_model_does_not_change_the_copy():
    s = position("""
        ..    A:D^  ..
        ..    ..    ..     A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^", "B Sa3^")  # 4 against 2
    assert owner(s, "b3") == "B"
    assert ranks(s, "b2") == [6, 4, 3, 2]


def test_sov_27_an_aura_on_the_model_does_not_change_the_copy():
    s = position("""
        ..    A:D^    ..
        ..    A:R=D^  ..   A holds A
        ..    ..      ..
    """)
    play(s, "Ac3^")
    assert ranks(s, "b3") == [7, 5, 4, 3]
    assert ranks(s, "b2") == [6, 4, 3, 2]
