"""Backups: made while the server runs, checked by replaying, and put back."""

import os
import sqlite3
import subprocess
import sys
import time

import pytest

from server.tables import a_server
from trivet.client import Client
from trivet.server.rooms.backup import STAMP, backup_age
from trivet.server.wire.messages import Resign, Say

TRIVET = [sys.executable, "-P", "-m", "trivet"]


def trivet(*words):
    done = subprocess.run(
        [*TRIVET, *map(str, words)], capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.long
def test_a_backup_of_a_running_server_brings_its_tables_back(tmp_path):
    folder, copy = tmp_path / "server", tmp_path / "copy.sqlite"
    with a_server(folder) as (address, _):
        ann = Client(address)
        rooms = [
            ann.open_room("sovereign", bots=["", "greedy"], start=True),
            ann.open_room("tritarea", bots=["", "greedy", "greedy", "greedy"], start=True),
        ]
        with ann.enter(rooms[0]) as table:
            table.insist(Resign())
        with ann.enter(rooms[1]) as table:
            table.insist(Say(text="before"))
            made = trivet("admin", "backup", copy, "--data", folder)
            table.insist(Say(text="after"))
        assert made == (0, f"{copy}: 2 tables replayed, 1 records verified, no fault.\n", "")
        assert copy.stat().st_mode & 0o777 == 0o600
        assert (
            trivet("admin", "backup", copy, "--data", folder)[2]
            == f"trivet: {copy} is there already.\n"
        )
        refused = trivet("admin", "restore", copy, "--data", folder)
        assert "Another server is using" in refused[2]
        assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "server"]
        token = ann.token
    code, told, _ = trivet("admin", "restore", copy, "--data", folder)
    assert (code, "The store that was there is now" in told) == (0, True)
    with a_server(folder) as (address, _):
        ann = Client(address, token)
        with ann.enter(rooms[1]) as table:
            while not table.lines["players"]:
                table.change()
            assert [line.text for line in table.lines["players"]] == ["before"]
        assert ann.record(rooms[0]).startswith("Trivet record")
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}


@pytest.mark.long
def test_a_backup_tells_of_every_table_that_cannot_be_replayed(tmp_path):
    folder = tmp_path / "server"
    with a_server(folder) as (address, _):
        room = Client(address).open_room("trifecta", bots=["", "greedy"], start=True)
    with sqlite3.connect(folder / "trivet.sqlite") as db:
        db.execute("UPDATE log SET choice = 99999 WHERE room = ? AND n = 0", (room,))
        db.execute("INSERT INTO records VALUES (?, 'Trivet record 1\nnonsense')", (room,))
    db.close()
    code, told, _ = trivet("admin", "backup", tmp_path / "copy.sqlite", "--data", folder)
    assert code == 1
    assert "0 tables replayed, 0 records verified, 2 faults." in told
    assert f"table {room}: " in told
    assert f"record {room}: line 2" in told
    assert (tmp_path / "copy.sqlite").exists()  # it is what there is


@pytest.mark.long
def test_what_is_not_a_backup_replaces_nothing(tmp_path):
    folder, wrong = tmp_path / "server", tmp_path / "wrong.sqlite"
    with a_server(folder):
        pass
    before = (folder / "trivet.sqlite").read_bytes()
    wrong.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    for file in (wrong, tmp_path / "missing.sqlite"):
        code, told, why = trivet("admin", "restore", file, "--data", folder)
        assert (code, told) == (2, "")
        assert len(why.splitlines()) == 1
    assert (folder / "trivet.sqlite").read_bytes() == before
    assert trivet("admin", "backup", tmp_path / "x", "--data", tmp_path)[2].startswith(
        "trivet: There is no"
    )


def test_a_backup_into_a_folder_that_is_missing_says_so(tmp_path):
    """It named a temporary file of its own that nobody had heard of."""
    with a_server(tmp_path / "server"):
        pass
    copy = tmp_path / "missing" / "copy.sqlite"
    code, told, why = trivet("admin", "backup", copy, "--data", tmp_path / "server")
    assert (code, told) == (2, "")
    assert why == f"trivet: There is no folder {copy.parent} for the copy: make it first.\n"
    assert not copy.parent.exists()  # it may be a disk that is not there


def test_the_time_of_the_newest_backup_is_known(tmp_path):
    folder = tmp_path / "server"
    with a_server(folder):
        pass
    assert backup_age(folder, time.time()) is None
    assert trivet("admin", "backup", tmp_path / "copy.sqlite", "--data", folder)[0] == 0
    assert (folder / STAMP).stat().st_mode & 0o777 == 0o600
    made = (folder / STAMP).stat().st_mtime
    os.utime(folder / STAMP, (made - 86_400,) * 2)
    assert trivet("admin", "backup", tmp_path / "copy.sqlite", "--data", folder)[0] == 2  # is there
    assert backup_age(folder, made) == 86_400
    assert trivet("admin", "backup", tmp_path / "again.sqlite", "--data", folder)[0] == 0
    assert (folder / STAMP).stat().st_mtime >= made
