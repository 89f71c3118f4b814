"""The reference of the terminal, from the argument parser itself."""

import argparse
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from trivet.cli.main import all_commands, parser_of

PAGE = "reference/terminal"
EVERYWHERE = ("--help", "--game")  # said once


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", on_source)
    return {"parallel_read_safe": True}


def on_source(app: Sphinx, page: str, source: list[str]) -> None:
    if page == PAGE:
        source[0] += "\n".join(line for name in all_commands() for line in command(name))


def command(name: str) -> Iterator[str]:
    parser = parser_of(name)
    yield f"\n## trivet {name}\n"
    yield f"{parser.description}\n"
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    yield f"```text\n{wrapped(usage)}\n```\n"
    rows = [line for action in parser._actions if not said_once(action) for line in lines(action)]
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield from rows
    yield ""


def said_once(action: argparse.Action) -> bool:
    return any(name in EVERYWHERE for name in action.option_strings)


def lines(action: argparse.Action) -> list[str]:
    if isinstance(action, argparse._SubParsersAction):  # a command of its own for each
        return [f"| `{one.dest}` | {one.help or ''} |" for one in action._choices_actions]
    return [row(action)]


def row(action: argparse.Action) -> str:
    value = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    if isinstance(value, tuple):
        value = " ".join(value)
    takes = action.nargs != 0
    names = ", ".join(
        f"`{name} {value}`" if takes else f"`{name}`" for name in action.option_strings
    )
    meaning = (action.help or "") % {"default": action.default, "prog": "trivet"}
    choices = action.choices if action.option_strings or not action.metavar else None
    if choices and not meaning:
        meaning = "one of " + ", ".join(f"`{choice}`" for choice in choices)
    return f"| {names or f'`{value}`'} | {meaning.replace('|', chr(92) + '|')} |"


def wrapped(usage: str, width: int = 88) -> str:
    lines = [""]
    for part in usage.replace("[", "\0[").split("\0"):
        if len(lines[-1]) + len(part) > width:
            lines.append("    ")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)
