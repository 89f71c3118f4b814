"""Garbage collection in small steps, so that no player waits for it.

Python's own full collection stops a server with two thousand tables for most of a second.  Here
only young objects are collected, four times a second; the survivors are frozen.  A full collection
runs once an hour.
"""

import asyncio
import gc
import time

OFTEN = 0.25  # seconds
SELDOM = 3600.0


async def tidy() -> None:
    """Collect garbage for as long as the server runs."""
    gc.disable()
    thorough = 0.0
    while True:
        if time.monotonic() >= thorough:
            gc.unfreeze()
            gc.collect()
            thorough = time.monotonic() + SELDOM
        else:
            gc.collect(1)
        gc.freeze()
        await asyncio.sleep(OFTEN)
