"""Reads lines that a player types, with readline where it is available."""

import sys
from types import ModuleType


def ask(prompt: str) -> str:
    """Read one line; EOFError at the end of the input."""
    sys.stdout.flush()
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # echo it, so that a script's session reads like a typed one
    return line


def forget() -> None:
    """Clear the history, so that the next player cannot see what this one typed."""
    if READLINE is not None:
        READLINE.clear_history()


def _readline() -> ModuleType | None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:
        return None
    readline.parse_and_bind("set enable-bracketed-paste off")  # it would write escape codes
    return readline


READLINE = _readline()
