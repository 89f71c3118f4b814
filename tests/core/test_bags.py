"""Bags of things, held against Python's Counter."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from trivet.core.bags import ONE, SORTS, count, nth, one, sorts, things, total, union

contents = st.lists(st.integers(0, SORTS - 1), max_size=60)


def bag_of(found):
    return sum(ONE[sort] for sort in found)


@given(contents)
def test_a_bag_holds_what_was_put_in(found):
    assert things(bag_of(found)) == sorted(found)


@given(contents, st.integers(0, SORTS - 1))
def test_things_of_a_sort_are_counted(found, sort):
    assert count(bag_of(found), sort) == Counter(found)[sort]


@given(contents)
def test_the_total_is_the_number_of_things(found):
    assert total(bag_of(found)) == len(found)


@given(contents)
def test_every_thing_can_be_picked_by_its_number(found):
    bag = bag_of(found)
    assert [nth(bag, n) for n in range(len(found))] == sorted(found)


@given(contents)
def test_the_sorts_are_those_with_something_in_the_bag(found):
    assert sorts(bag_of(found)) == sorted(set(found))


@given(contents, contents)
def test_the_union_is_the_smallest_bag_that_holds_either(first, second):
    expected = Counter(first) | Counter(second)
    assert Counter(things(union(bag_of(first), bag_of(second)))) == expected


@given(contents)
def test_what_is_taken_out_is_gone(found):
    bag = bag_of(found)
    for thing in found:
        bag -= one(thing)
    assert bag == 0


def test_one_thing_is_the_same_bag_by_either_name():
    assert [one(sort) for sort in range(SORTS)] == ONE == [256**sort for sort in range(7)]


def test_a_bag_holds_up_to_255_of_a_sort():
    full = sum(255 * single for single in ONE)
    assert total(full) == 7 * 255
    assert {count(full, sort) for sort in range(SORTS)} == {255}
    assert (nth(full, 0), nth(full, 254), nth(full, 255), nth(full, 7 * 255 - 1)) == (0, 0, 1, 6)
