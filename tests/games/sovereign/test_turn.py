"""SOV-8 to SOV-15: draw, place, fight, and what you may look up meanwhile."""

import pytest

from games.sovereign.drawing import (
    CODEC,
    Listener,
    control,
    deck,
    game,
    offered,
    owner,
    play,
    position,
    ranks,
    rows,
    why,
)
from trivet.core.game import CHANCE, EVERYONE, NOBODY
from trivet.games.sovereign.notation import ARROWS, CELLS

# --- SOV-8: the draw ------------------------------------------------------------------------------


def test_sov_8_you_draw_the_piece_on_top_of_your_deck():
    s = position(decks=("IRDSSSS", "MAAAAAA"))
    assert s.view(0)["table"]["hand"] == "Insight"
    assert deck(s, "A", viewer=0) == "RDSSSS"


def test_sov_8_you_never_draw_from_your_rivals_deck():
    s = position(decks=("IRDSSSS", "MCASSSS"))
    assert deck(s, "B", viewer=1) == "MCASSSS"
    play(s, "Ia1^", "keep")
    assert s.view(1)["table"]["hand"] == "Mask"


def test_sov_8_you_alone_may_look_at_the_piece_until_you_have_placed_it():
    s = position("B holds M")
    seen = [s.view(viewer)["table"]["hand"] for viewer in (1, 0, NOBODY, EVERYONE)]
    assert seen == ["Mask", "?", "?", "Mask"]


def test_sov_8_the_news_of_a_draw_is_for_you_alone():
    s = position("A holds S", decks=("", "M"))
    ear = Listener(s)
    play(s, "Sb2^")
    drawn = [event for event in ear.events if event.what == "drawn"]
    assert [(event.to, event.data[:2]) for event in drawn] == [(1, (1, 3))]


# --- SOV-9: the placement -------------------------------------------------------------------------


def test_sov_9_any_space_without_a_piece_may_be_chosen_in_four_orientations():
    s = position("""
        A:S^  B:S^  A:S^
        B:S^  ..    B:S^   A holds D
        ..    B:S^  A:S^
    """)
    assert offered(s) == [f"D{space}{arrow}" for space in ("b2", "a1") for arrow in ARROWS]


def test_sov_9_an_empty_grid_offers_every_space():
    found = offered(position("A holds D"))
    assert set(found) == {f"D{space}{arrow}" for space in CELLS for arrow in ARROWS}
    assert len(found) == 36


@pytest.mark.parametrize("space", ["a3", "c1"])
def test_sov_9_a_space_with_a_piece_is_refused(space):
    s = position("""
        A:S^  ..    ..
        ..    ..    ..     A holds D
        ..    ..    B:S^
    """)
    assert why(s, f"D{space}^") == ("SOV-9", "That space is occupied.")


@pytest.mark.parametrize("choice", [-1, 36, 400])
def test_sov_9_there_is_no_tenth_space(choice):
    found = position("A holds D").objection(0, choice)
    assert tuple(found) == ("SOV-9", "The grid has nine spaces and a piece four orientations.")


@pytest.mark.parametrize(
    ("arrow", "expected"),  # as drawn in the rulebook
    [("^", [6, 5, 4, 3]), (">", [3, 6, 5, 4]), ("v", [4, 3, 6, 5]), ("<", [5, 4, 3, 6])],
)
def test_sov_9_a_piece_is_turned_but_never_flipped(arrow, expected):
    s = play(position("A holds A"), f"Ab2{arrow}")
    assert ranks(s, "b2") == expected


def test_sov_9_a_piece_keeps_its_orientation():
    s = play(position("A holds A"), "Aa3>", "Sc1^", "Sb1^", "Sc3^")
    assert s.view(NOBODY)["table"]["grid"][0]["turns"] == 1
    assert ranks(s, "a3") == [3, 6, 5, 4]


@pytest.mark.parametrize("text", ["pass", "-", "keep", "bury", "shuffle"])
def test_sov_9_you_may_not_pass_or_keep_the_piece_back(text):
    assert why(position("A holds D"), text)[0] == "HOUSE-2"


def test_sov_9_you_place_the_piece_you_drew_and_no_other():
    s = position("A holds A")
    assert why(s, "Db2^") == ("SOV-9", "You drew an Aura: you cannot place Discovery now.")
    assert why(s, "Ab2^") is None


# --- SOV-10: the order of a turn ------------------------------------------------------------------


def test_sov_10_a_turn_is_draw_place_ability_captures():
    drawing = """
        ..    A:A>  ..
        ..    ..    B:R^   B holds S
        ..    ..    ..
    """
    s = position(drawing, decks=("R", ""))
    ear = Listener(s)
    play(s, "B Sa1^", "A Rb2^")
    assert ear.heard() == ["placed", "drawn", "placed", "reflected", "taken", "drawn"]


def test_sov_10_a_piece_captured_now_comes_too_late_for_the_ability():
    s = position("""
        ..    B:I^  ..
        ..    ..    B:Rv   A holds A
        A:S^  ..    ..
    """)
    play(s, "Ab2^")
    assert owner(s, "b3") == "A"
    assert ranks(s, "b3") == [6, 4, 3, 3]  # no glow


def test_sov_10_an_ability_can_decide_a_capture_of_the_same_turn():
    s = position("""
        ..    A:A>  ..
        ..    ..    B:R^   A holds R
        ..    ..    ..
    """)
    play(s, "Rb2^")  # the copied 6 beats a 4; its south shows 5, its west 4
    assert ranks(s, "b2") == [3, 6, 5, 4]
    assert owner(s, "c2") == "A"


def test_sov_10_after_the_captures_it_is_your_rivals_turn():
    s = play(position("A holds S"), "Sb2^")
    assert s.turn == 1
    assert s.step.what == "place"


def test_sov_10_the_rival_is_asked_nothing_during_your_turn():
    s = play(position("A holds I"), "Ib2^")
    assert not s.is_waiting_for(1)
    assert tuple(s.objection(1, 0)) == ("HOUSE-1", "Nothing is asked of you right now.")


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
    ear = Listener(s)
    play(s, "Db2^")
    assert "taken" not in ear.heard()


def test_sov_11_captures_are_automatic():
    s = position("""
        ..    B:I^  ..
        ..    ..    B:I^   A holds D
        ..    ..    ..
    """)
    ear = Listener(s)
    play(s, "Db2^")
    taken = [event for event in ear.events if event.what == "taken"]
    assert [event.data[:2] for event in taken] == [(0, 1 << CELLS["b3"] | 1 << CELLS["c2"])]
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
    before = s.view(NOBODY)["table"]["grid"][1]
    play(s, "Db2^")
    after = s.view(NOBODY)["table"]["grid"][1]
    assert after == before | {"owner": 0}


def test_sov_13_a_captured_insight_does_not_look_again():
    s = position("""
        ..    B:I^  ..
        ..    ..    ..     A holds D
        ..    ..    ..
    """)
    ear = Listener(s)
    play(s, "Db2^")
    assert ear.heard() == ["placed", "taken", "drawn"]


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
    ear = Listener(s)
    play(s, "Db2^")
    assert "taken" not in ear.heard()


# --- SOV-15: looking up a deck --------------------------------------------------------------------


def test_sov_15_you_may_look_up_the_order_that_you_arranged():
    s = position(decks=("IRDMACS", ""))
    assert deck(s, "A", viewer=0) == "RDMACS"


def test_sov_15_the_order_shows_what_insight_moved_to_the_bottom():
    s = position("A holds I", decks=("", "RDMACSS"))
    play(s, "Ib2^", "bury")
    assert deck(s, "B", viewer=1) == "MACSSR"  # a Discovery was drawn


def test_sov_15_you_are_told_when_insight_moves_a_piece():
    s = position("A holds I")
    ear = Listener(s)
    play(s, "Ib2^", "bury")
    told = [event for event in ear.events if event.to != 0]
    assert [event.what for event in told][:3] == ["placed", "looked", "buried"]
    assert CODEC.news(told[2], ["A", "B"]) == "A put it at the bottom."


def test_sov_15_after_a_shuffle_you_may_look_up_only_which_pieces_are_left():
    s = game("SIRDMAC")
    play(s, "* top M")
    assert deck(s, "A", viewer=0) == "??????"
    view = s.view(0)["table"]
    assert (view["hand"], len(view["pieces"][0])) == ("Mask", 7)


def test_sov_15_after_a_shuffle_you_do_not_see_what_insight_left_on_top():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C")
    assert deck(s, "B", viewer=1) == "???????"
    assert deck(s, "B", viewer=0) == "C??????"


def test_sov_15_after_a_shuffle_what_insight_left_on_top_is_drawn_next():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "keep")
    assert s.turn == 1
    assert s.view(1)["table"]["hand"] == "Scepter"


def test_sov_15_after_a_shuffle_what_insight_buried_is_not_drawn_next():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "bury")
    assert s.turn == CHANCE
    assert "top C" not in offered(s)
    assert deck(s, "B", viewer=0) == "??????C"
