"""Garbage in cycles, looked for a little at a time, so that nobody waits for it.

Left to itself Python now and then looks through everything there is: with two thousand tables in
play that stops the house for most of a second.  Here only what is new is looked at, often; what
stays is set aside.  Once an hour everything is looked through.
"""

import asyncio
import gc
import time

OFTEN = 0.25  # seconds
SELDOM = 3600.0


async def tidy() -> None:
    """For as long as the server runs."""
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
