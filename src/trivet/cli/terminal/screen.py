"""Output for people: wraps, colours, and writes only what the terminal can show."""

import argparse
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable
from typing import TextIO

from trivet.core.ink import Ink

WIDEST = 80
TIE = "\xa0"  # no-break space
WIPE = "\x1b[2J\x1b[3J\x1b[H"  # clear the screen and the scrollback, cursor to the top
PLAIN_MARKS = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "−": "-", "…": "...", "·": ".", "→": "->", "’": "'"}
    | {"‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "≥": ">=", "≤": "<=", "²": "2"}
)


class Screen:
    def __init__(self, ink: Ink, out: TextIO | None = None) -> None:
        self.ink, self.out = ink, out or sys.stdout
        size = shutil.get_terminal_size((WIDEST, 24))
        self.width, self.height = max(20, min(WIDEST, size.columns)), max(10, size.lines)

    def say(
        self, text: str = "", *, indent: str = "", hang: str = "",
        paint: Callable[[str], str] = str,
    ) -> None:  # fmt: skip
        """Write text, wrapped: its first line after `indent`, the others after `hang`."""
        for line in self.wrap(text, indent, hang):
            self.show([paint(line)])

    def wrap(self, text: str, indent: str = "", hang: str = "") -> list[str]:
        lines = textwrap.wrap(
            self.plain(text).replace(" %", f"{TIE}%"), self.width,
            initial_indent=indent, subsequent_indent=hang or indent, break_on_hyphens=False,
        )  # fmt: skip
        return [line.replace(TIE, " ") for line in lines] or [""]

    def show(self, lines: Iterable[str]) -> None:
        """Write lines unwrapped."""
        for line in lines:
            self.out.write(self.plain(line) + "\n")

    def plain(self, text: str) -> str:
        """The text, transliterated to ASCII if the terminal has nothing else."""
        if self.ink.has_unicode or text.isascii():
            return text
        spelt = unicodedata.normalize("NFKD", text.translate(PLAIN_MARKS))
        return "".join(c if c.isascii() else "?" for c in spelt if not unicodedata.combining(c))

    def clear(self) -> None:
        """Wipe what is on the screen, so that the next player cannot read it."""
        if self.out.isatty() and not _is_dumb():
            self.out.write(WIPE)
        else:
            self.show([""] * self.height)


def screen_for(args: argparse.Namespace) -> Screen:
    """A screen as the flags, the environment and the terminal allow."""
    is_terminal = sys.stdout.isatty()
    encoding = (sys.stdout.encoding or "").lower()
    return Screen(
        Ink(
            has_colour=is_terminal
            and not (args.no_color or os.environ.get("NO_COLOR") or _is_dumb()),
            has_unicode=not args.ascii and encoding.startswith("utf"),
        )
    )


def _is_dumb() -> bool:
    return os.environ.get("TERM", "dumb") == "dumb"
