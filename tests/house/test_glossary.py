"""The glossary has every public class of core, server and offline, and no other."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs/glossary.md").read_text()


def classes_in(source):
    """The public classes of a module."""
    names = [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {name for name in names if not name.startswith("_")}


def classes_of(*folders):
    paths = [path for folder in folders for path in (ROOT / "src/trivet" / folder).rglob("*.py")]
    return set().union(*(classes_in(path.read_text()) for path in paths))


def in_backticks(page):
    """Names in backticks that look like classes: not constants, files or fields."""
    return set(re.findall(r"`([A-Z][A-Za-z]*[a-z][A-Za-z]*)`", page))


def words(page):
    """The words of the first column."""
    columns = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    return {word.strip() for column in columns for word in column.split(",")}


def missing(classes, page):
    return {name for name in classes if name not in in_backticks(page)} - {
        name for name in classes if name.lower() in words(page)
    }


def unknown(page, classes):
    return in_backticks(page) - classes


def test_every_public_class_of_core_and_server_is_in_the_glossary():
    assert missing(classes_of("core", "server", "offline"), GLOSSARY) == set()


def test_every_class_in_the_glossary_exists():
    assert unknown(GLOSSARY, classes_of("core", "server", "offline", "bots")) == set()


def test_a_class_without_a_line_is_found():
    planted = classes_in("class Planted: ...\nclass _Hidden: ...\n")
    assert missing(classes_of("core", "server", "offline") | planted, GLOSSARY) == {"Planted"}


def test_a_line_that_is_taken_out_is_found():
    page = "\n".join(line for line in GLOSSARY.splitlines() if "`Mailbox`" not in line)
    assert missing(classes_of("core", "server", "offline"), page) == {"Mailbox"}


def test_a_lower_case_word_is_enough():
    assert missing({"Mailbox"}, "| mailbox | runs one room |") == set()
    assert missing({"Mailbox"}, "| room | has a mailbox |") == {"Mailbox"}


def test_a_class_that_is_gone_is_found():
    page = GLOSSARY + "| desk | a room's mailbox (`Desk`) |\n"
    assert unknown(page, classes_of("core", "server", "offline", "bots")) == {"Desk"}
