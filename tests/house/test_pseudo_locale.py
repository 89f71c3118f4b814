"""Every text that a viewer is shown has a key: in a language that nobody speaks it has accents."""

import pytest

from tests.house.pseudo_locale import accented, accents, hard_coded, is_hard_coded
from trivet.catalogue import GAMES
from trivet.core.words.texts import Texts

ANSWERS = 160


@pytest.mark.parametrize("name", GAMES)
def test_no_text_is_hard_coded(name):
    found = hard_coded(GAMES[name], ANSWERS)
    some = sorted(found, key=lambda one: (one[0], len(one[1])))[:40]
    assert found == set(), f"give these texts a key in games/{name}/words.py: {some}"


def test_a_text_without_a_key_is_found():
    game = GAMES["tritarea"]
    row = game.codec.news_rows["played"]
    before = row.text
    with accents(game):
        row.text = before
        row.forget()
        s = game.new(4)
        while s.step.what != "play":
            s.apply(s.turn, s.options(s.turn)[0])
        assert is_hard_coded(game.codec.words(s, s.turn, s.options(s.turn)[0])) is False
        assert is_hard_coded(row.say((0, 3, 0, 0), ("Ω",) * 4, -2))
    row.forget()
    assert row.text == before
    assert row.say((0, 3, 0, 0), ("Ω",) * 4, -2) == "Ω played the Intelligent 4."


def test_marks_have_no_accents():
    assert accented("Sell {blocks.name} [for {points}]") == "Šéll {blocks.name} [fór {points}]"


def test_a_key_is_given_once():
    texts = Texts()
    texts.add("label.hand", "Your cards")
    with pytest.raises(ValueError, match=r"label\.hand"):
        texts.add("label.hand", "Your hand")
