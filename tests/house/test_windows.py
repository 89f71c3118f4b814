"""Nothing that only POSIX has is imported or called without a guard.

This is not Windows: its missing modules are blocked and its missing functions taken away, in a
process of its own, which then imports everything and plays.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import trivet

HOME = Path(trivet.__file__).parents[1]

WITHOUT = """
import sys

MODULES = {"curses", "fcntl", "grp", "posix_spawn", "pty", "pwd", "readline", "resource", "syslog",
           "termios", "tty", "uvloop"}

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in MODULES:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Blocked())

import asyncio, multiprocessing, os, signal, socket, subprocess  # what they need, they have
for name in ("fork", "forkpty", "geteuid", "getuid", "getloadavg", "getpgid", "killpg", "mkfifo",
             "nice", "setsid", "sched_getaffinity", "uname", "sysconf"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "alarm", "setitimer"):
    if hasattr(signal, name):
        delattr(signal, name)
if hasattr(socket, "TCP_USER_TIMEOUT"):
    del socket.TCP_USER_TIMEOUT
"""

EVERYTHING = """
import importlib, pkgutil, trivet
for found in pkgutil.walk_packages(trivet.__path__, "trivet."):
    if found.name == "trivet.__main__":
        continue  # it runs
    if found.name.startswith(("trivet.adapters.", "trivet.lab.peers")):
        continue  # they need other libraries
    if found.name == "trivet.offline.browser":
        continue  # it runs in a browser
    importlib.import_module(found.name)
print("imported")
"""

PLAYED = """
from trivet.cli.main import main
assert main(["arena", "trifecta", "--bots", "greedy,random", "--blocks", "1", "--jobs", "1"]) == 0
assert main(["play", "sovereign", "--people", "0", "--bot", "random", "--json"]) == 0
"""

SERVED = """
import asyncio, tempfile, threading
from pathlib import Path
from trivet.server.http.serve import Settings, serve
from trivet.server.bots.pacing import BotPacing
from trivet.client import Client

def play(line):
    address = line.split(" at ")[1].split()[0].rstrip("/")
    client = Client(address)
    with client.enter(client.open_room("sovereign", bots=["", "greedy"], start=True)) as table:
        while ask := table.question():
            table.answer(ask.options[0].text)
    print("played")
    import os
    os._exit(0)

class Out:
    def write(self, text):
        if " at http" in text:
            threading.Thread(target=play, args=(text,), daemon=True).start()
        sys.stderr.write(text)
    def flush(self):
        sys.stderr.flush()

real, sys.stdout = sys.stdout, Out()
print = lambda text: (real.write(text), real.flush())
serve(Settings(Path(tempfile.mkdtemp()), pacing=BotPacing(delay=0.0, workers=1)))
"""


def without_posix(code, folder):
    return subprocess.run(
        [sys.executable, "-P", "-c", WITHOUT + code],
        env={**os.environ, "PYTHONPATH": str(HOME), "TRIVET_HOME": str(folder)},
        cwd=folder, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "said"),
    [(EVERYTHING, "imported"), (PLAYED, '"result"'), (SERVED, "played")],
    ids=["imported", "played", "served"],
)
def test_it_works_without_what_only_posix_has(tmp_path, code, said):
    done = without_posix(code, tmp_path)
    assert said in done.stdout, done.stderr[-3000:]


@pytest.mark.parametrize("code", ["import fcntl", "import os; os.nice(1)"])
def test_a_use_without_a_guard_would_be_found(tmp_path, code):
    assert without_posix(code, tmp_path).returncode != 0
