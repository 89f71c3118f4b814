"""SOV-23 and SOV-24: what Masks and Discoveries can do."""

import pytest

from games.sovereign.drawing import (
    Listener,
    control,
    offered,
    owner,
    play,
    position,
    rows,
    why,
)

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
    listener = Listener(s)
    play(s, "Mb2v", "mask -")
    assert owner(s, "b3") == "B"
    assert listener.heard() == ["placed", "declined", "drawn"]


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
    listener = Listener(s)
    play(s, "Db2>")  # a 2 against a 5, and nothing is asked
    assert owner(s, "b3") == "A"
    assert listener.heard() == ["placed", "taken", "drawn"]


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
