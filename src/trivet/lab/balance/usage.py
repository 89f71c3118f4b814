"""Which answers bots give, and what never happens in their games."""

from collections import Counter
from typing import NamedTuple

from trivet.lab.balance.game_summary import Summaries

OFFERED = 50  # times, before an answer that is never given is dead
HARDLY = 0.02  # given in fewer of the questions that offer it


class Usage(NamedTuple):
    """An answer in the games that were looked into."""

    name: str
    offered: int  # beside others
    given: int


def usage(summaries: Summaries) -> list[Usage]:
    """All answers, the least used first."""
    offered: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for one in summaries:
        offered.update(one["offered"])
        given.update(one["taken"])
    found = [Usage(name, n, given[name]) for name, n in offered.items()]
    return sorted(found, key=lambda row: (row.given / row.offered, -row.offered, row.name))


def kinds(summaries: Summaries) -> set[str]:
    """The kinds of event that happened."""
    return {what for one in summaries for what, _, _ in one["heard"]}


def sentences(summaries: Summaries) -> dict[str, str]:
    """The events that happened, as sentences, with their kinds."""
    return {said: what for one in summaries for what, said, _ in one["heard"]}


def rules_asked(summaries: Summaries) -> set[str]:
    return {rule for one in summaries for rule in one["rules"] if rule}
