"""Who sees what (SOV-4, SOV-5, SOV-8, SOV-15, SOV-21), and what a seat may believe."""

import json
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from fairness import is_fair

from games.sovereign.drawing import GAME, game, letter, play, position
from trivet.core.dice import Dice
from trivet.core.seen import as_text
from trivet.core.state import EVERYONE, NOBODY
from trivet.core.walk import fault, playout, wander
from trivet.games.sovereign.seen import TileSeen

VIEWERS = {"A": 0, "B": 1, "a spectator": NOBODY, "open cards": EVERYONE}
LAST = """
    A:S^  A:S^  A:S^
    A:S^  B:S^  B:S^   A holds I
    B:S^  B:S^  ..
"""


def look(s, viewer):
    return s.view(VIEWERS[viewer])["table"]


def letters(names):
    return "".join(letter(name) for name in names)


# --- what is left, what was looked at, what came out before ---------------------------------------


def test_sov_15_the_owner_of_a_shuffled_deck_sees_which_pieces_are_left():
    s = position("A:S^ .. .. .. .. .. .. .. .. A holds I", decks=("?CMDDR", ""))
    left = {viewer: letters(look(s, viewer).left[0]) for viewer in VIEWERS}
    assert left == {"A": "RMDDC", "B": "", "a spectator": "", "open cards": "RMDDC"}


def test_sov_15_what_is_left_includes_what_insight_left_on_top():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "bury", "* top M")
    assert letters(look(s, "B").left[1]) == "SSRDAC"


@pytest.mark.parametrize(("answer", "expected"), [("keep", [True]), ("bury", [False])])
def test_sov_21_everyone_can_follow_the_piece_that_was_looked_at(answer, expected):
    s = play(position("A holds I"), "Ib2^", answer)
    shown = {viewer: look(s, viewer).hand_shown for viewer in VIEWERS}
    assert list(shown.values()) == expected * 4
    buried = [answer == "bury"]
    assert look(s, "B").shown == [[False] * 6, [False] * 5 + buried]


def test_sov_21_two_states_that_look_the_same_to_a_seat_are_imagined_alike():
    kept = play(game(starter="B", b="SSSIIRR"), "* top I", "Ib2^", "* top S", "keep")
    moved = play(game(starter="B", b="SSSIIRR"), "* top I", "Ib2^", "* top S", "bury", "* top S")
    assert kept.view(0) != moved.view(0)  # A was told where the piece went that B has seen
    for s in (kept, moved):
        world = s.imagine(0, Dice(1))
        assert as_text(world.view(0)) == as_text(s.view(0))


def test_sov_4_what_came_out_of_a_deck_in_an_earlier_round_is_remembered():
    s = play(position(LAST, decks=("", "?MC")), "Ic1v", "* top C", "bury")
    before = {viewer: look(s, viewer).rounds[0][1] for viewer in VIEWERS}
    assert {letters(seen.placed) for seen in before.values()} == {"SSSS"}
    assert {viewer: letters(seen.seen) for viewer, seen in before.items()} == {
        "A": "C", "B": "?", "a spectator": "?", "open cards": "C",
    }  # fmt: skip


def test_sov_15_the_owner_of_an_arranged_deck_remembers_what_the_rival_saw():
    s = play(position(LAST, decks=("", "CM")), "Ic1v", "bury")
    assert letters(look(s, "B").rounds[0][1].seen) == "C"


# --- the frame ------------------------------------------------------------------------------------


def test_a_view_says_whose_it_is():
    s = GAME.new(2)
    assert [s.view(viewer)["viewer"] for viewer in VIEWERS.values()] == [0, 1, "public", "open"]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everyone_sees_who_has_answered_and_who_is_waited_for(viewer):
    view = play(GAME.new(2), "B build SSSIIRR").view(VIEWERS[viewer])
    assert (view["waiting"], view["answered"]) == ([0], [1])


def test_a_sealed_answer_is_shown_to_who_gave_it():
    s = play(GAME.new(2), "B build SSSIIRR")
    said = {viewer: s.view(seat)["said"] for viewer, seat in VIEWERS.items()}
    assert said == {"A": "", "B": "build SSSIIRR", "a spectator": "", "open cards": ""}


def test_only_who_is_asked_sees_the_question():
    s = position("B holds M")
    steps = {viewer: s.view(seat)["step"] for viewer, seat in VIEWERS.items()}
    assert steps == {"A": "", "B": "place", "a spectator": "", "open cards": ""}


def test_the_end_and_its_scores_are_in_every_view():
    s = position(LAST, number=2, won=(1, 0))
    assert not s.view(NOBODY)["over"]
    play(s, "Ic1v", "keep")
    for viewer in VIEWERS.values():
        view = s.view(viewer)
        assert (view["over"], view["scores"], view["waiting"]) == (True, [1.0, 0.0], [])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_is_ready_for_json(viewer):
    s = GAME.new(2)
    while not s.is_over():
        view = s.view(VIEWERS[viewer])
        assert GAME.read_view(json.loads(as_text(view))) == view
        wander(s, 1, Dice(s.revealed))


# --- the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everyone_sees_the_grid(viewer):
    s = position("""
        A:S^  A:S>  ..
        A:S^  A:i^  ..
        ..    ..    B:R=D<*
    """)
    grid = look(s, viewer).grid
    assert grid[2] is None
    assert grid[1] == TileSeen("Secret", 0, 1, [2, 6, 5, 3], quadrants=1, aura=False)
    assert grid[8] == TileSeen("Reflection", 1, 3, [5, 4, 3, 7], quadrants=0, aura=True)


def test_everyone_sees_how_the_game_stands():
    table = look(position("B holds S", number=2, won=(1, 0)), "a spectator")
    assert (table.round, table.won, table.mover) == (2, [1, 0], 1)


def test_everyone_sees_the_terms():
    table = look(game(alternate=True, play_on=True), "a spectator")
    assert (table.alternate, table.play_on, table.printed[6]) == (True, True, [5, 4, 3, 1])


def decks(s, owner):
    """A deck as each viewer sees it, in letters."""
    return {viewer: letters(look(s, viewer).decks["AB".index(owner)]) for viewer in VIEWERS}


@pytest.mark.parametrize(
    ("deck", "answers", "expected"),  # as seen by A, B, a spectator, and with open cards
    [
        ("CDMSSSS", [], ["???????", "CDMSSSS", "???????", "CDMSSSS"]),
        ("?CDMSSSS", [], ["???????", "???????", "???????", "???????"]),
        ("CDMSSSS", ["Ib2^"], ["C??????", "CDMSSSS", "???????", "CDMSSSS"]),
        ("?CDMSSSS", ["Ib2^", "* top C"], ["C??????", "???????", "???????", "C??????"]),
        ("CDMSSSS", ["Ib2^", "bury"], ["?????C", "MSSSSC", "??????", "MSSSSC"]),
        (
            "?CDMSSSS",
            ["Ib2^", "* top C", "bury", "* top D"],
            ["?????C", "??????", "??????", "?????C"],
        ),
        ("CDMSSSS", ["Ib2^", "keep"], ["??????", "DMSSSS", "??????", "DMSSSS"]),
    ],
)
def test_sov_4_and_15_who_sees_what_of_a_deck_that_an_insight_looks_into(deck, answers, expected):
    s = play(position("A holds I", decks=("", deck)), *answers)
    assert list(decks(s, "B").values()) == expected


@pytest.mark.parametrize(("answer", "seen"), [("keep", "Scepter"), ("bury", "?")])
def test_sov_8_and_21_the_rival_knows_the_hand_only_by_insight(answer, seen):
    s = play(position("A holds I", decks=("", "CDMSSSS")), "Ib2^", answer)
    assert look(s, "A").hand == seen
    assert look(s, "a spectator").hand == "?"


def test_there_is_no_hand_while_an_ability_is_carried_out():
    s = play(position("A holds I"), "Ib2^")
    assert (look(s, "A").hand, look(s, "A").mover) == ("", None)


def known(s, owner):
    """What each viewer knows to be in a deck, in letters."""
    return {viewer: letters(look(s, viewer).pieces["AB".index(owner)]) for viewer in VIEWERS}


def test_sov_4_a_rival_knows_what_was_placed_and_what_insight_saw():
    s = play(position("A holds I", decks=("", "CDMSSSS")), "Ib2^", "bury", "B Da1^")
    assert known(s, "B") == {
        "A": "DC", "B": "SSSSMDC", "a spectator": "", "open cards": "SSSSMDC",
    }  # fmt: skip


def test_sov_4_a_piece_seen_and_then_placed_is_one_piece():
    s = play(position("A holds I", decks=("", "CDMSSSS")), "Ib2^", "keep", "B Ca1^")
    assert known(s, "B")["A"] == "C"


def test_sov_4_a_captured_piece_is_known_to_be_of_the_deck_it_came_from():
    s = play(position("A holds D", decks=("", "I")), "Db2^", "B Ib3^", "keep")
    play(s, "A Sa1^")
    assert (known(s, "B")["A"], known(s, "A")["B"]) == ("I", "SD")


@pytest.mark.parametrize(("order", "expected"), [("SSSSSCM", "SSSSC"), ("MSSSSSC", "SSSSMC")])
def test_sov_4_what_was_known_in_an_earlier_round_stays_known(order, expected):
    s = play(position(LAST, decks=("", "CM")), "Ic1v", "bury")
    assert known(s, "B")["A"] == "SSSSC"
    play(s, "A shuffle", f"B order {order}", f"B {order[0]}a1^")
    assert known(s, "B")["A"] == expected


# --- what a seat may believe ----------------------------------------------------------------------


def every_deck_with(pieces):
    """SOV-3  All lawful decks that hold these pieces."""
    return [
        "".join(deck)
        for deck in combinations_with_replacement("SIRMDAC", 7)
        if not Counter(pieces) - Counter(deck) and all(deck.count(one) < 2 for one in "MAC")
    ]


def worlds(s, seat, count, what):
    """What so many imagined worlds of a seat show."""
    return Counter(what(s.imagine(seat, Dice(n * 7919))) for n in range(count))


def deck_of_b(s):
    return "".join(sorted(letters(look(s, "open cards").pieces[1]), key="SIRMDAC".index))


FIVE_SEEN = """
    B:S^  B:S^  B:I^
    ..    ..    ..     A holds S
    B:M^  ..    B:C^
"""


def test_sov_4_every_deck_that_fits_what_was_seen_is_equally_likely():
    s = position(FIVE_SEEN, decks=("", "RR"))
    possible = every_deck_with("SSIMC")
    assert len(possible) == 14
    assert is_fair(worlds(s, 0, 2800, deck_of_b), dict.fromkeys(possible, 1))


def test_sov_4_before_anything_was_seen_all_575_decks_are_possible():
    s = game(starter="B", arranged=("shuffle", "order SSSIIRR"))
    assert is_fair(worlds(s, 0, 5750, deck_of_b), dict.fromkeys(every_deck_with(""), 1))


def test_sov_4_the_last_pieces_of_a_deck_may_all_be_known():
    s = position(FIVE_SEEN.replace("..    ..    ..", "B:R^  ..    B:R^"))
    assert set(worlds(s, 0, 20, deck_of_b)) == {"SSIRRMC"}


def test_sov_4_the_rivals_hand_may_be_any_of_the_pieces_not_seen():
    s = play(position(FIVE_SEEN, decks=("", "DR")), "Sb1^")  # B has drawn
    hands = worlds(s, 0, 200, lambda world: look(world, "B").hand)
    assert set(hands) == {"Secret", "Insight", "Reflection", "Discovery", "Aura"}


def test_sov_4_in_a_deck_that_is_known_every_piece_may_be_drawn():
    s = position("B holds S", decks=("", "SSSRMC"), number=2)
    s.sides[1].placed_before = (s.sides[1].built,)  # as if all seven had been seen in round 1
    hands = worlds(s, 0, 700, lambda world: look(world, "B").hand)
    assert is_fair(hands, {"Secret": 4, "Reflection": 1, "Mask": 1, "Scepter": 1})


def test_sov_5_a_rivals_deck_is_imagined_as_if_shuffled():
    s = position("A holds S", decks=("", "CDMSSSS"))
    world = s.imagine(0, Dice(1))
    assert letters(look(world, "B").decks[1]) == "???????"


def test_sov_21_what_you_saw_you_know_in_every_world():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "bury", "* top M")
    bottoms = worlds(s, 0, 50, lambda world: look(world, "open cards").decks[1][-1])
    assert set(bottoms) == {"Scepter"}


def test_sov_21_a_hand_that_you_saw_you_know_in_every_world():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "keep")
    assert set(worlds(s, 0, 50, lambda world: look(world, "B").hand)) == {"Scepter"}


def test_sov_15_the_owner_of_a_shuffled_deck_does_not_know_what_insight_saw():
    s = play(position("A holds I", decks=("", "?RRSSSSC")), "Ib2^", "* top C")
    tops = worlds(s, 1, 700, lambda world: look(world, "A").decks[1][0])
    assert is_fair(tops, {"Secret": 4, "Reflection": 2, "Scepter": 1})


def test_sov_15_what_insight_saw_is_none_of_the_pieces_drawn_since():
    s = play(position("A holds I", decks=("", "?RRSSSSC")), "Ib2^", "* top R", "bury", "* top C")
    bottoms = worlds(s, 1, 600, lambda world: look(world, "A").decks[1][-1])
    assert is_fair(bottoms, {"Secret": 4, "Reflection": 2})


def test_sov_15_the_owner_of_an_arranged_deck_knows_what_insight_saw():
    s = play(position("A holds I", decks=("", "CRRSSSS")), "Ib2^", "bury")
    bottoms = worlds(s, 1, 50, lambda world: look(world, "A").decks[1][-1])
    assert set(bottoms) == {"Scepter"}


def test_sov_15_the_owner_who_draws_it_knows_what_insight_saw():
    s = play(position("A holds I", decks=("", "?RRSSSSC")), "Ib2^", "* top C", "keep")
    assert set(worlds(s, 1, 50, lambda world: look(world, "A").hand)) == {"Scepter"}


def test_sov_15_what_insight_saw_in_an_earlier_round_stays_unknown_after_a_shuffle():
    s = play(position(LAST, decks=("", "?SMC")), "Ic1v", "* top C", "bury")
    seen = worlds(s, 1, 300, lambda world: look(world, "A").rounds[0][1].seen[0])
    assert is_fair(seen, {"Secret": 1, "Mask": 1, "Scepter": 1})  # B placed four Secrets


def test_sov_15_two_pieces_that_insight_saw_are_two_of_the_pieces_not_placed():
    drawing = """
        A:S^  A:S^  A:S^
        ..    B:S^  B:S^   A holds I
        B:S^  ..    ..
    """
    s = play(position(drawing, decks=("I", "?SSMC")), "Ia2^", "* top C", "bury", "* top S")
    play(s, "B Sb1^", "A Ic1v", "* top M", "bury")  # the ninth piece
    seen = worlds(s, 1, 300, lambda world: letters(look(world, "A").rounds[0][1].seen))
    assert is_fair(seen, {"SM": 1, "SC": 1, "MC": 1})


def test_sov_15_what_insight_saw_in_an_earlier_round_stays_known_after_an_arrangement():
    s = play(position(LAST, decks=("", "CSM")), "Ic1v", "bury", "A shuffle", "B shuffle", "* top S")
    seen = worlds(s, 1, 50, lambda world: look(world, "A").rounds[0][1].seen[0])
    assert set(seen) == {"Scepter"}


def test_sov_21_what_you_saw_in_an_earlier_round_is_in_every_deck_you_imagine():
    s = play(
        position(LAST, decks=("", "?SMC")), "Ic1v", "* top C", "bury", "A shuffle", "B shuffle"
    )
    assert is_fair(worlds(s, 0, 600, deck_of_b), dict.fromkeys(every_deck_with("SSSSC"), 1))


def test_a_sealed_deck_is_imagined_anew_and_your_own_is_not():
    s = play(GAME.new(2), "A build SSSIIRR")
    assert len(worlds(s, 1, 300, lambda world: world.said[0])) > 200
    assert len(worlds(s, 0, 20, lambda world: world.said[0])) == 1


def test_a_sealed_order_is_imagined_for_the_deck_that_is_imagined():
    s = play(GAME.new(2), "A build SSSIIRR", "B build SSSSSSS", "* lot A", "A order RRIISSS")
    for number in range(50):
        world = s.imagine(1, Dice(number))
        assert world.said[0] in world.options(0)


# --- what holds for every imagined world ----------------------------------------------------------


def states(games, stride=1):
    """States of random games, at any point where a seat is asked."""
    for number in range(games):
        s = GAME.new(2)
        while not s.is_over():
            if s.turn >= 0:
                yield s
            wander(s, stride, Dice(number * 1000 + s.revealed))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_cannot_tell_an_imagined_world_from_the_real_one(seat):
    for s in states(8):
        assert s.imagine(seat, Dice(s.revealed)).view(seat) == s.view(seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_piece_is_lost_in_an_imagined_world(seat):
    for s in states(4, stride=3):
        world = s.imagine(seat, Dice(s.revealed))
        assert world.audit() == ""
        assert fault(world, Dice(1), 500) == ""


def test_to_imagine_changes_nothing():
    for s in states(2):
        before = s.view(EVERYONE)
        s.imagine(0, Dice(1))
        s.imagine(1, Dice(1))
        assert s.view(EVERYONE) == before


def everything(s):
    return as_text([s.view(viewer) for viewer in VIEWERS.values()])


@pytest.mark.parametrize("seat", [0, 1])
def test_what_looks_the_same_to_a_seat_is_imagined_alike(seat):
    imagined, alike = {}, 0
    for number in range(30):
        for s in narrow_game(Dice(number)):
            seen, world = as_text(s.view(seat)), everything(s.imagine(seat, Dice(7)))
            alike += seen in imagined
            assert imagined.setdefault(seen, world) == world
    assert alike > 100


def narrow_game(dice):
    """A game with few decks and one way to place, so that many states look the same to a seat."""
    s = play(GAME.new(2), "A build SSSSIII", "B build SSSSSII", f"* lot {'AB'[dice.below(2)]}")
    while not s.is_over() and s.round < 3:
        if s.step.what == "place":
            s.apply(s.turn, s.options(s.turn)[0])
        elif s.step.what == "arrange":
            s.apply(s.turn, s.options(s.turn)[-dice.below(3)])
        else:
            s.apply(s.turn, s.sample(s.turn, dice))
        if s.turn >= 0:
            yield s


def test_a_copy_goes_its_own_way():
    for s in states(4, stride=4):
        before, twin = everything(s), s.copy()
        assert everything(twin) == before
        playout(twin, Dice(3))
        assert everything(s) == before


def test_a_copy_plays_on_like_the_original():
    for s in states(8, stride=5):
        twin = s.copy()
        assert wander(twin, 12, Dice(9)) == wander(s, 12, Dice(9))
        assert everything(twin) == everything(s)


def test_sov_25_in_a_copy_too_the_bonus_of_an_aura_ends():
    s = position("A:S^* .. .. .. .. .. .. .. .. A holds S")
    twin = play(s.copy(), "Sc1^")
    assert not look(twin, "A").grid[0].aura
