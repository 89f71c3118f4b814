"""What can be looked up: every topic cites a rule, and everything with an ability is a topic."""

import re

import pytest

from trivet import rulebook
from trivet.catalogue import GAMES
from trivet.games.sovereign.pieces import NAMES
from trivet.games.trehgrannik.pieces import CARDS
from trivet.games.trinity.events.rows import TABLE

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_every_topic_has_a_text_and_a_rule_of_the_book(game):
    rules = rulebook.read(game.name).rules
    names = [topic.name for topic in game.topics]
    assert len(set(names)) == len(names) > 5
    for topic in game.topics:
        assert topic.rule in rules, topic
        assert re.fullmatch(r"[A-Z].{15,220}\.", topic.text), topic


def test_all_pieces_cards_and_events_are_topics():
    found = {name: {topic.name for topic in game.topics} for name, game in GAMES.items()}
    assert set(NAMES) <= found["sovereign"]
    assert {card.name for card in CARDS} <= found["trehgrannik"]
    assert {card.name for card in TABLE} <= found["trinity"]


@every_game
def test_ready_answers_are_allowed(game):
    s = game.new(game.fewest)
    for step, question in game.codec.questions.items():
        if question.ready and s.step.what == step:
            found = game.codec.ready(s, 0)
            assert [row for row, _ in found] == list(question.ready)
            assert len({choice for _, choice in found}) == len(found)


def test_sovereign_has_ready_decks():
    s = GAMES["sovereign"].new(2)
    assert len(s.game.codec.ready(s, 0)) == 5
