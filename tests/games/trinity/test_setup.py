"""Setting up: TRI-1 to TRI-6."""

import pytest

from games.trinity.drawing import GAME, asked, bag, bottom, hand, held, offered, play, refused
from trivet.core.bags import total
from trivet.core.boards import cells_of
from trivet.games.trinity import cards
from trivet.games.trinity.events.rows import TABLE
from trivet.games.trinity.names import cell_name

LOTS = ("lot H", "lot C")  # A starts
TILES = tuple(f"tile {letter}" for letter in "HHCCIIIHHC")  # A's, then B's
EVENTS = ("event rezoning", "event red-tape", "event stakeout", "event market-crash")


def ready_to_redraw():
    return play(GAME.new(2), *LOTS, *TILES)


def ready_to_draft():
    return play(ready_to_redraw(), "keep", "keep", *EVENTS)


def zones(seats, **options):
    s = GAME.new(seats, options)
    return [{cell_name(cell) for cell in cells_of(s.zone(seat))} for seat in range(seats)]


def test_tri_1_the_box_holds_24_of_each_tile_and_36_events():
    s = GAME.new(2)
    assert s.stack.contents() == bag("H" * 24 + "C" * 24 + "I" * 24)
    assert cards.cards(s.deck) == 36


def test_tri_1_there_are_19_kinds_of_event_and_the_stack_holds_their_copies():
    assert len(TABLE) == 19
    assert sum(kind.copies for kind in TABLE) == 36
    assert [cards.copies(cards.ALL, kind) for kind in range(19)] == [kind.copies for kind in TABLE]
    assert [cards.is_immediate(kind) for kind in range(19)] == [
        kind.when == "Immediate" for kind in TABLE
    ]


def test_tri_2_with_two_players_a_zone_is_the_two_rows_nearest():
    assert zones(2) == [{f"{c}{r}" for c in "abcdefgh" for r in rows} for rows in ("12", "78")]


@pytest.mark.parametrize("seats", [3, 4])
def test_tri_2_with_more_a_zone_is_the_2x2_of_a_corner_clockwise_from_a1(seats):
    """With three and the option `fixed`."""
    corners = [
        {"a1", "b1", "a2", "b2"},
        {"a7", "b7", "a8", "b8"},
        {"g7", "h7", "g8", "h8"},
        {"g1", "h1", "g2", "h2"},
    ]
    assert zones(seats, corners="fixed") == corners[:seats]


def test_tri_3_housing_beats_commerce_beats_industry():
    for lots, starter in ((("H", "C"), 0), (("I", "C"), 1), (("I", "H"), 1)):
        assert play(GAME.new(2), *(f"lot {lot}" for lot in lots)).starter == starter


def test_tri_3_those_tied_for_the_highest_tile_draw_again():
    s = play(GAME.new(3), "lot C", "lot I", "lot C")
    assert asked(s) == "* lot"
    play(s, "lot I", "lot H")  # A and C only
    assert s.starter == 2
    assert asked(s) == "* tile"


def test_tri_3_drawn_tiles_go_to_the_bottom_in_the_order_drawn_openly():
    s = play(GAME.new(3), "lot C", "lot I", "lot C", "lot I", "lot H")
    assert bottom(s) == "CICIH"
    assert s.view(-2)["table"].stack.bottom == [
        "Commerce", "Industry", "Commerce", "Industry", "Housing",
    ]  # fmt: skip


def test_tri_3_a_stack_that_was_drawn_empty_in_ties_is_shuffled_again():
    s = GAME.new(2)
    for _ in range(2):
        play(s, *["lot H", "lot H"] * 12, *["lot C", "lot C"] * 12, *["lot I", "lot I"] * 12)
    assert asked(s) == "* lot"
    assert total(s.stack.unseen) == 72


def test_tri_4_each_draws_five_tiles_from_the_starting_player_on():
    s = play(GAME.new(2), "lot C", "lot H", *TILES)
    assert (hand(s, "B"), hand(s, "A")) == ("HHCCI", "HHCII")


def test_tri_4_hands_of_tiles_are_open_to_all():
    s = ready_to_redraw()
    for viewer in (0, 1, -2):
        assert s.view(viewer)["table"].tycoons[1].hand == [
            "Housing", "Housing", "Commerce", "Industry", "Industry",
        ]  # fmt: skip


def test_tri_5_a_player_may_shuffle_the_whole_hand_into_the_stack_and_draw_five_new():
    s = play(ready_to_redraw(), "redraw")
    assert hand(s, "A") == ""
    assert bottom(s) == ""  # shuffled: nobody knows the bottom any more
    assert total(s.stack.unseen) == 72 - 5
    play(s, *["tile I"] * 5)
    assert hand(s, "A") == "IIIII"


def test_tri_5_the_starting_player_decides_first_and_each_only_once():
    s = ready_to_redraw()
    assert asked(s) == "A redraw"
    play(s, "redraw", *["tile I"] * 5)
    assert asked(s) == "B redraw"
    play(s, "keep")
    assert asked(s) == "* event"  # the draft comes after that


def test_tri_5_nothing_but_the_whole_hand_can_be_exchanged():
    assert refused(ready_to_redraw(), "redraw H").startswith("HOUSE-2: ")


def test_tri_6_each_keeps_one_event_and_passes_the_other_to_the_left():
    s = ready_to_draft()
    play(s, "keep red-tape", "keep stakeout")
    assert held(s, "A") == ["market-crash", "red-tape"]
    assert held(s, "B") == ["rezoning", "stakeout"]


def test_tri_6_with_more_players_left_is_clockwise():
    s = play(GAME.new(3), "lot H", "lot C", "lot C", *["tile H", "tile C", "tile I"] * 5)
    play(s, "keep", "keep", "keep", *EVENTS, "event shell-company", "event urban-renewal")
    play(s, "keep rezoning", "keep stakeout", "keep shell-company")
    assert held(s, "A") == ["rezoning", "urban-renewal"]
    assert held(s, "B") == ["red-tape", "stakeout"]
    assert held(s, "C") == ["market-crash", "shell-company"]


def test_tri_6_the_choice_is_simultaneous():
    s = ready_to_draft()
    assert (s.is_waiting_for(0), s.is_waiting_for(1)) == (True, True)
    play(s, "keep red-tape")
    assert held(s, "A") == ["red-tape", "rezoning"]  # nothing has moved yet
    assert s.has_sealed(0)


def test_tri_6_only_the_events_dealt_can_be_kept():
    assert refused(ready_to_draft(), "keep stakeout").startswith("TRI-6: Keep one of the two")


def test_tri_6_two_events_alike_are_one_choice():
    s = play(ready_to_redraw(), "keep", "keep")
    play(s, "event red-tape", "event red-tape", "event stakeout", "event rezoning")
    assert offered(s) == ["keep red-tape"]
    play(s, "keep red-tape", "keep stakeout")
    assert held(s, "A") == ["red-tape", "rezoning"]


def test_tri_6_the_passer_goes_on_knowing_the_card_passed_and_nobody_else_does():
    s = play(ready_to_draft(), "keep red-tape", "keep stakeout")
    seen = [
        [card.event for card in s.view(viewer)["table"].tycoons[1].events] for viewer in (0, -2)
    ]
    assert seen == [["?", "Rezoning"], ["?", "?"]]


def test_tri_6_even_an_immediate_event_is_tactical_from_now_on():
    s = play(ready_to_draft(), "keep red-tape", "keep stakeout", "tile H", "tile H")
    assert "play market-crash" in offered(s)


def test_tri_6_the_starting_player_has_the_first_turn():
    s = play(ready_to_draft(), "keep red-tape", "keep stakeout", "tile H", "tile H")
    assert asked(s) == "A develop"
