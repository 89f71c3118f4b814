"""How Events are drawn, held and played: TRI-40 to TRI-44."""

from games.trinity.drawing import (
    Heard,
    asked,
    city,
    discards,
    hand,
    held,
    offered,
    play,
    refused,
)
from trivet.core.sets import size
from trivet.games.trinity import cards
from trivet.games.trinity.events.cards import EFFECTS
from trivet.games.trinity.events.rows import TABLE

READY = "AC AH ."  # an Industry on b2 or c1 completes a Landmark


def test_tri_40_an_immediate_event_is_shown_to_all_resolved_and_discarded():
    s = city(READY, ("I", ""))
    listener = Heard(s)
    play(s, "Ic1", "event construction-boom", "tile H", "tile H", "tile H")
    assert listener.to("turned_up") == [-3]
    assert (hand(s, "A"), discards(s), held(s, "A")) == ("HHH", ["construction-boom"], [])


def test_tri_40_a_tactical_event_is_kept_hidden():
    s = city(READY, ("I", ""))
    listener = Heard(s)
    play(s, "Ic1", "event red-tape")
    assert listener.to("earned") == [-3]
    assert listener.told("earned") == [(0, 0, 0, 0)]  # who, not what
    assert listener.to("got") == [0]
    assert s.view(1)["table"].tycoons[0].events[0].event == "?"


def test_tri_40_not_on_the_turn_it_was_drawn():
    s = play(city(READY, ("IH", "")), "Ic1", "event red-tape")
    assert refused(s, "play red-tape") == (
        "TRI-40: You drew Red Tape this turn: it can be played from your next turn on."
    )
    play(s, "done", "end", *["tile I"] * 2, "done", *["tile I"] * 2)
    assert "play red-tape" in offered(s)


def test_tri_40_a_card_held_before_can_be_played_although_another_was_drawn():
    s = play(city(READY, ("IH", ""), events={"A": ["red-tape"]}), "Ic1", "event red-tape")
    assert "play red-tape" in offered(s)
    assert "play red-tape" not in offered(play(s, "play red-tape"))


def test_tri_40_any_number_may_be_held_and_played_in_both_phases():
    s = city("AH BH", ("H", ""), events={"A": ["red-tape", "union-strike", "insurance-claim"]})
    play(s, "play red-tape", "play insurance-claim", "done", "play union-strike")
    assert (held(s, "A"), discards(s)) == ([], ["insurance-claim", "red-tape", "union-strike"])


def test_tri_40_playing_a_card_shows_it_and_cannot_be_taken_back():
    s = city("AH BH", ("H", ""), events={"A": ["red-tape"]})
    before = s.revealed
    assert play(s, "play red-tape").revealed > before


def test_tri_40_only_events_that_are_held():
    assert refused(city("AH", ("H", "")), "play red-tape") == "TRI-40: You do not hold Red Tape."


def test_tri_40_only_on_your_own_turn():
    s = city("AH BH", ("H", ""), events={"B": ["red-tape"]})
    assert refused(s, "play red-tape", "B") == "HOUSE-1: It is not your turn."


def test_tri_40_whoever_holds_an_event_is_asked_playable_or_not():
    s = play(city("AH BH", ("H", ""), events={"A": ["double-agent"]}), "done")
    assert offered(s) == ["end"]  # passing this over would tell what is held


def test_tri_41_an_empty_stack_takes_the_discards_in():
    s = city(READY, ("IH", ""), discards=["red-tape"])
    s.tycoons[1].held = tuple(kind for kind in range(19) for _ in range(cards.copies(s.deck, kind)))
    s.deck = 0
    listener = Heard(s)
    play(s, "Ic1")
    assert len(listener.told("reshuffled")) == 1
    assert offered(s) == ["event red-tape"]


def test_tri_41_a_card_that_is_being_resolved_is_not_among_them():
    """TRI-83 lets two Events be drawn: the Boom that comes first cannot come again."""
    s = city(READY, ("IH", ""), discards=["construction-boom"])
    s.tycoons[1].held = tuple(kind for kind in range(19) for _ in range(cards.copies(s.deck, kind)))
    s.deck, s.permits = 0, 1
    play(s, "Ic1", "event construction-boom")
    assert discards(s) == []
    play(s, "tile H", "tile H", "tile H")
    assert offered(s) == ["event construction-boom"]  # now it has been discarded


def test_tri_41_without_discards_there_is_no_event():
    s = city(READY, ("IH", ""))
    s.tycoons[1].held = tuple(kind for kind in range(19) for _ in range(cards.copies(s.deck, kind)))
    s.deck = 0
    play(s, "Ic1")
    assert (asked(s), held(s, "A")) == ("A develop", [])


def test_tri_42_an_event_that_could_do_nothing_may_not_be_played():
    s = city("AL", ("H", ""), events={"A": ["rezoning"]})
    assert refused(s, "play rezoning") == (
        "TRI-42: You have no basic tile without an Agent in the city."
    )


def test_tri_42_an_immediate_event_that_could_do_nothing_fizzles():
    s = city(READY, ("I", ""))
    listener = Heard(s)
    play(s, "Ic1", "event market-crash")
    assert listener.told("fizzled") == [(0, 0, 0, 0)]
    assert discards(s) == ["market-crash"]


def test_tri_42_what_can_be_done_in_part_is_done_in_part():
    s = play(city(READY, ("I", ""), stack="H", bottom="C"), "Ic1", "event construction-boom")
    play(s, "tile H")
    assert hand(s, "A") == "HC"


def test_tri_42_every_kind_gives_a_reason_when_it_can_do_nothing():
    for kind, effect in enumerate(EFFECTS):
        s = city("AL", ("", ""), events={"A": ["insurance-claim"]}, stack="", act=True)
        s.tycoons[0].is_insured = True
        s.tycoons[1].is_on_strike = s.tycoons[1].is_tied_up = True
        may = effect.can(s, 0)
        assert may == (TABLE[kind].name == "Expedited Permits"), TABLE[kind].name
        assert may or TABLE[kind].lacking.endswith(".")
        assert effect.rule == TABLE[kind].rule


def test_tri_43_an_immediate_event_drawn_on_a_rivals_turn_is_yours():
    s = city("BC BH BC\nAH .  .", ("H", ""), events={"A": ["hostile-rezoning"]})
    play(s, "play hostile-rezoning", "c2=I", "event construction-boom", *["tile C"] * 3)
    assert (hand(s, "A"), hand(s, "B")) == ("H", "CCC")


def test_tri_43_a_tactical_one_can_be_played_from_your_next_turn_on():
    s = city("BC BH BC\nAH .  .", ("H", ""), events={"A": ["hostile-rezoning"]})
    play(s, "play hostile-rezoning", "c2=I", "event red-tape", "done", "tile H", "tile H")
    assert asked(s) == "B develop"
    assert "play red-tape" in offered(s)


def test_tri_44_effects_of_this_turn_end_unused_with_it():
    s = city("AH BH", ("HH", ""), events={"A": ["shell-company", "expedited-permits"]})
    play(s, "play shell-company", "play expedited-permits")
    assert (s.shells, s.permits) == (1, 1)
    play(s, "done", "tile H")
    assert (s.shells, s.permits, s.mover) == (0, 0, 1)


def test_tri_44_until_your_next_turn_ends_as_that_turn_begins_before_the_draw():
    s = city("AH BH", ("H", "H"), events={"A": ["insurance-claim"]})
    play(s, "play insurance-claim", "done", "tile H", "tile H")
    assert s.tycoons[0].is_insured
    play(s, "done")
    assert asked(s) == "* tile"
    assert not s.tycoons[0].is_insured


def test_the_bags_of_cards_count_right():
    assert size(cards.ODD) == 19
    assert [cards.nth_card(cards.ALL, n) for n in (0, 1, 2, 35)] == [0, 0, 1, 18]
