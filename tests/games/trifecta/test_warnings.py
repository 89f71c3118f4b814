"""Warnings of the end: TRF-23, as every viewer reads them."""

import pytest

from games.trifecta.drawing import position
from trivet.core.state import NOBODY

DUEL = """
A  Frs R R
B  Hbt
"""


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        (9, []),
        (10, ["2 more stages at most: stage 12 is the last."]),
        (11, ["1 more stage at most: stage 12 is the last."]),
        (12, ["Stage 12 is the last: more cards left break a tie of goals, then the latest goal."]),
    ],
)
def test_trf_23_the_last_stages_are_told(stage, told):
    """The warnings "few stages" and "ties broken"."""
    s = position(DUEL, stage=stage)
    assert [warning["text"] for warning in s.view(NOBODY)["warnings"]] == told


def test_trf_23_by_option_the_last_stage_is_shared_and_told_so():
    """The warning "last stage"."""
    s = position(DUEL, stage=12, last_tie="shared")
    [warning] = s.view(NOBODY)["warnings"]
    assert warning["text"] == "Stage 12 is the last: the players still in after it share the win."
