"""While a table is open, a faster build of the rules is made; bots change over to it."""

import asyncio
import os
import shutil
import sys
import time
from pathlib import Path

import trivet
from trivet.catalogue import GAMES
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.pool import Bots
from trivet.server.bots.turns import Owner
from trivet.server.http.background_build import SLOWER, meanwhile

QUICK = BotPacing(delay=0.0, opening=0.0, workers=1)
HOME = Path(trivet.__file__).parents[1]


def told(code):
    """The folders and lines that come of a command."""
    folders, lines = [], []
    asyncio.run(meanwhile((sys.executable, "-c", code), folders.append, lines.append))
    return folders, lines


def test_lines_are_passed_on_and_the_last_one_is_the_folder():
    folders, lines = told(f"print('Half of it is done.'); print({str(HOME)!r})")
    assert folders == [HOME]
    assert lines == ["Half of it is done.", "Bots think faster from now on."]


def test_a_command_that_fails_changes_nothing():
    folders, lines = told(f"print({str(HOME)!r}); raise SystemExit(1)")
    assert (folders, lines) == ([], [SLOWER])


def test_a_command_that_names_no_build_changes_nothing(tmp_path):
    assert told("print('There is no C compiler.')") == ([], ["There is no C compiler.", SLOWER])
    assert told(f"print({str(tmp_path)!r})") == ([], [SLOWER])
    assert told("pass") == ([], [SLOWER])


def test_a_command_that_is_not_there_changes_nothing(tmp_path):
    lines = []
    asyncio.run(meanwhile((str(tmp_path / "none"),), print, lines.append))
    assert lines == [SLOWER]


def test_it_ends_with_the_server_and_so_do_its_children(tmp_path):
    note = tmp_path / "pid"
    inner = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"

    async def start_and_end():
        task = asyncio.create_task(meanwhile((sys.executable, "-c", code), print, print))
        while not note.exists() or not note.read_text():
            await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(start_and_end())
    assert is_gone(int(note.read_text()))


def is_gone(pid):
    for _ in range(100):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":  # nobody waits for it here
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def test_workers_change_over_between_two_thoughts(tmp_path):
    """The next thought comes from the other build, and nothing is lost on the way."""
    shutil.copytree(HOME / "trivet", tmp_path / "trivet", ignore=shutil.ignore_patterns("web"))
    for library in HOME.glob("trivet__mypyc*"):
        shutil.copy(library, tmp_path)
    mark = "\nfrom pathlib import Path\nPath(__file__).with_name('used').touch()\n"
    catalogue = tmp_path / "trivet/catalogue.py"
    catalogue.write_text(catalogue.read_text() + mark)

    async def think():
        bots, s = Bots(QUICK), GAMES["trehgrannik"].new(2)  # one greedy answer
        while s.turn < 0:
            s.apply(s.turn, s.options(s.turn)[0])
        try:
            before = await bots.think("greedy", s, s.turn, Owner("ann", "room", is_seated=True))
            old = bots.short.workers[0].process
            bots.move(tmp_path)
            after = await bots.think("greedy", s, s.turn, Owner("ann", "room", is_seated=True))
            return before.choice, after.choice, old.returncode, bots.crashes
        finally:
            await bots.close()

    before, after, old, crashes = asyncio.run(think())
    assert before == after
    assert old is not None
    assert not crashes
    assert (tmp_path / "trivet/used").exists()
