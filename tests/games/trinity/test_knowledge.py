"""What a seat may believe: TRI-6, TRI-16, TRI-17 in imagined worlds."""

from collections import Counter

from games.trinity.drawing import GAME, bottom, city, held, play, top
from trivet.core.dice import Dice
from trivet.games.trinity import cards
from trivet.games.trinity.names import SLUGS


def worlds(s, seat, count=60):
    return [s.imagine(seat, Dice(n)) for n in range(count)]


def test_tri_16_what_a_seat_has_looked_at_is_so_in_all_its_worlds():
    s = city("AH", ("H", ""), top="C/A H/B I/AB")
    found = {top(world)[0] + top(world)[2] for world in worlds(s, 0)}
    assert found == {"CI"}


def test_tri_16_what_it_has_not_looked_at_differs():
    s = city("AH", ("H", ""), top="C/A H/B I/AB")
    assert {top(world)[1] for world in worlds(s, 0)} == {"H", "C", "I"}


def test_tri_16_the_known_bottom_stays_and_the_worlds_are_whole():
    s = city("AH", ("H", ""), top="C/B", bottom="HIC", events={"B": ["red-tape", "*stakeout"]})
    for world in worlds(s, 0):
        assert (bottom(world), world.audit()) == ("HIC", "")


def test_tri_16_who_has_looked_stays_known():
    s = city("AH", ("H", ""), top="C/B")
    assert {world.stack.top[0] & ~3 for world in worlds(s, 0)} == {s.stack.top[0] & ~3}


def test_tri_16_a_single_unseen_tile_can_be_worked_out():
    s = city("AH", ("H", ""), top="C/B", stack="", bottom="HH")
    assert {top(world) for world in worlds(s, 0)} == {"C"}


def test_tri_16_events_in_a_rivals_hand_differ_and_your_own_do_not():
    s = city("AH", ("H", ""), events={"A": ["rezoning"], "B": ["red-tape"]})
    found = worlds(s, 0)
    assert {tuple(held(world, "A")) for world in found} == {("rezoning",)}
    assert len({tuple(held(world, "B")) for world in found}) > 10


def test_tri_6_the_card_passed_is_known_to_the_passer_alone():
    s = city("AH", ("H", "", ""), events={"B": ["*red-tape/A", "*stakeout"]})
    assert all("red-tape" in held(world, "B") for world in worlds(s, 0))
    assert not all("red-tape" in held(world, "B") for world in worlds(s, 2))


def test_tri_6_only_a_card_of_the_draft_can_be_an_immediate_one():
    """TRI-40: a card drawn later and kept is Tactical."""
    s = city("AH", ("H", ""), events={"B": ["red-tape", "*stakeout"]})
    drafted, kept = Counter(), Counter()
    for world in worlds(s, 0, 400):
        for card in world.tycoons[1].held:
            (drafted if card & cards.DRAFTED else kept)[SLUGS[card & cards.KIND]] += 1
    assert drafted["market-crash"]
    assert drafted["construction-boom"]
    assert not kept["market-crash"]
    assert not kept["construction-boom"]


def test_tri_6_what_can_only_be_dealt_in_one_way_is_dealt_so():
    """Two cards are left: the Immediate one must be the one from the draft."""
    s = city("AH", ("H", ""), events={"B": ["rezoning", "*market-crash"]})
    s.discards, s.deck = s.deck, 0
    for world in worlds(s, 0):
        assert world.tycoons[1].held == s.tycoons[1].held


def test_tri_16_every_deal_that_fits_is_equally_likely():
    """One card of two kinds is left: a rival's hand and the Event deck share them."""
    s = city("AH", ("H", ""), events={"B": ["red-tape"]})
    s.tycoons[0].held = tuple(
        sorted(
            kind
            for kind in range(19)
            for _ in range(cards.copies(s.deck, kind) - (SLUGS[kind] in ("stakeout", "rezoning")))
        )
    )
    s.deck = sum(cards.card(SLUGS.index(slug)) for slug in ("stakeout", "rezoning"))
    found = Counter(held(world, "B")[0] for world in worlds(s, 0, 900))
    assert set(found) == {"red-tape", "stakeout", "rezoning"}
    assert max(found.values()) - min(found.values()) < 120  # 300 each, 20 is one sigma


def test_tri_6_what_others_answered_in_secret_is_imagined_anew():
    tiles = ["tile H", "tile C"] * 5
    s = play(GAME.new(2), "lot H", "lot C", *tiles, "keep", "keep")
    play(s, "event rezoning", "event red-tape", "event stakeout", "event union-strike")
    s.apply(1, SLUGS.index("stakeout"))
    kept = {SLUGS[world.said[1]] for world in worlds(s, 0)}
    assert len(kept) > 5
    assert all(world.said[1] in world.options(1) for world in worlds(s, 0))


def test_tri_94_after_a_shuffle_nobody_knows_the_order():
    s = city("AC BC", top="H/A", bottom="HI", events={"A": ["conversion-permit"]})
    play(s, "play conversion-permit", "a1=I")
    assert s.view(0)["table"].stack.top == []
    assert s.view(0)["table"].stack.bottom == []
