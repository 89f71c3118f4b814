"""Every step of every lesson: its position exists, and its answer is allowed and can be touched."""

import msgspec
import pytest

from trivet import lessons, rulebook
from trivet.catalogue import GAMES

pages = pytest.importorskip("trivet.server.http.pages", reason="the server is not installed")
every_game = pytest.mark.parametrize("name", GAMES)
LONGEST = 340  # letters: what fits a corner of the table


def things(scene):
    return {one.thing for zone in scene.zones for one in (*zone.spots, *zone.pieces)} - {""}


@every_game
def test_a_lesson_is_short_and_its_rules_exist(name):
    lesson, rules = lessons.load(name), rulebook.read(name).rules
    assert 5 <= len(lesson.steps) <= 8
    assert sum(bool(step.only) for step in lesson.steps) >= 4  # something is done, not only seen
    for step in lesson.steps:
        assert 0 < len(step.title) <= 40
        assert 20 <= len(step.text) <= LONGEST, step.title
        assert step.rule in rules, step.rule
        assert bool(step.praise) == bool(step.only), step.title


@every_game
def test_every_step_is_a_position_with_one_answer_that_can_be_touched(name):
    for step in pages.lesson(name).steps:
        seen = things(step.scene)
        assert set(step.things) <= seen, step.title
        if step.answer is None:
            continue
        assert step.ask
        assert step.answer.touched
        assert step.after != step.scene or step.told, step.title
        on_table = [thing for thing in step.answer.touched if thing in seen]
        assert not step.things or not on_table or set(on_table) & set(step.things), step.title


@every_game
def test_a_lesson_speaks_of_buttons_by_the_words_that_they_have_at_the_table(name):
    for step in pages.lesson(name).steps:
        last = step.answer.touched[-1] if step.answer else ""
        if last and last not in things(step.scene) and not last.startswith("turn:"):
            assert f'"{step.answer.words}"' in step.text, step.title


@every_game
def test_the_free_game_can_be_opened(name):
    lesson = lessons.load(name)
    assert GAMES[name].new(lesson.seats, lesson.free).seats == lesson.seats
    assert len(msgspec.json.encode(pages.lesson(name))) < 1_000_000


def test_an_answer_that_is_not_allowed_is_found():
    text = """{"seats": 2, "steps": [{"title": "T", "text": "x", "moves":
        ["A build SIRMDAC", "B build SIRMDAC", "A shuffle", "B shuffle"], "only": "mask c1"}]}"""
    with pytest.raises(lessons.LessonError, match="sovereign, step 1, 'T': 'mask c1' is not"):
        list(lessons.play(GAMES["sovereign"], lessons.read(text)))


@pytest.mark.parametrize("text", ["[]", "{}", '{"seats": 2, "steps": [{"name": "T"}]}', "x"])
def test_what_is_not_a_lesson_is_said(text):
    with pytest.raises(lessons.LessonError, match="this is not a lesson"):
        lessons.read(text)
