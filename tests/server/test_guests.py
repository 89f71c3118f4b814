"""A bot of somebody's own machine at a table of a server."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from trivet.client import Client
from trivet.client.guest import Forfeit, load, play

EXAMPLES = Path(__file__).parents[2] / "docs/examples"


def test_a_guest_joins_a_table_and_plays_to_the_end(server, tmp_path):
    client = Client(server)
    room = client.open_room("sovereign", bots=["", "greedy"], sit=False)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "trivet", "join", f"{server}/t/{room}"]
        + ["--bot", f"{EXAMPLES / 'network_guest.py'}:make"],
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "network_guest.py:make sits at A." in done.stdout
    assert re.search(r"\[SOV-[0-9]+\]|won|win", done.stdout)


class Says:
    def __init__(self, text):
        self.text = text

    def answer(self, table):
        if self.text == "slow":
            import time

            time.sleep(60)
        return self.text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "answered 'nonsense', which is refused: .*[.] \\[[A-Z]+-[0-9]+\\]"),
        (3, "answered 3, which is not text"),
        ("slow", "has not answered within 0.3 seconds"),
    ],
)
def test_a_guest_forfeits_by_resigning(server, text, reason):
    client = Client(server)
    room = client.open_room("sovereign", bots=["", "greedy"], start=True)
    with client.enter(room) as table:
        with pytest.raises(Forfeit, match=reason):
            play(table, lambda game: Says(text), "robot.py:make", deadline=0.3)
        while not table.is_over:
            table.change()
        assert table.room.result.scores[0] == 0


def test_what_is_no_bot_is_refused():
    with pytest.raises(ValueError, match=r"'nowhere\.py:make' is not a bot: there is no file"):
        load("nowhere.py:make")
