"""The server under test, in its own process: as released, or with a planted fault.

It is the real server; only its limits are wider, because a campaign is not one honest player.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

import trivet
from campaigns import server_watch
from campaigns.faults import FAULTS
from trivet.server.bots.pacing import BotPacing
from trivet.server.http.serve import Settings, serve
from trivet.server.process.limits import USUAL, Limits

WIDE = Limits(
    rate=1e9,
    burst=1e9,
    rate_of_address=1e9,
    burst_of_address=1e9,
    chat_rate=1e9,
    chat_burst=1e9,
    sockets_of_person=100_000,
    sockets_of_address=100_000,
    rooms_of_person=100_000,
    rooms_of_address=1e9,
    guests_of_address=1e9,
)
HERE = "127.0.0.1"
PROCESS_CLOCK = 2  # with the number of a process, Linux' name for the clock of its processor time
STARTING = 30.0  # seconds a server may take to print its address


class Stage:
    """A server that can be killed and restarted, on the same folder and port."""

    def __init__(
        self,
        folder: Path,
        fault: str = "",
        delay: float = 0.0,
        home: Path | None = None,
        *,
        is_usual: bool = False,
        store: str = "",
        host: str = HERE,
        prefix: tuple[str, ...] = (),
        is_watched: bool = False,
        collects: bool = True,
    ) -> None:
        self.folder, self.fault, self.port = folder, fault, 0
        self.home = home  # of another build of Trivet, in a checkout of it; else this one
        self.delay = delay  # seconds that bots wait before they answer
        self.is_usual = is_usual  # whether it has the limits of any server
        self.store = store  # the URL of a database; empty: SQLite
        self.host, self.prefix = host, prefix  # where it listens; a command that runs it
        self.is_watched, self.collects = is_watched, collects  # see server_watch.py
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*self.prefix, sys.executable, "-P", "-m", "campaigns.stage"]
                + [f"--delay={self.delay}"]
                + ([f"--host={self.host}"] if self.host != HERE else [])  # older ones know no host
                + (["--usual"] if self.is_usual else [])
                + (["--watched"] if self.is_watched else [])
                + ([] if self.collects else ["--never-collect"])
                + ([f"--store={self.store}"] if self.store else [])
                + [str(self.folder), str(self.port), *([self.fault] if self.fault else [])],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=path_of(self.home),
            )
        line = _first_line(self.process.stdout)
        if " at http://" not in line:
            self.kill()
            raise RuntimeError(f"the server did not start: {line}{self.log.read_text()[-2000:]}")
        self.port = int(line.split(" at http://")[1].split("/")[0].rpartition(":")[2])

    def kill(self) -> None:
        """Kill the server without warning, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def pause(self) -> None:
        """Stop the process without warning; `wake` lets it go on."""
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self._signal(how)
            self.process.wait(STARTING)
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    def __enter__(self) -> "Stage":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    # --- what it uses ----------------------------------------------------------------------------

    def cpu_seconds(self) -> float:
        """Processor time the server itself has used, without its bots."""
        if self.process is None:
            return 0.0
        with contextlib.suppress(OSError, AttributeError):
            return time.clock_gettime((~self.process.pid << 3) | PROCESS_CLOCK)
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bots_seconds(self) -> float:
        """Processor time that the workers of its bots have used, as far as they still run."""
        if self.process is None:
            return 0.0
        found = 0.0
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            for child in task.read_text().split():
                with contextlib.suppress(OSError, IndexError):
                    fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                    found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return found

    def look(self, *, at_objects: bool = False) -> dict[str, Any]:
        """What a watched server says of itself; see server_watch.py."""
        file = self.folder / server_watch.FILE
        file.unlink(missing_ok=True)
        self._signal(signal.SIGUSR2 if at_objects else signal.SIGUSR1)
        until = time.monotonic() + STARTING
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.01)
        found: dict[str, Any] = json.loads(file.read_text())
        return found

    def megabytes(self) -> float:
        if self.process is None:
            return 0.0
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


def path_of(home: Path | None = None) -> dict[str, str]:
    """The environment of a process that imports this build and the campaigns, or another build,
    with the campaigns of its checkout, which were at its top once."""
    homes = [Path(trivet.__file__).parents[1], Path(__file__).parents[1]]
    if home is not None:
        homes = [home, home.parent / "tests", home.parent]
    path = os.pathsep.join([*map(str, homes), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


def _first_line(stream: IO[str] | None) -> str:
    return stream.readline() if stream is not None else ""


def allow_many_files() -> None:
    """Raise the limit of open files: every socket is one."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("port", type=int)
    parser.add_argument("fault", nargs="?", default="", choices=["", *FAULTS])
    parser.add_argument("--never-collect", action="store_true")
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--usual", action="store_true")
    parser.add_argument("--watched", action="store_true")
    parser.add_argument("--store", default="")
    parser.add_argument("--host", default=HERE)
    args = parser.parse_args()
    allow_many_files()
    if args.fault:
        FAULTS[args.fault]()
    if args.watched:
        server_watch.watch(args.folder)
    if args.never_collect:
        server_watch.never_collect()
    serve(
        Settings(
            args.folder / "data",
            host=args.host,
            port=args.port,
            log=args.folder / "log.jsonl",
            limits=USUAL if args.usual else WIDE,
            pacing=BotPacing(delay=args.delay, workers=1),
            store=args.store,
        )
    )


if __name__ == "__main__":
    main()
