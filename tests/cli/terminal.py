"""A pretended terminal of 80 x 24 with a scripted player at its keyboard."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

PROMPT = re.compile(rb"(?:[A-F]> |press Enter\. )$")
PATIENCE = 60.0
WIPE = "\x1b[2J\x1b[3J\x1b[H"


def _take_terminal():
    """Ctrl-C reaches whom the terminal belongs to, even if the tests run in the background."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    def __init__(self, *words, home, **environment):
        self.keyboard, screen = pty.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {"TERM": "xterm-256color", "TRIVET_HOME": str(home)} | environment
        kept = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "trivet", *words],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env=kept | {"LANG": "C.UTF-8"} | environment,
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509
        )
        os.close(screen)
        self.seen = b""

    def until_prompt(self):
        """What was written up to the next prompt, or up to the end."""
        return self._read(PROMPT)

    def some(self):
        """Whatever is written next."""
        return self._read(re.compile(rb"."))

    def until_end(self):
        """What was written up to the end, and the exit code."""
        text = self._read(re.compile(rb"(?!)"))
        return text, self.process.wait(PATIENCE)

    def type(self, text):
        """Type a line and read on to the next prompt."""
        self.press(text.encode() + b"\n")
        return self.until_prompt()

    def press(self, keys):
        os.write(self.keyboard, keys)

    def interrupt(self):
        """Ctrl-C at a prompt, and again if nothing follows: Python misses one that comes between
        writing the prompt and beginning to wait."""
        self.press(b"\x03")
        while not select.select([self.keyboard], [], [], 5.0)[0]:
            self.press(b"\x03")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.keyboard)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self, stop):
        text, deadline = b"", time.monotonic() + PATIENCE
        while not stop.search(text):
            left = max(0, deadline - time.monotonic())
            if not select.select([self.keyboard], [], [], left)[0]:
                raise AssertionError(f"the terminal is silent after {text[-500:]!r}")
            try:
                more = os.read(self.keyboard, 65536)
            except OSError:  # Linux says EIO when the other side has closed
                more = b""
            if not more:
                break
            text += more
        self.seen += text
        return text.decode(errors="replace").replace("\r\n", "\n")


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def on_screen(text):
    """What is left of it after the screen was last wiped."""
    return text.rpartition(WIPE)[2]
