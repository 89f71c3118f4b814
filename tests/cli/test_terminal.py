"""Whole games in a pretended terminal, as a person would play them."""

import re

import pytest

from cli.terminal import WIPE, Terminal, on_screen, without_colours
from trivet.cli.main import main

LEFT = re.compile(r"^  trivet play --resume (.*)$", re.M)


def answer(text):
    """What the scripted player types: the first choice, a deck of Secrets, or a shuffle."""
    if "Hand over" in text.splitlines()[-1]:
        return ""
    if "for your secret deck" in text:
        return "build SSSSSSS"
    return "shuffle" if "set the order of your deck" in text else "1"


def play_on(terminal, text, answers=1000):
    """Answer so many questions, or to the end of the game."""
    for _ in range(answers):
        text = terminal.type(answer(without_colours(text)))
        if "trivet replay " in text:
            break
    return text


@pytest.mark.long
def test_a_whole_game_with_ctrl_c_end_of_file_and_resuming(home):
    with Terminal("play", "sovereign", "--seed", "4", home=home) as terminal:
        play_on(terminal, terminal.until_prompt(), 4)
        terminal.interrupt()
        text, code = terminal.until_end()
    assert code == 130
    assert "\nThe game is kept. To go on:\n" in text
    path = LEFT.search(text)[1]
    assert "Traceback" not in text

    with Terminal("play", "--resume", home=home) as terminal:
        play_on(terminal, terminal.until_prompt(), 4)
        terminal.press(b"\x04")
        text, code = terminal.until_end()
    assert code == 0
    assert LEFT.search(text)[1] == path

    with Terminal("play", "sovereign", "--resume", home=home) as terminal:
        play_on(terminal, terminal.until_prompt(), 2)
        text = terminal.type("quit")
        assert LEFT.search(text)[1] == path
        assert terminal.until_end()[1] == 0

    with Terminal("play", "--resume", path, home=home) as terminal:
        text = play_on(terminal, terminal.until_prompt())
        rest, code = terminal.until_end()
    assert code == 0
    assert f"  trivet replay {path}\n" in text + rest
    assert main(["verify", path]) == 0
    assert [str(kept) for kept in (home / "games").iterdir()] == [path]


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        ([], {"NO_COLOR": "1"}),
        ([], {"TERM": "dumb"}),
        (["--no-color"], {}),
        (["--ascii", "--no-colour"], {"LANG": "C"}),
    ],
)
def test_without_colours_no_escape_is_written(home, words, environment):
    with Terminal("play", "sovereign", *words, home=home, **environment) as terminal:
        play_on(terminal, terminal.until_prompt(), 4)
        assert b"\x1b" not in terminal.seen
        assert terminal.seen.isascii() == ("--ascii" in words)


def test_colours_are_there_to_be_seen_and_lines_fit_80_columns(home):
    with Terminal("play", "sovereign", home=home) as terminal:
        text = play_on(terminal, terminal.until_prompt(), 5)
        assert "\x1b[1;34mA You []\x1b[0m" in text
        whole = without_colours(terminal.seen.decode())
        assert max(map(len, whole.replace("\r\n", "\n").splitlines())) <= 80


def test_table_question_and_choices_fit_one_screen(home):
    """When 36 choices are offered, picture, question, choices and prompt take 24 lines."""
    with Terminal("play", "sovereign", "--seed", "9", home=home) as terminal:
        text = play_on(terminal, terminal.until_prompt(), 2)
    screen = "\n".join(without_colours(text).splitlines()[-24:])
    assert "      a       b       c" in screen
    assert " 36 " in screen
    assert screen.endswith("A> ")


def test_a_latin_terminal_gets_ascii(home):
    encoding = {"PYTHONIOENCODING": "latin-1"}
    with Terminal("play", "sovereign", home=home, **encoding) as terminal:
        play_on(terminal, terminal.until_prompt(), 3)
        assert terminal.seen.isascii()


def test_a_rulebook_goes_through_the_pager_that_was_chosen(home):
    with Terminal("rules", "sovereign", home=home, PAGER="head -n 1") as terminal:
        assert terminal.until_end() == ("Sovereign\n", 0)
    with Terminal("rules", "sovereign", home=home, PAGER="no-such-pager") as terminal:
        assert "## " not in terminal.until_end()[0][:4000]
    with Terminal("rules", "sovereign", home=home) as terminal:
        assert len(terminal.until_end()[0].splitlines()) > 100


@pytest.mark.long
def test_fuzzing_shows_how_far_it_is_and_ctrl_c_ends_it(home):
    words = ("lab", "fuzz", "sovereign", "--games", "900000", "--jobs", "2")
    with Terminal(*words, home=home) as terminal:
        while b" of 900,000 games, 0 faulty" not in terminal.seen:
            terminal.some()
        terminal.press(b"\x03")
        text, code = terminal.until_end()
    assert code == 130
    assert "Traceback" not in text


def test_people_at_one_keyboard_never_see_each_others_deck(home):
    names = ("--name", "Ann", "--name", "Bob")
    with Terminal("play", "sovereign", *names, "--seed", "1", home=home) as terminal:
        assert "Hand over to A (Ann), then press Enter. " in terminal.until_prompt()
        terminal.type("")
        handed = terminal.type("build MACSSSS")
        assert WIPE in handed
        assert on_screen(handed) == "Hand over to B (Bob), then press Enter. "
        shown = terminal.type("").replace("C is a Scepter", "")
        assert "Scepter" not in re.sub(r"C Scepter +\d", "", shown)  # the list of all types
        terminal.press(b"\x1b[A\x1b[A\n")  # what was typed before, if it can still be had
        assert "MACSSSS" not in terminal.until_prompt()
        terminal.type("build IIIIIII")
        seen_by_ann = terminal.type("")
        assert "built of: S S S S M A C" in seen_by_ann
        assert "I I I" not in seen_by_ann
