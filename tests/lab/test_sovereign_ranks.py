"""Tables of ranks: which types are at fault, and what a step of the climb changes."""

import pytest

from studies.sovereign_ranks import Judged, changed, holding, table_of
from trivet.core.dice import Dice
from trivet.games.sovereign.pieces import PRINTED
from trivet.lab.decks import PlanFound, Rounds

ANY = ("", "")
HELD = [0.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5]  # no Secret, always an Insight


def test_a_type_is_held_by_the_weight_of_its_decks():
    mix = [(PlanFound("IIIIIII", ANY, ANY), 0.25), (PlanFound("SSIIIII", ANY, ANY), 0.75)]
    assert holding(mix) == [0.75, 1.0, 0, 0, 0, 0, 0]


def test_types_in_every_deck_and_in_none_are_at_fault():
    assert Judged(PRINTED, HELD, 2, 0).faults() == [0, 1]


@pytest.mark.parametrize("seed", range(8))
def test_a_step_raises_a_type_in_no_deck_or_lowers_one_in_every_deck(seed):
    found = changed(Judged(PRINTED, HELD, 2, 0), Dice(seed))
    gains = [sum(now) - sum(before) for now, before in zip(found, PRINTED, strict=True)]
    assert gains in ([1, 0, 0, 0, 0, 0, 0], [0, -1, 0, 0, 0, 0, 0])


def test_rounds_are_played_with_the_ranks_of_the_table():
    secrets, insights = ("SSSSSSS", ANY), ("IIIIIII", ANY)
    strong = [[6, 6, 6, 6], *[[1, 1, 1, 1]] * 6]
    assert Rounds("lore", 1, {"ranks": strong}).mean(secrets, insights, 30) > 0.9
    assert Rounds("lore", 1).mean(secrets, insights, 30) < 0.7


def test_a_table_is_read_as_it_is_printed():
    line = Judged(PRINTED, HELD, 2, 0).line()
    assert table_of(line.split()[1]) == PRINTED
    with pytest.raises(ValueError, match="5421,643"):
        table_of("5421,643")
