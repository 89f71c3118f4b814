"""What every scene owes its viewers."""

from collections import Counter

from trivet.art import faces
from trivet.core.state import CHANCE, EVERYONE, NOBODY


def walk(s, dice):
    """Every position of a random game in which a seat is asked, and the last one."""
    while not s.is_over():
        if s.turn != CHANCE:
            yield s
        s.apply(s.turn, s.sample(s.turn, dice))
    yield s


def scene(s, viewer):
    return s.game.scene(s.view(viewer))


def things(drawn):
    found = {one.thing for zone in drawn.zones for one in (*zone.spots, *zone.pieces)}
    return found - {""}


def missing(s):
    """What is to be touched by a seat that is asked and lies nowhere on its table."""
    found = set()
    for seat in range(s.seats):
        if s.is_waiting_for(seat):
            there = things(scene(s, seat))
            for choice in s.options(seat):
                found |= set(s.game.codec.touched(s, seat, choice)) - there
    return found


def look_over(s, viewer):
    """A scene is whole: named, drawn, within its zones, and nothing is there twice."""
    drawn, game = scene(s, viewer), s.game.name
    assert drawn.zones[0].name == "board"
    assert [note.seat for note in drawn.notes] == list(range(s.seats))
    ids = Counter(piece.id for zone in drawn.zones for piece in zone.pieces if piece.id)
    assert [one for one, times in ids.items() if times > 1] == []
    spots = Counter(spot.thing for zone in drawn.zones for spot in zone.spots)
    assert [one for one, times in spots.items() if times > 1] == []
    for zone in drawn.zones:
        assert zone.label.strip()
        assert set(zone.ground.split()) <= set(faces(game))
        for mark in zone.marks:
            assert 0 <= mark.x <= zone.width, mark
            assert 0 <= mark.y <= zone.height, mark
        for one in (*zone.spots, *zone.pieces):
            assert one.label.strip()
            assert one.face
            assert set(one.face.split()) <= set(faces(game))
            assert one.w / 2 <= one.x <= zone.width - one.w / 2, one
            assert one.h / 2 <= one.y <= zone.height - one.h / 2, one


def look_over_all(s):
    for viewer in (NOBODY, EVERYONE, *range(s.seats)):
        look_over(s, viewer)


def differs(s, dice):
    """A viewer whose scene tells apart two worlds that the viewer cannot tell apart."""
    for seat in range(s.seats):
        world = s.imagine(seat, dice)
        if scene(world, seat) != scene(s, seat):
            return seat
    return None


def size_of_drawings(game):
    return sum(len(inside) for _, inside in faces(game).values())
