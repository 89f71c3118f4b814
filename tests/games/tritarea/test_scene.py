"""Tri*T*Area to look at: what can be touched is there, and nothing is shown that is not known."""

import pytest
from conftest import IS_QUICK

from games.looking import differs, look_over_all, missing, scene, size_of_drawings, things, walk
from games.tritarea.drawing import GAME, table
from trivet.core.dice import Dice
from trivet.core.state import EVERYONE, NOBODY
from trivet.core.walk import playout

WALKS = 2 if IS_QUICK else 8

TOWERS = """
    AB  .   .   DDDDDDDD
    .   ABCDA  .   .
    .   .   .   .
    C   .   .   .
"""


@pytest.mark.parametrize("seed", range(WALKS))
def test_whatever_is_offered_can_be_touched(seed):
    for s in walk(GAME.new(4), Dice(seed)):
        assert not missing(s)


@pytest.mark.parametrize("seed", range(WALKS))
def test_a_scene_is_whole_for_every_viewer(seed):
    for place, s in enumerate(walk(GAME.new(4), Dice(seed))):
        if place % 5 == 0 or s.is_over():
            look_over_all(s)


@pytest.mark.parametrize("seed", range(WALKS))
def test_what_a_viewer_cannot_know_changes_nothing(seed):
    for place, s in enumerate(walk(GAME.new(4), Dice(seed))):
        if place % 10 == 0:
            assert differs(s, Dice(place)) is None


def pieces(s, viewer, start):
    return [
        piece
        for zone in scene(s, viewer).zones
        for piece in zone.pieces
        if piece.id.startswith(start)
    ]


def test_a_tower_stands_on_its_square_and_rises():
    tower = pieces(table(TOWERS), NOBODY, "block:1:b3:")
    assert [piece.owner for piece in tower] == [0, 1, 2, 3, 0]
    assert [piece.thing for piece in tower] == ["cell:b3"] * 5
    heights = [piece.y for piece in tower]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 5


def test_a_height_is_written_on_a_tower_and_the_tallest_stands_out():
    tallies = {piece.id: piece for piece in pieces(table(TOWERS), NOBODY, "tally:")}
    assert {name: one.marks[0].text for name, one in tallies.items()} == {
        "tally:a4": "2", "tally:d4": "8", "tally:b3": "5",
    }  # fmt: skip
    assert {name for name, one in tallies.items() if one.face == "tally-most"} == {"tally:d4"}


def test_no_tower_hides_the_middle_of_the_square_behind_it():
    """So that every square can be seen and touched, however high its neighbours are."""
    s = table("\n".join([" ".join(["ABCDABCDABCD"] * 4)] * 4))
    board = scene(s, NOBODY).zones[0]
    places = {spot.thing: spot for spot in board.spots}
    for piece in board.pieces:
        if piece.id.startswith("block:"):
            for spot in places.values():
                if spot.x == piece.x and spot.y < places[piece.thing].y:
                    assert piece.y - piece.h / 2 > spot.y


def test_squares_are_spoken_with_what_stands_there():
    spoken = {spot.thing: spot.label for spot in scene(table(TOWERS), NOBODY).zones[0].spots}
    assert spoken["cell:a4"] == "a4, Intelligent, 2 high, from the bottom: A B"
    assert spoken["cell:b4"] == "b4, Intelligent, empty"
    assert spoken["cell:c3"] == "c3, Modern, empty, 1 for the first"


def test_a_printed_score_is_inlaid_until_somebody_builds_there():
    spots = {spot.thing: spot for spot in scene(table(TOWERS), NOBODY).zones[0].spots}
    inlaid = {thing for thing, spot in spots.items() if "inlay" in spot.face.split()}
    assert inlaid == {"cell:c3", "cell:b2", "cell:c2", "cell:d1"}


def test_a_kerb_runs_where_two_areas_meet():
    """a4 b4 c4 b3 are Intelligent: b3 has Ecology on its left and below, Modern on its right."""
    spots = {spot.thing: spot for spot in scene(table(), NOBODY).zones[0].spots}
    assert spots["cell:b3"].face == "pave-i kerb-d kerb-1 kerb-a inlay"
    assert spots["cell:b4"].face == "pave-i"


def test_a_plaque_tells_who_would_be_paid():
    s = table("AB . . .\n. . . .\n. . . .\n. . . .")
    spoken = [piece.label for piece in pieces(s, NOBODY, "area:")]
    assert spoken == [
        "Intelligent: 8 for B, 2 for nobody",
        "Modern: 6 for nobody, 4 for nobody",
        "Ecology: 5 for nobody, 5 for nobody",
        "Happiness: 4 for nobody, 6 for nobody",
    ]


def test_hands_are_for_their_owners_and_for_those_who_see_all():
    s = table(hands=("I1 I5", "M2", "E3", "H4"))
    assert {thing for thing in things(scene(s, 0)) if thing.startswith("card:")} == {
        "card:I1", "card:I5",
    }  # fmt: skip
    assert pieces(s, NOBODY, "card:") == []
    assert [piece.id for piece in pieces(s, EVERYONE, "card:")] == [
        "card:I1", "card:I5", "card:M2", "card:E3", "card:H4",
    ]  # fmt: skip


def test_the_sale_lies_on_the_plaza():
    s, dice = GAME.new(4), Dice(1)
    while s.step.what != "sell":
        s.apply(s.turn, s.sample(s.turn, dice))
    offered = [spot for spot in scene(s, s.turn).zones[0].spots if spot.thing.startswith("sell")]
    assert [spot.label for spot in offered][:2] == [
        "Sell no blocks, 0 points",
        "Sell 1 block, 3 points",
    ]
    assert len(offered) == 10
    assert "sell:0" not in things(scene(s, (s.turn + 1) % 4))


def test_notes_tell_points_and_blocks():
    s = table(number=3, stock=(1, 9, 9, 9))
    assert [note.lines for note in scene(s, NOBODY).notes] == [
        ("0 points", "1 block"),
        ("0 points", "9 blocks"),
        ("0 points", "9 blocks"),
        ("0 points", "9 blocks"),
    ]


def test_a_declared_card_is_pinned_to_the_table():
    s = table(number=3, declared=("I7", "H5=10"))
    pinned = [piece for piece in pieces(s, NOBODY, "card:") if "pin" in piece.face.split()]
    assert [(piece.label, piece.owner) for piece in pinned] == [
        ("A declared the Intelligent 7", 0),
        ("B declared the Happiness 5 as 10", 1),
    ]


def test_the_end_has_no_hand():
    s = GAME.new(4)
    playout(s, Dice(1))
    assert [zone.name for zone in scene(s, 0).zones] == ["board"]


def test_the_drawings_are_small():
    assert 5_000 < size_of_drawings("tritarea") < 60_000
