"""Work that takes a while and must not hold up the tables."""

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
HAS_THREADS = sys.platform != "emscripten"  # Python in a page has none


async def in_thread(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Run some work in a thread; at once where there are no threads."""
    if HAS_THREADS:
        return await asyncio.to_thread(work, *args, **more)
    return work(*args, **more)
