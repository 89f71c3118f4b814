"""Four kinds of plot as plain SVG: estimates with intervals, a histogram, a band over time, bars.

They need no library and no script.  Every mark has a title, which a pointer shows.
"""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import NamedTuple

LINE = 24  # height of a row
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
WIDE = 520.0
LETTER = 8.2  # about the width of a letter of a label on a phone, where letters are larger


class Mark(NamedTuple):
    label: str
    value: float
    half: float
    tone: str = ""  # "", "up", "down" or "ghost": the class it is drawn with
    note: str = ""  # shown when pointed at
    aside: str = ""  # printed at the right


def svg(width: float, height: float, body: str, title: str) -> str:
    size, name = f"0 0 {width:g} {height:g}", escape(title)
    return f'<svg viewBox="{size}" role="img" aria-label="{name}">{body}</svg>'


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}"{anchored}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two."""
    step = next((step for step in STEPS if (high - low) / step <= most), (high - low) / most)
    return [k * step for k in range(ceil(low / step), int(high // step) + 1)]


def cut(words: str, width: float) -> str:
    """A label that fits."""
    most = int(width / LETTER)
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def thing_label(words: str, width: float) -> str:
    """A thing without what was done with it, "drew the Event Red Tape" is "Event Red Tape", and as
    far as there is room: "… Construction Boom"."""
    name = words.lstrip("abcdefghijklmnopqrstuvwxyz ") or words
    rest = name
    while len(rest) + 2 * (rest != name) > width / LETTER and " " in rest:
        rest = rest.partition(" ")[2]
    return rest if rest == name else f"… {rest}"


def estimates(
    marks: Sequence[Mark], title: str, zero: float, zero_label: str, *, labels: float = 150,
    span: tuple[float, float] | None = None,
) -> str:  # fmt: skip
    """A point and an interval for each row, in hundredths, and a line for what would be even."""
    low = span[0] if span else min([zero, *(m.value - m.half for m in marks)])
    high = span[1] if span else max([zero, *(m.value + m.half for m in marks)])
    pad = (high - low or 1) * 0.06
    low, high = low - pad, high + pad
    left, right, top = labels + 8, WIDE - 104, 16.0
    bottom = top + LINE * len(marks)

    def x(value: float) -> float:
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    body = []
    for tick in ticks(low * 100, high * 100):
        body.append(line(x(tick / 100), top, x(tick / 100), bottom, "grid"))
        body.append(text(x(tick / 100), bottom + 14, f"{tick:g}", "tick", "middle"))
    body.append(line(x(zero), top - 4, x(zero), bottom, "zero"))
    body.append(text(x(zero), top - 7, zero_label, "tick", "middle"))
    for row, mark in enumerate(marks):
        y = top + LINE * (row + 0.5)
        said = f"{100 * mark.value:.1f} ± {100 * mark.half:.1f}"
        note = mark.note or f"{mark.label}: {said}"
        body.append(
            f'<g class="mark {mark.tone}"><title>{escape(note)}</title>'
            f'<rect x="0" y="{y - LINE / 2:.1f}" width="{WIDE:g}" height="{LINE}" class="hit"/>'
            + text(labels, y + 4, cut(mark.label, labels), "label", "end")
            + line(x(mark.value - mark.half), y, x(mark.value + mark.half), y, "span")
            + f'<circle cx="{x(mark.value):.1f}" cy="{y:.1f}" r="4.5"/>'
            + text(right + 12, y + 4, mark.aside or said, "aside")
            + "</g>"
        )
    return svg(WIDE, bottom + 20, "".join(body), title)


def histogram(
    values: Sequence[float], title: str, marks: Sequence[tuple[float, str]], bins: int = 32
) -> str:
    low, high, height = min(values), max(values), 150.0
    size = float(max(1, ceil((high - low) / bins)))
    counts = [0] * (int((high - low) / size) + 1)
    for value in values:
        counts[int((value - low) / size)] += 1
    top, bottom, left, right = 30.0, height - 20, 8.0, WIDE - 8
    wide = (right - left) / len(counts)

    def x(value: float) -> float:
        return left + (value - low) / size * wide + wide / 2

    body = []
    for k, n in enumerate(counts):
        tall = (bottom - top) * n / max(counts)
        first, last = low + k * size, low + (k + 1) * size - 1
        said = f"{first:g}" if size == 1 else f"{first:g} to {last:g}"
        body.append(
            f'<rect class="bar" x="{left + k * wide:.1f}" y="{bottom - tall:.1f}" '
            f'width="{max(wide - 1, 0.6):.1f}" height="{tall:.1f}">'
            f"<title>{said}: {n} of {len(values)}</title></rect>"
        )
    body += [text(x(tick), bottom + 14, f"{tick:g}", "tick", "middle") for tick in ticks(low, high)]
    for k, (at, words) in enumerate(marks):
        near = "end" if x(at) > WIDE - 60 else "start" if x(at) < 60 else "middle"
        body.append(line(x(at), top - 4, x(at), bottom, "zero"))
        body.append(text(x(at), top - 8 - 11 * (k % 2), words, "tick", near))
    return svg(WIDE, height, "".join(body), title)


def band(
    rows: Sequence[tuple[float, float, float, float]], title: str, even: float,
    marks: Sequence[tuple[float, str]],
) -> str:  # fmt: skip
    """By part of the game: a mean, and what half of all games lie between."""
    height = 220.0
    left, right, top, bottom = 46.0, WIDE - 22, 16.0, height - 34

    def px(t: float) -> float:
        return left + t * (right - left)

    def py(p: float) -> float:
        return bottom - p * (bottom - top)

    def path(points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{px(t):.1f},{py(p):.1f}" for t, p in points)

    body = []
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        body.append(line(left, py(part), right, py(part), "grid"))
        body.append(text(left - 6, py(part) + 4, f"{part:.0%}", "tick", "end"))
        body.append(text(px(part), bottom + 15, f"{part:.0%}", "tick", "middle"))
    body.append(text((left + right) / 2, bottom + 30, "part of the game", "tick", "middle"))
    area = [*((r[0], r[3]) for r in rows), *((r[0], r[2]) for r in reversed(rows))]
    body.append(f'<polygon class="band" points="{path(area)}"/>')
    body.append(line(left, py(even), right, py(even), "zero"))
    body.append(f'<polyline class="curve" points="{path([(r[0], r[1]) for r in rows])}"/>')
    for at, words in marks:
        body.append(line(px(at), top, px(at), bottom, "zero"))
        body.append(text(px(at) - 6, bottom - 6, words, "tick", "end"))
    return svg(WIDE, height, "".join(body), title)


def bars(rows: Sequence[tuple[str, float, str]], title: str, labels: float = 250) -> str:
    body = []
    for k, (name, part, aside) in enumerate(rows):
        y, long = LINE * k, (WIDE - labels - 80) * part
        body.append(
            f"<g><title>{escape(name)}: {escape(aside)}</title>"
            + text(labels, y + 16, cut(name, labels), "label", "end")
            + f'<rect class="bar" x="{labels + 8:g}" y="{y + 5}" width="{max(long, 1):.1f}" '
            'height="13" rx="2"/>' + text(labels + 14 + long, y + 16, aside, "aside") + "</g>"
        )
    return svg(WIDE, LINE * len(rows) + 4, "".join(body), title)
