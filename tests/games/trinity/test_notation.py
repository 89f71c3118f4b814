"""Trinity in writing, in words, and by touch."""

import pytest

from games.trinity.drawing import CODEC, city, offered, play, refused
from trivet.core.state import Event, Objection
from trivet.games.trinity.questions import NEWS


def read(s, text):
    choice = CODEC.read(s, s.turn, text)
    assert not isinstance(choice, Objection), choice.reason
    return CODEC.write(s, s.turn, choice)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("He4", "He4"),
        ("h e4", "He4"),
        ("  H   E4 ", "He4"),
        ("HQ b2", "hq b2"),
        ("convert b2", "hq b2"),
        ("Done", "done"),
        ("play red tape", "play red-tape"),
        ("PLAY Red-Tape 2", "play red-tape 2"),
        ("play insid", "play insider-trading"),
        ("e4-e5", "e4-e5"),
        ("e4 e5", "e4-e5"),
        ("move e4e5", "e4-e5"),
        ("takeover c3", "take c3"),
        ("repo a1 a2", "reposition a1 a2"),
        ("end", "end"),
    ],
)
def test_answers_of_both_phases_can_be_typed_in_several_ways(typed, meant):
    assert read(city("AH BH", ("H", "")), typed) == meant


def test_a_reposition_may_leave_out_the_agent():
    s = city("AH A+C", act=True)
    assert read(s, "reposition a1") == "reposition a1 b1"


def test_an_unclear_event_is_asked_about():
    s = city("AH BH", ("H", ""))
    assert refused(s, "play hostile").startswith("HOUSE-2: That could be hostile-acquisition or ")
    assert refused(s, "play chess") == "HOUSE-2: There is no Event called 'chess'."


def test_what_cannot_be_read_is_answered_with_how_to_type():
    assert refused(city("AH BH", ("H", "")), "xyzzy") == (
        "HOUSE-2: That cannot be read here. "
        "Type a tile and a space as He4, 'hq e4', 'play red-tape', or 'done'."
    )


def test_a_question_names_what_can_be_done_now_and_nothing_else():
    held = {"A": ["stakeout", "reinforcements"], "B": ["red-tape"]}
    s = city("AH BH", ("H", ""), events=held, top="H C I")
    assert CODEC.ask(s, 0) == "Development: place a tile, play an Event, or finish building."
    play(s, "done")
    assert CODEC.ask(s, 0) == "Agents: play an Event, or end your turn."
    play(s, "play stakeout")
    assert CODEC.ask(s, 0) == "Agents: end your turn."  # there is no Agent to reinforce


def test_words_say_what_a_choice_does():
    s = play(city("AL A+HC AH BL", ("H", "")), "done")
    words = {
        text: CODEC.words(s, 0, choice)
        for text, choice in zip(offered(s), s.options(0), strict=True)
    }
    assert words["b1-b2"] == "Move an Agent from b1 north"
    assert words["b1-a1"] == "Secure a1 with an Agent from b1"
    assert words["reposition c1 b1"] == "Reposition the tile on c1 with the Agent on b1"
    assert words["hq a1"] == "Found a Headquarters on a1"
    assert words["end"] == "End turn"


def test_touching_a_hand_tile_and_a_space_places_it():
    s = city("AH", ("CI", ""))
    first = CODEC.narrow(s, 0, [])
    assert first.next == ["hand:C", "hand:I", "done"]
    assert CODEC.narrow(s, 0, ["hand:C"]).next == ["cell:a2", "cell:b1"]
    assert CODEC.write(s, 0, CODEC.narrow(s, 0, ["hand:C", "cell:b1"]).choice) == "Cb1"


def test_touching_an_own_space_offers_what_can_be_done_from_there():
    s = city("AL+H AH BC", act=True)
    assert CODEC.narrow(s, 0, ["cell:a1"]).next == ["cell:a2", "cell:b1", "hq"]
    assert CODEC.narrow(s, 0, ["cell:b1"]).next == ["cell:a1"]
    assert CODEC.narrow(s, 0, ["cell:b1", "cell:a1"]).next == ["reposition"]


@pytest.mark.parametrize(
    ("thing", "meant"),
    [("cell:c1", "take c1"), ("cell:a2", "a1-a2"), ("cell:h8", "h8-h7"), ("end", "end")],
)
def test_a_touched_thing_stands_for_what_is_most_likely_meant(thing, meant):
    s = city("A+H AL BC", act=True)
    choice = CODEC.preferred(s, 0, thing)
    assert CODEC.write(s, 0, choice) == meant


def test_an_event_that_may_not_be_played_can_be_asked_about_by_touch():
    s = city("AH", ("H", ""), events={"A": ["double-agent"]})
    choice = CODEC.preferred(s, 0, "event:double-agent")
    assert s.objection(0, choice).rule == "TRI-42"


def test_insider_trading_names_the_tiles_only_to_who_looks():
    s = city("AH", ("H", ""), events={"A": ["insider-trading"]})
    play(s, "play insider-trading", "tile H", "tile C", "tile I")
    assert CODEC.ask(s, 0) == (
        "Insider Trading: on top lie Housing, Commerce and Industry. Which one do you take?"
    )
    assert s.view(0)["ask"].startswith("Insider Trading")
    assert s.view(1)["ask"] == ""
    assert CODEC.words(s, 0, 1) == "Take the Commerce, the second from the top"


@pytest.mark.parametrize("what", NEWS)
def test_news_is_a_sentence_in_the_past(what):
    for data in ((0, 1, 1, 1), (1, 0, 2, 0), (1, 2, 0, 1)):
        words = CODEC.news(Event(what, -3, data), ["Ann", "Bob", "Cid"])
        assert words.endswith(".")
        assert " is " not in words.replace("The game is over", "")


def test_the_end_is_announced_with_its_reason():
    sentences = [CODEC.news(Event("over", -3, (n, 0, 0, 0)), ["Ann"]) for n in (1, 2, 3)]
    assert sentences == [
        "The game is over: the city was full.",
        "The game is over: nobody could or would act for a whole round.",
        "The game is over: the last turn was played.",
    ]
