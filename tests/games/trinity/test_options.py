"""What can be agreed upon: opening hands, a limit of the hand, the last round, the draft."""

import pytest

from games.trinity.drawing import GAME, asked, city, drawn, hand, like, offered, play, refused
from games.trinity.test_ending import over
from games.trinity.test_warnings import warnings
from trivet.core.bags import total
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE, EventListener
from trivet.games.trinity import cards
from trivet.games.trinity.names import CELLS
from trivet.games.trinity.pieces import RED_TAPE

CODEC = GAME.codec

UNEVEN = {"hands": [[4, 6], [4, 5, 6], [4, 5, 6, 7]]}


def after_the_deal(seats, options, seed=1):
    """A game up to the first question that is not put to chance, and the dice."""
    s, dice = GAME.new(seats, options), Dice(seed)
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, dice))
    return s


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tri_4_opening_hands_can_differ_by_turn_order(seats):
    s = after_the_deal(seats, UNEVEN)
    held = [total(s.tycoons[(s.starter + place) % seats].hand) for place in range(seats)]
    assert held == UNEVEN["hands"][seats - 2]


def test_tri_5_a_new_hand_has_as_many_tiles_as_the_old_one():
    s = play(GAME.new(2, UNEVEN), "lot H", "lot C", *["tile H"] * 4, *["tile C"] * 6, "keep")
    assert GAME.codec.ask(s, 1).startswith("Keep these six tiles, or shuffle them")
    play(s, "redraw", *["tile I"] * 6)
    assert hand(s, "B") == "IIIIII"


def test_tri_10_the_draw_stops_at_the_limit_of_the_hand():
    s = city("AL . BL", ("H", "HHHHH"), act=True, turn=9, hand_limit=6)
    play(s, "end", "tile C")
    assert (asked(s), hand(s, "B")) == ("B develop", "HHHHHC")


def test_tri_10_who_has_more_than_the_limit_keeps_it_and_draws_nothing():
    s = city("AL . BL", ("H", "HHHHHHH"), act=True, turn=9, hand_limit=6)
    play(s, "end")
    assert (asked(s), hand(s, "B")) == ("B develop", "HHHHHHH")


class Heard(EventListener):
    def __init__(self):
        self.told = []

    def on_event(self, event):
        self.told.append((event.what, event.data[0]))


def test_tri_51_with_the_last_round_one_more_follows_the_round_of_the_last_tile():
    """The ending "last round", and the warning "last round"."""
    s = city("AL BL", ("", ""), act=True, stack="", turn=9, end="last_round")
    s.listener = listener = Heard()
    play(s, "end")
    assert ("closing", 12) in listener.told  # turn 10 ends this round
    assert warnings(s) == [("TRI-51", "The last round: 3 turns left, turn 12 is the last.")]
    play(s, "done", "end", "done", "end")
    assert over(s) == ""
    play(s, "done", "end")
    assert over(s) == "TRI-51 last_round"
    assert s.ending() == "last round"


def test_tri_51_tiles_that_come_back_do_not_put_off_the_last_round():
    s = city("AL BL", ("", ""), act=True, stack="", turn=9, end="last_round")
    play(s, "end")
    s.stack.bury(0)
    play(s, "done", "end")
    assert s.final_turn == 12


def test_tri_6_the_draft_can_be_without_immediate_events():
    seen = set()
    for seed in range(40):
        s, dice = after_the_deal(4, {"tactical_draft": True}, seed), Dice(seed)
        while s.step.what == "redraw" or s.turn == CHANCE:
            s.apply(s.turn, 0 if s.turn != CHANCE else s.sample(CHANCE, dice))
        assert s.step.what == "draft"
        for tycoon in s.tycoons:
            seen |= {held & cards.KIND for held in tycoon.held}
        world = s.imagine(0, dice)
        assert world.view(0) == s.view(0)
        assert not any(cards.is_immediate(h & cards.KIND) for t in world.tycoons for h in t.held)
    assert len(seen) > 12
    assert not any(cards.is_immediate(kind) for kind in seen)


def after_the_draft(seats, options, seed=1):
    """A game in the first turn, after everybody kept an Event."""
    s, dice = after_the_deal(seats, options, seed), Dice(seed)
    while s.step.what != "develop":
        s.apply(s.turn, s.sample(s.turn, dice))
    return s


@pytest.mark.parametrize("options", [{}, {"tactical_draft": True}])
def test_tri_17_a_card_from_any_draft_is_known_to_be_from_it(options):
    """With `tactical_draft` such cards were shown as drawn in play."""
    s = after_the_draft(3, options)
    for tycoon in s.view(EVERYONE)["table"].tycoons:
        assert [one.drafted for one in tycoon.events] == [True, True]


@pytest.mark.parametrize("options", [{}, {"tactical_draft": True}])
def test_tri_17_of_a_drafted_card_and_another_one_alike_the_player_picks(options):
    s = after_the_draft(2, options)
    me = s.tycoons[s.mover]
    me.held = (RED_TAPE, cards.DRAFTED | RED_TAPE)
    assert [one.words for one in offered_events(s)] == [
        "Play Red Tape (drawn in play)", "Play Red Tape (from the draft)",
    ]  # fmt: skip
    assert [one.text for one in offered_events(s)] == ["play red-tape", "play red-tape 2"]
    assert "'play red-tape 2'" in CODEC.how(s, s.mover)


def offered_events(s):
    written = CODEC.options(s, s.mover, s.options(s.mover))
    return [one for one in written if one.text.startswith("play")]


def test_tri_17_a_world_with_a_tactical_draft_has_no_immediate_events_in_hands():
    s = after_the_draft(4, {"tactical_draft": True})
    for seed in range(30):
        world = s.imagine(0, Dice(seed))
        assert world.view(0) == s.view(0)
        assert not any(cards.is_immediate(h & cards.KIND) for t in world.tycoons for h in t.held)


def test_tri_6_a_draft_without_immediate_events_goes_on_as_usual():
    s, dice = after_the_deal(3, {"tactical_draft": True}), Dice(5)
    while not s.is_over():
        s.apply(s.turn, s.sample(s.turn, dice))
        assert s.audit() == ""
    assert s.view(EVERYONE)["options"] == {"tactical_draft": True}


@pytest.mark.parametrize("slow", [False, True])
def test_tri_30_by_option_a_new_headquarters_acts_from_the_next_turn(slow):
    s = city("AL AH BC\n. . .", ("", ""), act=True, turn=9, slow_agents=slow)
    play(s, "hq a2")
    acts = {"a2-a1", "reposition b2 a2"} & set(offered(s))
    assert acts == (set() if slow else {"a2-a1", "reposition b2 a2"})
    if slow:
        assert s.view(0)["table"].this_turn.resting == ["a2"]
        assert refused(s, "a2-a1").startswith("TRI-30: That Headquarters is new")
    play(s, "end", *["tile H"] * 2, "done")
    while s.mover != 0 or s.step.what != "act":
        play(s, "done" if s.step.what == "develop" else "end" if s.turn >= 0 else "tile H")
    assert "a2-a1" in offered(s)


SECURED = "AL . . AH\n. . . .\nA+HC . . BL"


def test_tri_31_by_option_an_agent_secures_any_property_of_its_owner():
    s = city(SECURED, ("", ""), act=True, turn=9, secure_anywhere=True)
    assert {text for text in offered(s) if text.startswith("secure")} == {"secure a3", "secure d3"}
    play(s, "secure d3")
    assert drawn(s) == like("AL . . AH+h\n. . . .\nA+C . . BL")


def test_tri_31_by_option_moves_go_to_empty_spaces_only():
    s = city("AL .\nA+HC .", ("", ""), act=True, turn=9, secure_anywhere=True)
    assert {"a1-b1", "secure a2"} <= set(offered(s))
    assert refused(s, "a1-a2").startswith("TRI-30")


def test_tri_31_by_option_it_is_asked_from_where_the_agent_comes():
    s = city("AL . A+I\nA+HC . .", ("", ""), act=True, turn=9, secure_anywhere=True)
    play(s, "secure a2")
    assert asked(s) == "A commit"
    assert GAME.codec.ask(s, 0) == "An Agent shall secure a2: from which space?"
    assert offered(s) == ["commit c2", "commit a1"]
    assert refused(s, "commit b1").startswith("TRI-31")
    play(s, "commit c2")
    assert drawn(s) == like("AL+i .\nA+HC .")
    assert (asked(s), s.is_quiet) == ("A act", True)  # TRI-51  moves are quiet


def test_tri_31_by_option_an_agent_that_has_moved_secures_nothing_more():
    s = city("AL . AH\nA+h . .", ("", ""), act=True, turn=9, secure_anywhere=True)
    assert refused(s, "secure a2") == "TRI-31: You have no Agent elsewhere that has not moved."
    assert refused(s, "secure b1") == "TRI-31: You have no tile or Landmark on that space."


def test_tri_31_without_the_option_only_what_lies_beside_is_secured():
    s = city(SECURED, ("", ""), act=True, turn=9)
    assert not [text for text in offered(s) if text.startswith("secure")]
    assert refused(s, "secure d3").startswith("TRI-12")


@pytest.mark.parametrize("phase", ["tied_up", "on_strike"])
@pytest.mark.parametrize("quiet", [False, True])
def test_tri_51_a_turn_of_which_an_event_skips_a_phase_is_not_quiet(phase, quiet):
    s = city("AL BL", ("", "H"), act=True, stack="", turn=9, skips_are_quiet=quiet)
    s.began_empty = True
    setattr(s.tycoons[1], f"is_{phase}", True)
    play(s, "end")
    assert s.quiet_turns == 1
    while not s.is_over() and s.mover == 1:
        play(s, "done" if s.step.what == "develop" else "end")
    assert over(s) == ("TRI-51 b" if quiet else "")


def test_tri_2_with_three_the_corner_opposite_the_starting_player_is_nobodys():
    corners = ["a1", "a8", "h8", "h1"]
    s = GAME.new(3)
    for starter in range(3):
        s.starter = starter
        zones = [s.zone(seat) for seat in range(3)]
        mine = [next(c for c in corners if zone >> CELLS[c] & 1) for zone in zones]
        empty = next(corner for corner in corners if corner not in mine)
        assert corners.index(empty) == (corners.index(mine[starter]) + 2) % 4
        clockwise = [corners.index(mine[(starter + place) % 3]) for place in range(3)]
        assert [(at - clockwise[0]) % 4 for at in clockwise] == [0, 1, 3]


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tri_31_and_tri_2_whole_games_with_the_options_go_by_the_rules(seats):
    options = {"secure_anywhere": True, "corners": "fixed"}
    for seed in range(20):
        s, dice = GAME.new(seats, options), Dice(seed)
        while not s.is_over():
            choice = s.sample(s.turn, dice)
            assert choice in s.options(s.turn)
            s.apply(s.turn, choice)
            assert s.audit() == ""
