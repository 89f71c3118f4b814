"""Names, titles and chat are text that can do no harm."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.core.seats import SEAT_LETTERS
from trivet.server.store import names
from trivet.server.wire.messages import LONGEST_LINE, LONGEST_NAME

HOSTILE = [
    "\u202eevil", "a\u200bb", "x\u2066y\u2069", "\x1b[31mred", "tab\there", "line\nbreak",
    "z\u0335\u0336\u0337\u0338\u0339\u033a", "\ud83d", "\U000e0041tag", "\u3164", "a" * 1000,
    "\ufeffbom", "<b>&amp;",
]  # fmt: skip


def test_a_guest_has_a_friendly_name():
    made = {names.guest() for _ in range(50)}
    assert len(made) > 25
    assert all(names.name_of(name) == name for name in made)


def test_a_bot_has_a_name_that_begins_with_the_letter_of_its_seat():
    assert "".join(names.bot(seat)[0] for seat in range(len(SEAT_LETTERS))) == SEAT_LETTERS


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hidden_is_left_of_a_text(text):
    cleaned = names.clean(text, LONGEST_LINE)
    assert not any(unicodedata.category(c)[0] == "C" or c in "\n\t\u2028" for c in cleaned)


@given(st.text(max_size=80))
def test_a_cleaned_text_is_short_stays_so_and_can_be_sent(text):
    cleaned = names.clean(text, LONGEST_NAME)
    assert len(cleaned) <= LONGEST_NAME
    assert names.clean(cleaned, LONGEST_NAME) == cleaned
    cleaned.encode()


def test_markup_is_left_as_it_is_because_it_is_only_text():
    assert names.name_of("<b>Mia</b>") == "<b>Mia</b>"


def test_accents_do_not_pile_up():
    assert names.clean("e" + "\u0301" * 30, 99) in ("é\u0301\u0301", "é\u0301")
    assert names.name_of("Žofie Müller") == "Žofie Müller"


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200b", "...", "\u3164"])
def test_a_name_needs_something_to_call(text):
    with pytest.raises(names.BadName):
        names.name_of(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Mia", "mia"), ("Mia", "Міа"), ("Mia", "M i a"), ("Illia", "I1lia"), ("bean", "beаn"),
     ("Corner", "Comer"), ("O0O", "ooo"), ("Élan", "elan"), ("Ａnn", "ann")],
)  # fmt: skip
def test_look_alikes_in_one_room_are_told_apart(one, other):
    shown = names.told_apart([one, other])
    assert shown[0] == one
    assert shown[1] == f"{other} (2)"


def test_a_number_behind_a_name_cannot_be_forged():
    shown = names.told_apart(["Mia", "Mia (2)", "Mia", ""])
    assert shown == ["Mia", "Mia (2)", "Mia (3)", ""]


@given(st.lists(st.sampled_from(["Mia", "mia", "Mía", "Bo", "Bo (2)"]), max_size=6))
def test_no_two_names_in_a_room_look_alike(given):
    shown = names.told_apart(given)
    assert len({names.skeleton(name) for name in shown}) == len(shown)
