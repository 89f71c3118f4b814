"""Every snippet of README and docs: Python is run, commands are run as far as they end.

Blocks of `py` are parts of a program and are not run.  What must not be run for another reason says
so in a comment before it: <!-- not run: it needs another machine -->.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from server.tables import a_server

import trivet as package
from trivet.cli.main import all_commands, parser_of

ROOT = Path(__file__).parents[2]
HOME = Path(package.__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / ".github/CONTRIBUTING.md",
    *sorted(page for name in ("docs", "studies") for page in (ROOT / name).rglob("*.md")),
]
BLOCK = re.compile(
    r"(?P<not_run><!-- not run: .*?-->\s*)?^```(?P<kind>\w+)\n(?P<text>.*?)^```", re.M | re.S
)
COMMAND = re.compile(r"(?:\./play|trivet) +([a-z][a-z-]*)(.*)")
ADDRESS = "http://127.0.0.1:8000"
NOT_ENDING = ("serve", "join", "watch", "campaign")  # tests/server has them
LAB = ("bench", "calibrate", "decks", "exploit", "honesty", "ladder", "train", "tune")
LONG = ("balance", *(f"lab {name}" for name in LAB))
QUICK = re.compile(r"\b(?:steady|sharp|master)\b")


def blocks(page, *kinds):
    found = BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [one["text"] for one in found if one["kind"] in kinds and not one["not_run"]]


def pages_with(*kinds):
    return [
        pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES if blocks(page, *kinds)
    ]


@pytest.fixture
def folder(tmp_path):
    """A folder to work in, with the examples, and with `trivet` and `./play` to call."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/examples").symlink_to(ROOT / "docs/examples")
    for name in ("trivet", "play"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m trivet "$@"\n')
        program.chmod(0o755)
    return tmp_path


def run(words, folder, **more):
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    variables = {"PYTHONPATH": str(HOME), "TRIVET_HOME": str(folder), "PATH": path}
    return subprocess.run(
        words, cwd=folder, env={**os.environ, **variables}, timeout=110,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **more,
    )  # fmt: skip


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_runs(page, folder):
    code = "\n".join(blocks(page, "python"))
    with (
        a_server(folder / "server") if ADDRESS in code else nullcontext(("", None)) as (address, _)
    ):
        (folder / "snippet.py").write_text(code.replace(ADDRESS, address), encoding="utf-8")
        done = run([sys.executable, "-P", "snippet.py"], folder)
    if missing := re.search(r"ModuleNotFoundError: No module named '(?!trivet)(\w+)", done.stderr):
        pytest.skip(f"{missing[1]} is not installed")
    assert done.returncode == 0, done.stderr


def commands(page, *kinds):
    """The commands of trivet in a page, without comments."""
    for text in blocks(page, *kinds):
        for line in re.sub(r"\\\n\s*", " ", text).splitlines():
            found = COMMAND.match(re.sub(r"\s+#.*|   .*", "", line.strip()))
            if found:
                command, words = found[1], shlex.split(found[2])
                if command == "lab" and words:
                    command = f"lab {words.pop(0)}"
                yield [command, *words]


@pytest.mark.parametrize("page", pages_with("sh", "text", "console"))
def test_every_command_and_option_exists(page):
    for command, *words in commands(page, "sh", "text", "console"):
        if command != "campaign":
            assert command in all_commands(), command
            known = set(parser_of(command)._option_string_actions)
            given = {word.partition("=")[0] for word in words if word.startswith("--")}
            assert given <= known, (command, given - known)


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", pages_with("sh"))
def test_commands_run(page, folder):
    for command, *words in commands(page, "sh"):
        if command not in (*NOT_ENDING, *LONG) and "--pass-and-play" not in words:
            done = run(
                [sys.executable, "-P", "-m", "trivet", *shortened(command, words, folder)], folder
            )
            assert done.returncode == 0, (command, words, done.stderr)


def shortened(command, words, folder):
    """The same command with fewer games, quick bots, nobody at the keyboard, and a real file."""
    words = [QUICK.sub("random", word) for word in words]
    if "--resume" in words or "FILE" in words:
        record = run([sys.executable, "-P", "-m", "trivet", "play", "sovereign", "--people", "0",
                      "--bot", "random", "--json"], folder).stdout  # fmt: skip
        file = json.loads(record.splitlines()[-1])["file"]
        words = [file if word == "FILE" else word for word in words if word != "--resume"]
        command = "replay" if command == "play" else command  # nothing is left to be resumed
        words = words if words else [file]
    if command == "play":
        words += ["--people", "0", "--json", *([] if "--bot" in words else ["--bot", "random"])]
    limits = {
        "arena": ["--blocks", "1", "--jobs", "1"],
        "lab fuzz": ["--games", "5", "--jobs", "1"],
    }
    return [*command.split(), *words, *limits.get(command, [])]


@pytest.mark.parametrize("page", pages_with("sh"))
def test_modules_run(page, folder):
    """`python -m trivet.lab.NAME --games 2000`, with fewer games."""
    for text in blocks(page, "sh"):
        for module, rest in re.findall(r"^python -m (trivet[.\w]*) *(.*)$", text, re.M):
            words = re.sub(r"--games \d+", "--games 2", rest).split()
            done = run([sys.executable, "-P", "-m", module, *words], folder)
            assert done.returncode == 0, done.stderr


def test_an_unknown_option_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```sh\ntrivet play sovereign --bots greedy --fly  # to the moon\n```\n")
    with pytest.raises(AssertionError, match="fly"):
        test_every_command_and_option_exists(page)
