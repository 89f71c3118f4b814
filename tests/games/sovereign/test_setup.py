"""SOV-1 to SOV-7: the pieces, and what happens before a turn is played."""

import re
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import pytest

from games.sovereign.drawing import (
    CODEC,
    GAME,
    Listener,
    deck,
    end_round,
    game,
    offered,
    owner,
    play,
    position,
    ranks,
    why,
)
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.games.sovereign.names import LETTERS
from trivet.games.sovereign.pieces import NAMES

RULEBOOK = Path(__file__).parents[3] / "docs" / "rules" / "sovereign.md"
ROW = r"\| (\w+) +\| (\w) +\| (\w+) +\| (\d) +\| (\d) +\| (\d) +\| (\d) +\|"
PIECES = re.findall(ROW, RULEBOOK.read_text())  # name, letter, limit, and four ranks
TIE = """
    A:D^  A:S^  A:S^
    A:S^  ..    B:S^   A holds S
    B:S^  B:S^  B:D^
"""  # four spaces each, and the same total of ranks


# --- SOV-1, SOV-2: ranks --------------------------------------------------------------------------


def test_sov_1_a_rank_is_the_strength_of_one_side_and_of_no_other():
    s = position("""
        ..    B:I^  ..
        ..    ..    ..     A holds D
        ..    B:I^  ..
    """)
    play(s, "Db2^")  # 6 against 3 to the north, 3 against 6 to the south
    assert owner(s, "b3") == "A"
    assert owner(s, "b1") == "B"


def test_sov_2_the_rulebook_lists_all_seven_types():
    assert [row[0] for row in PIECES] == list(NAMES)
    assert "".join(row[1] for row in PIECES) == LETTERS


@pytest.mark.parametrize("row", PIECES, ids=[row[0] for row in PIECES])
def test_sov_2_every_type_has_the_ranks_of_the_rulebook(row):
    s = position(f"A holds {row[1]}")
    play(s, f"{row[1]}b2^")
    assert ranks(s, "b2") == [int(rank) for rank in row[3:]]


def test_sov_2_the_option_ranks_plays_with_another_table():
    table = [[9, 8, 7, 6]] + [[0, 1, 2, 3]] * 6
    s = position("A holds S", ranks=table)
    play(s, "Sb2^")
    assert ranks(s, "b2") == [9, 8, 7, 6]


# --- SOV-3: what a deck may hold ------------------------------------------------------------------


@pytest.mark.parametrize("pieces", [1, 6, 8, 14])
def test_sov_3_a_deck_has_exactly_seven_pieces(pieces):
    found = why(GAME.new(2), f"A build {'S' * pieces}")
    assert found == ("SOV-3", f"A deck has exactly seven pieces, not {pieces}.")


@pytest.mark.parametrize(("letter", "name"), [("M", "Mask"), ("A", "Aura"), ("C", "Scepter")])
def test_sov_3_a_deck_holds_no_more_than_one_of_a_limited_type(letter, name):
    s = GAME.new(2)
    assert why(s, f"A build SSSSSS{letter}") is None
    assert why(s, f"A build SSSSS{letter}{letter}") == (
        "SOV-3",
        f"A deck may hold only one {name}.",
    )


@pytest.mark.parametrize("letter", "SIRD")
def test_sov_3_the_other_four_types_have_no_limit(letter):
    assert why(GAME.new(2), f"A build {letter * 7}") is None


def test_sov_3_the_three_limited_types_may_all_be_in_one_deck():
    assert why(GAME.new(2), "A build SIRDMAC") is None


def test_sov_3_every_lawful_mixture_is_offered_and_no_other():
    lawful = {
        "build " + "".join(deck)
        for deck in combinations_with_replacement(LETTERS, 7)
        if all(deck.count(letter) < 2 for letter in "MAC")
    }
    found = offered(GAME.new(2))
    assert len(found) == 575
    assert set(found) == lawful


@pytest.mark.parametrize("choice", [-1, 575, 10**9])
def test_sov_3_an_answer_that_is_no_deck_is_refused(choice):
    assert tuple(GAME.new(2).objection(0, choice)) == (
        "SOV-3",
        "A deck has exactly seven pieces, at most one Mask, one Aura and one Scepter.",
    )


@pytest.mark.parametrize("row", PIECES, ids=[row[0] for row in PIECES])
def test_sov_3_the_rulebook_prints_the_limits_that_are_kept(row):
    two = why(GAME.new(2), f"A build {row[1]}{row[1]}{'SSSSS' if row[1] != 'S' else 'DDDDD'}")
    assert (two is None) == (row[2] == "none")


# --- SOV-4: built in secret -----------------------------------------------------------------------


def test_sov_4_both_players_build_at_the_same_moment():
    s = GAME.new(2)
    assert [s.is_waiting_for(seat) for seat in (0, 1)] == [True, True]


@pytest.mark.parametrize("first", ["A", "B"])
def test_sov_4_either_player_may_be_ready_first(first):
    s = play(GAME.new(2), f"{first} build SSSIIRR")
    other = "B" if first == "A" else "A"
    assert why(s, f"{first} build SSSIIRR")[0] == "HOUSE-1"
    assert why(s, f"{other} build SSSIIRR") is None


@pytest.mark.parametrize("viewer", [1, NOBODY])
def test_sov_4_a_deck_that_was_built_stays_hidden_while_the_rival_builds(viewer):
    one, two = play(GAME.new(2), "A build SSSIIRR"), play(GAME.new(2), "A build DDDDMAC")
    assert one.view(viewer) == two.view(viewer)
    assert one.view(0) != two.view(0)


@pytest.mark.parametrize("viewer", [1, NOBODY])
def test_sov_4_what_is_in_a_deck_stays_hidden_from_the_others(viewer):
    one, two = game("SSSIIRR", starter="B"), game("DDDDMAC", starter="B")
    assert one.view(viewer) == two.view(viewer)
    assert one.view(0)["table"].pieces != two.view(0)["table"].pieces


@pytest.mark.parametrize("viewer", [1, NOBODY])
def test_sov_4_the_order_of_a_deck_stays_hidden_from_the_others(viewer):
    one = game("SSSSSID", starter="B", arranged=("order ISSSSSD", "shuffle"))
    two = game("SSSSSID", starter="B", arranged=("order DSSSSSI", "shuffle"))
    assert one.view(viewer) == two.view(viewer)
    assert one.view(0) != two.view(0)


def test_sov_4_a_piece_that_was_placed_is_known_to_be_in_the_deck():
    s = position("A holds D", decks=("IIRRAM", ""))
    play(s, "Db2^")
    assert s.view(1)["table"].pieces[0] == ["Discovery"]


# --- SOV-5: arranged or shuffled ------------------------------------------------------------------


def test_sov_5_you_may_arrange_your_deck_in_any_order_or_shuffle_it():
    s = play(GAME.new(2), "A build SSSSIIR", "B build SSSSSSS", "* lot A")
    every = {"order " + "".join(order) for order in permutations("SSSSIIR")}
    found = offered(s)
    assert len(found) == len(every) + 1 == 106
    assert set(found) == every | {"shuffle"}


def test_sov_5_both_players_arrange_at_the_same_moment():
    s = play(GAME.new(2), "A build SSSSIIR", "B build SSSSSSS", "* lot A")
    assert [s.is_waiting_for(seat) for seat in (0, 1)] == [True, True]


def test_sov_5_an_arranged_deck_is_drawn_in_its_order():
    s = game("SSSSIDC", arranged=("order CSDSISS", "shuffle"))
    assert deck(s, "A", viewer=0) == "SDSISS"
    assert s.view(0)["table"].hand == "Scepter"


def test_sov_5_the_top_of_a_shuffled_deck_is_up_to_chance():
    s = game("SSSSIIC")
    assert s.turn == CHANCE
    assert offered(s) == ["top S", "top I", "top C"]
    assert s.odds() == [4, 2, 1]


def test_sov_5_a_shuffled_deck_has_every_piece_just_once():
    s = game("SSSSSSC")
    play(s, "* top C", "Ca3^", "* top S", "Sc1^")
    assert offered(s) == ["top S"]


@pytest.mark.parametrize("order", ["SSSSSIR", "SSSSIIM", "IIIIIII"])
def test_sov_5_only_the_seven_pieces_of_your_own_deck_may_be_ordered(order):
    s = play(GAME.new(2), "A build SSSSIIR", "B build SSSSSSS", "* lot A")
    expected = ("SOV-5", "Order exactly the seven pieces of your deck, or shuffle them.")
    assert why(s, f"A order {order}") == expected


def test_sov_5_an_order_is_allowed_if_it_is_offered_and_only_then():
    s = play(GAME.new(2), "A build SSIIIRC", "B build SSSSSSS", "* lot A")
    offered = set(s.options(0))
    near = {order ^ bit for order in offered for bit in (1, 8, 1 << 18, 1 << 21, 1 << 22)}
    for order in (*offered, *near, -1, 1, 7, 1 << 40):
        assert (s.objection(0, order) is None) == (order in offered), order


def test_sov_5_an_order_has_seven_pieces():
    s = play(GAME.new(2), "A build SSSSIIR", "B build SSSSSSS", "* lot A")
    assert why(s, "A order SSSSII") == ("SOV-3", "A deck has exactly seven pieces, not 6.")


@pytest.mark.parametrize("viewer", [1, NOBODY])
def test_sov_5_while_the_rival_thinks_nobody_sees_which_of_the_two_you_did(viewer):
    ready = ("A build SSSSIIR", "B build SSSSSSS", "* lot A")
    ordered = play(GAME.new(2), *ready, "A order RSSSSII")
    shuffled = play(GAME.new(2), *ready, "A shuffle")
    assert ordered.view(viewer) == shuffled.view(viewer)


@pytest.mark.parametrize("viewer", [1, NOBODY])
def test_sov_5_later_too_nobody_sees_which_of_the_two_you_did(viewer):
    ordered = game("SSSSIIR", starter="A", arranged=("order RSSSSII", "shuffle"))
    shuffled = play(game("SSSSIIR", starter="A"), "* top R")
    assert ordered.view(viewer) == shuffled.view(viewer)
    play(ordered, "Rb2^")
    play(shuffled, "Rb2^")
    assert ordered.view(viewer) == shuffled.view(viewer)


def test_sov_5_the_news_does_not_say_which_of_the_two_you_did():
    news = []
    for answer in ("order RSSSSII", "shuffle"):
        s = play(GAME.new(2), "A build SSSSIIR", "B build SSSSSSS", "* lot B")
        listener = Listener(s)
        play(s, f"A {answer}", "B order SSSSSSS", "Sb2^")
        news.append([event for event in listener.events if event.to != 0])
    assert news[0] == news[1]
    assert [event.what for event in news[0]] == ["arranged", "drawn", "placed"]


# --- SOV-6: between the rounds --------------------------------------------------------------------


def ninth_piece():
    """A places the ninth piece, and B wins the round by five spaces to four."""
    drawing = """
        A:S^  A:S^  A:s^
        B:S^  B:S^  B:S^   A holds S
        B:S^  B:D^  ..
    """
    return play(position(drawing, decks=("MRA", "I")), "Sc1v")


def test_sov_6_after_a_round_the_grid_is_empty():
    s = ninth_piece()
    assert s.view(EVERYONE)["table"].grid == [None] * 9
    assert s.round == 2


def test_sov_6_a_captured_piece_goes_home_to_the_deck_it_came_from():
    s = ninth_piece()
    pieces = s.view(EVERYONE)["table"].pieces
    assert CODEC.how(s, 0).endswith("order SSSSRMA")
    assert [len(seven) for seven in pieces] == [7, 7]
    assert pieces[1] == ["Secret"] * 5 + ["Insight", "Discovery"]


def test_sov_6_before_a_later_round_both_arrange_or_shuffle_again():
    s = ninth_piece()
    assert s.step.what == "arrange"
    assert [s.is_waiting_for(seat) for seat in (0, 1)] == [True, True]
    assert {why(s, "A shuffle"), why(s, "A order AMRSSSS"), why(s, "B order DISSSSS")} == {None}


def test_sov_6_the_seven_pieces_stay_your_deck_for_the_whole_game():
    s = ninth_piece()
    assert why(s, "A order SSSSSSS")[0] == "SOV-5"
    assert why(s, "A build SSSSSSS")[0] == "HOUSE-2"
    play(s, "A order AMRSSSS", "B shuffle")
    assert deck(s, "A", viewer=0) == "MRSSSS"


LOST = "the deck of seat 0 has lost or won pieces"


def spoilt(**changes):
    """What the audit says of a state in which something of A's was changed by hand."""
    s = position("A:S^ B:S^ .. .. .. .. .. .. .. A holds M", decks=("RRDIA", ""))
    assert s.audit() == ""
    for name, value in changes.items():
        setattr(s.sides[0], name, value)
    return s.audit()


def test_sov_6_a_piece_that_gets_lost_is_noticed():
    assert spoilt(deck=[1, 4, 2, 2]) == LOST
    assert spoilt(deck=[5, 1, 4, 2, 2, 0]) == LOST
    assert spoilt(deck=[5, 1, 4, 2, 0]) == LOST  # a Reflection became a Secret
    assert spoilt(deck=[7, 1, 4, 2, 2]) == LOST  # nothing is left to decide
    assert spoilt(bag=1) == LOST


def test_sov_6_a_piece_that_gets_lost_before_the_first_placement_is_noticed():
    s = position("A holds M")
    s.sides[0].deck.pop()
    assert s.audit() == LOST


def test_sov_3_a_deck_beyond_the_limits_is_noticed():
    two_masks = position("A:S^ B:S^ .. .. .. .. .. .. .. A holds M", decks=("RRDIM", ""))
    assert two_masks.audit() == LOST


def test_sov_40_a_space_held_by_both_or_by_nobody_is_noticed():
    assert spoilt(held=0b11) == "a space is held by both, or by nobody"
    assert spoilt(held=0b00) == "a space is held by both, or by nobody"


def test_sov_6_a_grid_that_does_not_hold_what_was_placed_is_noticed():
    assert spoilt(placed=0) == "the grid does not hold what was placed"


@pytest.mark.parametrize(("built", "is_whole"), [(7, True), (6, False), (8, False)])
def test_sov_6_between_the_rounds_a_deck_has_seven_pieces(built, is_whole):
    s = play(position(TIE), "Sb2^")
    s.sides[0].built = built  # Secrets
    assert (s.audit() == "") is is_whole


# --- SOV-7: who starts ----------------------------------------------------------------------------


@pytest.mark.parametrize(("lot", "seat"), [("A", 0), ("B", 1)])
def test_sov_7_a_lot_decides_who_starts_the_first_round(lot, seat):
    s = game("SSSSSSS", "SSSSSSS", starter=lot, arranged=["order SSSSSSS"] * 2)
    assert s.turn == seat
    assert s.view(NOBODY)["table"].starter == seat


def test_sov_7_the_lot_is_even():
    s = play(GAME.new(2), "A build SSSSSSS", "B build SSSSSSS")
    assert s.turn == CHANCE
    assert offered(s) == ["lot A", "lot B"]
    assert s.odds() == [1, 1]


def test_sov_7_the_loser_of_a_round_starts_the_next_one():
    s = play(position(TIE), "Sb2^")  # A started
    assert [side.won for side in s.sides] == [1, 0]
    play(s, "A order SSSSSSD", "B order SSSSSSD")
    assert s.turn == 1


def test_sov_7_the_loser_starts_even_after_starting_the_round_that_was_lost():
    s = ninth_piece()  # A started
    assert [side.won for side in s.sides] == [0, 1]
    play(s, "A order AMRSSSS", "B order SSSSSDI")
    assert s.turn == 0


@pytest.mark.parametrize("starter", [0, 1])
def test_sov_7_if_nobody_won_the_player_who_did_not_start_starts_the_next(starter):
    s = position(TIE)
    s.starter = starter
    end_round(s)
    assert [side.won for side in s.sides] == [0, 0]
    assert s.starter == 1 - starter


@pytest.mark.parametrize("starter", [0, 1])
def test_sov_7_with_the_option_alternate_the_players_take_turns_at_starting(starter):
    s = position(TIE, alternate=True)
    s.starter = starter
    play(s, "Sb2^")
    assert [side.won for side in s.sides] == [1, 0]
    assert s.starter == 1 - starter


def test_sov_7_alternating_starters_take_no_notice_of_a_round_that_nobody_won():
    s = position(TIE, alternate=True)
    end_round(s)
    assert s.starter == 1


@pytest.mark.parametrize("round_", [1, 2])
@pytest.mark.parametrize("winner", [0, 1])
def test_sov_7_with_the_option_third_by_lot_a_lot_decides_who_starts_the_third_round(
    round_, winner
):
    s = position(TIE, third_by_lot=True)
    s.round = round_
    play(s, "Sb2^")
    if round_ == 1:
        assert s.step.what == "arrange"
        return
    assert (s.step.what, s.turn) == ("lot", CHANCE)
    assert GAME.strategy.value(s)[0] > 0.5  # it has won a round, and nobody starts yet
    s.apply(CHANCE, winner)
    assert (s.step.what, s.round, s.starter) == ("arrange", 3, winner)
