"""How a variant of the options differs from the usual game, on the same deals."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from trivet.core.game import Game
from trivet.core.options import agreed
from trivet.lab.balance import estimates as est
from trivet.lab.balance.estimates import Change, change, shares_of_place
from trivet.lab.balance.game_summary import GameSummary, Setting, Summaries
from trivet.lab.balance.win_curves import WinCurve, WinCurves, win_curves


@dataclass(frozen=True)
class Comparison:
    """A variant beside the base, on the same deals."""

    setting: Setting
    options: Mapping[str, object]  # those that were varied
    words: str
    summaries: Summaries
    changes: list[Change]
    shows: tuple[int, ...]  # games that went to another place in turns

    def of(self, name: str) -> Change:
        return next(one for one in self.changes if one.name == name)


def compared(
    game: Game[Any],
    usual: Summaries,
    usual_curves: WinCurves,
    options: Mapping[str, object],
    setting: Setting,
    summaries: Summaries,
) -> Comparison:
    """The games of a variant beside the usual ones."""
    shows = [
        one["n"]
        for one, other in zip(usual, summaries, strict=True)
        if _by_place(one) != _by_place(other)
    ]
    found = _changes(usual, summaries, usual_curves, win_curves(summaries))
    words = variant_words(game, options)
    return Comparison(setting, options, words, summaries, found, tuple(shows[:1]))


def _by_place(one: GameSummary) -> list[float]:
    return [one["shares"][seat] for seat in one["order"]]


def _changes(
    before: Summaries, after: Summaries, before_curves: WinCurves, after_curves: WinCurves
) -> list[Change]:
    """How a variant differs, figure by figure."""
    seats = len(before[0]["shares"])
    rows = [
        change(
            f"share of place {place + 1}",
            shares_of_place(before, place),
            shares_of_place(after, place),
        )
        for place in range(seats)
    ]
    for name in ("answers", "turns"):
        rows.append(
            change(name, *([float(s[name]) for s in summaries] for summaries in (before, after)))
        )
    shared = ([float(est.is_shared(s)) for s in summaries] for summaries in (before, after))
    rows.append(change("shared wins", *shared))
    for name, figure in _OF_CURVES.items():
        pair = ([figure(one) for one in of.curves] for of in (before_curves, after_curves))
        rows.append(change(name, *pair))
    return rows


_OF_CURVES: dict[str, Callable[[WinCurve], float]] = {
    "changes of the lead": lambda curve: float(curve.changes),
    "drama": lambda curve: curve.drama,
    "decided": lambda curve: curve.decided,
    "comebacks": lambda curve: float(curve.is_comeback),
}
BY_CHANCES = tuple(_OF_CURVES)  # figures that mean something where chances do


# --- options for people ---------------------------------------------------------------------------


def options_words(game: Game[Any], options: Mapping[str, object]) -> str:
    """Options for people; of a table of numbers only the rows that are not as usual."""
    usual = agreed(game.options, {})
    return ", ".join(
        f"{name} {_changed_rows(value, usual[name])}" for name, value in options.items()
    )


def variant_words(game: Game[Any], options: Mapping[str, object]) -> str:
    """The name of a set of options that the game has, or the options."""
    names = (one.name for one in game.presets if dict(one.options) == dict(options))
    return next(names, options_words(game, options))


def _changed_rows(value: object, usual: object) -> str:
    if isinstance(value, list) and isinstance(usual, list) and len(value) == len(usual):
        value = [row for row, old in zip(value, usual, strict=True) if row != old] or value
        return ", ".join(json.dumps(row) for row in value)
    return json.dumps(value)
