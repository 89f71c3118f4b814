"""Reads a problem file saved in the browser: what one viewer knew when something went wrong."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trivet.catalogue import GAMES
from trivet.cli.arguments import BadInput, printable
from trivet.cli.terminal.local_game import short_names
from trivet.cli.terminal.screen import Screen
from trivet.core.game import Game
from trivet.core.record import clean

KIND = "Trivet problem 1"


@dataclass(frozen=True)
class ProblemFile:
    game: Game[Any]
    trivet: str  # the version of the server
    players: list[str]
    view: dict[str, Any]  # what the viewer saw; everything, once the game was over
    asked: list[str]  # the answers offered, in notation
    answers: list[str]  # the viewer's own, since the page was loaded
    news: list[str]
    record: str  # empty while the game went on
    journal: list[str]  # what the page did


def is_problem(text: str) -> bool:
    return text.lstrip().startswith("{")


def read(path: str, text: str) -> ProblemFile:
    """Read a problem file; BadInput if it is not one."""
    try:
        bundle = json.loads(text)
        if not isinstance(bundle, Mapping) or bundle["is"] != KIND:
            raise ValueError("it is of another kind")
        game = GAMES[bundle["game"]]
        if bundle["rules"] != game.version:
            raise ValueError(f"it is of rules {bundle['rules']}, these are rules {game.version}")
        return ProblemFile(
            game,
            str(bundle["trivet"]),
            [clean(str(name)) for name in bundle["players"]],
            game.read_view(bundle["view"]) if bundle["view"] else {},
            [str(option["text"]) for option in (bundle["ask"] or {}).get("options", ())],
            [str(answer["text"]) for answer in bundle["answers"]],
            [str(line) for line in bundle["news"]],
            str(bundle["record"]),
            [str(line) for line in bundle["page"]["journal"]],
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
        reason = printable(str(wrong))
        raise BadInput(f"{path} is no problem that can be read here: {reason}.") from None


def show(problem: ProblemFile, screen: Screen) -> None:
    """Print the position, the news, the answers, the choices, and what the page did."""
    if problem.view:
        names = short_names(problem.players)
        screen.show(["", *problem.game.whole_picture(problem.view, names, screen.ink), ""])
    screen.say(f"{problem.game.title}, Trivet {printable(problem.trivet)}.")
    for title, lines in (
        ("What was told:", problem.news),
        ("What the viewer answered:", problem.answers),
        ("What could be answered:", problem.asked),
        ("What the page did:", problem.journal),
    ):
        screen.say(title)
        for line in lines:
            screen.say(printable(line), indent="    ")
