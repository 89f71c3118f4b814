"""`trivet --completion SHELL`: what the script completes, tried in the shell itself."""

import os
import pty
import shutil
import subprocess

import pytest

from trivet.catalogue import GAMES
from trivet.cli.completion import WRITERS, places_of
from trivet.cli.main import COMMANDS, LAB, SHELLS, _parser, all_commands, parser_of

BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(not BASH, reason="there is no bash")


@pytest.fixture
def script(trivet, tmp_path):
    """The script for a shell, in a file."""

    def write(shell):
        path = tmp_path / f"trivet.{shell}"
        path.write_text(trivet("--completion", shell).out)
        return path

    return write


@pytest.fixture
def completed(script):
    """What bash offers for the last of these words."""
    path = script("bash")

    def ask(*words):
        code = f'source {path}; COMP_WORDS=(trivet "$@"); COMP_CWORD=$#; _trivet; '
        code += 'echo "${COMPREPLY[@]}"'
        done = subprocess.run(
            [BASH, "--norc", "-c", code, "bash", *words], capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        return done.stdout.split()

    return ask


@needs_bash
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["pla"], ["play"]),
        (["lab", "b"], ["bench", "benchmark"]),
        (["play", "tri"], ["trifecta", "trinity", "tritarea"]),
        (["lab", "perft", "sov"], ["sovereign"]),
        (["play", "sovereign", "--pass"], ["--pass-and-play"]),
        (["play", "--bot", "s"], ["steady", "sharp"]),
        (["admin", "tab"], ["tables", "table"]),
        (["admin", "tables", "--phase", "o"], ["open", "over"]),
        (["admin", "--data", "play", "tab"], ["tables", "table"]),
        (["--vers"], ["--version"]),
        (["fly"], []),
        (["join", "--name", "pla"], []),  # a name is not a command
    ],
)
def test_bash_completes_commands_options_games_and_values(completed, words, offered):
    assert completed(*words) == offered


@needs_bash
def test_bash_knows_all_commands_and_games(completed):
    assert completed("") == list(COMMANDS)
    assert completed("lab", "") == list(LAB)
    assert completed("balance", "") == list(GAMES)


@needs_bash
@pytest.mark.skipif(not hasattr(os, "forkpty"), reason="there is no terminal")
def test_the_tab_key_completes_in_a_bash_at_a_terminal(script):
    path = script("bash")
    child, line = pty.fork()
    if child == 0:
        os.environ["PS1"] = "> "
        os.execv(BASH, [BASH, "--norc", "--noprofile", "-i"])
    os.write(line, f"source {path}; trivet() {{ echo told:$*.; exit; }}\n".encode())
    os.write(line, b"trivet pla\ttrin\t\n")
    seen = b""
    while more := read(line):
        seen += more
    os.waitpid(child, 0)
    os.close(line)
    assert b"told:play trinity." in seen


def read(line):
    try:
        return os.read(line, 4096)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_is_one_for_this_shell(script, shell):
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    subprocess.run([shell, "-n", script(shell)], check=True)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_the_script(trivet, shell):
    text = trivet("--completion", shell).out
    for name in all_commands():
        for option in parser_of(name)._option_string_actions:
            assert f"-l {option[2:]} " in text or option in text or len(option) == 2, (name, option)


def test_there_is_a_writer_for_every_shell_and_a_place_for_every_command():
    assert tuple(WRITERS) == SHELLS
    paths = {place.path for place in places_of("trivet", _parser())}
    assert {f"trivet {name}" for name in all_commands()} <= paths


def test_an_unknown_shell_is_refused_in_a_sentence(trivet):
    done = trivet("--completion", "tcsh")
    assert done.code == 2
    assert "tcsh" in done.err
