"""Reads rulebooks: one Markdown file for each game; a rule keeps its number for ever."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from trivet.art import HOMES

HERE = Path(__file__).parent
SHELVES = (HERE / "rulebooks", HERE.parents[1] / "docs" / "rules")  # installed, in a checkout
HOUSE = "house"  # the rulebook that all games share
ITEM = re.compile(r"- \*\*([A-Z]+-([0-9]+))\*\* ")


class NoRulebook(LookupError):
    """There is no rulebook of that name."""


@dataclass(frozen=True)
class Rule:
    id: str  # "SOV-9"
    number: int
    chapter: str  # its heading
    text: str  # one paragraph of Markdown, without its number


@dataclass(frozen=True)
class Rulebook:
    name: str
    text: str  # the whole book, in Markdown
    chapters: dict[str, str]  # by heading; the text before the first is left out
    rules: dict[str, Rule]  # in the order of the book

    def rule(self, wanted: str) -> Rule | None:
        """A rule by its number: 'SOV-9', 'sov-9', or just '9'."""
        return next(
            (r for r in self.rules.values() if wanted.upper() in (r.id, str(r.number))), None
        )

    def nearest(self, wanted: str) -> list[str]:
        """Three ids that may be meant: the nearest numbers, or the most similar text."""
        digits = re.search("[0-9]+", wanted)
        if not digits:
            return get_close_matches(wanted.upper(), self.rules, n=3, cutoff=0)
        number = int(digits[0][:9])
        near = sorted(self.rules.values(), key=lambda rule: abs(rule.number - number))[:3]
        return [rule.id for rule in self.rules.values() if rule in near]

    def chapter(self, wanted: str) -> str:
        """The first chapter whose heading contains this; empty if there is none."""
        for heading, text in self.chapters.items():
            if wanted.casefold() in heading.casefold():
                return text
        return ""

    def mentioning(self, word: str) -> list[Rule]:
        """The rules that contain a word."""
        return [rule for rule in self.rules.values() if word.casefold() in rule.text.casefold()]


def read(name: str) -> Rulebook:
    """Read the rulebook of a game, or the house rules."""
    for path in _places(name):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            chapters = _chapters(text)
            rules = [rule for heading in chapters for rule in _rules(heading, chapters[heading])]
            return Rulebook(name, text, chapters, {rule.id: rule for rule in rules})
    raise NoRulebook(f"there is no rulebook of '{name}'")


def _places(name: str) -> list[Path]:
    """A game from outside has its rulebook beside it: NAME.md or rules.md."""
    if name in HOMES:
        return [HOMES[name] / f"{name}.md", HOMES[name] / "rules.md"]
    return [shelf / f"{name}.md" for shelf in SHELVES]


def _chapters(text: str) -> dict[str, str]:
    _, *chapters = re.split(r"^## ", text, flags=re.MULTILINE)
    return {chapter.partition("\n")[0]: chapter.partition("\n")[2].strip() for chapter in chapters}


def _rules(chapter: str, text: str) -> list[Rule]:
    found: list[Rule] = []
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if item := ITEM.match(line):
            paragraph = [line[item.end() :]]
            for further in lines[place + 1 :]:
                if not further.startswith("  "):
                    break
                paragraph.append(further.strip())
            found.append(Rule(item[1], int(item[2]), chapter, " ".join(paragraph)))
    return found
