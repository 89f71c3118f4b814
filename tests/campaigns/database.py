"""A PostgreSQL of our own for a campaign or a test: an ordinary user's, on a Unix socket."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

STARTING = 60.0  # seconds, with recovery after a kill
ORDINARY = ("postgres", "nobody")  # it refuses to run as root, and runs as one of these users
LOCALE = "C.UTF-8" if sys.platform == "linux" else "C"
SETTINGS = {
    "listen_addresses": "", "max_connections": "80", "shared_buffers": "32MB", "fsync": "on",
    "synchronous_commit": "on", "timezone": "UTC", "logging_collector": "off",
}  # fmt: skip


class NoDatabase(Exception):
    """PostgreSQL is not installed here."""


def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [Path(found).resolve().parent] if found else []
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoDatabase("PostgreSQL is not installed")


class Database:
    """A cluster in a folder of its own; it can be killed and started again."""

    def __init__(self, place: Path | None = None, **settings: str) -> None:
        self.bin, self.settings = programs(), {**SETTINGS, **settings}
        self.folder = Path(tempfile.mkdtemp(prefix="trivet-pg-", dir=place))
        self.process: subprocess.Popen[bytes] | None = None
        self._owner: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam(next(name for name in ORDINARY if _is_user(name)))
            self._owner = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "--no-sync", "-U", "trivet", "-A", "trust", "-E", "UTF8",
                  f"--locale={LOCALE}", "--wal-segsize=1", "-D", str(self.data))  # fmt: skip

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def url(self, schema: str = "", **more: str) -> str:
        where = {"host": str(self.folder), **({"search_path": schema} if schema else {}), **more}
        return "postgresql://trivet@/postgres?" + "&".join(f"{k}={v}" for k, v in where.items())

    def start(self) -> None:
        words = [
            word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                start_new_session=True, **self._owner,
            )  # fmt: skip
        end = time.monotonic() + STARTING
        while not self._is_ready():
            if time.monotonic() > end or self.process.poll() is not None:
                words_of = self.log.read_text(errors="replace")[-2000:]
                raise RuntimeError(f"PostgreSQL did not start: {words_of}")
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        command = [str(self.bin / "pg_isready"), "-q", "-h", str(self.folder), "-U", "trivet"]
        return subprocess.run(command, check=False).returncode == 0

    def let_in(self, network: str) -> None:
        """Let servers of a network in, without a password."""
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {network} trust\n")
        self.sql("SELECT pg_reload_conf()")

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill all of its processes without warning, as a power cut would."""
        if self.process is not None:
            for child in self._processes():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            self.process.wait(STARTING)
            self.process = None
            (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _processes(self) -> list[int]:
        assert self.process is not None
        main = self.process.pid
        found = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        return [main, *map(int, found)]

    def stop(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGQUIT)  # at once
            self.process.wait(STARTING)
            self.process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self.bin / program), *words], capture_output=True, text=True, check=False,
            cwd=self.folder, **self._owner,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr[-1000:]}")

    def sql(self, text: str, *values: object, url: str = "") -> list[Any]:
        """Run a statement; not from inside an event loop."""
        return asyncio.run(self.ask(text, *values, url=url))

    async def ask(self, text: str, *values: object, url: str = "") -> list[Any]:
        import asyncpg

        db = await asyncpg.connect(url or self.url())
        try:
            return list(await db.fetch(text, *values))
        finally:
            await db.close()


def _is_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@contextmanager
def a_database(**settings: str) -> Iterator[Database]:
    """A database that runs; NoDatabase if there is none to be had."""
    database = Database(None, **settings)
    try:
        database.start()
        yield database
    finally:
        database.remove()
