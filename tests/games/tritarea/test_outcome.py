"""How a game of Tri*T*Area ended, its score sheet, the positions worth seeing, its sentences."""

import pytest

from games.tritarea.drawing import CODEC, GAME, Listener, play, points, table, tricks, up_to
from trivet.core.dice import Dice
from trivet.core.outcome import sheet_of
from trivet.core.state import EVERYONE, Event
from trivet.core.walk import playout
from trivet.games.tritarea.questions import NEWS, QUESTIONS

NAMES = ["Ann", "Ben", "Cat", "Dan"]
TIED = """
    . . . C
    . . . D
    . . . .
    . . . .
"""
BESIDE = """
    . B . .
    . . . .
    . . . .
    . . . .
"""


class Keeper(Listener):
    """Keeps the moments too."""

    def __init__(self, s):
        super().__init__(s)
        self.seen = []

    def on_moment(self, what, s):
        self.seen.append((what, s.copy()))


def any_trick(board=". . . .\n" * 4):
    """A leads; two more tricks follow."""
    hands = ("I1 I6 I7", "I9 I8 I3", "M2 M3 M4", "E2 E3 E4")
    s = table(board, number=2, hands=hands)
    listener = Keeper(s)
    return tricks(s), listener


def last_trick(board=". . . .\n" * 4, number=3, **kwargs):
    """A may place one block in Intelligent, then B one or two; with that the round is over."""
    s = table(board, number=number, hands=("I1", "I9", "M2", "E2"), **kwargs)
    listener = Keeper(s)
    return tricks(s, done=7), listener


def won():
    """B is first in Intelligent with the tallest building; C and D fail."""
    s, listener = last_trick(stock=(1, 2, 0, 0), declared=("I2", "I3", "M4", "M6"))
    return play(s, "a4", "b4x2"), listener


def shared():
    """C and D are tied in Modern; A and B default."""
    s, listener = last_trick(TIED, stock=(1, 1, 0, 0), declared=("I2", "I3", "E4", "H4"))
    return play(s, "default", "default"), listener


def sheet(listener):
    return sheet_of(CODEC.news_rows, 4, listener.events)


# --- endings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "ending", "places", "headline"),
    [
        (won, "points", (2, 1, 3, 4), "Ben won with 21 points to 4."),
        (shared, "shared", (3, 4, 1, 1), "Cat and Dan shared the win with 7 points each."),
    ],
)
def test_tta_57_the_outcome_says_how_the_game_ended(game, ending, places, headline):
    s, listener = game()
    outcome = GAME.outcome(s)
    assert (outcome.ending, outcome.rule, outcome.places) == (ending, "TTA-57", places)
    assert outcome.shares == tuple(s.scores())
    assert CODEC.headline(outcome, sheet(listener), NAMES) == headline


def test_there_is_no_outcome_before_the_end():
    assert GAME.outcome(up_to("play", 3)) is None


# --- the score sheet ------------------------------------------------------------------------------


def test_tta_58_the_sheet_has_a_row_for_everything_that_pays():
    s, listener = won()
    assert [(row.part, row.rule, row.by_seat) for row in sheet(listener).rows] == [
        ("printed scores", "TTA-31", (2, 0, 0, 0)),
        ("areas", "TTA-51", (2, 8, 0, 0)),
        ("tallest buildings", "TTA-53", (0, 10, 0, 0)),
        ("declarations", "TTA-54", (0, 3, 0, 0)),
        ("failed declarations", "TTA-55", (0, 0, -4, -6)),
    ]
    assert sheet(listener).total == tuple(s.points()) == (4, 21, -4, -6)


def test_tta_56_the_sheet_has_a_row_for_everything_that_costs():
    s, listener = shared()
    rows = {row.part: (row.rule, row.by_seat) for row in sheet(listener).rows}
    assert rows["skipped"] == ("TTA-32", (-1, -9, 0, 0))
    assert rows["failed declarations"] == ("TTA-55", (-2, -3, -4, -4))
    assert rows["blocks left"] == ("TTA-56", (-2, -2, 0, 0))
    assert sheet(listener).total == tuple(s.points())


def test_tta_13_the_price_of_a_5_is_on_the_sheet():
    s = table(number=2, hands=("I5 I6", "I9 I8", "M5 M3", "E2 E3"))
    listener = Keeper(s)
    play(tricks(s), "I5=0", "I9", "M5=10", "E2")
    [row] = sheet(listener).rows
    assert (row.part, row.rule, row.by_seat) == ("changed 5s", "TTA-13", (-1, 0, -2, 0))


def test_the_sheet_of_a_whole_game_is_kept_by_rounds():
    s = GAME.new(4)
    listener = Keeper(s)
    playout(s, Dice(4))
    whole = sheet(listener)
    assert whole.total == tuple(s.points()) == tuple(points(s))
    assert {row.chapter for row in whole.rows} == {1, 2, 3}
    assert {row.chapter for row in whole.rows if row.part == "blocks sold"} == {3}
    assert {row.part for row in whole.parts()} == {
        "printed scores", "skipped", "changed 5s", "blocks sold", "areas", "tallest buildings",
        "declarations", "failed declarations", "blocks left",
    }  # fmt: skip
    for number, after in enumerate(zip(*(player.after for player in s.players), strict=True), 1):
        so_far = [row.by_seat for row in whole.rows if row.chapter <= number]
        assert tuple(map(sum, zip(*so_far, strict=True))) == after


# --- moments --------------------------------------------------------------------------------------


def test_tta_25_a_full_trick_is_seen_before_it_is_cleared():
    s, listener = any_trick()
    play(s, "I1", "I9", "M2", "E2", "a4")
    assert listener.seen == []
    play(s, "b4x2")
    [(what, seen)] = listener.seen
    before, now = seen.view(0)["table"], s.view(0)["table"]
    assert what == "trick"
    assert [card.card for card in before.trick] == ["I1", "I9", "M2", "E2"]
    assert (before.first, before.second) == (0, 1)
    assert before.board[1].blocks == [1, 1]
    assert (now.trick, now.first, now.second) == ([None] * 4, None, None)


def test_tta_10_a_scored_round_is_seen_before_the_board_is_cleared():
    s, listener = last_trick(BESIDE, number=1, stock=(1, 1, 0, 0))
    play(s, "a4", "b4")
    assert [what for what, _ in listener.seen] == ["trick", "round"]
    before, now = listener.seen[1][1].view(0)["table"], s.view(0)["table"]
    assert before.board[1].blocks == [1, 1]
    assert before.points == now.points == [4, 18, 0, 0]
    assert not any(square.blocks for square in now.board)
    assert (before.round, now.round) == (1, 2)


def test_the_end_of_the_game_is_a_moment_too():
    s, listener = won()
    assert [what for what, _ in listener.seen] == ["trick", "round"]
    assert listener.seen[1][1].view(0)["table"] == s.view(0)["table"]


@pytest.mark.parametrize("what", ["trick", "round"])
def test_every_moment_has_a_caption(what):
    assert CODEC.moments[what].endswith(".")


# --- sentences ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "number", "ending"),
    [
        ("declare", 3, "Ann, Ben, Cat and Dan pick a Declaration of Intent."),
        ("sell", 3, " may sell blocks."),
        ("play", 1, " leads the trick."),
        ("extend", 1, " may place an additional block."),
        ("value", 2, " sets the value of a 5."),
    ],
)
def test_what_others_read_while_they_wait(what, number, ending):
    s = up_to(what, number)
    waited = CODEC.wait(s, NAMES)
    assert waited.endswith(ending)
    assert waited.startswith(NAMES[s.turn])


def test_others_read_where_somebody_may_build():
    s, _ = any_trick()
    assert CODEC.wait(s, NAMES) == "Ann leads the trick."
    assert CODEC.wait(play(s, "I1"), NAMES) == "Ben plays a card."
    assert CODEC.wait(play(s, "I9", "M2", "E2"), NAMES) == "Ann may build in Intelligent."
    assert CODEC.wait(play(s, "a4"), NAMES) == "Ben may build in Intelligent."


def test_nobody_waits_for_chance():
    assert CODEC.wait(GAME.new(4), NAMES) == ""


@pytest.mark.parametrize(
    ("what", "shows"),
    [("declare", "cards"), ("sell", "coins"), ("build", "blocks"), ("extend", "pass")],
)
def test_a_question_says_what_the_scene_lays_out(what, shows):
    s = up_to(what, 3)
    assert s.view(s.turn)["shows"] == shows == QUESTIONS[what].shows
    assert s.view(EVERYONE)["shows"] == ""


TOLD = [  # what, data, sentence, the same for its first seat
    ("round", (2, 1), "Round 2 of 3 began; Ben got the lead.", ""),
    ("dealt", (0, 0b100000011), "Ann was dealt 3 cards.", "You were dealt 3 cards."),
    ("declared", (0, 6, 0), "Ann declared the Intelligent 7.", "You declared the Intelligent 7."),
    ("declared", (0, 43, 2), "Ann declared the Happiness 5 as 10 for 2 points.", ""),
    ("sold", (3, 0, 0), "Dan sold no blocks.", "You sold no blocks."),
    ("sold", (3, 1, 3), "Dan sold one block for 3 points.", ""),
    ("played", (2, 37, 1), "Cat played the Modern 5 as 0 for 1 point.", ""),
    ("played", (2, 9, 0), "Cat played the Modern 1.", "You played the Modern 1."),
    ("rights", (0, 1, 2, 7), "Ann (lowest, 2) and Ben (highest, 7) may build.",
     "You (lowest, 2) and Ben (highest, 7) may build."),
    ("rights", (0, -1, 2, 2), "Ann may build: all four suits differ, and Ann led.",
     "You may build: all four suits differ, and you led."),
    ("placed", (1, 5, 2, 1), "Ben placed two blocks on b3 and scored 1.",
     "You placed two blocks on b3 and scored 1."),
    ("placed", (1, 1, 1, 0), "Ben placed one block on b4.", "You placed one block on b4."),
    ("defaulted", (0, 1, 4), "Ann skipped and lost 1 point.", "You skipped and lost 1 point."),
    ("defaulted", (0, 9, 0), "Ann had no block left to place and lost 9 points.", ""),
    ("declined", (0,), "Ann placed no additional block.", "You placed no additional block."),
    ("left", (0, 35), "Ann turned up the Happiness 9.", "You turned up the Happiness 9."),
    ("set", (0, 42, 2), "Ann counted the Ecology 5 as 10 for 2 points.", ""),
    ("area", (1, 2, 5, 1), "Ben scored 5 in Ecology, first there.",
     "You scored 5 in Ecology, first there."),
    ("tallest", (1, 15, 10, 3), "Ben scored 10 for the building on d1, 3 high.", ""),
    ("intent", (1, 43, 10), "Ben scored 10 for the Happiness 5 as 10.", ""),
    ("intent", (1, 0, -1), "Ben lost 1 for the Intelligent 1.",
     "You lost 1 for the Intelligent 1."),
    ("intent", (1, 0, 0), "Ben scored nothing for the Intelligent 1.", ""),
    ("unbuilt", (1, 3, 6), "Ben lost 6 for three blocks left.",
     "You lost 6 for three blocks left."),
    ("points", (1, -2, 0, 40), "Points after the round: Ann 1, Ben -2, Cat 0, Dan 40.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("what", "data", "sentence", "to_you"), TOLD)
def test_every_event_is_told_in_a_sentence(what, data, sentence, to_you):
    event = Event(what, EVERYONE, (*data, 0, 0, 0, 0)[:4])
    assert CODEC.news(event, NAMES) == sentence
    if to_you:
        assert CODEC.news(event, NAMES, you=data[0]) == to_you


def test_there_is_a_sentence_for_every_event():
    assert {row[0] for row in TOLD} == set(NEWS)


def test_you_may_be_in_the_middle_of_a_sentence():
    _, listener = won()
    told = [CODEC.news(event, NAMES, you=1) for event in listener.events]
    assert "Ann (lowest, 1) and you (highest, 9) may build." in told
    assert told[-1] == "Points after the round: Ann 4, you 21, Cat -4, Dan -6."


def test_a_turn_is_told_in_one_line_without_what_is_dull():
    s, listener = any_trick(BESIDE)
    play(s, "I1", "I9", "M2", "E2", "a4", "a4x2", "pass")
    assert CODEC.line(listener.events[3:], NAMES) == (
        "Dan played the Ecology 2. Ann (lowest, 1) and Ben (highest, 9) may build. "
        "Ann placed one block on a4 and scored 2. Ben placed two blocks on a4."
    )
    assert CODEC.line(listener.events[-2:], NAMES, you=1) == "You placed two blocks on a4."


def test_the_line_of_a_round_leaves_the_scoring_to_the_sheet():
    _, listener = won()
    assert CODEC.line(listener.events[6:], NAMES) == (
        "Ben placed two blocks on b4. Points after the round: Ann 4, Ben 21, Cat -4, Dan -6."
    )


def test_blocks_of_one_seat_become_one_sentence():
    s, listener = any_trick(BESIDE)
    play(s, "I6", "I3", "M2", "E2", "c4", "+d4")
    assert CODEC.line(listener.events[-2:], NAMES) == (
        "Ben placed one block on c4 and one block on d4 and scored 2."
    )
