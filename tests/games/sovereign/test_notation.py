"""How choices are typed, written, said and pointed at, and how the news is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.sovereign.drawing import CODEC, GAME, Listener, play, position, why
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE, NOBODY, Event, Objection
from trivet.core.walk import playout
from trivet.core.words.answers import Narrowed
from trivet.games.sovereign.names import CELLS
from trivet.games.sovereign.questions import NEWS

BESIDE = """
    ..    {}    ..
    {}    ..    ..     A holds {}
    ..    ..    ..
"""
BUILT = ("A build SSIRRMA", "B build SSSSIIR")


def question(what):
    """A state in which this is asked, of A or of chance."""
    match what:
        case "build":
            return GAME.new(2)
        case "lot":
            return play(GAME.new(2), *BUILT)
        case "arrange":
            return play(GAME.new(2), *BUILT, "* lot A")
        case "top":
            return play(GAME.new(2), *BUILT, "* lot A", "A shuffle", "B shuffle")
        case "place":
            return position("A holds A")
        case "bury":
            return play(position("A holds I", decks=("", "A")), "Ib2^")
        case "reflect":
            return play(position(BESIDE.format("A:S^", "A:I^", "R")), "Rb2^")
        case "mask":
            return play(position(BESIDE.format("B:D^", "B:I^", "M")), "Mb2^")
        case "discover":
            return play(position(BESIDE.format("B:S^", "B:S^", "D")), "Db2^")
        case _:
            return play(position(BESIDE.format("A:S^", "A:I^", "A")), "Ab2^")


OF_PLAYERS = ["build", "arrange", "place", "bury", "reflect", "mask", "discover", "aura"]
QUESTIONS = [*OF_PLAYERS, "lot", "top"]

WRITTEN = [  # question, notation, words
    ("build", "build SSIRRMA", "Build 2 Secrets, Insight, 2 Reflections, Mask, Aura"),
    ("build", "build IIDDDDD", "Build 2 Insights, 5 Discoveries"),
    ("build", "build SSSSSSS", "Build 7 Secrets"),
    ("build", "build SIRMDAC", "Build Secret, Insight, Reflection, Mask, Discovery, Aura, Scepter"),
    ("lot", "lot A", "A starts"),
    ("lot", "lot B", "B starts"),
    ("arrange", "shuffle", "Shuffle the deck"),
    (
        "arrange",
        "order MASSIRR",
        "Order the deck: Mask, Aura, Secret, Secret, Insight, Reflection, Reflection",
    ),
    ("top", "top S", "On top is a Secret"),
    ("top", "top A", "On top is an Aura"),
    ("place", "Ab2>", "Place the Aura on b2, turned right (6 points east)"),
    ("place", "Aa3^", "Place the Aura on a3, upright (6 points north)"),
    ("place", "Ac1v", "Place the Aura on c1, turned around (6 points south)"),
    ("place", "Aa1<", "Place the Aura on a1, turned left (6 points west)"),
    ("bury", "keep", "Leave on top"),
    ("bury", "bury", "Put at the bottom"),
    ("reflect", "reflect b3", "Copy the Secret on b3"),
    ("mask", "mask a2", "Capture the Insight on a2"),
    ("mask", "mask -", "Capture nothing"),
    ("discover", "discover b3", "Capture the Secret on b3"),
    ("aura", "aura a2", "Strengthen the Insight on a2"),
]


# --- writing and reading --------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "notation", "words"), WRITTEN)
def test_a_choice_is_written_and_said(what, notation, words):
    s = question(what)
    choice = CODEC.read(s, s.turn, notation)
    assert s.objection(s.turn, choice) is None
    assert CODEC.write(s, s.turn, choice) == notation
    assert CODEC.words(s, s.turn, choice) == words


@pytest.mark.parametrize("what", QUESTIONS)
def test_every_choice_is_written_in_its_own_way_and_read_back(what):
    s = question(what)
    choices = s.options(s.turn)
    written = [CODEC.write(s, s.turn, choice) for choice in choices]
    assert len(set(written)) == len(choices)
    assert [CODEC.read(s, s.turn, text) for text in written] == choices


@pytest.mark.parametrize(
    ("what", "typed", "notation"),
    [
        ("build", "BUILD amrriss", "build SSIRRMA"),
        ("build", "  build   SSIRRMA ", "build SSIRRMA"),
        ("arrange", "Shuffle", "shuffle"),
        ("arrange", "order massirr", "order MASSIRR"),
        ("place", "ab2>", "Ab2>"),
        ("place", "b2>", "Ab2>"),
        ("place", "B2E", "Ab2>"),
        ("place", "c1n", "Ac1^"),
        ("place", "c1s", "Ac1v"),
        ("place", "c1w", "Ac1<"),
        ("place", "C1V", "Ac1v"),
        ("bury", "Bury", "bury"),
        ("bury", "KEEP", "keep"),
        ("mask", "Mask A2", "mask a2"),
    ],
)
def test_typing_may_be_careless(what, typed, notation):
    s = question(what)
    assert CODEC.write(s, 0, CODEC.read(s, 0, typed)) == notation


@pytest.mark.parametrize(("space", "cell"), list(CELLS.items()))
def test_spaces_are_named_by_column_and_row_from_below(space, cell):
    assert cell == "abc".index(space[0]) + 3 * (3 - int(space[1]))


# --- what cannot be read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "hint"),
    [
        (
            "build",
            (
                "'build' and seven letters: S I R M D A C (C is a Scepter), as build SSIRRMA; "
                "or a ready deck for beginners: One of each, Watchers, Hall of mirrors, "
                "Strongholds or Hunters"
            ),
        ),
        ("arrange", "'shuffle', or 'order' and your seven letters from the top: order SSIRRMA"),
        ("place", "a space and which way its top points (^ > v <, or n e s w), as b2> or b2e"),
        ("bury", "'keep' to leave it, or 'bury'"),
        ("reflect", "'reflect' and a space, as reflect b2"),
        ("mask", "'mask' and a space, or 'mask -' to capture nothing"),
        ("discover", "'discover' and a space, as discover b2"),
        ("aura", "'aura' and a space, as aura b2"),
    ],
)
@pytest.mark.parametrize("text", ["", " ", "?", "hello there", "b2", "x y z"])
def test_house_2_what_cannot_be_read_is_answered_with_how_to_type_it(what, hint, text):
    s = question(what)
    assert CODEC.read(s, 0, text) == ("HOUSE-2", f"That cannot be read here. Type {hint}.")


@pytest.mark.parametrize("what", OF_PLAYERS)
@pytest.mark.parametrize("other", OF_PLAYERS)
def test_house_2_the_answer_to_one_question_is_none_to_another(what, other):
    s, text = question(what), next(row[1] for row in WRITTEN if row[0] == other)
    found = CODEC.read(s, 0, text)
    assert isinstance(found, Objection) == (what != other)


@pytest.mark.parametrize(
    ("what", "text", "rule", "reason"),
    [
        ("build", "build SSIRRMX", "HOUSE-2", "No piece has the letter 'X'; use S I R M D A C."),
        ("build", "build 1234567", "HOUSE-2", "No piece has the letter '1'; use S I R M D A C."),
        ("build", "build SSIRRM", "SOV-3", "A deck has exactly seven pieces, not 6."),
        ("build", "build SSIRMMA", "SOV-3", "A deck may hold only one Mask."),
        ("arrange", "order SSIRRM", "SOV-3", "A deck has exactly seven pieces, not 6."),
        ("arrange", "order SSIRRM?", "HOUSE-2", "No piece has the letter '?'; use S I R M D A C."),
        ("place", "Sb2>", "SOV-9", "You drew an Aura: you cannot place Secret now."),
        ("mask", "mask d4", "HOUSE-2", "The grid has the spaces a1 to c3."),
        ("aura", "aura -", "HOUSE-2", "The grid has the spaces a1 to c3."),
        ("discover", "discover -", "HOUSE-2", "The grid has the spaces a1 to c3."),
    ],
)
def test_what_is_nearly_right_is_answered_with_what_is_wrong(what, text, rule, reason):
    assert why(question(what), text) == (rule, reason)


@pytest.mark.parametrize("text", ["b4>", "d2>", "b2", "b2x", "Ab2>>", "Zb2>", "b2 >"])
def test_house_2_a_placement_is_a_space_and_a_direction(text):
    assert why(question("place"), text)[0] == "HOUSE-2"


@pytest.mark.parametrize("what", ["lot", "top"])
@pytest.mark.parametrize("text", ["", "lot", "top", "lot C", "top X", "lot AB", "top SI"])
def test_house_2_what_chance_cannot_say_is_refused(what, text):
    how = {"lot": "'lot A' or 'lot B'", "top": "'top' and a letter, as top S"}[what]
    expected = ("HOUSE-2", f"That cannot be read here. Type {how}.")
    assert CODEC.read(question(what), CHANCE, text) == expected


@pytest.mark.parametrize("what", QUESTIONS)
def test_house_2_what_does_not_exist_is_no_answer(what):
    s = question(what)
    objection = s.objection(s.turn, 10**6)
    assert objection.rule == "HOUSE-2" if what in ("lot", "top") else objection.rule[:4] == "SOV-"


TYPED = st.text(st.sampled_from("abcABC123^>v<SIRMDAC -?\tußſİ"), max_size=12)
HEADS = ["", "build ", "order ", "mask ", "reflect ", "discover ", "aura ", "lot ", "top "]


@pytest.mark.parametrize("what", QUESTIONS)
@given(head=st.sampled_from(HEADS), text=TYPED | st.text(max_size=12))
def test_nothing_that_is_typed_breaks_the_table(what, head, text):
    s = STATES[what]
    found = CODEC.read(s, s.turn, head + text)
    if isinstance(found, Objection):
        assert found.reason.endswith(".")
    else:
        assert CODEC.read(s, s.turn, CODEC.write(s, s.turn, found)) == found


STATES = {what: question(what) for what in QUESTIONS}


# --- questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "ask"),
    [
        (
            "build",
            "Choose seven pieces for your secret deck, or take a ready one, made for beginners.",
        ),
        ("arrange", "Round 1: set the order of your deck, or shuffle it."),
        ("place", "Place your Aura on an empty space."),
        ("bury", "On top of B's deck is an Aura. Leave it there, or put it at the bottom?"),
        ("reflect", "Which of your pieces does the Reflection copy?"),
        ("mask", "Which piece does the Mask capture?"),
        ("discover", "Which Secret does the Discovery capture?"),
        ("aura", "Which of your pieces does the Aura strengthen?"),
    ],
)
def test_every_question_is_put_in_words(what, ask):
    s = question(what)
    assert CODEC.ask(s, 0) == ask
    assert s.view(0)["ask"] == ask
    assert s.view(NOBODY)["ask"] == ""


@pytest.mark.parametrize("what", QUESTIONS)
def test_at_random_every_answer_comes_and_no_other(what):
    s = question(what)
    options, dice = set(s.options(s.turn)), Dice(1)
    found = {s.sample(s.turn, dice) for _ in range(600)}
    assert found <= options
    assert found == options or (s.step.is_vast() and len(found) > 200)


# --- touching things ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "notation", "things"),
    [
        ("arrange", "shuffle", ["shuffle"]),
        ("place", "Ab2>", ["cell:b2", "turn:east"]),
        ("bury", "keep", ["keep"]),
        ("bury", "bury", ["bury"]),
        ("reflect", "reflect b3", ["cell:b3"]),
        ("mask", "mask a2", ["cell:a2"]),
        ("mask", "mask -", ["decline"]),
        ("discover", "discover b3", ["cell:b3"]),
        ("aura", "aura a2", ["cell:a2"]),
        ("lot", "lot A", []),
        ("top", "top S", []),
    ],
)
def test_a_choice_is_made_by_touching_things(what, notation, things):
    s = question(what)
    assert CODEC.touched(s, s.turn, CODEC.read(s, s.turn, notation)) == things


@pytest.mark.parametrize(("what", "word"), [("build", "build"), ("arrange", "order")])
def test_a_deck_is_touched_piece_by_piece(what, word):
    s = question(what)
    things = CODEC.touched(s, 0, CODEC.read(s, 0, f"{word} SSIRRMA"))
    names = ["Secret", "Secret", "Insight", "Reflection", "Reflection", "Mask", "Aura"]
    assert things == [f"piece:{name}" for name in names]


@pytest.mark.parametrize("what", OF_PLAYERS)
def test_no_two_choices_are_touched_alike(what):
    s = question(what)
    touched = [tuple(CODEC.touched(s, 0, choice)) for choice in s.options(0)]
    assert len(set(touched)) == len(touched)


def test_every_touch_narrows_a_placement():
    s = question("place")
    turns = [f"turn:{point}" for point in ("north", "east", "south", "west")]
    assert CODEC.narrow(s, 0, []) == Narrowed(None, [f"cell:{space}" for space in CELLS], 36)
    assert CODEC.narrow(s, 0, ["cell:b2"]) == Narrowed(None, turns, 4)
    last = CODEC.narrow(s, 0, ["cell:b2", "turn:east"])
    assert last == Narrowed(CODEC.read(s, 0, "b2>"), [], 1)


@pytest.mark.parametrize("thing", ["shuffle", "turn:east"])
def test_a_touch_out_of_place_leaves_nothing(thing):
    assert CODEC.narrow(question("place"), 0, [thing]) == Narrowed(None, [], 0)


def test_one_touch_can_be_a_whole_answer():
    s = question("mask")
    assert CODEC.narrow(s, 0, ["decline"]) == Narrowed(CODEC.read(s, 0, "mask -"), [], 1)


@pytest.mark.parametrize(
    ("what", "thing", "notation"),
    [
        ("place", "cell:b2", "Ab2^"),
        ("mask", "cell:c3", "mask c3"),  # not allowed, but it can be explained why
        ("mask", "decline", "mask -"),
        ("bury", "bury", "bury"),
        ("arrange", "shuffle", "shuffle"),
    ],
)
def test_a_touch_stands_for_the_choice_that_is_probably_meant(what, thing, notation):
    s = question(what)
    assert CODEC.write(s, 0, CODEC.preferred(s, 0, thing)) == notation


@pytest.mark.parametrize("thing", ["", "cell:", "cell:z9", "turn:up", "deck"])
def test_a_touch_of_nothing_means_nothing(thing):
    assert CODEC.preferred(question("mask"), 0, thing) is None


# --- news -----------------------------------------------------------------------------------------

TOLD = [  # what, data, sentence
    ("built", (), "Both players built their decks."),
    ("round", (2, 1), "Round 2 began; Ben had the first turn."),
    ("arranged", (), "Both players set their decks."),
    ("drawn", (0, 5), "Ada drew an Aura."),
    ("drawn", (1, 0), "Ben drew a Secret."),
    ("placed", (0, 4, 5, 1), "Ada placed an Aura on b2 (turned right)."),
    ("placed", (1, 6, 6, 3), "Ben placed a Scepter on a1 (turned left)."),
    ("looked", (0,), "Ada looked at the top of Ben's deck."),
    ("seen", (0, 1), "Ada saw an Insight there."),
    ("buried", (0, 1), "Ada put it at the bottom."),
    ("buried", (1, 0), "Ben left it on top."),
    ("reflected", (0, 4, 1), "The Reflection on b2 took the ranks of b3."),
    ("declined", (1,), "Ben captured nothing with the Mask."),
    ("shone", (0, 4, 8), "The Aura on b2 gave +1 to c1."),
    ("taken", (0, 1, 5, 4 << 8), "Ada captured the Aura on b3 with the Mask."),
    ("taken", (0, 1, 0, 4 << 8), "Ada captured the Secret on b3 with the Discovery."),
    ("taken", (1, 3, 2, 0x64), "Ben captured the Reflection on a2 (6 beats 4)."),
    ("won", (1, 0, 5, 4), "Ada won round 1, 5 spaces to 4."),
    ("won", (3, 1, 2, 7), "Ben won round 3, 7 spaces to 2."),
    ("won", (2, NOBODY, 4, 4), "Nobody won round 2."),
    ("over", (2, 1), "Ada won the game and became the Sovereign."),
    ("over", (0, 2), "Ben won the game and became the Sovereign."),
    ("over", (1, 1), "The game is over: the win is shared."),
]


@pytest.mark.parametrize(("what", "data", "sentence"), TOLD)
def test_every_event_is_told_in_a_sentence(what, data, sentence):
    event = Event(what, EVERYONE, (*data, 0, 0, 0, 0)[:4])
    assert CODEC.news(event, ["Ada", "Ben"]) == sentence


def test_there_is_a_sentence_for_every_event():
    assert {row[0] for row in TOLD} == set(NEWS)


def test_nothing_is_told_in_play_that_has_no_sentence():
    told = set()
    for number in range(20):
        s = GAME.new(2)
        listener = Listener(s)
        playout(s, Dice(number))
        told |= {event.what for event in listener.events}
        assert all(CODEC.news(event, ["Ada", "Ben"]) for event in listener.events)
    assert told == set(NEWS)


def test_a_ready_deck_is_read_by_its_name():
    s = question("build")
    assert CODEC.read(s, 0, "Hall of  Mirrors") == CODEC.read(s, 0, "build IIRRMAC")
