"""Warnings of the end: TRI-50 and TRI-51, as every viewer reads them."""

from games.trinity.drawing import city, play
from games.trinity.test_ending import full
from trivet.core.ink import Ink
from trivet.core.state import NOBODY


def warnings(s, viewer=NOBODY):
    return [(warning["rule"], warning["text"]) for warning in s.view(viewer)["warnings"]]


def at_the_end(seats=2, **more):
    """Nothing is left to draw or to place."""
    s = city(" ".join(f"{seat}L" for seat in "ABC"[:seats]), ("",) * seats, act=True, **more)
    s.began_empty = True
    return s


QUIET = "Tile stack empty: two more quiet turns end the game."


def test_tri_51_the_end_by_quiet_turns_is_told_as_soon_as_the_stack_is_empty():
    """The warning "quiet"."""
    s = at_the_end(stack="")
    assert warnings(s) == [("TRI-51", QUIET)]
    play(s, "end")
    assert warnings(s) == [("TRI-51", "Tile stack empty: one more quiet turn ends the game.")]
    play(s, "done", "end")
    assert s.is_over()
    assert warnings(s) == []


def test_tri_51_a_turn_that_was_not_quiet_starts_the_count_again():
    s = at_the_end(stack="")
    s.quiet_turns = 1
    s.is_quiet = False
    assert warnings(s) == [("TRI-51", QUIET)]


def test_tri_51_nothing_is_told_while_tiles_are_left():
    assert warnings(city("AL BL", ("", ""), act=True, turn=9)) == []


def test_tri_51_passes_in_a_row_are_counted_by_that_option():
    """The warning "passes"."""
    s = at_the_end(3, end="passes")
    assert warnings(s) == []
    play(s, "end")
    s.is_quiet = True
    assert warnings(s) == [("TRI-51", "The game ends after two more quiet turns.")]


def test_tri_51_empty_hands_end_the_game_by_that_option():
    """The warning "empty"."""
    s = at_the_end(end="empty", stack="")
    text = "Tile stack empty: empty hands of all players end the game."
    assert warnings(s) == [("TRI-51", text)]


def test_tri_51_the_turns_of_the_last_rounds_are_counted():
    """The warning "last turn": the round is played to its end."""
    assert warnings(city("AL BL", turn=196, act=True)) == []
    s = city("AL BL CL", ("", "", ""), turn=196, act=True)
    assert warnings(s) == [("TRI-51", "6 turns left: turn 201 is the last.")]


def test_tri_50_the_last_empty_spaces_are_counted():
    """The warning "full city"."""
    s = city(full(("a1", "AC"), ("a2", ".")), ("HC", ""))
    assert warnings(s) == [("TRI-50", "1 empty space left: a full city ends the game.")]


def test_everybody_reads_the_same_in_view_scene_and_picture():
    s = at_the_end(stack="")
    ink = Ink(has_colour=False, has_unicode=True)
    for viewer in (0, 1, NOBODY):
        view = s.view(viewer)
        assert warnings(s, viewer) == [("TRI-51", QUIET)]
        assert [warning.text for warning in s.game.whole_scene(view).warnings] == [QUIET]
        assert s.game.whole_picture(view, "AB", ink)[-1] == f"! {QUIET} TRI-51"
    assert QUIET in s._repr_svg_()
