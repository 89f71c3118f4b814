"""The quick dice: sfc32, number for number, and fair."""

from collections import Counter
from itertools import permutations

import pytest
from fairness import is_fair
from hypothesis import given
from hypothesis import strategies as st

from trivet.core.dice import Dice

ONE_TWO_THREE = 1 | 2 << 32 | 3 << 64
WORD = 2**32


def sfc32(a, b, c, count):
    """The definition: twelve numbers are thrown away, the counter begins with one."""
    found = []
    for counter in range(1, count + 13):
        number = (a + b + counter) % WORD
        a, b, c = b ^ b // 2**9, c * 9 % WORD, (c * 2**21 % WORD + c // 2**11 + number) % WORD
        found.append(number)
    return found[12:]


def test_the_numbers_are_those_that_others_have_published():
    dice = Dice(ONE_TWO_THREE)  # as in the tests of the prng package for Motoko
    found = [dice.bits() for _ in range(4)]
    assert found == [0x736A3B41, 0xB2E53014, 0x3D56E4C7, 0xEDA6A65F]


@given(st.integers(0, 2**96 - 1))
def test_the_numbers_follow_from_the_definition(seed):
    dice = Dice(seed)
    found = [dice.bits() for _ in range(20)]
    assert found == sfc32(seed % WORD, seed // WORD % WORD, seed // WORD**2, 20)


@pytest.mark.parametrize("place", range(96))
def test_every_bit_of_the_seed_matters(place):
    assert Dice(1 << place).bits() != Dice(0).bits()


def test_the_same_seed_rolls_the_same_numbers():
    one, two = Dice(7), Dice(7)
    assert [one.below(100) for _ in range(50)] == [two.below(100) for _ in range(50)]


@given(st.integers(0, 2**40), st.integers(1, 2**30))
def test_below_stays_below(seed, count):
    assert 0 <= Dice(seed).below(count) < count


@given(st.integers(0, 2**40), st.integers(1, 2**30))
def test_below_is_the_share_of_32_random_bits(seed, count):
    assert Dice(seed).below(count) == Dice(seed).bits() * count // WORD


@pytest.mark.parametrize("count", [1, 2, 6, 7, 36])
def test_below_is_fair(count):
    dice = Dice(count)
    counts = Counter(dice.below(count) for _ in range(200 * count))
    assert is_fair(counts, dict.fromkeys(range(count), 1)) if count > 1 else counts == {0: 200}


def test_a_chance_lies_between_zero_and_one():
    dice = Dice(3)
    chances = [dice.chance() for _ in range(5000)]
    assert 0.0 <= min(chances) < max(chances) < 1.0
    assert is_fair(Counter(int(chance * 10) for chance in chances), dict.fromkeys(range(10), 1))


@given(st.integers(0, 2**40), st.lists(st.integers(0, 9)))
def test_a_shuffle_keeps_all_things(seed, things):
    shuffled = things[:]
    Dice(seed).shuffle(shuffled)
    assert Counter(shuffled) == Counter(things)


def test_every_order_of_a_shuffle_is_equally_likely():
    dice, counts = Dice(4), Counter()
    for _ in range(2400):
        things = [0, 1, 2, 3]
        dice.shuffle(things)
        counts[tuple(things)] += 1
    assert is_fair(counts, dict.fromkeys(permutations(range(4)), 1))


def test_an_index_comes_as_often_as_its_odds_say():
    dice, odds = Dice(5), [1, 0, 4, 2]
    counts = Counter(dice.weighted(odds) for _ in range(1400))
    assert is_fair(counts, {0: 1, 2: 4, 3: 2})


def test_a_sure_thing_is_sure():
    assert {Dice(seed).weighted([0, 0, 3]) for seed in range(20)} == {2}
