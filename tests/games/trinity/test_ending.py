"""The end: TRI-50 to TRI-54."""

import pytest

from games.trinity.drawing import GAME, Heard, asked, city, landmarks, play


def full(*gaps, tiles="BH"):
    """A city full of a rival's tiles, but for these: (column, row, what is drawn there)."""
    rows = [[tiles] * 8 for _ in range(8)]
    for place, drawn in gaps:
        rows[8 - int(place[1])]["abcdefgh".index(place[0])] = drawn
    return "\n".join(" ".join(row) for row in rows)


def over(s):
    return s.view(-2)["table"].ended_by if s.is_over() else ""


# --- TRI-50, TRI-54 -------------------------------------------------------------------------------


def test_tri_50_the_game_ends_at_once_when_all_spaces_are_occupied():
    s = city(full(("a1", "AC"), ("a2", ".")), ("HC", ""))
    play(s, "Ha2")
    assert over(s) == "TRI-50"


def test_tri_50_an_agent_occupies_its_space_too():
    s = city(full(("a1", "A+HC"), ("a2", ".")), act=True)
    play(s, "a1-a2")
    assert over(s) == "TRI-50"


def test_tri_50_an_agent_that_leaves_its_space_empty_fills_nothing():
    s = city(full(("a1", "A+H"), ("a2", ".")), act=True)
    play(s, "a1-a2")
    assert over(s) == ""


def test_tri_50_landmarks_due_are_built_first():
    s = city(full(("a1", "AC"), ("b1", "."), ("c1", "AI")), ("HC", ""))
    play(s, "Hb1", "event red-tape")
    assert (landmarks(s), over(s)) == ([1, 0], "")  # two spaces have become free


def test_tri_54_the_end_waits_for_the_immediate_events_of_landmarks_due():
    s = city(full(("a1", "AC+I"), ("b1", "."), ("c1", "AI+C")), ("HC", ""))
    play(s, "Hb1")
    assert asked(s) == "* event"
    play(s, "event construction-boom", "tile C", "tile C", "tile C")
    assert over(s) == "TRI-50"  # the Agents left behind fill all spaces


def test_tri_54_then_nothing_more_happens():
    s = city(full(("a1", "AC"), ("a2", ".")), ("HC", ""), events={"A": ["red-tape"]})
    play(s, "Ha2")
    assert asked(s) == "over"


# --- TRI-51 ---------------------------------------------------------------------------------------


def at_the_end(**more):
    """Nothing is left to draw or to place; both hold a Landmark and so are asked."""
    return city("AL BL", ("", ""), act=True, stack="", **more)


def test_tri_51_b_as_many_quiet_turns_as_players_on_an_empty_stack_end_the_game():
    s = at_the_end(turn=9)
    s.began_empty = True
    play(s, "end")
    assert over(s) == ""
    play(s, "done", "end")
    assert over(s) == "TRI-51 b"


def test_tri_51_b_with_three_players_it_takes_three_quiet_turns():
    s = city("AL BL CL", ("", "", ""), act=True, stack="", turn=10)
    s.began_empty = True
    play(s, "end", "done", "end")
    assert over(s) == ""
    play(s, "done", "end")
    assert over(s) == "TRI-51 b"


def test_tri_51_b_a_turn_that_began_with_a_stack_does_not_count():
    s = at_the_end(turn=9)
    s.began_empty = False
    play(s, "end", "done", "end", "done", "end")
    assert over(s) == "TRI-51 b"
    assert s.turns == 9 + 2


@pytest.mark.parametrize(
    ("drawing", "hands", "events", "answers"),
    [
        ("AH BL", ("HC", ""), (), ("Ha2", "done")),  # a tile placed
        ("AL BL", ("", ""), (), ("done", "hq a1", "end")),  # a conversion
        ("AL A+H BC BL", ("", ""), (), ("done", "take c1", "end")),  # a takeover
        ("AH A+H AL BL", ("", ""), (), ("done", "reposition a1 b1", "end")),  # a Reposition
        ("AL BL", ("", ""), ("red-tape",), ("play red-tape", "done", "end")),  # an Event
    ],
)
def test_tri_51_b_what_is_not_quiet(drawing, hands, events, answers):
    s = city(drawing, hands, events={"A": events}, stack="", turn=9)
    s.began_empty, s.quiet_turns = True, 1
    play(s, *answers)
    assert (over(s), s.quiet_turns) == ("", 0)


def test_tri_51_b_moves_alone_are_quiet():
    s = city("A+H . BL", stack="", turn=9, act=True)
    s.began_empty, s.quiet_turns = True, 1
    play(s, "a1-b1", "end")
    assert over(s) == "TRI-51 b"


@pytest.mark.parametrize(("seats", "last"), [(2, 200), (3, 201), (4, 200)])
def test_tri_51_c_the_game_ends_with_the_round_of_the_200th_turn(seats, last):
    s = city("AL BL CL DL"[: 3 * seats - 1], ("",) * seats, stack="", turn=199, act=True,
             mover="ABCD"[198 % seats], end="printed")  # fmt: skip
    while not s.is_over():
        play(s, "done" if s.step.what == "develop" else "end")
    assert (over(s), s.turns) == ("TRI-51 c", last)


def test_tri_51_the_reason_is_announced():
    s = at_the_end(turn=9)
    s.began_empty, s.quiet_turns = True, 1
    listener = Heard(s)
    play(s, "end")
    assert listener.told("over") == [(2, 0, 0, 0)]
    assert GAME.codec.news(listener.events[-1], ["Ann", "Bob"]).startswith("The game is over: ")


def test_tri_51_the_printed_end_alone_can_be_agreed_upon():
    s = at_the_end(turn=9, end="printed", last_turn=12)
    s.began_empty, s.quiet_turns = True, 7
    play(s, "end", "done", "end", "done", "end")
    assert over(s) == ""
    play(s, "done", "end")
    assert over(s) == "TRI-51 c"


def test_tri_51_an_end_with_stack_and_hands_empty_can_be_agreed_upon():
    assert over(play(at_the_end(turn=9, end="empty"), "end")) == "TRI-51 empty"
    left = city("AL BL", ("H", ""), act=True, stack="", turn=9, end="empty")
    assert over(play(left, "end")) == ""
    stack = city("AL BL", ("", ""), act=True, stack="", bottom="HHHHH", turn=9, end="empty")
    assert over(play(stack, "end")) == ""


def test_tri_51_an_end_with_one_round_of_passes_can_be_agreed_upon():
    s = city("AL BL", ("H", "H"), act=True, turn=9, end="passes")
    play(s, "end", *["tile H"] * 3, "done", "end")
    assert over(s) == "TRI-51 passes"


# --- TRI-52 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "hands", "shares"),
    [
        ("AL . AL . BL", ("", "HHH"), [1.0, 0.0]),  # most Landmarks
        ("AL . BL+H", ("HHH", ""), [0.0, 1.0]),  # tied: most secured
        ("AL . BL", ("H", "HH"), [0.0, 1.0]),  # tied: most tiles in hand
        ("AL . BL", ("H", "C"), [0.5, 0.5]),  # tied: shared
        ("AL . A+HCI . BL . BL", ("", ""), [0.0, 1.0]),  # a Headquarters is no Landmark
        ("AL+HH . BL+H", ("", "H"), [0.0, 1.0]),  # a Landmark secured twice is one
        ("AL . A+H . BL", ("", "H"), [0.0, 1.0]),  # an Agent elsewhere secures none
    ],
)
def test_tri_52_most_landmarks_then_most_secured_then_most_tiles_in_hand(drawing, hands, shares):
    s = city(drawing, hands, act=True, stack="", turn=2, last_turn=1)
    assert s.scores() == [0.0, 0.0]
    play(s, "end")
    while not s.is_over():
        play(s, "done" if s.step.what == "develop" else "end")
    assert s.scores() == shares


def test_tri_52_three_may_share():
    s = city("AL BL CL", ("",) * 4, act=True, mover="D", stack="", turn=4, last_turn=1)
    assert s.is_over()  # D had nothing to do
    assert s.scores() == [1 / 3, 1 / 3, 1 / 3, 0.0]


# --- TRI-53 ---------------------------------------------------------------------------------------


def test_tri_53_all_tiles_and_events_are_accounted_for():
    s = city("AL+H BH A+CI", ("HCI", "H"), events={"A": ["red-tape"]}, bottom="HC", top="I/A")
    assert s.audit() == ""


def test_tri_53_a_lost_tile_is_noticed():
    s = city("AL BH", ("HCI", "H"))
    s.tycoons[0].hand -= 1
    assert s.audit() == "the tiles are not 24 of each"


def test_tri_53_a_lost_event_is_noticed():
    s = city("AL BH", ("HCI", "H"), events={"A": ["red-tape"]})
    s.tycoons[0].held = ()
    assert s.audit() == "the Events are not the 36 of the box"


def test_tri_53_two_tiles_on_one_space_are_noticed():
    s = city("AL BH", ("HCI", "H"))
    s.tycoons[1].shops = s.tycoons[1].homes
    assert s.audit() == "two tiles of seat 1 lie on one space"
    s.tycoons[1].shops, s.tycoons[1].homes = 0, s.tycoons[0].marks
    assert s.audit() == "a space is occupied by two"
    s = city("AL BH", ("HCI", "H"))
    s.tycoons[0].posts = s.tycoons[0].marks
    assert s.audit() == "no Agent is where seat 0 has one"
