"""`trivet serve`, `join`, `watch` and `campaign` from a terminal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.tables import address_of
from trivet.client import Client
from trivet.server.wire.messages import Ready

ROOT = Path(__file__).parents[2]
TRIVET = [sys.executable, "-P", "-m", "trivet"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIVET_HOME", str(tmp_path))
    return tmp_path


def trivet(*words, lines=()):
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        [*TRIVET, *words], input=text, capture_output=True, text=True, timeout=60, check=False
    )


def campaign(*words):
    home = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-P", "-m", "campaigns", *words],
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip


def test_serve_says_where_it_is_and_stops_when_told(home):
    words = [*TRIVET, "serve", "--port", "0", "--bot-delay", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        address = address_of(process)
        room = Client(address).open_room("sovereign")
        joined = trivet("join", address)
        assert f"{address}/t/{room}" in joined.stdout
        process.terminate()
        assert process.wait(20) in (0, -15, 143)
    assert (home / "server" / "trivet.sqlite").exists()
    assert (home / "server" / "server.log").exists()


def test_a_taken_port_and_a_taken_store_are_said_in_one_line(home, server):
    port = server.rpartition(":")[2]
    done = trivet("serve", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == f"trivet: 127.0.0.1, port {port}, cannot be used: Address already in use.\n"
    )
    (home / "server").write_text("a file in the way")
    done = trivet("serve", "--port", "0")
    assert done.returncode == 2
    assert done.stderr.startswith("trivet: The store in ")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["serve", "--port", "x"], "expected a whole number"),
        (["serve", "--bot-delay", "-1"], "expected seconds"),
        (
            ["serve", "--keep", "chat=0"],
            "expected open, left, finished, log, chat, guest, kept and",
        ),
        (["serve", "--keep", "cake=3"], "got 'cake=3'"),
        (["serve", "--limit", "rooms=3"], "got 'rooms=3'"),
        (["join", "nonsense/t/x"], "A link to a table looks like"),
        (["join", "http://127.0.0.1:9/t/x"], "does not answer"),
        (["watch", "http://127.0.0.1:9/t/x"], "does not answer"),
        (["campaign", "dance"], "invalid choice"),
    ],
)
def test_a_wrong_word_is_refused_in_one_sentence(home, words, reason):
    done = trivet(*words)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_is_played_from_a_terminal(home, server):
    answers = ["help", "why zzz", "list", "hint", "look scepter", "rules zzz", "build SSIRRMA"]
    answers += ["shuffle", "say hello", "look", "log all"]
    done = trivet(
        "join", server, "--new", "sovereign", "--bot", "random", "--name", "Mia", lines=answers
    )
    assert done.returncode == 0, done.stderr
    assert "You sit at A. A You, B Basil (Beginner bot)." in done.stdout
    assert "That cannot be read here." in done.stdout
    assert "Suggested moves:\n  build " in done.stdout
    assert "\nScepter (" in done.stdout
    assert "Neither a card nor the rulebook mentions 'zzz'." in done.stdout
    assert "- Both players built their decks. Round 1 began" in done.stdout  # one line
    assert "- Both players built their decks.\n" in done.stdout  # step by step, in the log
    assert "Your seat stays yours" in done.stdout
    link = next(word for word in done.stdout.split() if word.startswith(f"{server}/t/"))
    again = trivet("join", link, "--ascii", lines=["resign"])
    assert "You sit at A." in again.stdout
    assert again.returncode == 0
    looked = trivet("watch", link, "--ascii")
    assert "resigned: Basil won. [HOUSE-5]" in looked.stdout


def test_a_spectator_sees_a_game_to_its_end(home, server):
    room = Client(server).open_room("sovereign", bots=["greedy", "greedy"], sit=False, start=True)
    done = trivet("watch", f"{server}/t/{room}", "--quiet")
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith("- ")]
    captures = r"- (Ada|Basil) placed .* and captured .*"
    assert any(re.match(captures, line) for line in told)  # a turn is one sentence
    assert "became the Sovereign. [SOV-42]" in done.stdout or "the win is shared" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("total ")


def test_a_name_cannot_steer_the_terminal(home, server):
    client = Client(server)
    client.rename("\x1b[31mRed\x07")
    with client.enter(client.open_room("sovereign")) as table:
        table.insist(Ready())
        done = trivet("join", f"{server}/t/{table.room.id}", "--ascii", lines=["quit"])
    assert "\x1b" not in done.stdout
    assert "[31mRed" in done.stdout


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_campaign_is_run_by_command(home):
    done = campaign("deliver", "--deliveries", "500")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Nothing was broken." in done.stdout
    done = campaign("twins", "--pairs", "5")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("planted: ") == 4
