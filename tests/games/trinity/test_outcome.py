"""How a game of Trinity ended, its score sheet, its options, and the positions worth seeing."""

import pytest

from games.trinity.drawing import CODEC, GAME, asked, city, drawn, like, play
from trivet.core.dice import Dice
from trivet.core.outcome import sheet_of
from trivet.core.state import EVERYONE, NOBODY, Event, EventListener
from trivet.core.walk import playout
from trivet.games.trinity.develop import CONVERT
from trivet.games.trinity.state import ENDINGS

NAMES = ["Ann", "Basil", "Clio", "Dora"]


class Keeper(EventListener):
    def __init__(self, s):
        self.events, self.seen = [], []
        s.listener = self

    def on_event(self, event):
        self.events.append(event)

    def on_moment(self, what, s):
        self.seen.append((what, s.copy()))


def heard(s, *answers):
    """The game after these answers, and who listened."""
    listener = Keeper(s)
    return play(s, *answers), listener


def parts(listener):
    """The score sheet by part, as far as these events wrote it."""
    return [
        (row.part, row.rule, row.by_seat, row.adds)
        for row in sheet_of(CODEC.news_rows, 2, listener.events).parts()
    ]


# --- endings --------------------------------------------------------------------------------------


def ready(number, **options):
    """Ann has two Landmarks and Basil one; `number` of quiet turns on an empty stack are over."""
    s = city("AL . AL . BL", act=True, mover="B", stack="", turn=10, **options)
    s.began_empty, s.quiet_turns = True, number
    return s


def last_space():
    row = "BH BH BH BH BH BH BH BH\n"
    return city(6 * row + "BH AL+H AL+H BH BH BH BH BH\n. AC BH BH BH BH BL BH", ("HC", ""))


@pytest.mark.parametrize(
    ("s", "answer", "ending", "rule", "why"),
    [
        (last_space(), "Ha1", "full city", "TRI-50", "The city was full"),
        (ready(1), "end", "quiet", "TRI-51", "Nobody could or would act for a whole round"),
        (ready(0, last_turn=10), "end", "last turn", "TRI-51", "The last turn was played"),
        (
            ready(0, end="empty"),
            "end",
            "empty",
            "TRI-51",
            "The Tile stack and all hands were empty",
        ),
        (ready(1, end="passes"), "end", "passes", "TRI-51", "Everyone passed in a row"),
    ],
)
def test_tri_51_the_outcome_says_how_the_game_ended(s, answer, ending, rule, why):
    listener = Keeper(s)
    play(s, answer)
    outcome = GAME.outcome(s)
    assert (outcome.ending, outcome.rule, outcome.places) == (ending, rule, (1, 2))
    assert outcome.shares == tuple(s.scores()) == (1.0, 0.0)
    sheet = sheet_of(CODEC.news_rows, 2, listener.events)._replace(total=tuple(s.points()))
    assert CODEC.headline(outcome, sheet, NAMES[:2]) == (
        f"{why}, and Ann won, 2 to 1 in Landmarks."
    )


def test_tri_50_every_ending_has_its_row():
    assert set(ENDINGS) - {""} <= set(CODEC.endings)


def test_tri_52_those_who_share_the_win_share_the_first_place():
    s = city("AL BL CL", ("", "H", "H"), act=True, mover="C", stack="", turn=12, last_turn=12)
    outcome = GAME.outcome(play(s, "end"))
    assert (outcome.shares, outcome.places) == ((0.0, 0.5, 0.5), (3, 1, 1))


def test_there_is_no_outcome_before_the_end():
    assert GAME.outcome(ready(0)) is None


# --- the score sheet ------------------------------------------------------------------------------


def test_tri_20_the_sheet_counts_landmarks_built():
    s, listener = heard(city("AC . AI", ("H", "")), "Hb1", "event red-tape")
    assert parts(listener) == [("Landmarks built", "TRI-20", (1, 0), True)]
    assert s.points() == [1, 0]


def test_tri_24_a_headquarters_is_taken_off_the_sheet():
    s, listener = heard(city("AL BL"), "hq a1")
    assert parts(listener) == [("made Headquarters", "TRI-24", (-1, 0), True)]
    assert s.points() == [0, 1]


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("BL", [("settled", "TRI-37", (0, -1), True)]),
        ("B+H", []),  # no Landmark
        ("BH", []),  # captured
    ],
)
def test_tri_37_a_landmark_that_is_settled_is_taken_off_the_sheet(target, written):
    s, listener = heard(city(f"{target} A+HCI", act=True), "take a1")
    assert parts(listener) == written
    assert s.points() == [0, 0]


@pytest.mark.parametrize(
    ("target", "written"),
    [("BL", [("back by insurance", "TRI-85", (0, -1), True)]), ("BH", [])],
)
def test_tri_85_a_landmark_that_goes_back_to_the_hand_is_taken_off_the_sheet(target, written):
    s = city(f"{target} A+HCI", act=True)
    s.tycoons[1].is_insured = True
    assert parts(heard(s, "take a1")[1]) == written


def test_tri_52_the_sheet_tells_what_breaks_a_tie():
    s = city("AL+H . BL+HC . BL", ("HC", "CCI"), act=True, turn=2, mover="B", last_turn=1)
    _, listener = heard(s, "end")
    assert parts(listener) == [
        ("secured Landmarks", "TRI-52", (1, 1), False),
        ("tiles in hand", "TRI-52", (2, 3), False),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_tri_52_the_sheet_of_a_whole_game_adds_up_to_the_landmarks(seed):
    s = GAME.new(2 + seed % 3)
    listener = Keeper(s)
    playout(s, Dice(seed))
    assert sheet_of(CODEC.news_rows, s.seats, listener.events).total == tuple(s.points())


# --- moments --------------------------------------------------------------------------------------


def test_tri_35_a_takeover_is_seen_before_the_agents_are_spent():
    before = """
        .    A+HC
        A+I  BL
    """
    s, listener = heard(city(before, act=True), "take b1", "commit b2", "commit a1")
    [(what, seen)] = listener.seen
    assert (what, drawn(seen), seen.target) == ("takeover", like(before), 57)
    assert listener.events[0].what == "attacked"
    assert drawn(s) == ""
    assert seen.view(NOBODY)["waiting"] == []
    assert CODEC.moments[what] == "The Agents stand ready for a takeover."


# --- what people read -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("s", "who", "waited"),
    [
        (city("AH", ("H", "")), "A develop", "Ann develops the city."),
        (city("A+H", act=True), "A act", "Ann commands Agents."),
        (
            play(city(". A+HC\nA+I BL", act=True), "take b1"),
            "A commit",
            "Ann commits Agents to the takeover of b1.",
        ),
        (
            play(city("AH BH BC", ("H", ""), events={"A": ["eminent-domain"]}),
                 "play eminent-domain"),
            "A domain",
            "Ann resolves Eminent Domain.",
        ),
        (
            play(city("AH", ("", "HHHCI"), events={"A": ["*market-crash"]}), "play market-crash"),
            "B give",
            "Basil discards a tile for the Market Crash.",
        ),
    ],
)  # fmt: skip
def test_what_others_read_while_they_wait(s, who, waited):
    assert asked(s) == who
    assert CODEC.wait(s, NAMES[: s.seats]) == waited


def test_what_others_read_while_all_are_asked():
    s, dice = GAME.new(2), Dice(1)
    while s.step.what != "draft":
        s.apply(s.turn, s.sample(s.turn, dice))
    assert CODEC.wait(s, NAMES[:2]) == "Ann and Basil choose an Event to keep."


def test_what_others_read_tells_no_tile_that_only_one_has_seen():
    s = city("AH", ("H", ""), events={"A": ["insider-trading"]})
    play(s, "play insider-trading", "tile H", "tile C", "tile I")
    assert CODEC.wait(s, NAMES[:2]) == "Ann resolves Insider Trading."


def test_the_players_are_told_in_the_second_person():
    _, listener = heard(city("BL A+HCI", act=True), "take a1")
    told = [[CODEC.news(event, NAMES, you=you) for event in listener.events] for you in (0, 1)]
    assert told[0][:2] == [
        "You began a takeover of a1 against Basil.",
        "You committed an Agent from b1.",
    ]
    assert told[1][0] == "Ann began a takeover of a1 against you."
    assert told[1][4] == "Your property on a1 was settled and removed."


def test_tiles_and_events_of_a_turn_are_told_by_their_number():
    told = [("placed", (0, 0, 8)), ("placed", (0, 1, 9)), ("built", (0, 8)), ("earned", (0,)),
            ("placed", (0, 2, 16)), ("built", (0, 16)), ("earned", (0,))]  # fmt: skip
    events = [Event(what, EVERYONE, (*data, 0, 0, 0)[:4]) for what, data in told]
    assert CODEC.line(events, NAMES) == (
        "Ann placed 3 tiles, built a Landmark on a7, drew 2 Tactical Events "
        "and built a Landmark on a6."
    )


def test_a_turn_is_told_in_one_line():
    s = city("AC . AI", ("H", ""), events={"A": ["red-tape"]})
    _, listener = heard(s, "Hb1", "event stakeout", "play red-tape", "done", "end")
    assert CODEC.line(listener.events, NAMES) == (
        "Ann placed Housing on b1, built a Landmark on b1, drew a Tactical Event "
        "and played Red Tape. Basil will skip the next Development phase."
    )
    assert CODEC.line(listener.events[:2], NAMES, you=0) == (
        "You placed Housing on b1 and built a Landmark on b1."
    )


def test_several_tiles_given_up_in_a_row_are_told_as_a_number():
    s = city("AC . AI", ("HHHHHHHHHH", ""), events={"A": ["*market-crash"]})
    _, listener = heard(s, "play market-crash")
    line = CODEC.line(listener.events, NAMES)
    assert line == "Ann played Market Crash. Market Crash: Ann discarded 7 tiles."
    assert (
        CODEC.line(listener.events[:2], NAMES) == "Ann played Market Crash and discarded Housing."
    )


# --- options --------------------------------------------------------------------------------------


def test_the_usual_options_are_not_shown():
    assert GAME.new(2).view(0)["options"] == {}
    assert GAME.options_of(GAME.new(2)) == {option.name: option.default for option in GAME.options}


def passing(s, dice):
    """Nobody does anything."""
    return s.options(s.turn)[-1]  # done, or the end of the turn


def placing(s, dice):
    """Everybody places what can be placed, and nothing else is done."""
    options = s.options(s.turn)
    tiles = [choice for choice in options if choice < CONVERT]
    return tiles[dice.below(len(tiles))] if tiles else options[-1]


@pytest.mark.parametrize(
    ("options", "habit", "ending", "turns"),
    [
        ({}, passing, "quiet", 33),  # 62 tiles by two, then two turns without any
        ({"end": "passes"}, passing, "passes", 2),
        ({"end": "printed"}, passing, "last turn", 200),
        ({"end": "empty"}, placing, "empty", 19),  # with these dice
        ({"last_turn": 5}, passing, "last turn", 6),
    ],
)
def test_tri_51_the_options_say_what_ends_a_game(options, habit, ending, turns):
    s, dice = GAME.new(2, options), Dice(1)
    assert s.view(NOBODY)["options"] == options
    while not s.is_over():
        in_turn = s.step.what in ("develop", "act")
        s.apply(s.turn, habit(s, dice) if in_turn else s.sample(s.turn, dice))
    assert (s.ending(), s.turns) == (ending, turns)
