"""One measured figure of the page, and the limits that it is held to."""

from typing import NamedTuple


class PageMeasure(NamedTuple):
    what: str
    value: float
    most: float  # the limit
    least: float = 0.0

    @property
    def is_kept(self) -> bool:
        return self.least <= self.value <= self.most

    def line(self) -> str:
        verdict = "kept" if self.is_kept else "BROKEN"
        low = f"{self.least:g} ≤ " if self.least else ""
        return f"{verdict:7}{self.what}: {low}{self.value:g} ≤ {self.most:g}"
