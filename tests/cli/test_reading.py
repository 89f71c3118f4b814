"""What can be read: the list of games and the rulebooks."""

import json

import pytest

from trivet import rulebook
from trivet.catalogue import GAMES
from trivet.cli.terminal.markdown import bare, reflow


def test_games_are_listed_with_players_minutes_and_options(trivet):
    done = trivet("games")
    for game in GAMES.values():
        assert f"{game.name}  " in done.out
        assert f"about {game.minutes} minutes" in done.out
        assert all(f"--option {option.name}=" in done.out for option in game.options)


def test_games_are_listed_for_scripts(trivet):
    found = json.loads(trivet("games", "--json").out)
    assert [game["name"] for game in found["games"]] == list(GAMES)
    sovereign = found["games"][0]
    assert sovereign["seats"] == [2, 2]
    assert sovereign["options"][1] == {
        "kind": "switch",
        "name": "alternate",
        "words": "The players take turns in starting a round.",
        "rule": "SOV-7",
        "default": False,
    }


@pytest.mark.parametrize("name", [*GAMES, rulebook.HOUSE])
def test_every_rule_can_be_looked_up(trivet, name):
    rules = rulebook.read(name).rules.values()
    assert rules
    for rule in rules:
        done = trivet("rules", name, rule.id.lower())
        assert done.code == 0
        assert done.out.startswith(f"{rule.id}  {rule.chapter}\n")


def test_a_rule_is_told_whole_and_without_markup(trivet):
    done = trivet("rules", "sovereign", "8")
    assert done.out == (
        "SOV-8  Your turn\n"
        "  Your turn begins with a draw: take the piece on top of your deck, never your\n"
        "  rival's. You alone may look at it until you have placed it (ruling).\n"
    )


def test_a_house_rule_is_found_in_any_game(trivet):
    assert trivet("rules", "sovereign", "HOUSE-2").out.startswith("HOUSE-2  ")


def test_the_whole_book_fits_80_columns_and_has_every_rule(trivet):
    done = trivet("rules", "sovereign")
    assert max(map(len, done.out.splitlines())) <= 80
    assert all(f"- {rule} " in done.out for rule in rulebook.read("sovereign").rules)


def test_in_ascii_nothing_else_is_written(trivet):
    assert not trivet("rules", "sovereign").out.isascii()
    assert trivet("rules", "sovereign", "--ascii").out.isascii()


def test_drawings_and_tables_stay_as_they_are():
    text = (
        "# Title\n\nA long\nparagraph.\n- one\n  more\n- *two*\n\n```text\n +  +\n```\n| a | b |\n"
    )
    assert reflow(text, 80) == [
        "Title", "=====", "", "A long paragraph.", "- one more", "- two", "", " +  +", "a | b",
    ]  # fmt: skip


def test_emphasis_is_taken_away_and_asterisks_stay():
    assert bare("**a** *b* `c` 2 * 3") == "a b c 2 * 3"


def test_chapters_are_found_by_a_word_of_their_heading():
    book = rulebook.read("sovereign")
    assert book.chapter("quadr").startswith("- **SOV-30**")
    assert book.chapter("zebra") == ""
    assert [rule.id for rule in book.mentioning("PERFECTLY")] == []


def test_a_book_that_is_not_there_is_missed():
    with pytest.raises(rulebook.NoRulebook):
        rulebook.read("chess")
