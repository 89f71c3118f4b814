"""Trehgrannik to look at: all that is asked can be touched, and no hand is given away."""

from collections import Counter
from itertools import chain

import pytest
from conftest import IS_QUICK

from games.trehgrannik.drawing import CODEC, GAME, LAND, position
from trivet.art import DARK, LIGHT, faces, palette, write
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.games.trehgrannik.pieces import CARDS
from trivet.games.trehgrannik.scene.cards import DRAWINGS

SEEDS = range(2 if IS_QUICK else 4)


def drawn(s, viewer):
    return GAME.scene(s.view(viewer))


def everything(scene):
    return [one for zone in scene.zones for one in chain(zone.spots, zone.pieces)]


def found(scene, thing):
    return next(one for one in everything(scene) if one.thing == thing)


def on_the_pad(**more):
    return position(LAND, **({"hands": ("RQ RQ BP", "EL"), "market": "RT IM IR EP"} | more))


def random_game(seed):
    """All positions of it in which somebody is asked, and the last one."""
    s, dice = GAME.new(2 + seed % 3), Dice(seed)
    while not s.is_over():
        if s.turn != CHANCE:
            yield s
        s.apply(s.turn, s.sample(s.turn, dice))
    yield s


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_an_answer_touches_is_on_the_table(seed):
    steps = Counter()
    for s in random_game(seed):
        if s.is_over():
            break
        there = {one.thing for one in everything(drawn(s, s.turn))}
        for choice in s.options(s.turn):
            assert set(CODEC.touched(s, s.turn, choice)) <= there  # so no buttons are needed
        steps[s.step.what] += 1
    assert {"act", "take", "go", "lay", "slot"} <= steps.keys()


def complaints(scene, seats):
    """What is wrong with a scene, whoever looks at it."""
    names = [one.id for zone in scene.zones for one in zone.pieces]
    yield from (f"{name} twice" for name, times in Counter(names).items() if name and times > 1)
    things = Counter(one.thing for one in everything(scene) if one.thing)
    yield from (f"{thing} in two places" for thing, times in things.items() if times > 1)
    if [note.seat for note in scene.notes] != list(range(seats)):
        yield "somebody has no note"
    for zone in scene.zones:
        for one in chain(zone.spots, zone.pieces):
            if not one.label.strip():
                yield f"{one} has no spoken name"
            if set(one.face.split()) - faces("trehgrannik").keys():
                yield f"{one.face} is not drawn"
            left, top = one.x - one.w / 2, one.y - one.h / 2
            if min(left, top, zone.width - one.w - left, zone.height - one.h - top) < 0:
                yield f"{one} is not within {zone.name}"


@pytest.mark.parametrize("seed", SEEDS)
def test_every_viewer_sees_a_whole_table(seed):
    for number, s in enumerate(random_game(seed)):
        if number % 7 and not s.is_over():
            continue
        for viewer in (NOBODY, EVERYONE, *range(s.seats)):
            assert not list(complaints(drawn(s, viewer), s.seats))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_scene_is_the_same_in_all_worlds_that_its_viewer_cannot_tell_apart(seed):
    for number, s in enumerate(random_game(seed)):
        if number % 11 == 0:
            for seat in range(s.seats):
                assert drawn(s.imagine(seat, Dice(number)), seat) == drawn(s, seat)


def test_every_viewer_gets_a_picture_on_light_and_dark():
    *_, end = random_game(1)
    for viewer in (NOBODY, EVERYONE, 0):
        for theme in (LIGHT, DARK):
            assert write(drawn(end, viewer), "trehgrannik", theme).startswith("<svg")


# --- single positions -----------------------------------------------------------------------------


def test_a_hex_is_told_in_words():
    scene = drawn(on_the_pad(at=("d5", "e4", "e4", "e4")), 0)
    assert found(scene, "cell:d5").label == "d5, Sand, module of A, harvester of A"
    assert found(scene, "cell:e4").label == "e4, Landing pad, harvester of B"
    assert found(scene, "cell:a1").label == "a1, Sand, empty"
    assert found(scene, "cell:b5").label == "b5, Rift"


def test_a_card_is_told_in_words():
    scene = drawn(on_the_pad(), 0)
    quarry = found(scene, "hand:Rock Quarry").label
    assert quarry == "Rock Quarry, 2 of them, built anywhere, 1 per empty Rock hex around"
    block = found(scene, "hand:Production Block").label
    assert block == "Production Block, built anywhere, 2 or doubles Production"
    turbine = found(scene, "market:Rock Turbine").label
    assert turbine == "Rock Turbine, built on Rock, 2 per project of yours around"


def test_every_card_of_the_list_has_its_own_looks_in_colour_place_or_icon():
    assert DRAWINGS.keys() == {card.name for card in CARDS}
    assert len(set(DRAWINGS.values())) == len(CARDS)


def test_only_the_owner_sees_a_hand_until_all_cards_are_shown():
    s = on_the_pad()
    for viewer, sees in ((0, False), (NOBODY, False), (1, True), (EVERYONE, True)):
        names = " ".join(one.label for one in everything(drawn(s, viewer)))
        assert ("Engineering Laboratory" in names) is sees


def test_a_known_card_of_a_hand_is_told_beside_the_mat():
    s = on_the_pad(known=("", "EL", "", ""))
    assert found(drawn(s, 0), "mat:B").label.endswith("known in hand: Engineering Laboratory")


def test_a_mat_fills_up_and_lights_up():
    s = on_the_pad(mats=("Leap Free", "Triple Rebate"), foreparts=("RD RD RD", "SD", "", ""))
    pieces = {one.id: one for one in drawn(s, 0).zones[0].pieces}
    assert pieces["forepart:A"].face == "lit leap"
    assert pieces["forepart:B"].face == "hold triple"
    inside = [one.face for name, one in pieces.items() if name.startswith("forepart:B:")]
    assert inside == ["crate-yellow", "socket", "socket"]


def test_a_forepart_and_a_centre_that_are_full_can_be_touched():
    full = {"foreparts": ("RD RD RD", "", "", ""), "centres": ("SD SD ID ID TH", "", "", "")}
    scene = drawn(on_the_pad(mats=("Leap Free", "Triple Rebate"), **full), 0)
    assert found(scene, "leap").label == "Leap, to any hex"
    assert found(scene, "move").label == "Move, no fee"


def test_an_empty_hand_and_an_empty_deck_say_so():
    scene = drawn(on_the_pad(hands=("", "EL"), deck=""), 0)
    assert [mark.text for mark in scene.zones[-1].marks] == ["Your hand is empty"]
    assert found(scene, "deck").label == "The deck is empty"


def test_a_note_tells_points_cards_and_what_is_left_to_build():
    scene = drawn(on_the_pad(coins=(1, 7, 0, 0)), 0)
    assert [note.lines for note in scene.notes] == [
        ("1 point", "3 cards", "15 to build"),
        ("7 points", "1 card", "17 to build"),
    ]


def test_all_drawings_together_stay_light_and_use_colours_that_exist():
    page = {"ink", "paper", "muted", "line", "gold", "print", "seat", *palette("trehgrannik")}
    drawings = [inside for _, inside in faces("trehgrannik").values()]
    assert sum(map(len, drawings)) < 60_000
    for inside in drawings:
        used = {part.split(")")[0] for part in inside.split("var(--")[1:]}
        assert used <= page
