"""Help, version, and one clear sentence for everything that cannot be done."""

import re
import subprocess
import sys

import pytest

from trivet.cli.arguments import sentence
from trivet.cli.build import is_compiled
from trivet.cli.main import COMMANDS, LAB, RENAMED, all_commands


@pytest.mark.parametrize("command", all_commands())
def test_every_command_explains_itself(trivet, command):
    done = trivet(*command.split(), "--help")
    assert done.code == 0
    assert f"usage: trivet {command}" in done.out


def test_help_lists_every_command(trivet):
    done = trivet("--help")
    assert done.code == 0
    assert all(re.search(rf"^    {command}\s", done.out, re.M) for command in COMMANDS)
    done = trivet("lab", "--help")
    assert all(re.search(rf"^    {command}\s", done.out, re.M) for command in LAB)


def test_there_are_at_most_sixteen_commands():
    assert len(COMMANDS) <= 16


@pytest.mark.parametrize("old", RENAMED)
def test_an_older_command_answers_with_its_new_name(trivet, old):
    done = trivet(old, "--help")
    assert done.code == 2
    assert f"trivet: '{old}' is now called '{RENAMED[old]}'.\n" == done.err


def test_what_belongs_to_a_server_may_stand_before_the_action_or_behind_it(trivet, tmp_path):
    where = ["--data", str(tmp_path), "--json"]
    before, behind = trivet("admin", *where, "tables"), trivet("admin", "tables", *where)
    assert before == behind
    assert str(tmp_path) in before.err  # which has no store


def test_without_words_the_table_opens(monkeypatch, trivet):
    serve = pytest.importorskip("trivet.server.http.serve", reason="the server is not installed")
    wished = []
    monkeypatch.setattr(serve, "serve", wished.append)
    assert trivet().code == 0
    assert [settings.opens_browser for settings in wished] == [True]


def test_help_loads_no_game():
    code = "import sys, trivet.cli.main as m; m._parser(); print(*sys.modules)"
    words = [sys.executable, "-c", code]
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert "trivet.cli.main" in loaded
    assert not {"trivet.catalogue", "trivet.core.state", "json.tool", "subprocess"} & set(loaded)


def test_help_of_the_server_loads_no_server():
    code = "import sys, trivet.cli.main as m; m.parser_of('serve'); print(*sys.modules)"
    words = [sys.executable, "-c", code]
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert "trivet.cli.host.serve" in loaded
    heavy = {"asyncio", "dataclasses", "difflib", "http.server", "prometheus_client", "ssl"}
    heavy |= {"starlette", "trivet.catalogue", "urllib.request", "uvicorn"}
    assert not heavy & set(loaded)


def test_the_version_names_the_build(trivet):
    done = trivet("--version")
    build = "compiled rules (mypyc)" if is_compiled() else "plain Python rules"
    python = ".".join(map(str, sys.version_info[:3]))
    assert done.out.startswith("trivet ")
    assert done.out.rstrip().endswith(f", {build}, Python {python}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("dance", "invalid choice: 'dance'"),
        ("play", "Say which game"),
        ("play chess", "There is no game 'chess'; there are: sovereign"),
        ("play sovereign --seats 5", "Sovereign is a game for 2 seats, not 5."),
        ("play sovereign --seats two", "expected a whole number, got 'two'"),
        ("play sovereign --seat C", "There is no seat 'C'; there are A, B."),
        ("play sovereign --seed xyz", "A seed has up to 64 hexadecimal digits."),
        (
            "play sovereign --bot wizard",
            "There is no bot 'wizard'; there are: random (Beginner), greedy (Easy)",
        ),
        ("play sovereign --seats 2 --bots greedy,greedy", "1 seats for bots, and 2 bots."),
        ("play sovereign --bot greedy --bots greedy", "not both"),
        ("play sovereign --pass-and-play --bot greedy", "There is no seat left for a bot."),
        ("play sovereign --pass-and-play --people 1", "leave out --people"),
        ("play sovereign --people 3", "Sovereign is a game for 2 seats, not 3."),
        ("play sovereign --seats 2 --people 3", "3 people do not fit on 2 seats."),
        ("play sovereign --people 1 --name A --name B", "There are more names than people."),
        ("play sovereign --name greedy", "'greedy' is the name of a bot"),
        ("play sovereign --option fast=true", "There is no option 'fast'; this game has: ranks"),
        ("play sovereign --option play_on=7", "expected true or false, got 7 [SOV-42]"),
        ("play sovereign --option play_on", "expected KEY=VALUE, got 'play_on'"),
        ("play sovereign --option ranks=[1", "the value of 'ranks' is not valid JSON"),
        ("play --resume", "There is no unfinished game in "),
        ("play --resume nowhere.trivet", "nowhere.trivet cannot be read: No such file"),
        ("play --resume --seats 2", "leave out --seats"),
        ("rules chess", "There is no game 'chess'"),
        ("rules sovereign sov-19", "the nearest are SOV-20, SOV-21, SOV-22."),
        ("replay nowhere", "nowhere cannot be read"),
        ("verify nowhere", "nowhere cannot be read"),
        ("lab perft sovereign --depth 0", "expected a number above 0"),
        ("lab perft sovereign --after 9999", "The game is over before answer 9999"),
        ("lab perft sovereign --seats 7", "Sovereign is a game for 2 seats, not 7."),
        ("lab fuzz chess", "There is no game 'chess'"),
        ("lab fuzz sovereign --games -3", "expected"),
        ("lab bench chess", "There is no game 'chess'"),
        ("lab bench sovereign --seconds soon", "expected seconds, got 'soon'"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(trivet, kept, home, words, sentence):
    done = trivet(*words.split())
    assert done.code == 2
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""
    assert not (home / "games").exists() or not kept()


def test_what_was_typed_cannot_steer_the_terminal(trivet):
    assert "\x1b" not in trivet("play", "\x1b[31mchess").err
    assert "\x1b" not in trivet("\x1b[31mchess").err


def test_ctrl_c_is_no_error_but_has_its_code(trivet, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("trivet.cli.games.run", interrupted)
    assert trivet("games") == (130, "", "")


def test_a_reader_who_has_enough_is_no_error():
    command = f"{sys.executable} -m trivet rules sovereign | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "Sovereign\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("there is no bot 'x'", "There is no bot 'x'."),
        ("liars.py cannot be imported", "liars.py cannot be imported."),
        ("liars:Game is a type", "liars:Game is a type."),
        ("bots/my_bot.py is gone", "bots/my_bot.py is gone."),
        ("", "."),
    ],
)
def test_the_name_of_a_file_is_not_changed_at_the_beginning_of_a_sentence(text, told):
    """It said that Liars.py could not be imported."""
    assert sentence(ValueError(text)) == told
