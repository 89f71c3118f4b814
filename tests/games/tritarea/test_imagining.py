"""TTA-14: a seat imagines every deal that fits what it has seen, and no other."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from fairness import is_fair

from games.tritarea.drawing import CODEC, SEATS, hand, play, table, tricks, up_to
from trivet.core.dice import Dice
from trivet.core.state import plan
from trivet.games.tritarea.names import card_text
from trivet.games.tritarea.pieces import BLOCKS, DECKS
from trivet.games.tritarea.rules import Declare

WORLDS = 6000


def whole(number, hands, declared=()):
    """A table on which all other cards of the round were played in tricks that are over."""
    s = table(number=number, hands=hands, declared=declared)
    held = " ".join([*hands, *declared]).replace("=0", "").split()
    gone = [face for face in range(36) if DECKS[number] >> face & 1]
    gone = [face for face in gone if card_text(face) not in held]
    assert len(gone) % 4 == 0
    s.tricks = tuple(
        sum(face << 6 * seat for seat, face in enumerate(gone[at : at + 4]))
        for at in range(0, len(gone), 4)
    )
    return s


def begun(s, lead="A"):
    done = s.tricks
    tricks(s, lead, done=len(done))
    s.tricks = done
    for player in s.players:
        player.stock = BLOCKS[s.round] - player.sold
    assert s.audit() == ""
    return s


def deals(s, seat):
    """Every deal that fits a view, by brute force: the cards that were never seen, in the hands as
    large as they are shown."""
    view = s.view(seat)["table"]
    seen = set(view.hands[seat])
    for cards in (*(trick.cards for trick in view.tricks), view.trick, view.declared):
        seen |= {card.card for card in cards if card}
    deck = [card_text(card) for card in range(36) if DECKS[s.round] >> card & 1]
    unseen = [card for card in deck if card not in seen]
    sizes = [0 if other == seat else len(cards) for other, cards in enumerate(view.hands)]
    assert sum(sizes) == len(unseen)
    found = set()
    for order in permutations(unseen):
        at, dealt = 0, []
        for size in sizes:
            dealt.append(" ".join(sorted(order[at : at + size])))
            at += size
        found.add(tuple(dealt))
    return found


def imagined(s, seat, dice):
    """What the others hold in one imagined world."""
    world = s.imagine(seat, dice)
    assert hand(world, SEATS[seat]) == hand(s, SEATS[seat])
    return tuple(
        "" if other == seat else " ".join(sorted(hand(world, SEATS[other]).split()))
        for other in range(4)
    )


def assert_all_and_no_other(s, seat, number):
    """Each of the deals comes up, no other does, and all about equally often (chi-square)."""
    expected = deals(s, seat)
    assert len(expected) == number
    dice = Dice(number)
    seen = Counter(imagined(s, seat, dice) for _ in range(WORLDS))
    assert set(seen) == expected
    assert is_fair(seen, dict.fromkeys(expected, 1))


def test_tta_14_with_two_cards_each_a_seat_imagines_the_90_deals():
    s = begun(whole(1, ("I1 M9", "E3 H7", "M2 E8", "I6 H1")))
    assert_all_and_no_other(s, 0, 90)


def test_tta_14_a_card_on_the_table_is_in_no_hand():
    s = play(begun(whole(1, ("I1 M9", "E3 H7", "M2 E8", "I6 H1")), "B"), "H7")
    assert_all_and_no_other(s, 2, 30)  # B 1 card, A 2, D 2


def test_tta_14_the_cards_left_in_round_2_are_imagined_until_they_are_turned_up():
    s = begun(whole(2, ("I1 M9", "E3 H7", "M2 E8", "I6 H1")))
    play(s, "I1", "E3", "E8", "H1")
    assert s.step.what == "build"
    assert_all_and_no_other(s, 1, 6)


def test_tta_14_declared_cards_are_in_no_hand():
    s = whole(3, ("I1 M9", "E3 H7", "M2 E8", "I6 H5"), declared=("M5", "H4", "I5=0", "E1"))
    assert_all_and_no_other(begun(s), 3, 90)


def test_tta_14_a_sealed_declaration_is_imagined_from_the_imagined_hand():
    s = whole(3, ("I1 M9", "E3 H7", "M2 E8", "I6 H5"))
    s.next(plan(Declare()))
    s.settle()
    s.apply(1, CODEC.read(s, 1, "declare E3"))
    s.apply(0, CODEC.read(s, 0, "declare M9"))
    dice, seen = Dice(9), set()
    for _ in range(WORLDS):
        world = s.imagine(0, dice)
        assert CODEC.write(world, 0, world.said[0]) == "declare M9"
        seen.add((hand(world, "B"), CODEC.write(world, 1, world.said[1]).split()[1]))
    others = ["E3", "H7", "M2", "E8", "I6", "H5"]
    expected = set()
    for held in combinations(sorted(others, key=lambda card: ("IMEH".index(card[0]), card)), 2):
        for card in held:
            for value in ("", "=0", "=10") if card[1] == "5" else ("",):
                expected.add((" ".join(held), card + value))
    assert seen == expected


def test_tta_14_while_cards_are_dealt_those_still_in_the_deck_are_imagined_too():
    s = up_to("deal", 1)
    dice = Dice(4)
    for _ in range(11):  # A has 8 cards, B has 3
        s.apply(-1, s.sample(-1, dice))
    assert [len(hand(s, seat).split()) for seat in SEATS] == [8, 3, 0, 0]
    seen = set()
    for n in range(400):
        world = s.imagine(0, Dice(n))
        assert world.audit() == ""
        assert hand(world, "A") == hand(s, "A")
        seen |= set(hand(world, "B").split())
    assert len(seen) == 24  # all that A has not seen


@pytest.mark.parametrize("number", [1, 2, 3])
def test_tta_14_an_imagined_world_is_whole_and_can_be_played_to_the_end(number):
    s, dice = up_to("build", number), Dice(number)
    for seat in range(4):
        world = s.imagine(seat, dice)
        while not world.is_over():
            assert world.audit() == ""
            world.apply(world.turn, world.sample(world.turn, dice))
        assert abs(sum(world.scores()) - 1) < 1e-9
