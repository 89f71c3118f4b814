"""Trinity to look at: what can be touched is there, and nothing is shown that is not known."""

from collections import Counter

import pytest
from conftest import IS_QUICK

from games.trinity.drawing import CODEC, GAME, city, play
from trivet.art import faces
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.core.walk import playout
from trivet.games.trinity.events.rows import TABLE
from trivet.games.trinity.names import SLUGS
from trivet.games.trinity.scene.cards import said

BUTTONS = {"hq", "reposition", "second", "done", "end", "keep", "redraw", "leave", "swap"}
GAMES = 3 if IS_QUICK else 8


def scene(s, viewer):
    return GAME.scene(s.view(viewer))


def things(drawn):
    return {spot.thing for zone in drawn.zones for spot in zone.spots} | {
        piece.thing for zone in drawn.zones for piece in zone.pieces if piece.thing
    }


def pieces(drawn, zone):
    return [piece for one in drawn.zones if one.name == zone for piece in one.pieces]


def walk(seed):
    """Every position of a random game in which a seat is asked."""
    s, dice = GAME.new(2 + seed % 3, {"last_turn": 60}), Dice(seed)
    while s.turn >= CHANCE:
        if s.turn != CHANCE:
            yield s
        s.apply(s.turn, s.sample(s.turn, dice))
    yield s


@pytest.mark.parametrize("seed", range(GAMES))
def test_whatever_is_offered_can_be_touched(seed):
    for s in walk(seed):
        for seat in range(s.seats):
            if s.is_waiting_for(seat):
                there = things(scene(s, seat)) | BUTTONS
                for choice in s.options(seat):
                    assert set(CODEC.touched(s, seat, choice)) <= there


@pytest.mark.parametrize("event", SLUGS)
def test_whatever_an_event_asks_can_be_touched(event):
    hands = ("HHCCI", "CCIIH", "HHHHH")
    s = city("BH . AI\nAL+C AH BC+I\nB+H BL CH", hands, events={"A": [event], "B": ["stakeout"]})
    play(s, f"play {event}")
    dice = Dice(1)
    while s.step.what not in ("develop", "act"):
        if s.turn != CHANCE:
            there = things(scene(s, s.turn)) | BUTTONS
            assert all(set(CODEC.touched(s, s.turn, one)) <= there for one in s.options(s.turn))
            look_over(scene(s, s.turn), s.seats)
        s.apply(s.turn, s.sample(s.turn, dice))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_scene_is_whole_for_every_viewer(seed):
    for place, s in enumerate(walk(seed)):
        if place % 5 == 0 or s.turn == NOBODY:
            for viewer in (NOBODY, EVERYONE, *range(s.seats)):
                look_over(scene(s, viewer), s.seats)


def look_over(drawn, seats):
    assert drawn.zones[0].name == "board"
    assert [note.seat for note in drawn.notes] == list(range(seats))
    ids = Counter(piece.id for zone in drawn.zones for piece in zone.pieces if piece.id)
    assert set(ids.values()) <= {1}
    city, *rest = drawn.zones
    assert {piece.thing for piece in city.pieces} <= {spot.thing for spot in city.spots}
    touched = Counter(spot.thing for zone in drawn.zones for spot in zone.spots)
    touched.update(piece.thing for zone in rest for piece in zone.pieces if piece.thing)
    assert set(touched.values()) == {1}
    for zone in drawn.zones:
        assert zone.label
        assert set(zone.ground.split()) <= set(faces("trinity"))
        for one in (*zone.spots, *zone.pieces):
            assert one.label.strip()
            assert set(one.face.split()) <= set(faces("trinity"))
            assert one.w / 2 <= one.x <= zone.width - one.w / 2, one
            assert one.h / 2 <= one.y <= zone.height - one.h / 2, one


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_a_viewer_cannot_know_changes_nothing(seed):
    for place, s in enumerate(walk(seed)):
        if place % 20 == 0:
            for seat in range(s.seats):
                world = s.imagine(seat, Dice(place))
                assert scene(world, seat) == scene(s, seat)


def test_events_of_others_are_shown_face_down():
    s = city("AH BH", ("H", "C"), events={"B": ["red-tape", "rezoning/A"]})
    drawn = str(scene(s, 0))
    assert "B holds 2 Events: Rezoning" in drawn
    assert "Red Tape" not in drawn
    assert "Red Tape" in str(scene(s, EVERYONE))
    assert "Rezoning" not in str(scene(s, NOBODY))


def test_a_tile_that_someone_has_looked_at_has_its_back_to_the_others():
    s = city("AH", ("H", ""), top="C/B I/A")
    seen = [piece.label for piece in pieces(scene(s, 0), "stacks") if "from the top" in piece.label]
    assert seen == [
        "a tile, number 1 from the top of the Tile stack, seen by B",
        "Industry, number 2 from the top of the Tile stack, seen by A",
    ]


def test_agents_stand_on_each_other():
    s = city("A+HCI AL+C", ("", ""), act=True)
    stack = [piece for piece in pieces(scene(s, NOBODY), "board") if piece.id[:8] == "agent:a1"]
    assert [piece.face for piece in stack] == [
        "slab-industry agent",
        "slab-commerce agent",
        "slab-housing agent",
    ]
    assert [piece.level for piece in stack] == [0, 1, 2]
    assert stack[0].y > stack[1].y > stack[2].y
    assert [mark.text for mark in stack[2].marks] == ["3"]


def test_an_agent_who_has_moved_rests():
    s = city("A+HC .", ("", ""), act=True)
    play(s, "a1-b1")
    agents = {piece.id: piece.face for piece in pieces(scene(s, 0), "board")}
    assert agents == {
        "agent:a1:0": "slab-commerce agent",
        "agent:b1:0": "slab-housing agent rested",
    }


def test_spaces_are_spoken_with_what_stands_there():
    s = city(". . BC+HC\nAL A+HI A+C", ("", ""))
    spoken = {spot.thing: spot.label for spot in scene(s, NOBODY).zones[0].spots}
    assert spoken["cell:a1"] == "a1, Landmark of A, in the zone of A"
    assert (
        spoken["cell:b1"] == "b1, Headquarters of A, 2 Agents: Housing, Industry, in the zone of A"
    )
    assert spoken["cell:c1"] == "c1, Agent of A, who is Commerce, in the zone of A"
    assert spoken["cell:c2"] == (
        "c2, Commerce of B secured by 2 Agents: Housing, Commerce, in the zone of A"
    )
    assert spoken["cell:d4"] == "d4, empty"


def test_notes_tell_landmarks_and_effects():
    s = city("AL+H . AL BL", ("H", ""), events={"A": ["expedited-permits", "red-tape"]})
    play(s, "play expedited-permits", "play red-tape")
    notes = [note.lines for note in scene(s, NOBODY).notes]
    assert notes == [
        ("2 Landmarks, 1 secured", "2 Events a Landmark"),
        ("1 Landmark", "in red tape"),
    ]


def test_a_spectator_has_no_hand():
    s = GAME.new(2)
    playout(s, Dice(1))
    assert [zone.name for zone in scene(s, NOBODY).zones] == ["board", "desks", "stacks"]
    assert [zone.name for zone in scene(s, 0).zones] == ["board", "desks", "stacks", "hand"]


def test_every_event_has_a_card():
    for kind in TABLE:
        assert said(kind.name) == f"{kind.name}, {kind.when}: {' '.join(kind.short)}"


def test_the_drawings_are_small():
    assert sum(len(inside) for _, inside in faces("trinity").values()) < 60_000


@pytest.mark.parametrize(
    ("starter", "grounds"),
    [(0, "corner-a corner-b corner-c-h1"), (1, "corner-a corner-b corner-c"),
     (2, "corner-a-h1 corner-b corner-c")],
)  # fmt: skip
def test_tri_2_a_corner_that_goes_by_the_starting_player_is_drawn(starter, grounds):
    s = GAME.new(3)
    s.starter = starter
    board = next(zone for zone in GAME.scene(s.view(0)).zones if zone.name == "board")
    assert board.ground == f"plan {grounds}"
