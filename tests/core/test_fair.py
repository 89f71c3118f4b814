"""Dice that anyone can check: every draw is worked out again here, by hand."""

from collections import Counter
from hashlib import sha256

import pytest
from fairness import is_fair
from hypothesis import given
from hypothesis import strategies as st

from trivet.core.fair import SPAN, FairDice, commitment

SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)
letters = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
names = st.text(letters, min_size=1, max_size=20)


def hmac(key, text):
    """HMAC-SHA-256 as its definition says (RFC 2104), for keys of up to 64 bytes."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return sha256(outer + sha256(inner + text.encode()).digest()).digest()


def draw(seed, table, salt, number):
    return int.from_bytes(hmac(seed, f"draw {table} {salt or '-'} {number}")[:8], "big")


# --- the commitment -------------------------------------------------------------------------------


def test_the_commitment_is_the_hash_that_the_rules_say():
    text = "commit 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f table"
    assert commitment(SEED, "table") == sha256(text.encode()).hexdigest()


def test_the_commitment_of_a_known_seed():
    """printf 'commit 0001...1f table' | sha256sum"""
    expected = "ff2d9cd84e5d2f68456b1f96bc21a4125f6c992ae50aaf354c64c688a30fab76"
    assert commitment(SEED, "table") == expected


@given(seeds, names)
def test_the_commitment_binds_seed_and_table(seed, table):
    promised = commitment(seed, table)
    other = bytes([seed[0] ^ 1]) + seed[1:]
    assert promised not in (commitment(other, table), commitment(seed, table + "x"))


# --- draws ----------------------------------------------------------------------------------------


def test_the_first_draws_of_a_known_seed():
    """printf 'draw table - 0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0001...1f"""
    dice = FairDice(SEED, "table")
    assert [dice.below(1000) for _ in range(5)] == [222, 23, 745, 738, 865]


@given(seeds, names, names, st.lists(st.integers(1, 1000), max_size=10))
def test_every_draw_is_the_hmac_of_its_number(seed, table, salt, counts):
    dice = FairDice(seed, table, salt)
    found = [dice.below(count) for count in counts]
    assert found == [draw(seed, table, salt, n) % count for n, count in enumerate(counts)]
    assert dice.draws == len(counts)


def test_no_salt_is_written_as_a_dash():
    none, dash = FairDice(SEED, "table"), FairDice(SEED, "table", "-")
    assert [none.below(1000) for _ in range(9)] == [dash.below(1000) for _ in range(9)]


@pytest.mark.parametrize(
    "other",
    [
        FairDice(bytes(32), "table", "salt"),
        FairDice(SEED, "other", "salt"),
        FairDice(SEED, "table", "other"),
        FairDice(SEED, "table"),
    ],
)
def test_seed_table_and_salt_all_matter(other):
    dice = FairDice(SEED, "table", "salt")
    assert [dice.below(SPAN) for _ in range(3)] != [other.below(SPAN) for _ in range(3)]


def test_a_number_too_high_to_be_fair_is_passed_over():
    count = 2**63 + 1  # so that about every second draw is too high
    dice = FairDice(SEED, "table")
    found = [dice.below(count) for _ in range(20)]
    draws = [draw(SEED, "table", "", n) for n in range(dice.draws)]
    assert found == [number for number in draws if number < count]
    assert 25 < dice.draws < 60


def test_the_highest_fair_number_is_taken_and_the_next_is_not():
    number = next(n for n in range(99) if draw(SEED, f"table-{n}", "", 0) > SPAN // 2)
    table = f"table-{number}"
    first = draw(SEED, table, "", 0)
    assert FairDice(SEED, table).below(first + 1) == first
    dice = FairDice(SEED, table)
    dice.below(first)
    assert dice.draws > 1


@pytest.mark.parametrize("count", [2, 3, 6, 10, 36])
def test_draws_are_fair(count):
    dice = FairDice(SEED, f"fair-{count}")
    counts = Counter(dice.below(count) for _ in range(100 * count))
    assert is_fair(counts, dict.fromkeys(range(count), 1))


def test_an_index_comes_as_often_as_its_odds_say():
    dice, odds = FairDice(SEED, "odds"), [1, 0, 4, 2]
    counts = Counter(dice.weighted(odds) for _ in range(1400))
    assert is_fair(counts, {0: 1, 2: 4, 3: 2})


@given(seeds, st.lists(st.integers(0, 50), min_size=1).filter(any))
def test_an_index_is_the_place_of_the_draw_among_the_odds(seed, odds):
    places = [index for index, weight in enumerate(odds) for _ in range(weight)]
    expected = places[draw(seed, "table", "", 0) % sum(odds)]
    assert FairDice(seed, "table").weighted(odds) == expected


@pytest.mark.parametrize("odds", [[], [0, 0], [3, -1]])
def test_what_cannot_come_at_all_is_refused_before_anything_is_drawn(odds):
    dice = FairDice(SEED, "odds")
    with pytest.raises(ValueError, match="at least one is above 0"):
        dice.weighted(odds)
    assert dice.draws == 0


@pytest.mark.parametrize("word", ["", " ", "a b", "a\n", "\tb", "a\u00a0b", "a\u200bb", "\x00"])
def test_a_table_has_one_word_for_a_name_and_so_has_salt(word):
    """ "draw a b - 0" could be of a table "a b", or of a table "a" with the salt "b -"."""
    with pytest.raises(ValueError, match="one word"):
        FairDice(SEED, word)
    if word:
        with pytest.raises(ValueError, match="one word"):
            FairDice(SEED, "table", word)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length):
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        FairDice(bytes(length), "table")
