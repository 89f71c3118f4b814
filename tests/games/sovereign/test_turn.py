"""SOV-8 to SOV-10, SOV-15: draw, place, and what you may look up meanwhile."""

import pytest

from games.sovereign.drawing import (
    CODEC,
    Listener,
    deck,
    game,
    offered,
    owner,
    play,
    position,
    ranks,
    why,
)
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.games.sovereign.names import ARROWS, CELLS

# --- SOV-8: the draw ------------------------------------------------------------------------------


def test_sov_8_you_draw_the_piece_on_top_of_your_deck():
    s = position(decks=("IRDSSSS", "MAAAAAA"))
    assert s.view(0)["table"].hand == "Insight"
    assert deck(s, "A", viewer=0) == "RDSSSS"


def test_sov_8_you_never_draw_from_your_rivals_deck():
    s = position(decks=("IRDSSSS", "MCASSSS"))
    assert deck(s, "B", viewer=1) == "MCASSSS"
    play(s, "Ia1^", "keep")
    assert s.view(1)["table"].hand == "Mask"


def test_sov_8_you_alone_may_look_at_the_piece_until_you_have_placed_it():
    s = position("B holds M")
    seen = [s.view(viewer)["table"].hand for viewer in (1, 0, NOBODY, EVERYONE)]
    assert seen == ["Mask", "?", "?", "Mask"]


def test_sov_8_the_news_of_a_draw_is_for_you_alone():
    s = position("A holds S", decks=("", "M"))
    listener = Listener(s)
    play(s, "Sb2^")
    drawn = [event for event in listener.events if event.what == "drawn"]
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
    assert s.view(NOBODY)["table"].grid[0].turns == 1
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
    listener = Listener(s)
    play(s, "B Sa1^", "A Rb2^")
    assert listener.heard() == ["placed", "drawn", "placed", "reflected", "taken", "drawn"]


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
    assert tuple(s.objection(1, 0)) == ("HOUSE-1", "It is not your turn.")


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
    listener = Listener(s)
    play(s, "Ib2^", "bury")
    told = [event for event in listener.events if event.to != 0]
    assert [event.what for event in told][:3] == ["placed", "looked", "buried"]
    assert CODEC.news(told[2], ["A", "B"]) == "A put it at the bottom."


def test_sov_15_after_a_shuffle_you_may_look_up_only_which_pieces_are_left():
    s = game("SIRDMAC")
    play(s, "* top M")
    assert deck(s, "A", viewer=0) == "??????"
    view = s.view(0)["table"]
    assert (view.hand, len(view.pieces[0])) == ("Mask", 7)


def test_sov_15_after_a_shuffle_you_do_not_see_what_insight_left_on_top():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C")
    assert deck(s, "B", viewer=1) == "???????"
    assert deck(s, "B", viewer=0) == "C??????"


def test_sov_15_after_a_shuffle_what_insight_left_on_top_is_drawn_next():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "keep")
    assert s.turn == 1
    assert s.view(1)["table"].hand == "Scepter"


def test_sov_15_after_a_shuffle_what_insight_buried_is_not_drawn_next():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "bury")
    assert s.turn == CHANCE
    assert "top C" not in offered(s)
    assert deck(s, "B", viewer=0) == "??????C"
