"""A server in a process of its own, that can be killed and comes back at the same address."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

PATIENCE = 30.0  # seconds until it must be up


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ("serve", "--port", str(self.port), "--data", str(self.folder), "--bot-delay", "0")
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            (sys.executable, "-m", "trivet", *words), env=environment, stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + PATIENCE
        while not self.is_up():
            assert self.process.poll() is None, "the server did not start"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.05)

    def is_up(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=1) as reply:
                return bool(reply.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)
