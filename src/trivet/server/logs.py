"""What happens, for whoever looks after the server: one line for each answer, and counts.

No line tells what was answered, and a room goes by a short hash of its name: neither games nor
links can be read out of a log.
"""

import hashlib
import json
import logging
import sys
from collections import Counter
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from trivet.server.messages import Notice

BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # milliseconds
FILE_SIZE, FILES = 10_000_000, 3
answers = logging.getLogger("trivet.answers")


class Metrics:
    """Counts since the server was started."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.milliseconds: Counter[float] = Counter()  # by bucket, the last one endless
        self.total = 0  # milliseconds
        self.bot_answers = 0

    def answered(self, room: str, seat: int | None, reply: Notice, took: int, stored: int) -> None:
        """Somebody has answered: how it ended, how long it took, and the store's part of that."""
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


def short(room: str) -> str:
    return hashlib.sha256(room.encode()).hexdigest()[:12]


# --- lines ----------------------------------------------------------------------------------------


class OneLine(logging.Formatter):
    """JSON, one object a line; a traceback is a string in it."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields)


class LogFile(RotatingFileHandler):
    """Begins a new file when the old one is long enough; the usual way writes every line twice."""

    def shouldRollover(self, record: logging.LogRecord) -> bool:
        return self.stream is not None and self.stream.tell() >= self.maxBytes

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(mode=0o600)  # nobody else's business
        return super()._open()


def set_up(file: Path | None) -> None:
    """Log to a file that does not grow for ever, or to the standard error output."""
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        handler = LogFile(file, maxBytes=FILE_SIZE, backupCount=FILES)
    handler.setFormatter(OneLine())
    for name, level in (("trivet", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)  # at a lower level uvicorn tells which rooms are visited
        logger.propagate = False


def metrics(ledger: Metrics, gauges: dict[str, float]) -> str:
    """The counts as Prometheus reads them."""
    lines = [f"trivet_{name} {value:g}" for name, value in gauges.items()]
    lines += [
        f'trivet_answers_total{{outcome="{outcome}"}} {count}'
        for outcome, count in sorted(ledger.outcomes.items())
    ]
    lines.append(f"trivet_bot_answers_total {ledger.bot_answers}")
    below = 0
    for bucket in (*BUCKETS, float("inf")):
        below += ledger.milliseconds[bucket]
        name = "+Inf" if bucket == float("inf") else f"{bucket / 1000:g}"
        lines.append(f'trivet_answer_seconds_bucket{{le="{name}"}} {below}')
    lines.append(f"trivet_answer_seconds_sum {ledger.total / 1000:g}")
    lines.append(f"trivet_answer_seconds_count {below}")
    return "\n".join([*lines, ""])
