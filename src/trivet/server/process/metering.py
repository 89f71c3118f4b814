"""Charges people for the time that their coroutines hold the event loop."""

from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

from trivet.server.process.fair_share import FairShare

T = TypeVar("T")


@coroutine
def metered(share: FairShare, person: str, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
    """Do the work, and charge the person for the time that it holds the loop."""
    step: Callable[[Any], Any] = work.send
    given: Any = None
    while True:
        began = share.clock()
        try:
            wanted = step(given)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            share.charge(person, share.clock() - began)
        try:
            step, given = work.send, (yield wanted)
        except BaseException as error:
            step, given = work.throw, error
