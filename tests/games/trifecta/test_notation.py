"""How choices are typed, written, said and pointed at, and how the news is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.trifecta.drawing import CODEC, GAME, Listener, bag, opt, play, position, why
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE, Event, Objection
from trivet.core.walk import playout
from trivet.core.words.answers import Narrowed
from trivet.games.trifecta.names import KIND, short
from trivet.games.trifecta.pieces import KINDS
from trivet.games.trifecta.questions import NEWS

HANDS = "A Frs R R G\nB Hbt G"


def question(what):
    """A state in which this is asked, of A or of chance."""
    match what:
        case "deal":
            return GAME.new(2)
        case "goal":
            return position(HANDS)
        case "opt":
            return play(position(HANDS), "* goal R")
        case "ante":
            return opt(play(position(HANDS), "* goal R"), "AB")
        case _:
            return opt(play(position(HANDS, number=7), "* goal R"), "AB")


OF_PLAYERS = ["opt", "ante", "bid"]
QUESTIONS = [*OF_PLAYERS, "deal", "goal"]


def seat_of(what):
    return 0 if what in OF_PLAYERS else CHANCE


# --- notation and words ---------------------------------------------------------------------------

WRITTEN = [  # question, notation, words
    ("deal", "deal Frs", "Deal the Filled Red Square"),
    ("deal", "deal T", "Deal a Triangle Single"),
    ("goal", "goal T", "Turn up Triangle"),
    ("opt", "true", "Choose True"),
    ("opt", "false", "Choose False"),
    ("ante", "ante Frs", "Pay the Filled Red Square"),
    ("ante", "ante R", "Pay a Red Single"),
    ("bid", "bid 0", "Bid nothing"),
    ("bid", "bid R", "Bid a Red Single"),
    ("bid", "bid Frs+R+R", "Bid the Filled Red Square and two Red Singles"),
]


@pytest.mark.parametrize(("what", "text", "words"), WRITTEN)
def test_a_choice_is_written_read_and_said(what, text, words):
    s, seat = question(what), seat_of(what)
    choice = CODEC.read(s, seat, text)
    assert choice in s.options(seat)
    assert CODEC.write(s, seat, choice) == text
    assert CODEC.words(s, seat, choice) == words


@pytest.mark.parametrize("what", QUESTIONS)
def test_every_answer_is_read_as_it_is_written(what):
    s, seat = question(what), seat_of(what)
    texts = [CODEC.write(s, seat, choice) for choice in s.options(seat)]
    assert [CODEC.read(s, seat, text) for text in texts] == s.options(seat)
    assert len(set(texts)) == len(texts)


def test_every_kind_of_card_has_letters_of_its_own():
    assert len(KIND) == KINDS
    assert [KIND[short(kind).lower()] for kind in range(KINDS)] == list(range(KINDS))


@pytest.mark.parametrize(
    ("what", "typed", "meant"),
    [
        ("opt", "TRUE", "true"),
        ("opt", " t ", "true"),
        ("opt", "yes", "true"),
        ("opt", "F", "false"),
        ("opt", "no", "false"),
        ("ante", "ANTE frs", "ante Frs"),
        ("ante", "g", "ante G"),
        ("ante", "ante, g", "ante G"),
        ("bid", "BID r+FRS+r", "bid Frs+R+R"),
        ("bid", "bid r, frs", "bid Frs+R"),
        ("bid", "r r", "bid R+R"),
        ("bid", "frs", "bid Frs"),
        ("bid", "bid+r,", "bid R"),
        ("bid", "0", "bid 0"),
        ("bid", "bid, 0", "bid 0"),
    ],
)
def test_answers_may_be_typed_freely(what, typed, meant):
    s = question(what)
    assert CODEC.read(s, 0, typed) == CODEC.read(s, 0, meant)


# --- what cannot be read --------------------------------------------------------------------------

UNREAD = "That cannot be read here. Type "
LETTERED = "a Single is one letter of F P H R G B C S T, a Complete three, as Frs."
NO_CARD = f"No card is written '{{}}': {LETTERED}"


@pytest.mark.parametrize(
    ("what", "typed", "rule", "reason"),
    [
        ("opt", "maybe", "HOUSE-2",
         UNREAD + "'true' to fight for the goal (it costs a card), or 'false'."),
        ("opt", "true true", "HOUSE-2",
         UNREAD + "'true' to fight for the goal (it costs a card), or 'false'."),
        ("ante", "ante", "HOUSE-2", UNREAD + "'ante' and a card, as ante Frs."),
        ("ante", "ante R R", "HOUSE-2", UNREAD + "'ante' and a card, as ante Frs."),
        ("ante", "ante Xyz", "HOUSE-2", NO_CARD.format("xyz")),
        ("ante", "ante Hbc", "TRF-9", "You do not hold that card."),
        ("bid", "bid", "HOUSE-2",
         UNREAD + "'bid' and matching cards, as bid Frs+R+R, or 'bid 0'."),
        ("bid", "bid Frs+Frs", "TRF-1", "The deck has only one of each Complete."),
        ("bid", "bid R+R+R+R", "TRF-1", "The deck has only three of each Single."),
        ("bid", "bid R+R+R", "TRF-12", "You do not hold all of these cards."),
        ("bid", "bid G", "TRF-3", "Only cards that carry Red match this goal."),
        ("bid", "bid rs", "HOUSE-2", NO_CARD.format("rs")),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_answer_is_explained(what, typed, rule, reason):
    assert why(question(what), f"A {typed}") == (rule, reason)


def test_the_price_of_true_is_not_told_where_there_is_none():
    assert CODEC.how(play(position(HANDS, number=7), "* goal R"), 0) == (
        "'true' to fight for the goal, or 'false'"
    )


@pytest.mark.parametrize("typed", ["deal", "deal Q", "goal Frs", "deal Frs R", ""])
@pytest.mark.parametrize("what", ["deal", "goal"])
def test_chance_is_read_strictly(what, typed):
    s = question(what)
    assert isinstance(CODEC.read(s, CHANCE, typed), Objection)


@pytest.mark.parametrize("what", QUESTIONS)
@given(text=st.text(max_size=30) | st.from_regex(r"(ante|bid|true|goal)? ?[FPHRGBCSTfrs+, ]*"))
def test_nothing_that_is_typed_can_crash(what, text):
    s, seat = question(what), seat_of(what)
    read = CODEC.read(s, seat, text)
    if isinstance(read, Objection):
        assert read.reason.endswith(".")
    else:
        assert 0 <= read < 1 << 62
        s.objection(seat, read)


# --- questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("opt", "Open round 4, for Red: True or False?"),
        ("ante", "Open round 4, for Red: which card do you pay as ante?"),
        ("bid", "Free round 7, for Red: you hold three cards that match. Which do you bid?"),
    ],
)
def test_a_question_is_put_in_words(what, words):
    s = question(what)
    assert CODEC.ask(s, 0) == s.view(0)["ask"] == words


def test_a_question_about_a_goal_that_nobody_has_seen():
    s = position(HANDS, number=2)
    assert CODEC.ask(s, 0) == "Blind round 2, for an unseen goal: True or False?"


def test_one_card_and_no_cards_are_said_so():
    s = opt(play(position("A Frs G\nB Hbt G", number=7), "* goal R"), "AB")
    assert CODEC.ask(s, 0).endswith("you hold one card that matches. Which do you bid?")
    assert CODEC.ask(s, 1).endswith("you hold no cards that match. Which do you bid?")


# --- touching -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "text", "things"),
    [
        ("opt", "true", ["true"]),
        ("opt", "false", ["false"]),
        ("ante", "ante Frs", ["card:Frs"]),
        ("bid", "bid 0", ["nothing"]),
        ("bid", "bid Frs+R+R", ["card:Frs", "card:R", "card:R"]),
    ],
)
def test_what_is_touched_to_make_a_choice(what, text, things):
    s = question(what)
    assert CODEC.touched(s, 0, CODEC.read(s, 0, text)) == things


def test_touching_cards_one_after_the_other_narrows_the_bid():
    s = question("bid")
    bid = {text: CODEC.read(s, 0, text) for text in ("bid Frs", "bid Frs+R", "bid Frs+R+R")}
    assert CODEC.narrow(s, 0, []) == Narrowed(None, ["nothing", "card:Frs", "card:R"], 6)
    assert CODEC.narrow(s, 0, ["card:Frs"]) == Narrowed(bid["bid Frs"], ["card:R"], 3)
    assert CODEC.narrow(s, 0, ["card:Frs", "card:R"]) == Narrowed(bid["bid Frs+R"], ["card:R"], 2)
    assert CODEC.narrow(s, 0, ["card:Frs"] + ["card:R"] * 2) == Narrowed(bid["bid Frs+R+R"], [], 1)


@pytest.mark.parametrize(
    ("what", "thing", "rule"),
    [("ante", "card:Hbc", "TRF-9"), ("bid", "card:G", "TRF-3"), ("bid", "card:Frc", "TRF-12")],
)
def test_touching_a_card_that_is_not_offered_leads_to_the_reason(what, thing, rule):
    s = question(what)
    assert s.objection(0, CODEC.preferred(s, 0, thing)).rule == rule


def test_touching_something_else_means_nothing():
    s = question("opt")
    assert (CODEC.preferred(s, 0, "card:Frs"), CODEC.preferred(s, 0, "seat:1")) == (None, None)
    assert CODEC.preferred(s, 0, "true") == 1


# --- news -----------------------------------------------------------------------------------------

STAGE = "Stage 1 began for You, Ben and Cleo; three goals were needed to survive."
HAND = "You picked up the Filled Red Square and two Red Singles."
BID = "Cleo bid the Partial Green Circle and three Green Singles."


@pytest.mark.parametrize(
    ("what", "data", "words"),
    [
        ("stage", (1, 7, 3), STAGE),
        ("stage", (2, 6, 0), "Stage 2 began for Ben and Cleo; most goals wins."),
        ("hand", (0, bag("Frs", "R", "R")), HAND),
        ("round", (4, 1), "Open round 4 began."),
        ("goal", (3,), "Red was turned up."),
        ("opted", (0,), "Nobody chose True."),
        ("opted", (1,), "You chose True."),
        ("opted", (5,), "You and Cleo chose True."),
        ("ante", (1, KIND["hbt"]), "Ben paid the Hollow Blue Triangle."),
        ("ante", (1, KIND["g"]), "Ben paid a Green card."),
        ("bid", (2, 0), "Cleo bid nothing."),
        ("bid", (2, bag("Pgc", "G", "G", "G")), BID),
        ("won", (0, 8), "You won Triangle."),
        ("tied", (0,), "The bids were tied: Filled was discarded."),
        ("discarded", (-1,), "The goal was discarded unseen."),
        ("discarded", (2,), "Hollow was discarded."),
        ("survived", (3, 3, 3), "Everybody survived stage 3."),
        ("survived", (3, 3, 7), "You and Ben survived stage 3; Cleo went out."),
        ("over", (2,), "Ben won the game."),
    ],
)  # fmt: skip
def test_news_is_told_in_words(what, data, words):
    event = Event(what, EVERYONE, (*data, 0, 0, 0, 0)[:4])
    assert CODEC.news(event, ["You", "Ben", "Cleo"]) == words


def test_every_event_of_many_games_has_words_and_all_words_are_used():
    heard = set()
    for number in range(40):
        s = GAME.new(2 + number % 5, {"stages": 2})
        listener = Listener(s)
        playout(s, Dice(number))
        heard |= {event.what for event in listener.events}
        assert all(text.endswith(".") for text in listener.told())
    assert heard | {"stage"} == set(NEWS)


def test_a_round_is_told_in_order():
    s = position("A Frs R G\nB Hbt G B\nC Pgc B R")
    listener = Listener(s)
    opt(play(s, "* goal R"), "AC")
    play(s, "A ante G", "C ante B", "A bid Frs", "C bid 0")
    assert listener.told() == [
        "Red was turned up.",
        "A and C chose True.",
        "A paid a Green card.",
        "C paid a Blue card.",
        "A bid the Filled Red Square.",
        "C bid nothing.",
        "A won Red.",
        "Open round 5 began.",
    ]
