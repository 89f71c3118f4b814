"""How a game of Sovereign ended, its score sheet, and the positions worth seeing."""

import pytest

from games.sovereign.drawing import CODEC, GAME, play, position
from trivet.core.outcome import sheet_of
from trivet.core.state import EventListener

NAMES = ["Ada", "Ben"]
LAST_FOR_A = """
    A:S^  A:S^  A:S^
    A:S^  B:S^  B:S^   A holds S
    B:S^  B:S^  ..
"""


class Keeper(EventListener):
    def __init__(self):
        self.events, self.seen = [], []

    def on_event(self, event):
        self.events.append(event)

    def on_moment(self, what, s):
        self.seen.append((what, s.copy()))


def ended(drawing, number, won, **options):
    """The game after the last piece, and who listened."""
    s = position(drawing, number=number, won=won, **options)
    s.listener = listener = Keeper()
    return play(s, "Sc1^"), listener


@pytest.mark.parametrize(
    ("number", "won", "ending", "places", "headline"),
    [
        (2, (1, 0), "two rounds", (1, 2), "Ada won two rounds and became the Sovereign."),
        (3, (0, 0), "three rounds", (1, 2), "Ada won more of the three rounds and became the Sovereign."),  # noqa: E501
        (3, (0, 1), "shared", (1, 1), "Both won as many rounds: the win is shared."),
    ],
)  # fmt: skip
def test_sov_42_the_outcome_says_how_the_game_ended(number, won, ending, places, headline):
    s, listener = ended(LAST_FOR_A, number, won)
    outcome = GAME.outcome(s)
    assert (outcome.ending, outcome.rule, outcome.places) == (ending, "SOV-42", places)
    assert outcome.shares == tuple(s.scores())
    assert CODEC.headline(outcome, sheet_of(CODEC.news_rows, 2, listener.events), NAMES) == headline


def test_there_is_no_outcome_before_the_end():
    assert GAME.outcome(position(LAST_FOR_A)) is None


def test_sov_40_the_sheet_counts_rounds_and_tells_spaces():
    _, listener = ended(LAST_FOR_A, 1, (0, 0))
    sheet = sheet_of(CODEC.news_rows, 2, listener.events)
    assert [(row.part, row.rule, row.by_seat, row.adds) for row in sheet.rows] == [
        ("spaces", "SOV-40", (5, 4), False),
        ("rounds", "SOV-42", (1, 0), True),
    ]
    assert sheet.total == (1, 0)


def test_sov_40_the_full_grid_is_seen_before_it_is_cleared():
    s, listener = ended(LAST_FOR_A, 1, (0, 0))
    [(what, seen)] = listener.seen
    assert what == "round"
    assert all(seen.view(0)["table"].grid)  # nine pieces
    assert not any(s.view(0)["table"].grid)


def test_what_others_read_while_they_wait():
    assert CODEC.wait(position("B holds S"), NAMES) == "Ben places a piece."
    assert CODEC.wait(GAME.new(2), NAMES) == "Ada and Ben build a secret deck."


def test_the_player_is_told_in_the_second_person():
    _, listener = ended(LAST_FOR_A, 1, (0, 0))
    told = [CODEC.news(event, NAMES, you=0) for event in listener.events]
    assert told[0] == "You placed a Secret on c1."
    assert "You won round 1, 5 spaces to 4." in told
    assert CODEC.line(listener.events[:1], NAMES, you=1) == ("Ada placed a Secret on c1.")
