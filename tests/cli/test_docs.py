"""The pages about the terminal and about fairness tell what really happens."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.test_stream import KEYS
from trivet.cli.main import all_commands
from trivet.cli.terminal.interactive import HELP

DOCS = Path(__file__).parents[2] / "docs"
TERMINAL = DOCS / "terminal.md"
SESSION = re.compile(r"```console\n\$ trivet ([^\n]*)\n(.*?)```", re.DOTALL)
TYPED = ["build SSIIDAC", "shuffle", "why b2", "c2", "17", "quit"]
LONG = re.compile(r"(?<=A> 17\n).*?(?=A> quit)", re.DOTALL)


def session(trivet, words):
    """What is written when the session is played now, shortened as the page is."""
    done = trivet(*words.split(), lines=TYPED)
    shortened = LONG.sub("...\n", done.out)
    return re.sub(r"--resume .*/", "--resume ~/.local/share/trivet/games/", shortened)


def test_the_session_is_a_real_one(trivet, monkeypatch):
    monkeypatch.setattr("time.strftime", lambda _: "20260704-195923")
    page = TERMINAL.read_text()
    words, written = SESSION.search(page).groups()
    played = session(trivet, words)
    assert all(f"A> {line}\n" in played for line in TYPED)
    if os.environ.get("TRIVET_REFRESH"):
        TERMINAL.write_text(page.replace(f"{words}\n{written}```", f"{words}\n{played}```"))
    assert played == SESSION.search(TERMINAL.read_text())[2]


def test_the_page_names_every_command_and_every_word_that_can_be_typed():
    page = TERMINAL.read_text()
    assert all(f"trivet {command}" in page for command in all_commands())
    for word in re.findall(r"^  ([a-z]+)", HELP, re.MULTILINE):
        assert f"`{word}" in page, word


def test_the_page_lists_every_event_with_its_keys():
    rows = re.findall(r"^\| `(\w+)` \| .*? \| (.*) \|$", TERMINAL.read_text(), re.MULTILINE)
    listed = {event: set(re.findall(r"`(\w+)`", keys)) for event, keys in rows}
    for event, keys in KEYS.items():
        assert keys <= listed[event], event


@pytest.mark.skipif(not shutil.which("openssl"), reason="done by hand with openssl")
def test_fairness_can_be_checked_by_hand():
    page = (DOCS / "fairness.md").read_text()
    script = re.search(r"```sh\n(.*?)```", page, re.DOTALL)[1]
    words = ["sh", "-c", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert re.findall("[0-9a-f]{64}", found) == re.findall("# ([0-9a-f]{64})", script)
