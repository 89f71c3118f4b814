"""A server cut off from its database, and a database with a full disk.  Both need root."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from campaigns.cluster import Events, Outcome, Trial
from campaigns.database import Database, a_database
from campaigns.machine import run
from campaigns.stage import Stage, allow_many_files

LINES = {"people": "10.86.1", "database": "10.86.2"}  # networks: this machine is .1, the server .2
SMALL = 120  # megabytes of a disk
FULL = 5.0  # seconds without room


class NotAllowed(Exception):
    """This machine lets us make no namespaces or no disks."""


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotAllowed(done.stderr.strip())


class Island:
    """A network namespace with two lines to us: one for people, one to the database."""

    def __init__(self) -> None:
        self.name = f"trivet{os.getpid()}"

    def __enter__(self) -> "Island":
        if os.geteuid() or not shutil.which("ip"):
            raise NotAllowed("only root may make network namespaces")
        _ip("netns", "add", self.name)
        try:
            _ip("-n", self.name, "link", "set", "lo", "up")
            for line, net in LINES.items():
                ours, theirs = self._line(line), self._line(line, "t")
                _ip("link", "add", ours, "type", "veth", "peer", "name", theirs)
                _ip("link", "set", theirs, "netns", self.name)
                _ip("addr", "add", f"{net}.1/24", "dev", ours)
                _ip("link", "set", ours, "up")
                _ip("-n", self.name, "addr", "add", f"{net}.2/24", "dev", theirs)
                _ip("-n", self.name, "link", "set", theirs, "up")
        except NotAllowed:
            self.__exit__()
            raise
        return self

    def _line(self, line: str, side: str = "o") -> str:
        return f"tv{side}{line[0]}{os.getpid()}"

    def cut(self) -> None:
        _ip("link", "set", self._line("database"), "down")

    def mend(self) -> None:
        _ip("link", "set", self._line("database"), "up")

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(NotAllowed):
            _ip("netns", "del", self.name)
        for line in LINES:
            with contextlib.suppress(NotAllowed):
                _ip("link", "del", self._line(line))


def partition(folder: Path, times: int, pairs: int) -> Outcome:
    """A server loses its line to the database, and gets it back; people still reach it."""
    allow_many_files()
    with Island() as island, ExitStack() as stack:
        here, there = f"{LINES['database']}.1", f"{LINES['people']}.2"
        database = stack.enter_context(a_database(listen_addresses=here))
        database.let_in(f"{LINES['database']}.0/24")
        url = f"postgresql://trivet@{here}/postgres"
        inside = ("ip", "netns", "exec", island.name)
        stages = [
            Stage(folder / "0", store=url, host=there, prefix=inside),
            Stage(folder / "1", store=database.url(), host=f"{LINES['people']}.1"),
        ]
        for stage in stages:
            stack.enter_context(stage)
        trial = Trial(database, stages, Events(partitions=times, pairs=pairs), island)
        return run(trial.run())


@contextmanager
def a_small_disk() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="trivet-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}m,mode=0755", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        folder.rmdir()
        raise NotAllowed("only root may mount disks")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)
        folder.rmdir()


def full_disk(folder: Path, times: int, pairs: int) -> Outcome:
    """The disk of the database is full for some seconds, and then has room again."""
    allow_many_files()
    with a_small_disk() as disk, ExitStack() as stack:
        database = stack.enter_context(a_database_on(disk))
        stages = [Stage(folder / str(n), store=database.url()) for n in range(2)]
        for stage in stages:
            stack.enter_context(stage)
        filler = Filler(database, disk)
        trial = Trial(database, stages, Events(full=times, pairs=pairs), filler=filler)
        outcome = run(trial.run())
        outcome.found.update(filler.found)
        return outcome


@contextmanager
def a_database_on(disk: Path) -> Iterator[Database]:
    database = Database(disk, max_wal_size="8MB", min_wal_size="2MB", wal_recycle="off")
    try:
        database.start()
        yield database
    finally:
        database.remove()


class Filler:
    """Fills a disk, and empties it again."""

    def __init__(self, database: Database, disk: Path) -> None:
        self.database, self.file = database, disk / "filler"
        self.found: Counter[str] = Counter()

    def fill(self) -> None:
        with self.file.open("wb", buffering=0) as filler, contextlib.suppress(OSError):
            while True:
                filler.write(bytes(4096))
        time.sleep(FULL)
        self.found["times full"] += 1
        log = self.database.log.read_text(errors="replace") if self.database.log.exists() else ""
        self.found["times the database said so"] = log.count("No space left on device")

    def empty(self) -> None:
        """Make room; a database that gave up is started again, as its supervisor would."""
        self.file.unlink()
        if not self.database.is_alive():
            self.found["times it had to be started again"] += 1
            self.database.process = None
            self.database.start()
