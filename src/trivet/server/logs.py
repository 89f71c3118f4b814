"""Logs and metrics for the operator: one line for each answer, and counts.

No line has the answer itself, and a room appears as a short hash of its name: a log reveals neither
games nor links to them.  A line that a request led to has its id, which the reply has as well.
"""

import hashlib
import json
import logging
import secrets
import sys
from collections import Counter
from contextvars import ContextVar
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from trivet.server.messages import Notice

BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # milliseconds
FILE_SIZE, FILES = 10_000_000, 3
answers = logging.getLogger("trivet.answers")
REQUEST: ContextVar[str] = ContextVar("request", default="")  # of which lines are written


class Metrics:
    """Counts since the server was started."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.milliseconds: Counter[float] = Counter()  # by bucket; the last one is infinite
        self.total = 0  # milliseconds
        self.bot_answers = 0
        self.refusals: Counter[tuple[str, str]] = Counter()  # by "http" or "socket", and code

    def answered(self, room: str, seat: int | None, reply: Notice, took: int, stored: int) -> None:
        """Count a player's answer: its outcome, how long it took, and the store's part of that."""
        outcome = type(reply).__name__.lower()
        self.outcomes[outcome] += 1
        self.total += took
        self.milliseconds[next((b for b in BUCKETS if took <= b), float("inf"))] += 1
        if answers.isEnabledFor(logging.INFO):
            about = {"room": short(room), "seat": seat, "ms": took, "store_ms": stored}
            answers.info(outcome, extra={"about": about})

    def bot_answered(self, room: str, seat: int, stored: int) -> None:
        self.bot_answers += 1
        if answers.isEnabledFor(logging.INFO):
            about = {"room": short(room), "seat": seat, "store_ms": stored}
            answers.info("bot", extra={"about": about})


def new_id() -> str:
    return secrets.token_hex(6)


def short(room: str) -> str:
    return hashlib.sha256(room.encode()).hexdigest()[:12]


# --- lines ----------------------------------------------------------------------------------------


class OneLine(logging.Formatter):
    """Formats a record as one JSON object on one line; a traceback is a string in it."""

    def format(self, record: logging.LogRecord) -> str:
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
