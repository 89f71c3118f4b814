"""What can be agreed upon: opening hands, a limit of the hand, the last round, the draft."""

import pytest

from games.trinity.drawing import GAME, asked, city, hand, offered, play, refused
from games.trinity.test_ending import over
from games.trinity.test_warnings import warnings
from trivet.core.bags import total
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE, Ear
from trivet.games.trinity import cards

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


class Heard(Ear):
    def __init__(self):
        self.told = []

    def hear(self, event):
        self.told.append((event.what, event.data[0]))


def test_tri_51_with_the_last_round_one_more_follows_the_round_of_the_last_tile():
    """The ending "last round", and the warning "last round"."""
    s = city("AL BL", ("", ""), act=True, stack="", turn=9, end="last_round")
    s.ear = ear = Heard()
    play(s, "end")
    assert ("closing", 12) in ear.told  # turn 10 ends this round
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
        assert s.view(0)["table"]["this_turn"]["resting"] == ["a2"]
        assert refused(s, "a2-a1").startswith("TRI-30: That Headquarters is new")
    play(s, "end", *["tile H"] * 2, "done")
    while s.mover != 0 or s.step.what != "act":
        play(s, "done" if s.step.what == "develop" else "end" if s.turn >= 0 else "tile H")
    assert "a2-a1" in offered(s)
