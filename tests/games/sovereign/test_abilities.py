"""SOV-20 to SOV-28: what the seven types of piece can do."""

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
from trivet.core.game import EVERYONE, NOBODY
from trivet.games.sovereign.notation import CELLS
from trivet.games.sovereign.state import NOTHING


def is_lit(s, space):
    """Whether the piece there has the bonus of an Aura."""
    return s.view(EVERYONE)["table"]["grid"][CELLS[space]]["aura"]


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
    assert s.view(0)["ask"] == "On top of the rival's deck is a Scepter. Leave it, or bury it?"


def test_sov_21_you_do_not_look_at_your_own_deck():
    s = play(position("A holds I", decks=("?RDMACS", "")), "Ib2^")
    assert deck(s, "A", viewer=0) == "??????"


def test_sov_21_you_may_leave_it_there():
    s = play(position("A holds I", decks=("", "CSSSSSS")), "Ib2^", "keep")
    assert s.view(1)["table"]["hand"] == "Scepter"


def test_sov_21_you_may_move_it_to_the_bottom():
    s = play(position("A holds I", decks=("", "CDSSSSS")), "Ib2^", "bury")
    assert s.view(1)["table"]["hand"] == "Discovery"
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
    ear = Listener(s)
    play(s, answer)
    buried = [event for event in ear.events if event.what == "buried"]
    assert [(event.to, event.data[:2]) for event in buried] == [
        (EVERYONE, (0, int(answer == "bury")))
    ]


def test_sov_21_your_rival_is_not_told_what_you_saw():
    s = position("A holds I", decks=("", "?RDMACSS"))
    ear = Listener(s)
    play(s, "Ib2^", "* top C", "bury")
    seen = [event for event in ear.events if event.what == "seen"]
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
    assert s.view(0)["table"]["hand"] == "Scepter"
    assert s.view(NOBODY)["table"]["hand"] == "?"


def test_sov_21_what_you_saw_stays_known_as_a_part_of_the_deck():
    s = play(position("A holds I", decks=("", "CDSSSSS")), "Ib2^", "bury")
    assert s.view(0)["table"]["pieces"][1] == ["Scepter"]


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
    ear = Listener(s)
    play(s, "Rb2^")
    assert ear.heard() == ["placed", "reflected", "drawn"]
    assert s.view(NOBODY)["table"]["grid"][4]["kind"] == "Reflection"


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
    assert s.view(NOBODY)["table"]["grid"][4]["turns"] == 3


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


# --- SOV-23: Mask ---------------------------------------------------------------------------------


def test_sov_23_a_mask_captures_a_rival_beside_it_whatever_the_ranks():
    s = position("""
        ..    B:Iv  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb2v", "mask b3")  # a 3 against a 6
    assert owner(s, "b3") == "A"


def test_sov_23_you_may_decline():
    s = position("""
        ..    B:Iv  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    ear = Listener(s)
    play(s, "Mb2v", "mask -")
    assert owner(s, "b3") == "B"
    assert ear.heard() == ["placed", "declined", "drawn"]


def test_sov_23_it_captures_just_one():
    s = position("""
        ..    B:Iv  ..
        ..    ..    B:D<   A holds M
        ..    ..    ..
    """)
    play(s, "Mb2v")
    assert offered(s) == ["mask b3", "mask c2", "mask -"]
    play(s, "mask c2")
    assert control(s)[:2] == [". B .", ". A A"]


def test_sov_23_it_cannot_do_this_to_a_reflection():
    s = position("""
        ..    B:R^  ..
        B:I<  ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb2v")
    assert offered(s) == ["mask a2", "mask -"]
    expected = ("SOV-23", "A Mask cannot capture a Reflection by its ability.")
    assert why(s, "mask b3") == expected


def test_sov_23_it_cannot_do_this_to_a_scepter():
    s = position("""
        ..    B:C<  ..
        B:I<  ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb2v")
    assert offered(s) == ["mask a2", "mask -"]
    assert why(s, "mask b3") == ("SOV-26", "A Scepter is immune to abilities.")


def test_sov_23_the_reasons_hold_for_the_first_space_too():
    s = position("""
        B:R^  ..    B:I<
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb3^")
    expected = ("SOV-23", "A Mask cannot capture a Reflection by its ability.")
    assert why(s, "mask a3") == expected


@pytest.mark.parametrize("letter", "RCS")
def test_sov_23_with_nothing_to_capture_nothing_is_asked(letter):
    s = position(f"""
        ..    B:{letter}^  ..
        ..    ..    A:I^   A holds M
        ..    ..    ..
    """)
    assert play(s, "Mb2v").turn == 1


@pytest.mark.parametrize("letter", "IDAM")
def test_sov_23_every_other_type_can_be_captured(letter):
    s = position(f"""
        ..    B:{letter}v  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb2v", "mask b3")
    assert owner(s, "b3") == "A"


@pytest.mark.parametrize("space", ["a3", "c1", "b2"])
def test_sov_23_only_a_piece_beside_it_can_be_captured(space):
    s = position("""
        B:D^  B:I^  ..
        ..    ..    ..     A holds M
        ..    ..    B:D^
    """)
    play(s, "Mb2v")
    assert why(s, f"mask {space}") == ("SOV-23", "A Mask captures a piece next to it.")


@pytest.mark.parametrize("space", ["c2", "b1"])
def test_sov_23_only_a_rival_can_be_captured(space):
    s = position("""
        ..    B:I^  ..
        ..    ..    A:D^   A holds M
        ..    ..    ..
    """)
    play(s, "Mb2v")
    assert why(s, f"mask {space}") == ("SOV-23", "There is no piece of your rival's there.")


@pytest.mark.parametrize("choice", [-1, 10, 99])
def test_sov_23_an_answer_that_is_no_space_is_refused(choice):
    s = position("""
        ..    B:I^  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    found = play(s, "Mb2v").objection(0, choice)
    assert tuple(found) == ("SOV-23", "A Mask captures a piece next to it.")


def test_sov_23_a_reflection_can_still_fall_to_the_masks_ranks():
    s = position("""
        ..    B:R^  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb2^")  # 5 against 4
    assert owner(s, "b3") == "A"


def test_sov_23_what_the_mask_leaves_can_still_fall_to_its_ranks():
    s = position("""
        ..    B:I^  ..
        ..    ..    ..     A holds M
        ..    ..    ..
    """)
    play(s, "Mb2^", "mask -")  # 5 against 3
    assert owner(s, "b3") == "A"


# --- SOV-24: Discovery ----------------------------------------------------------------------------


def test_sov_24_a_discovery_captures_a_secret_beside_it_whatever_the_ranks():
    s = position("""
        ..    B:Sv  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    ear = Listener(s)
    play(s, "Db2>")  # a 2 against a 5, and nothing is asked
    assert owner(s, "b3") == "A"
    assert ear.heard() == ["placed", "taken", "drawn"]


def test_sov_24_it_takes_only_one_and_you_pick_which():
    s = position("""
        ..    B:Sv  ..
        B:S^  ..    B:Iv   A holds D
        ..    B:S^  ..
    """)
    play(s, "Db2>")
    assert offered(s) == ["discover b3", "discover a2", "discover b1"]
    play(s, "discover a2")
    assert control(s) == rows("""
        .  B  .
        A  A  A
        .  B  .
    """)  # c2 fell to the 6


@pytest.mark.parametrize("space", ["c2", "a3", "c1", "b2"])
def test_sov_24_nothing_but_a_rival_secret_beside_it_can_be_picked(space):
    s = position("""
        B:S^  B:Sv  ..
        B:S^  ..    B:Iv   A holds D
        ..    A:S^  ..
    """)
    play(s, "Db2>")
    expected = ("SOV-24", "A Discovery captures one of your rival's Secrets next to it.")
    assert why(s, f"discover {space}") == expected
    assert why(s, "discover b1") == expected


def test_sov_24_you_may_not_decline():
    s = position("""
        ..    B:Sv  ..
        B:S^  ..    ..     A holds D
        ..    ..    ..
    """)
    play(s, "Db2>")
    assert s.objection(0, 9).rule == "SOV-24"


def test_sov_24_it_takes_no_other_piece_by_its_ability():
    s = position("""
        ..      B:Iv  ..
        B:R=S^  ..    B:C>   A holds D
        ..      B:D^  ..
    """)
    play(s, "Db2v")  # by rank: 3 against 6, 2 against 3, 6 against 6, 4 against 4
    assert control(s) == rows("""
        .  B  .
        B  A  B
        .  B  .
    """)


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
    ear = Listener(s)
    play(s, "Ab2v")
    assert ear.heard() == ["placed", "drawn"]
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
