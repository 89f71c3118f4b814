"""Markdown for a terminal: paragraphs and lists are rewrapped, drawings and tables stay."""

import re
import textwrap

MARK = re.compile(r"(- |[0-9]+\. )")  # begins an item of a list


def reflow(text: str, width: int) -> list[str]:
    """Lines of at most `width` characters, apart from drawings and tables."""
    lines: list[str] = []
    paragraph: list[str] = []
    is_drawing = False
    for line in [*text.splitlines(), ""]:
        if is_drawing or not line or line.startswith(("|", "#", "```")) or MARK.match(line):
            lines += _wrapped(" ".join(paragraph), width)
            paragraph.clear()
        if line.startswith("```"):
            is_drawing = not is_drawing
        elif is_drawing or not line:
            lines.append(line)
        elif line.startswith("|"):
            lines.append(line[2:].rstrip("| "))  # a table without its frame
        elif line.startswith("#"):
            heading = line.lstrip("# ")
            lines += [heading, "=" * len(heading)]
        else:
            paragraph.append(line.strip())
    return lines[:-1]


def bare(text: str) -> str:
    """The text without the marks of emphasis and code."""
    return re.sub(r"\*\*?(\S.*?)\*\*?", r"\1", text).replace("`", "")


def _wrapped(paragraph: str, width: int) -> list[str]:
    mark = MARK.match(paragraph)
    hang = " " * len(mark[0]) if mark else ""
    return textwrap.wrap(bare(paragraph), width, subsequent_indent=hang, break_on_hyphens=False)
