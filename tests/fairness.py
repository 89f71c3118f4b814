"""Pearson's chi-square test, for anything that should come out as often as its odds say."""

from collections.abc import Mapping
from math import sqrt

SURE = 4.0  # standard deviations: a fair thing fails once in about 30,000 seeds


def is_fair(counts: Mapping, odds: Mapping) -> bool:
    """Whether the counts may well come from the odds; what has no odds must never come."""
    draws, total = sum(counts.values()), sum(odds.values())
    assert draws >= 5 * total / min(odds.values()), "too few draws to tell"
    if not counts.keys() <= odds.keys():
        return False
    expected = {what: draws * weight / total for what, weight in odds.items()}
    chi = sum((counts.get(what, 0) - mean) ** 2 / mean for what, mean in expected.items())
    return chi < limit(len(odds) - 1)


def limit(freedom: int) -> float:
    """The chi-square that is exceeded with the chance SURE stands for, by Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + SURE * sqrt(spread)) ** 3
