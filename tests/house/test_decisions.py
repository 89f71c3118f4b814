"""Decisions stand in chapters; a number that is cited leads to a page, perhaps a later one."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/decisions"
PAGES = {int(path.name[:4]): path for path in FOLDER.glob("[0-9]*.md")}
CHAPTERS = sorted(set(FOLDER.glob("*.md")) - set(PAGES.values()) - {FOLDER / "README.md"})
ENTRY = re.compile(r"^- \[(\d+)\. (.+)\]\((\S+)\)$", re.M)
ALSO = re.compile(r"^\*Also decisions? ([\d, and]+)\.\*$", re.M)
CITED = re.compile(r"\bdecisions?[ /](\d+)\b(?!\*)", re.I)
KINDS = (".py", ".md", ".ts", ".svelte", ".toml", ".yml", ".sh", "")

pytestmark = pytest.mark.skipif(
    os.environ.get("TRIVET_BUILD") == "compiled", reason="the pages are the same for both builds"
)


def taken_over(pages):
    """By the number of a page: the numbers of those that became part of it."""
    found = {number: ALSO.search(path.read_text()) for number, path in pages.items()}
    return {n: [int(one) for one in re.findall(r"\d+", m[1])] for n, m in found.items() if m}


def numbers(pages):
    taken = taken_over(pages)
    return Counter([*pages, *(one for more in taken.values() for one in more)])


def cited(text):
    return {int(number) for number in CITED.findall(text)}


def sources():
    for folder in ("src/trivet", "tests", "docs", "studies", "tools", ".github", "deploy"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in KINDS and path.is_file() and "node_modules" not in path.parts:
                yield path


def test_every_decision_stands_once_in_a_chapter_under_its_title():
    entries = [entry for path in CHAPTERS for entry in ENTRY.findall(path.read_text())]
    told = [f"# {number}. {title}" for number, title, _ in sorted(entries, key=lambda e: e[2])]
    assert told == [path.read_text().split("\n", 1)[0] for _, path in sorted(PAGES.items())]
    assert all(PAGES[int(number)].name == name for number, _, name in entries)


def test_the_index_has_every_decision_of_every_chapter():
    index = (FOLDER / "README.md").read_text()
    for path in CHAPTERS:
        row = next(line for line in index.splitlines() if f"]({path.name})" in line)
        listed = re.findall(r"\[(\d+)\]", row)
        assert listed == [number for number, _, _ in ENTRY.findall(path.read_text())]
    for number, more in taken_over(PAGES).items():
        assert all(f"{one} on [{number}](" in index for one in more), more


def test_no_number_means_two_decisions():
    assert [number for number, times in numbers(PAGES).items() if times > 1] == []


def test_every_decision_that_is_cited_has_a_page():
    known = set(numbers(PAGES))
    lost = {
        (str(path.relative_to(ROOT)), number)
        for path in sources()
        for number in cited(path.read_text(encoding="utf-8", errors="replace")) - known
    }
    assert lost == set()


def test_citations_are_read_in_every_form():
    text = "docs/decisions/0048, decision 72, [decision 5](x.md), decisions/0077-a.md, decisions/0*"
    assert cited(text) == {48, 72, 5, 77}


def test_a_number_taken_over_twice_is_found(tmp_path):
    for name, also in (("0001-a.md", "7 and 12"), ("0002-b.md", "12")):
        (tmp_path / name).write_text(f"# A\n\n*Also decisions {also}.*\n")
    planted = {int(path.name[:4]): path for path in tmp_path.glob("*.md")}
    assert [number for number, times in numbers(planted).items() if times > 1] == [12]
