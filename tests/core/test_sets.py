"""Sets of small numbers, held against Python's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.core.sets import bit, each, has, is_several, lowest, nth, set_of, size

members = st.sets(st.integers(0, 61))
MOST = 62


@given(members)
def test_a_set_has_the_members_it_was_made_of(found):
    assert each(set_of(list(found))) == sorted(found)


@given(members)
def test_a_set_is_the_sum_of_its_bits(found):
    assert set_of(list(found)) == sum(2**member for member in found)


@given(members)
def test_a_member_may_be_named_twice(found):
    assert set_of([*found, *found]) == set_of(list(found))


@given(members)
def test_the_size_is_the_number_of_members(found):
    assert size(set_of(list(found))) == len(found)


@given(members, st.integers(0, 61))
def test_a_set_has_its_members_and_no_others(found, member):
    assert has(set_of(list(found)), member) is (member in found)


@given(members)
def test_two_or_more_are_several(found):
    assert is_several(set_of(list(found))) is (len(found) > 1)


@given(members.filter(bool))
def test_members_are_counted_from_the_lowest(found):
    whole = set_of(list(found))
    assert [nth(whole, n) for n in range(len(found))] == sorted(found)
    assert lowest(whole) == min(found)


@given(members, members)
def test_sets_are_joined_and_met_like_any_ints(one, two):
    first, second = set_of(list(one)), set_of(list(two))
    assert each(first | second) == sorted(one | two)
    assert each(first & second) == sorted(one & two)
    assert each(first & ~second) == sorted(one - two)


@pytest.mark.parametrize("member", range(MOST))
def test_every_bit_is_as_wide_as_it_should_be(member):
    assert bit(member) == 2**member  # 31 and more: mypyc's own shift would be wrong here
    assert (size(bit(member)), each(bit(member)), is_several(bit(member))) == (1, [member], False)


def test_the_empty_set_has_nothing():
    assert (size(0), each(0), is_several(0), has(0, 0)) == (0, [], False, False)
