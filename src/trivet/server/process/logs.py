"""Logs and metrics for the operator: one line for each answer, and counts.

No line has the answer itself, and a room appears as a short hash of its name: a log reveals neither
games nor links to them.  A line that a request led to has its id, which the reply has as well.
"""

import asyncio
import functools
import hashlib
import json
import logging
import secrets
import sys
import time
from collections import Counter
from contextvars import ContextVar
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

import msgspec

from trivet.server.wire.outgoing import Notice

BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # milliseconds
FILE_SIZE, FILES = 10_000_000, 3
TOGETHER = 1.0  # seconds for which lines about answers are gathered
answers = logging.getLogger("trivet.answers")
_encode = msgspec.json.Encoder().encode
REQUEST: ContextVar[str] = ContextVar("request", default="")  # of which lines are written


class Metrics:
    """Counts since the server was started."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.milliseconds: Counter[float] = Counter()  # by bucket; the last one is infinite
        self.total = 0  # milliseconds
        self.bot_answers = 0
        self.lines = AnswerLines()
        self.refusals: Counter[tuple[str, str]] = Counter()  # by "http" or "socket", and code

    def answered(self, room: str, seat: int | None, reply: Notice, took: int, stored: int) -> None:
        """Count a player's answer: its outcome, how long it took, and the store's part of that."""
        outcome = type(reply).__name__.lower()
        self.outcomes[outcome] += 1
        self.total += took
        self.milliseconds[next((b for b in BUCKETS if took <= b), float("inf"))] += 1
        self.lines.add(outcome, {"room": room, "seat": seat, "ms": took, "store_ms": stored})

    def bot_answered(self, room: str, seat: int, stored: int) -> None:
        self.bot_answers += 1
        self.lines.add("bot", {"room": room, "seat": seat, "store_ms": stored})


class AnswerLines:
    """Lines about answers, written together once a second: one by one they cost as much as the
    rules of the game."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, str, dict[str, object]]] = []
        self._alarm: asyncio.TimerHandle | None = None

    def add(self, what: str, about: dict[str, object]) -> None:
        if not answers.isEnabledFor(logging.INFO):
            return
        if request := REQUEST.get():
            about["request"] = request
        self._waiting.append((time.time(), what, about))
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(TOGETHER, self.flush)

    def flush(self) -> None:
        """Write the lines that wait."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        waiting, self._waiting = self._waiting, []
        if waiting:
            answers.info("%d answers", len(waiting), extra={"lines": waiting})


def _line(at: float, name: str, what: str, about: dict[str, object]) -> str:
    room = about.get("room")
    fields: dict[str, object] = {
        "at": round(at, 3), "level": "info", "from": name, "what": what, **about
    }  # fmt: skip
    if isinstance(room, str):
        fields["room"] = short(room)
    return _encode(fields).decode()


def new_id() -> str:
    return secrets.token_hex(6)


@functools.lru_cache(4096)
def short(room: str) -> str:
    return hashlib.sha256(room.encode()).hexdigest()[:12]


# --- lines ----------------------------------------------------------------------------------------


class OneLine(logging.Formatter):
    """Formats a record as one JSON object on one line; a traceback is a string in it."""

    def format(self, record: logging.LogRecord) -> str:
        together = getattr(record, "lines", None)
        if together is not None:
            return "\n".join(_line(at, record.name, what, about) for at, what, about in together)
        fields = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if request := REQUEST.get():
            fields["request"] = request
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields)


class LogFile(RotatingFileHandler):
    """A rotating log file; unlike its parent it does not format every line twice."""

    def shouldRollover(self, record: logging.LogRecord) -> bool:
        return self.stream is not None and self.stream.tell() >= self.maxBytes

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(mode=0o600)  # readable by the operator only
        return super()._open()


def set_up(file: Path | None) -> None:
    """Log to a rotating file, or to standard error."""
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        handler = LogFile(file, maxBytes=FILE_SIZE, backupCount=FILES)
    handler.setFormatter(OneLine())
    for name, level in (("trivet", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)  # at a lower level uvicorn logs the addresses of rooms
        logger.propagate = False
