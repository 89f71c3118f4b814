"""Every rule is proven by a test, and every rule that is cited exists."""

import re
from pathlib import Path

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.state import CHANCE
from trivet.lab.duties import seats_for

ROOT = Path(__file__).parents[2]
BOOKS = {path.stem: path.read_text() for path in sorted((ROOT / "docs/rules").glob("*.md"))}
PREFIXES = {"house": "HOUSE", **{name: game.prefix for name, game in GAMES.items()}}
TESTS = {
    "house": [ROOT / "tests/core", ROOT / "tests/house", ROOT / "tests/server"],
    **{name: [ROOT / "tests/games" / name] for name in GAMES},
}


def numbered(book: str) -> list[str]:
    """The ids of a rulebook, in the order of its items."""
    return re.findall(r"^- \*\*([A-Z]+-\d+)\*\* ", BOOKS[book], re.MULTILINE)


def cited(text: str, prefix: str) -> set[str]:
    """Ids as prose has them (SOV-9), and as tests are named (test_sov_9_...)."""
    written = {f"{prefix}-{number}" for number in re.findall(rf"\b{prefix}-(\d+)", text)}
    named = re.findall(rf"def test_{prefix.lower()}_(\d+)_", text)
    return written | {f"{prefix}-{number}" for number in named}


def sources(*folders: Path) -> str:
    return "\n".join(
        path.read_text()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".md") and path.name != "test_rule_ids.py"
    )


def test_every_game_has_a_rulebook():
    assert set(BOOKS) == {"house", *GAMES}


@pytest.mark.parametrize("book", PREFIXES)
def test_every_rule_has_one_place_in_its_book(book):
    ids = numbered(book)
    assert ids
    assert len(ids) == len(set(ids))
    assert all(rule.startswith(f"{PREFIXES[book]}-") for rule in ids)


@pytest.mark.parametrize("book", PREFIXES)
def test_every_rule_is_proven_by_a_test(book):
    unproven = set(numbered(book)) - cited(sources(*TESTS[book]), PREFIXES[book])
    assert not unproven


@pytest.mark.parametrize("book", PREFIXES)
def test_every_rule_that_is_cited_exists(book):
    everywhere = sources(ROOT / "src", ROOT / "tests", ROOT / "docs")
    unknown = cited(everywhere, PREFIXES[book]) - set(numbered(book))
    assert not unknown


def test_a_missing_test_and_an_unknown_rule_are_noticed():
    assert cited("def test_sov_9_on_any_empty_space(): ...  # see SOV-20", "SOV") == {
        "SOV-9",
        "SOV-20",
    }
    assert "SOV-0" not in numbered("sovereign")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_question_names_the_rule_it_is_about(game):
    """Of each step that asks a seat in some random games."""
    asked = {}
    for seed in range(4):
        s, dice = game.new(seats_for(game, seed)), Dice(seed)
        while not s.is_over():
            if s.turn != CHANCE:
                asked.setdefault(s.step.what, game.codec.rule(s, s.turn))
            s.apply(s.turn, s.sample(s.turn, dice))
    assert asked
    assert set(asked.values()) <= set(numbered(game.name)), asked
