"""The report on incomes, endings and wins: small, and seen to be right."""

import pytest

from games.trehgrannik.drawing import position
from trivet.core.state import EVERYONE, Event
from trivet.games.trehgrannik.names import KIND
from trivet.lab.trehgrannik_income import IncomeLedger, Mean, measure, tables

pytestmark = pytest.mark.long


def test_a_mean_knows_how_sure_it_is():
    mean = Mean()
    for value in (1, 2, 3, 6):
        mean.add(value)
    assert mean.n == 4
    assert mean.mean == 3.0
    assert round(mean.margin, 2) == 2.12
    assert str(mean) == "3.00 ± 2.12"


def test_trg_45_the_income_of_a_block_is_what_it_added():
    ledger = IncomeLedger()
    ledger.hear(Event("earned", EVERYONE, (0, KIND["ir"], 4, 0)))
    ledger.hear(Event("doubled", EVERYONE, (0, KIND["bg"], 4, 0)))
    ledger.hear(Event("earned", EVERYONE, (0, KIND["bg"], 2, 0)))
    assert ledger.cards[KIND["bg"]].mean == 3.0
    assert ledger.types[6].n == 2
    assert ledger.all.total == 10


def test_a_report_counts_every_game_once():
    reports, ledgers = measure(2, [2, 3], 1, {})
    assert [report.turns.n for report in reports] == [2, 2]
    assert sum(mean.total for mean in reports[0].by_turn) == 2
    assert ledgers[-1].all.n == ledgers[0].all.n + ledgers[1].all.n
    lines = list(tables(reports, ledgers))
    assert any(line.startswith("| Generators |") for line in lines)
    assert any(line.startswith("| Ice Jammer |") for line in lines)


def test_the_same_seeds_give_the_same_report():
    first, again = (list(tables(*measure(1, [2], 5, {}))) for _ in range(2))
    assert first == again


def test_a_game_has_options():
    _, ledgers = measure(1, [2], 1, {"no_systems": True})
    assert ledgers[-1].types[5].n == 0
    assert position().terms.systems
