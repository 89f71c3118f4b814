"""How answers are written, read, said and touched, and how the news is told."""

import pytest

from games.trehgrannik.drawing import CODEC, GAME, Listener, offered, play, position, why
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, Objection
from trivet.core.walk import playout
from trivet.core.words.answers import Narrowed
from trivet.games.trehgrannik.names import CODES, HEX, HEX_NAMES, NAMES
from trivet.games.trehgrannik.questions import NEWS
from trivet.games.trehgrannik.rules import DECK, TAKE

HOW = "'take RT' (from the market), or 'fee RQ' to move"


def test_hexes_are_named_by_row_and_number():
    assert len(set(HEX_NAMES)) == 49
    assert HEX_NAMES[0] == "a1"
    assert HEX_NAMES[24] == "e4"
    assert HEX_NAMES[48] == "i2"


def test_cards_have_two_letters():
    assert len(set(CODES)) == 26
    assert all(len(code) == 2 and code.isupper() for code in CODES)


@pytest.mark.parametrize("text", ["fee RQ", "FEE rq", " fee  Rock   Quarry ", "fee rock quarry"])
def test_a_card_is_read_by_its_letters_or_its_name(text):
    s = position(hands=("RQ SS", "RQ"))
    assert CODEC.read(s, 0, text) == 0


@pytest.mark.parametrize("text", ["go d4", "d4", "GO D4"])
def test_a_hex_is_read_with_or_without_go(text):
    s = position(hands=("RQ SS", "RQ"))
    play(s, "fee RQ")
    assert CODEC.read(s, 0, text) == HEX["d4"]


@pytest.mark.parametrize("text", ["module", "build module", "Module"])
def test_a_sort_is_read_with_or_without_build(text):
    s = position(hands=("RQ SS", "RQ"))
    play(s, "fee RQ", "go d4")
    assert CODEC.read(s, 0, text) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fee XX", "No card has that name; type two letters, as RQ, or all of it."),
        ("take", "No card has that name; type two letters, as RQ, or all of it."),
        ("fee", "No card has that name; type two letters, as RQ, or all of it."),
        ("sing", f"That cannot be read here. Type {HOW}."),
    ],
)
def test_what_cannot_be_read_is_explained(text, reason):
    s = position(hands=("RQ SS", "RQ"), market="RT CL")
    assert why(s, text) == ("HOUSE-2", reason)


def test_a_hex_that_is_not_there_is_explained():
    s = position(hands=("RQ SS", "RQ"))
    play(s, "fee RQ")
    assert why(s, "go z9") == (
        "HOUSE-2", "There is no such hex; the rows are a to i, and e4 is the pad."
    )  # fmt: skip


def test_every_question_has_words():
    s = position(
        hands=("RQ SS ML BA TH", "RQ"), market="RT CL ML EL", deck="EP EP",
        mats=("Leap Rebate", "Lone Free"), foreparts=("RD RD RD", "", "", ""),
        centres=("SD SD SD ID ID", "", "", ""),
    )  # fmt: skip
    asked = []
    for answer in (
        "leap", "fee RQ", "deck", "* draw EP", "go e5", "base", "lay ML", "lay BA", "double ML",
        "forepart",
    ):  # fmt: skip
        if s.turn != CHANCE:
            asked.append(CODEC.ask(s, s.turn))
        play(s, answer)
    assert asked == [
        "Take 2 cards (deck or market), or pay a card to move.",
        "Which card is the fee of your leap?",
        "Take a card for your fee, from the deck or the market.",
        "Where does your harvester go?",
        "What do you build on e5 (Rock)?",
        "Which card is built on e5 (Rock)?",
        "Which card is built on e5 (Rock)?",
        "What does your Laboratory Block do?",
        "Which slot takes your Medical Laboratory?",
    ]
    play(position(hands=("RQ", "RQ"), market="RT CL ML EL IP", deck="SP"), "take RT")


def test_the_number_of_cards_to_take_is_said():
    s = position(
        hands=("RQ", "RQ"), market="RT CL ML EL IP EP SP", mats=("Lone Third", "Leap Free"),
        centres=("SD SD SD ID ID", "", "", ""),
    )  # fmt: skip
    play(s, "take RT")
    assert CODEC.ask(s, 0) == "Take 2 more cards, from the deck or the market."
    play(s, "take CL")
    assert CODEC.ask(s, 0) == "Take one more card, from the deck or the market."


PLACES = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   RB  Ra  O   Rb  R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


def test_a_destination_says_what_is_there():
    s = position(PLACES, hands=("RQ SS", "RQ"), at=("e1", "e4", "e4", "e4"))
    play(s, "fee RQ")
    said = {
        CODEC.write(s, 0, choice): CODEC.words(s, 0, choice) for choice in s.options(0)
    }  # fmt: skip
    assert said["go e2"] == "Go to e2 and pay B 2"
    assert said["go e3"] == "Go to e3, your own project"
    assert said["go e4"] == "Go to e4, the Landing pad"
    assert said["go e5"] == "Go to e5 and pay B 1"
    assert said["go e6"] == "Go to e6 and build there (Rock)"


def test_choices_are_orders():
    s = position(hands=("RQ SS", "RQ"), market="IR CL", deck="TH")
    words = [CODEC.words(s, 0, choice) for choice in s.options(0)]
    assert words == [
        "Move: pay a Rock Quarry as the fee",
        "Move: pay a Sand Sifter as the fee",
        "Take an Ice Reactor from the market",
        "Take a Central Laboratory from the market",
        "Take the top card of the deck",
    ]


def test_a_card_says_what_it_would_earn():
    s = position(PLACES, hands=("RQ ML BA SS", "RQ"))
    play(s, "fee SS", "go d3", "base")
    words = [CODEC.words(s, 0, choice) for choice in s.options(0)]
    assert words == [
        "Lay a Rock Quarry, which earns 4",
        "Lay a Medical Laboratory, which earns 2",
        "Lay a Laboratory Block, which earns 2",
    ]
    play(s, "lay ML", "lay BA")
    words = [CODEC.words(s, 0, choice) for choice in s.options(0)]
    assert words == ["Double the 2 of the Medical Laboratory", "Earn 2"]


def test_how_to_answer_names_only_what_can_be_done():
    s = position(
        PLACES, hands=("RQ", "RQ"), deck="TH", mats=("Leap Free", "Lone Third"),
        foreparts=("RD RD RD", "", "", ""), centres=("SD SD SD ID ID", "", "", ""),
    )  # fmt: skip
    assert CODEC.how(s, 0) == "'deck', or 'move' (without a fee), or 'leap' to any hex"


def test_what_is_touched():
    s = position(hands=("RQ SS", "RQ"), market="IR CL", deck="TH")
    touched = [CODEC.touched(s, 0, choice) for choice in s.options(0)]
    assert touched == [
        ["hand:Rock Quarry"], ["hand:Sand Sifter"], ["market:Ice Reactor"],
        ["market:Central Laboratory"], ["deck"],
    ]  # fmt: skip
    assert CODEC.narrow(s, 0, ["deck"]) == Narrowed(DECK, [], 1)


def test_a_touch_means_the_choice_of_the_thing_allowed_or_not():
    s = position(hands=("RQ SS", "RQ"), market="IR CL", deck="TH")
    assert CODEC.preferred(s, 0, "hand:Transit Hub") == 9
    assert CODEC.preferred(s, 0, "market:Ice Reactor") == TAKE + 5
    assert CODEC.preferred(s, 0, "deck") == DECK
    assert CODEC.preferred(s, 0, "cell:d4") is None
    play(s, "fee RQ")
    assert CODEC.preferred(s, 0, "cell:a1") == HEX["a1"]


def test_chance_is_written_and_read():
    s = GAME.new(2)
    for _ in range(24):
        if s.turn == CHANCE:
            texts = offered(s)
            assert [CODEC.read(s, CHANCE, text) for text in texts] == s.options(CHANCE)
            s.apply(CHANCE, s.sample(CHANCE, Dice(5)))
    assert isinstance(CODEC.read(s, CHANCE, "part Z9"), Objection)


def test_the_news_of_a_turn():
    s = position(PLACES, hands=("RQ SS ML BA IP", "RQ RP IM"), coins=(2, 2, 0, 0))
    listener = Listener(s)
    play(s, "fee RQ", "go d3", "base", "lay ML", "lay BA", "double ML", "cargo", "cargo")
    play(s, "fee RQ", "go e3")
    news = [CODEC.news(event, ["Ann", "Bo"]) for event in listener.events]
    assert news == [
        "Ann paid a Rock Quarry to move.",
        "Ann moved to d3.",
        "Ann laid a Medical Laboratory.",
        "Ann laid a Laboratory Block.",
        "Ann earned 2 with Medical Laboratory.",
        "The Medical Laboratory paid 2 for e3.",
        "The Laboratory Block doubled that: Ann earned 2 more.",
        "Ann built a base with Medical Laboratory and Laboratory Block.",
        "Ann put a Medical Laboratory into the cargo.",
        "Ann put a Laboratory Block into the cargo.",
        "Bo paid a Rock Quarry to move.",
        "Bo moved to e3.",
        "Bo paid Ann a toll of 1.",
    ]


def test_the_news_of_an_end():
    s = position(hands=("RQ SS", ""), coins=(3, 2, 0, 0), cargos=("TH", "", "", ""))
    listener = Listener(s)
    s.turns = 299
    play(s, "fee RQ", "go e5", "module", "lay SS", "cargo")
    assert [CODEC.news(event, ["Ann", "Bo"]) for event in listener.events[-3:]] == [
        "Three hundred turns were taken, and the game was over.",
        "Ann ended with 5 points: 3 coins and 2 for cargo.",
        "Bo ended with 2 points: 2 coins and 0 for cargo.",
    ]


def test_all_that_is_ever_told_has_words():
    heard = set()
    for seed in range(12):
        s = GAME.new(2 + seed % 3)
        listener = Listener(s)
        playout(s, Dice(seed))
        heard |= {event.what for event in listener.events}
        names = [f"Player {seat}" for seat in range(s.seats)]
        assert all(CODEC.news(event, names).endswith(".") for event in listener.events)
    assert heard >= set(NEWS) - {"passed"}


def test_names_take_their_article():
    assert [name for name in NAMES if name[0] in "AEIOU"] == [
        "Ice Melter", "Ice Reactor", "Ice Depot", "Engineering Laboratory", "Intranet Protection",
        "External Protection", "Ice Jammer",
    ]  # fmt: skip
