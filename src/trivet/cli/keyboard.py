"""Lines typed by a player, with the comforts of readline where there are any."""

import sys
from types import ModuleType


def ask(prompt: str) -> str:
    """One line; EOFError when there is none."""
    sys.stdout.flush()
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # so that the session of a script reads like any other
    return line


def forget() -> None:
    """The next player must not leaf through what this one typed."""
    if READLINE is not None:
        READLINE.clear_history()


def _readline() -> ModuleType | None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:
        return None
    readline.parse_and_bind("set enable-bracketed-paste off")  # else it writes escapes of its own
    return readline


READLINE = _readline()
