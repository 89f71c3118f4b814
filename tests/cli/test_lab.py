"""The commands of the lab: train and ladder."""

import json
import os
import re
import subprocess
import sys
from signal import SIGKILL
from time import sleep

import pytest

from trivet import reports
from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.lab.balance import report


def test_the_command_writes_a_file_that_a_bot_can_use(trivet, tmp_path):
    path = tmp_path / "trinity.json"
    words = ["--games", "12", "--bot", "random", "--seed", "3", "--file", str(path)]
    done = trivet("lab", "train", "trinity", *words)
    assert done.code == 0
    assert re.search(r"Landmarks and trios +-?\d", done.out)
    assert "Surprise on games kept aside" in done.out
    found = json.loads(path.read_text())
    assert found["made"] == {"games": 12, "bot": "random", "seats": None, "seed": 3}
    bot(f"master+weights={path}", GAMES["trinity"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "no game"),
        (["trinity", "--bot", "genius"], "no bot 'genius'"),
        (["trinity", "--seats", "9"], "seats|players"),
        (
            ["trinity", "--games", "4", "--bot", "random", "--file", "/nowhere/x"],
            "cannot be written",
        ),
    ],
)
def test_a_wrong_wish_is_refused(trivet, words, complaint):
    done = trivet("lab", "train", *words)
    assert done.code == 2
    assert re.search(complaint, done.err)


def test_the_command_plays_one_step_and_shows_it(trivet, tmp_path):
    words = ["--folder", str(tmp_path / "l"), "--seats", "3", "--step", "greedy", "--tables", "6"]
    done = trivet("lab", "ladder", "trifecta", *words)
    assert done.code == 0
    rows = [line for line in done.out.splitlines() if line.startswith("| 3 ")]
    assert len(rows) == 1
    assert re.match(r"\| 3 \| greedy over random \| \d+\.\d% \| .* \| 33.3% \| 6 \|", rows[0])
    again = trivet("lab", "ladder", "trifecta", "--folder", str(tmp_path / "l"), "--tables", "0")
    assert rows[0] in again.out


@pytest.mark.parametrize("tables", ["2", "0"])
def test_a_folder_with_another_file_is_left_alone(trivet, tmp_path, tables):
    """With no tables to play, the ladder once ended in a traceback while it showed the others."""
    (tmp_path / "trifecta-2-greedy.jsonl").write_text("hello\n")
    done = trivet("lab", "ladder", "trifecta", "--folder", str(tmp_path), "--tables", tables)
    assert done.code == 2
    assert "is not an arena ledger" in done.err
    assert (tmp_path / "trifecta-2-greedy.jsonl").read_text() == "hello\n"


def test_a_cluster_finds_the_same_results(trivet):
    """Ray needs some seconds to begin; with it the blocks are played by other processes."""
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    words = ["arena", "trifecta", "--bots", "greedy,random", "--blocks", "3", "--json"]
    try:
        there = trivet(*words, "--ray")
    finally:
        ray.shutdown()
    here = trivet(*words, "--jobs", "1")
    assert there.code == here.code == 0
    shares = [
        [one["share"] for one in json.loads(done.out)["contests"][0]["results"]]
        for done in (here, there)
    ]
    assert shares[0] == shares[1]


def test_balance_writes_a_page_and_shows_a_game(trivet, tmp_path):
    words = ["balance", "sovereign", "--bot", "random", "--games", "3", "--jobs", "1"]
    words += ["--vary", "alternate=true+play_on=true", "--folder", str(tmp_path / "b")]
    done = trivet(*words)
    assert done.code == 0, done.err
    assert re.search("^variant +With alternate true, play_on true", done.out, re.MULTILINE)
    page = (tmp_path / "b" / "balance.html").read_text()
    assert (
        "trivet balance sovereign --bot random --games 3 --vary alternate=true+play_on=true" in page
    )
    shown = trivet("balance", "sovereign", "--bot", "random", "--show", "2")
    (tmp_path / "game.txt").write_text(shown.out)
    assert trivet("verify", str(tmp_path / "game.txt")).code == 0


@pytest.mark.long
def test_a_run_that_was_killed_goes_on_and_makes_the_same_report(trivet, tmp_path):
    """By two processes and SIGKILL in the middle, against one process without a stop."""
    words = ["balance", "trifecta", "--bot", "greedy", "--games", "30"]
    there = ["--jobs", "2", "--folder", str(tmp_path / "there")]
    command = [sys.executable, "-P", "-m", "trivet", *words, *there]
    running = subprocess.Popen(command, start_new_session=True)
    played = tmp_path / "there" / "ledgers"
    while running.poll() is None and len(list(played.glob("trifecta-2-*"))) < 3:
        sleep(0.05)
    assert running.poll() is None, "it ended before it was killed"
    os.killpg(running.pid, SIGKILL)
    running.wait()
    again = trivet(*words, *there)
    here = trivet(*words, "--jobs", "1", "--folder", str(tmp_path / "here"))
    assert again.code == here.code == 0, again.err
    pages = [(tmp_path / name / "balance.json").read_text() for name in ("here", "there")]
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "There is no game 'chess'"),
        (["sovereign", "--seats", "3"], "a game for 2 seats, not 3"),
        (["sovereign", "--bot", "genius"], "There is no bot 'genius'"),
        (["sovereign", "--bot", "random,greedy,steady"], "one level of bots, or two"),
        (["sovereign", "--vary", "speed=1"], "There is no option 'speed'"),
        (["sovereign", "--vary", "speed"], "Sovereign has no set of options 'speed'"),
        (["sovereign", "--vary", "speed+1"], "expected KEY=VALUE"),
        (["sovereign", "--until", "3"], "expected a part, as 0.03"),
    ],
)
def test_a_wrong_wish_for_a_report_is_refused(trivet, words, complaint):
    done = trivet("balance", *words)
    assert done.code == 2
    assert complaint in done.err


def test_a_cluster_makes_the_same_report(trivet, tmp_path):
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    words = ["balance", "sovereign", "--bot", "random", "--games", "3"]
    try:
        there = trivet(*words, "--ray", "--folder", str(tmp_path / "there"))
    finally:
        ray.shutdown()
    here = trivet(*words, "--jobs", "1", "--folder", str(tmp_path / "here"))
    assert there.code == here.code == 0, there.err
    pages = [(tmp_path / name / "balance.json").read_text() for name in ("here", "there")]
    assert pages[0] == pages[1]


def test_a_report_that_is_kept_is_shown_on_the_page_of_the_table(trivet, home, monkeypatch):
    for name in ("RANDOM_GAMES", "OTHER_GAMES", "ROLLED_GAMES"):
        monkeypatch.setattr(report, name, 2)
    monkeypatch.setattr(reports, "shelves", lambda: [reports.own_shelf()])  # no checkout
    said = trivet("balance", "sovereign", "--reports").out
    assert said.startswith("There is no report of Sovereign on this machine.")
    words = ["--bot", "random", "--games", "4", "--jobs", "1", "--keep"]
    assert trivet("balance", "sovereign", *words).code == 0
    page = home / "reports/sovereign-2/balance.html"
    assert trivet("balance", "sovereign", "--reports").out == f"{page}\n"
    assert [one.name for one in reports.reports("sovereign")] == ["sovereign-2"]
