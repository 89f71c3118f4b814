"""Run jobs in this process, in several processes, or on a Ray cluster.

The results are the same everywhere, and come in the order of the jobs.
"""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

Workers = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]

AHEAD = 4  # jobs queued for each worker: none idles, and few are wasted at a stop


class NoRay(ImportError):
    """The extra `ray` is not installed."""


def in_this_process(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    yield from map(work, jobs)


def in_processes(count: int) -> Workers:
    """Workers in `count` processes of this machine."""

    def do(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        waiting = iter(jobs)
        with ProcessPoolExecutor(count, initializer=_leave_ctrl_c_to_parent) as pool:
            try:
                begun = [pool.submit(work, job) for job in islice(waiting, count * AHEAD)]
                while begun:
                    done = begun.pop(0).result()
                    begun += [pool.submit(work, job) for job in islice(waiting, 1)]
                    yield done
            finally:
                pool.shutdown(cancel_futures=True)  # not waiting races with the end of Python

    return in_this_process if count == 1 else do


def _leave_ctrl_c_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def in_ray(address: str | None) -> Workers:
    """Workers of the Ray cluster at an address; without one, a cluster on this machine."""
    try:
        import ray
    except ImportError as error:
        raise NoRay("Ray is not installed: pip install 'trivet[ray]'") from error

    def do(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False)
        remote, waiting = ray.remote(work), iter(jobs)
        ahead = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        begun = [remote.remote(job) for job in islice(waiting, ahead)]
        while begun:
            done = ray.get(begun.pop(0))
            begun += [remote.remote(job) for job in islice(waiting, 1)]
            yield done

    return do
