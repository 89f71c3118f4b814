"""The glossary has the words of the public API and of the pages: what a reader meets there."""

import ast
import os
import re
from pathlib import Path

import pytest

import trivet

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GLOSSARY = (DOCS / "glossary.md").read_text()
PACKAGES = ("core", "server", "offline", "bots", "client", "adapters")
LONGEST = 120  # rows: who reads more?
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
GENERATED = {"api.md": "## The types"}  # from here on a program wrote it

pytestmark = pytest.mark.skipif(
    os.environ.get("TRIVET_BUILD") == "compiled", reason="the page is the same for both builds"
)


def classes_in(source):
    """The public classes of a module."""
    names = [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {name for name in names if not name.startswith("_")}


def classes_of(*folders):
    paths = [path for folder in folders for path in (ROOT / "src/trivet" / folder).rglob("*.py")]
    return set().union(*(classes_in(path.read_text()) for path in paths))


def public():
    """The classes of `import trivet`."""
    return {name for name in trivet.__all__ if isinstance(getattr(trivet, name), type)}


def imported(page):
    """The classes that the Python of a page imports from trivet: those an author works with."""
    code = "\n".join(text for kind, text in FENCED.findall(page) if kind == "python")
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)]
    ours = [node.names for node in nodes if (node.module or "").startswith("trivet")]
    return {one.name for names in ours for one in names} & CLASSES


def in_backticks(page):
    """Names in backticks that look like classes, outside of code: not constants or fields."""
    return set(re.findall(r"`([A-Z][A-Za-z]*[a-z][A-Za-z]*)(?=[`(])", FENCED.sub("", page)))


def in_prose():
    """The classes that the pages speak of, and those of the contract of a game."""
    found = imported((DOCS / "protocol.md").read_text())
    for path in [*DOCS.glob("*.md"), *(DOCS / "start").glob("*.md"), ROOT / "README.md"]:
        text = path.read_text()
        if path.name != "glossary.md":
            end = text.find(GENERATED[path.name]) if path.name in GENERATED else len(text)
            found |= in_backticks(text[:end]) & CLASSES
    return found


CLASSES = classes_of(*PACKAGES)


def rows(page):
    """The first column of every row, but for heads and rulers."""
    found = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    return [row for row in found if row != "word"]


def words(page):
    return {word.strip(" `") for row in rows(page) for word in row.split(",")}


def missing(wanted, page):
    return {name for name in wanted - in_backticks(page) if name.lower() not in words(page)}


def unknown(page, classes):
    return in_backticks(page) - classes


def test_every_class_of_the_public_api_is_in_the_glossary():
    assert {"Game", "Mind", "Objection"} <= public()
    assert missing(public(), GLOSSARY) == set()


def test_every_class_that_the_pages_speak_of_is_in_the_glossary():
    assert {"Form", "NewRoom", "Tables", "Verdict"} <= in_prose()  # contract, wire, research
    assert missing(in_prose(), GLOSSARY) == set()


def test_every_class_in_the_glossary_exists():
    assert unknown(GLOSSARY, CLASSES) == set()


def test_no_word_has_two_rows_and_nobody_has_to_read_more_than_a_table_of_them():
    found = rows(GLOSSARY)
    assert len(found) <= LONGEST
    assert len(words(GLOSSARY)) == sum(len(row.split(",")) for row in found)


def test_a_class_without_a_row_is_found():
    assert missing({"Game", "Planted"}, GLOSSARY) == {"Planted"}


def test_a_row_that_is_taken_out_is_found():
    page = "\n".join(line for line in GLOSSARY.splitlines() if "`Mind`" not in line)
    assert missing(public(), page) == {"Mind"}


def test_a_lower_case_word_is_enough():
    assert missing({"Mailbox"}, "| mailbox | runs one room |") == set()
    assert missing({"Mailbox"}, "| room | has a mailbox |") == {"Mailbox"}


def test_a_class_that_is_gone_is_found():
    page = GLOSSARY + "| desk | a room's mailbox (`Desk`) |\n"
    assert unknown(page, CLASSES) == {"Desk"}


def test_classes_are_looked_for_in_prose_and_not_in_code():
    page = "`Mind`, `Form(a)`, `CHANCE`, `mind`\n```python\nx = `Table`\n```\n"
    assert in_backticks(page) == {"Mind", "Form"}
