"""How a game of Trifecta ended, its score sheet, and the positions worth seeing."""

import pytest

from games.looking import scene
from games.trifecta.drawing import (
    CODEC,
    GAME,
    Listener,
    bag,
    look,
    opt,
    play,
    play_round,
    position,
)
from trivet.core.dice import Dice
from trivet.core.outcome import sheet_of
from trivet.core.state import EVERYONE, NOBODY, Event, EventListener
from trivet.core.walk import wander
from trivet.games.trifecta.names import KIND

NAMES = ["Ann", "Basil", "Clio", "Dora"]
THREE = "A Frs R G\nB Hbt G B\nC Pgc B R"
LAST_TWO_ROUNDS = "A Frs R won F P\nB G B won H R G\nC - won B"


def sheet(s, listener):
    return sheet_of(CODEC.news_rows, s.seats, listener.events)


# --- endings --------------------------------------------------------------------------------------


def after_the_last_round(drawing, stage, gone, **options):
    """A stage whose ninth goal nobody wants: its ending, rule, places and headline."""
    s = position(drawing, number=9, stage=stage, gone=gone, **options)
    listener = Listener(s)
    play_round(s, "", "T")
    outcome = GAME.outcome(s)
    assert outcome.shares == tuple(s.scores())
    headline = CODEC.headline(outcome, sheet(s, listener), NAMES[: s.seats])
    return outcome.ending, outcome.rule, outcome.places, headline


@pytest.mark.parametrize("stage", [1, 12])
def test_trf_22_an_only_survivor_wins_the_game(stage):
    drawing = "A - won F\nB - won P H\nC - won R\nD R"
    assert after_the_last_round(drawing, stage, "GBCS") == (
        "survivor", "TRF-22", (2, 1, 2, 2), "Basil was the only survivor and won the game.",
    )  # fmt: skip


@pytest.mark.parametrize("stage", [3, 12])
def test_trf_21_of_two_the_one_with_more_goals_wins_the_game(stage):
    drawing = "A - won F\nB R\nC out 1\nD out 2"
    assert after_the_last_round(drawing, stage, "PHRGBCS") == (
        "duel", "TRF-21", (1, 2, 4, 3), "Ann won more goals, and so the game.",
    )  # fmt: skip


def test_trf_23_several_survivors_of_the_last_stage_share_the_win():
    drawing = "A - won F P\nB - won H R\nC - won G\nD R"
    assert after_the_last_round(drawing, 12, "BCS", last_tie="shared") == (
        "survivors", "TRF-23", (1, 1, 3, 3),
        "Ann and Basil survived the last stage and shared the win.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("drawing", "gone", "places", "winners"),
    [
        ("A - won F\nB - won H\nC R\nD out 3", "PRGBCS", (1, 1, 1, 4), "Ann, Basil and Clio"),
        ("A - won F\nB R won H", "PRGBCS", (1, 1), "Ann and Basil"),
    ],
)
def test_trf_23_who_began_a_last_stage_without_survivors_shares_the_win(
    drawing, gone, places, winners
):
    headline = f"Nobody came out ahead in the last stage: {winners} shared the win."
    found = after_the_last_round(drawing, 12, gone, last_tie="shared")
    assert found == ("undecided", "TRF-23", places, headline)


@pytest.mark.parametrize(
    ("drawing", "gone", "headline"),
    [
        (
            "A - won F P\nB - won H R B\nC -\nD R", "GCS",
            "Basil had most goals in the last stage and won",
        ),
        ("A - won F\nB - won H", "PRGBCS", "Basil won the latest goal, and so"),
    ],
)  # fmt: skip
def test_trf_23_the_headline_says_what_broke_the_tie(drawing, gone, headline):
    *_, found = after_the_last_round(drawing, 12, gone)
    assert found == f"{headline} the game."


def test_there_is_no_outcome_before_the_end():
    assert GAME.outcome(position(THREE)) is None


# --- the score sheet ------------------------------------------------------------------------------


def test_trf_24_the_sheet_counts_stages_and_tells_goals():
    s = position(LAST_TWO_ROUNDS, number=8, gone="S")
    listener = Listener(s)
    play_round(s, "A", "C")
    play_round(s, "AB", "T", bids=["0", "0"])
    assert [(row.part, row.rule, row.by_seat, row.adds) for row in sheet(s, listener).rows] == [
        ("goals", "TRF-20", (1, 0, 0), False),
        ("stages", "TRF-24", (1, 1, 0), True),
    ]
    assert sheet(s, listener).total == tuple(s.points()) == (1, 1, 0)


def test_trf_22_a_stage_that_nobody_survived_counts_for_all_who_began_it():
    s = position("A - won F\nB - won P\nC R\nD out 1", number=9, stage=2, gone="HRGBCS")
    listener = Listener(s)
    play_round(s, "", "T")
    assert sheet(s, listener).total == (1, 1, 1, 0)
    assert s.points() == [2, 2, 2, 0]


class Heard(EventListener):
    """Listens from the first event on."""

    def __init__(self):
        self.events = []

    def on_event(self, event):
        self.events.append(event)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_trf_24_places_follow_from_the_stages_of_the_sheet(seats, seed):
    listener = Heard()
    s = GAME.new(seats, listener=listener)
    wander(s, 100_000, Dice(seed))
    found, outcome = sheet(s, listener), GAME.outcome(s)
    assert found.total == tuple(s.points())
    assert outcome.places == tuple(s.place(seat) for seat in range(seats))
    stages = [row for row in found.rows if row.part == "stages"]
    goals = [row for row in found.rows if row.part == "goals"]
    assert [row.chapter for row in stages] == list(range(1, s.stage + 1))
    assert all(sum(row.by_seat) <= 9 for row in goals)


# --- moments --------------------------------------------------------------------------------------


def test_trf_12_opened_bids_are_seen_with_who_chose_true():
    s = position(THREE)
    listener = Listener(s)
    play_round(s, "AC", "R", antes=["G", "B"], bids=["Frs", "0"])
    [(what, seen)] = listener.seen
    assert (what, CODEC.moments[what]) == ("bids", "The bids are open.")
    table = look(seen, NOBODY)
    assert (table.round, table.true) == (4, [0, 2])
    assert table.rounds[-1].bids == [["Filled Red Square"], None, []]
    pieces = [piece for zone in scene(seen, NOBODY).zones for piece in zone.pieces]
    assert [piece.face for piece in pieces if piece.id.startswith("stance:")] == [
        "token-true", "token-false", "token-true",
    ]  # fmt: skip
    assert look(s, NOBODY).true == []


@pytest.mark.parametrize("true", ["", "A"])
def test_trf_10_and_11_without_bids_there_is_nothing_to_see(true):
    s = position(THREE)
    listener = Listener(s)
    play_round(s, true, "R", antes=["G"])
    assert listener.seen == []


def test_trf_22_the_end_of_a_stage_is_seen_before_the_next_one_is_dealt():
    s = position("A - won F P\nB - won H\nC - won R G\nD R", number=9, gone="BCS")
    listener = Listener(s)
    play_round(s, "", "T")
    [(what, seen)] = listener.seen
    assert (what, CODEC.moments[what]) == ("stage", "The stage is over.")
    table = look(seen, NOBODY)
    assert (table.stage, table.alive, len(table.rounds)) == (1, [0, 2], 9)
    assert [player.place for player in table.players] == [None, 3, None, 3]
    pieces = [piece for zone in scene(seen, NOBODY).zones for piece in zone.pieces]
    assert not [piece for piece in pieces if piece.id.startswith("stance:")]
    assert seen.points() == s.points() == [1, 0, 1, 0]
    assert (look(s, NOBODY).stage, look(s, NOBODY).rounds) == (2, [])


def test_trf_22_the_end_of_the_game_stays_on_the_table():
    s = position("A - won F\nB R", number=9, gone="PHRGBCS")
    listener = Listener(s)
    play_round(s, "", "T")
    assert (listener.seen, len(look(s, NOBODY).rounds)) == ([], 9)


# --- sentences ------------------------------------------------------------------------------------


def test_what_others_read_while_they_wait():
    s = position(THREE, number=3)
    assert CODEC.wait(s, NAMES) == "Ann, Basil and Clio choose True or False."
    opt(s, "AC")
    assert CODEC.wait(s, NAMES) == "Ann and Clio pay a card."
    s = play(position(THREE), "* goal R", "A true", "C false")
    assert CODEC.wait(s, NAMES) == "Basil chooses True or False for Red."
    play(s, "B true", "B ante B")
    assert CODEC.wait(s, NAMES) == "Ann pays a card for Red."
    play(s, "A ante G", "A bid R")
    assert CODEC.wait(s, NAMES) == "Basil bids for Red."


def test_chance_keeps_nobody_waiting():
    assert CODEC.wait(GAME.new(2), NAMES) == ""


@pytest.mark.parametrize(
    ("what", "data", "words"),
    [
        ("stage", (2, 3, 0), "Stage 2 began for you and Basil; most goals wins."),
        ("hand", (0, bag("R", "R")), "You picked up two Red Singles."),
        ("opted", (1,), "You chose True."),
        ("opted", (5,), "You and Clio chose True."),
        ("opted", (6,), "Basil and Clio chose True."),
        ("ante", (0, KIND["g"]), "You paid a Green card."),
        ("bid", (0, 0), "You bid nothing."),
        ("won", (0, 8), "You won Triangle."),
        ("survived", (2, 3, 7), "You and Basil survived stage 2; Clio went out."),
        ("survived", (2, 6, 7), "Basil and Clio survived stage 2; you went out."),
        ("over", (1,), "You won the game."),
        ("over", (5,), "The last stage was over: you and Clio shared the win."),
    ],
)  # fmt: skip
def test_the_player_is_told_in_the_second_person(what, data, words):
    event = Event(what, EVERYONE, (*data, 0, 0, 0)[:4])
    assert CODEC.news(event, NAMES, you=0) == words


def test_a_turn_in_one_line():
    s = opt(play(position(THREE), "* goal R"), "AC")
    play(s, "A ante G", "C ante B", "A bid Frs")
    listener = Listener(s)
    play(s, "C bid 0", "* goal T")
    assert CODEC.line(listener.events, NAMES) == (
        "Ann bid the Filled Red Square. Clio bid nothing. Ann won Red."
    )
    assert CODEC.line(listener.events[:3], NAMES, you=0) == (
        "You bid the Filled Red Square. Clio bid nothing. You won Red."
    )


def test_what_one_player_did_is_one_sentence():
    s = opt(play(position(THREE), "* goal R"), "B")
    listener = Listener(s)
    play(s, "B ante G")
    assert CODEC.line(listener.events, NAMES) == "Basil paid a Green card and won Red."


def test_what_was_opened_together_is_told_of_each_seat():
    s = opt(play(position(THREE), "* goal R"), "AC")
    play(s, "A ante G", "C ante B", "A bid Frs")
    listener = Listener(s)
    play(s, "C bid 0", "* goal T")
    assert CODEC.shares(listener.events, EVERYONE, NAMES) == [
        (0, "Ann bid the Filled Red Square and won Red."),
        (2, "Clio bid nothing."),
    ]


def test_a_turn_of_one_seat_has_no_shares():
    event = Event("won", EVERYONE, (0, 8, 0, 0))
    assert CODEC.shares([event], 0, NAMES) == []
