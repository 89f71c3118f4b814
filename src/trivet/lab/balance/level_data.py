"""The figures of one level of bots, ready for JSON: what `balance.json` has of it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

from trivet.lab.balance.estimates import SHOWN, Estimate, order, quantile
from trivet.lab.balance.item_worth import ItemWorth
from trivet.lab.balance.level_figures import LevelFigures
from trivet.lab.balance.variants import Comparison


def level_data(level: LevelFigures) -> dict[str, Any]:
    """All figures, in the order of the page."""
    return {
        "bot": level.name,
        "games": len(level.summaries),
        **_who_wins(level),
        **_how_it_goes(level),
        **_what_things_are_worth(level),
        **_what_never_happens(level),
        "variants": [_variant(one) for one in level.compared],
    }


def _who_wins(level: LevelFigures) -> dict[str, Any]:
    return {
        "has turns": level.has_turns,
        "order": [asdict(one) for one in level.order],
        "chairs": [asdict(one) for one in level.chairs],
        "openers": [
            {"number": one.number, "share": asdict(one.share), "beyond": asdict(one.beyond)}
            for one in level.openers
        ],
    }


def _how_it_goes(level: LevelFigures) -> dict[str, Any]:
    standing = level.standing
    return {
        "answers": _quantiles(level.answers),
        "turns": _quantiles(level.turns),
        "choices": _quantiles(level.branching),
        "forced": level.forced,
        "ties": asdict(level.ties),
        "margin": _estimate(level.margin),
        "endings": {name: len(games) for name, games in level.endings.items()},
        "decided": level.decided,
        "lead changes": asdict(level.lead_changes),
        "drama": asdict(level.drama),
        "comebacks": asdict(level.comebacks),
        "chances": {
            "by": "rollouts" if level.rolled else "estimate",
            "games": len(standing.curves),
            "surprise": [standing.before, standing.after, standing.nothing],
        },
    }


def _what_things_are_worth(level: LevelFigures) -> dict[str, Any]:
    return {
        "dealt": [_item(one) for one in level.dealt],
        "bar": level.bar,
        "used": [_item(one) for one in level.used],
        "booked": [{**one._asdict(), "points": asdict(one.points)} for one in level.booked],
        "barred": {name: asdict(one) for name, one in level.barred.items()},
        "luck": _estimate(level.luck),
        "skill": {level.other_level: asdict(level.skill)} if level.skill else None,
    }


def _what_never_happens(level: LevelFigures) -> dict[str, Any]:
    return {
        "dead": [row._asdict() for row in level.hardly],
        "never": level.never,
        "unsaid": level.unsaid,
        "unasked": level.unasked,
        "missing endings": level.missing_ends,
    }


def _variant(one: Comparison) -> dict[str, Any]:
    return {
        "words": one.words,
        "options": dict(one.options),
        "pairs": len(one.summaries),
        "order": [asdict(place) for place in order(one.summaries)],
        "changes": [asdict(row) for row in one.changes],
    }


def _estimate(one: Estimate | None) -> dict[str, Any] | None:
    return asdict(one) if one else None


def _item(one: ItemWorth) -> dict[str, Any]:
    return {**asdict(one), "shows": one.shows[:SHOWN]}


def _quantiles(values: Sequence[float]) -> Mapping[str, float]:
    parts = {f"p{round(100 * part)}": quantile(values, part) for part in (0.05, 0.5, 0.95)}
    return {**parts, "longest": max(values), "mean": fmean(values)}
