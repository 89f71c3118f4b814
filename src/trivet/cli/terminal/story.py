"""How the terminal tells what happened: a line for each turn, and moments that are gone by now."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from trivet.cli.terminal.screen import Screen
from trivet.core.game import Game
from trivet.core.ink import Ink

MOST_TURNS = 14  # lines before a question; the log has them all
MOST_CHANGED = 4  # lines of a picture that may differ if it is to look the same


MORE = "more: type log"


def tell_turns(
    screen: Screen, lines: Sequence[str], most: int = MOST_TURNS, more: str = MORE
) -> None:
    """The latest lines, and how many are left out."""
    if len(lines) > most:
        screen.say(f"({len(lines) - most} turns {more})")
    for line in lines[-most:]:
        screen.say(line, indent="- ", hang="  ")


def is_gone(
    game: Game[Any],
    then: Mapping[str, Any],
    now: Mapping[str, Any],
    names: Sequence[str],
    ink: Ink,
) -> bool:
    """Whether the table looks different by now; if not, a moment is seen there."""
    pictures = (game.picture(view, names, ink) for view in (then, now))
    changed: int = sum(one != other for one, other in zip_longest(*pictures))
    return changed > MOST_CHANGED
