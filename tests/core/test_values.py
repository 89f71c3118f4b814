"""Numbers as words: whatever a constant of a game is changed to, it can be said."""

from trivet.core.words.fields import counted
from trivet.core.words.values import number_word
from trivet.games.tritarea.pieces import BLOCKS, ROUNDS
from trivet.games.tritarea.questions import QUESTIONS
from trivet.games.tritarea.rules import SALES


def test_a_number_beyond_the_words_is_said_in_digits():
    """A tenth block had no word, and Tri*T*Area crashed."""
    assert [number_word(number) for number in (0, 1, 9, 12, 13, -1)] == [
        "no", "one", "nine", "twelve", "13", "-1",
    ]  # fmt: skip
    blocks = counted("block", "blocks", number_word)
    assert [blocks.value(number).name for number in (0, 1, 10, 40)] == [
        "no blocks", "one block", "ten blocks", "40 blocks",
    ]  # fmt: skip
    assert counted("point", "points").value(10).name == "10 points"


def test_tta_41_what_can_be_sold_is_said_as_it_is():
    assert list(SALES) == list(range(BLOCKS[ROUNDS] + 1))
    assert f"from 0 to {BLOCKS[ROUNDS]}," in QUESTIONS["sell"].how
