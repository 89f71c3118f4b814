"""The server's figures for Prometheus: they are counted as plain numbers and made up when asked."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

import trivet
from trivet.server.process.logs import BUCKETS
from trivet.server.rooms.backup import backup_age
from trivet.server.rooms.registry import Rooms

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Figures(Collector):
    """Everything worth an alarm; docs/running-a-server.md says which.  `folder` is of `--data`."""

    def __init__(self, rooms: Rooms, sockets: Callable[[], int], folder: Path) -> None:
        self.rooms, self.sockets, self.folder = rooms, sockets, folder
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def text(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        rooms, bots = self.rooms, self.rooms.bots
        yield InfoMetricFamily("trivet", "The version.", {"version": trivet.__version__})
        yield gauge("rooms", "Tables in memory.", len(rooms.mailboxes))
        yield gauge("rooms_set_aside", "Tables that cannot be read.", len(rooms.unreadable))
        yield gauge("sockets", "Open sockets.", self.sockets())
        yield gauge("loop_waiting", "Messages that wait for their turn.", len(rooms.share))
        yield gauge("bots_waiting", "Bots that wait for a worker.", bots.waiting)
        yield counter("bot_crashes", "Workers that ended by themselves.", bots.crashes)
        yield from self._thoughts(bots.answers)
        yield from self._answers()
        yield from self._store()
        refusals = CounterMetricFamily(
            "trivet_refusals", "Requests that were not carried out.", labels=["where", "reason"]
        )
        for (where, reason), count in sorted(rooms.metrics.refusals.items()):
            refusals.add_metric([where, reason], count)
        yield refusals

    def _thoughts(self, answers: Counter[tuple[str, str]]) -> Iterator[Metric]:
        thoughts = CounterMetricFamily(
            "trivet_bot_thoughts", "Thoughts of bots.", labels=["wanted", "answered"]
        )
        for (wanted, answered), count in sorted(answers.items()):
            thoughts.add_metric([wanted, answered], count)
        yield thoughts
        short = sum(count for (wanted, answered), count in answers.items() if wanted != answered)
        yield counter("bot_thoughts_cut_short", "Thoughts of a lower level than wanted.", short)

    def _answers(self) -> Iterator[Metric]:
        told = self.rooms.metrics
        answers = CounterMetricFamily("trivet_answers", "Answers of people.", labels=["outcome"])
        for outcome, count in sorted(told.outcomes.items()):
            answers.add_metric([outcome], count)
        yield answers
        yield counter("bot_answers", "Answers of bots.", told.bot_answers)
        yield histogram(
            "answer_seconds", "From an answer to its reply.", BUCKETS, told.milliseconds, told.total
        )

    def _store(self) -> Iterator[Metric]:
        stats = self.rooms.store.stats
        yield gauge("store_waiting", "Changes that wait to be stored.", stats.waiting())
        yield counter("commit_failures", "Changes that could not be stored.", stats.failures)
        yield histogram(
            "commit_seconds", "Storing a batch.", stats.BUCKETS, stats.milliseconds, stats.total
        )
        age = backup_age(self.folder, time.time())
        if age is not None or not self.rooms.store.is_shared:  # a database has tools of its own
            newest = math.inf if age is None else age
            yield gauge("backup_age_seconds", "Since the newest backup; +Inf: never.", newest)


def gauge(name: str, says: str, value: float) -> Metric:
    return GaugeMetricFamily(f"trivet_{name}", says, value)


def counter(name: str, says: str, value: float) -> Metric:
    return CounterMetricFamily(f"trivet_{name}", says, value)


def histogram(
    name: str, says: str, edges: Sequence[float], counts: Counter[float], total: float
) -> Metric:
    """Milliseconds, counted by the edge of their bucket, as seconds."""
    below, buckets = 0, []
    for edge in (*edges, float("inf")):
        below += counts[edge]
        buckets.append(("+Inf" if edge == float("inf") else f"{edge / 1000:g}", float(below)))
    return HistogramMetricFamily(f"trivet_{name}", says, buckets, total / 1000)
