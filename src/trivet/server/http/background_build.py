"""While people play already, a faster build of the same rules is made.

A command does it (`tools/ready.py behind` in a checkout).  It says what it does, a line at a
time; its last line is the folder of the new build.  Bots think with it from their next answer on.
If nothing comes of it, everybody plays on as before.
"""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

SLOWER = "Bots think more slowly on the plain rules; everything else is the same."
log = logging.getLogger("trivet.meanwhile")


async def meanwhile(
    command: Sequence[str], ready: Callable[[Path], None], say: Callable[[str], None]
) -> None:
    """Run the command, pass its lines to `say` and the folder of the new build to `ready`."""
    began = time.monotonic()
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            start_new_session=True,  # it has children of its own: they end with it
        )
    except (OSError, ValueError) as error:
        log.warning("nothing can be made meanwhile: %s", error)
        say(SLOWER)
        return
    try:
        folder = await _listen(process, say)
        if await process.wait() == 0 and folder is not None:
            ready(folder)
            log.info("bots think with %s, after %.0f s", folder, time.monotonic() - began)
            say("Bots think faster from now on.")
        else:
            say(SLOWER)
    finally:
        if process.returncode is None:  # the server ends first
            _end(process)
            await process.wait()


async def _listen(process: asyncio.subprocess.Process, say: Callable[[str], None]) -> Path | None:
    """Pass on all lines but the last, if that is a folder with a package."""
    if process.stdout is None:
        return None
    last = ""
    async for line in process.stdout:
        last = line.decode(errors="replace").strip()
        if not Path(last).is_absolute():
            say(last)
    folder = Path(last)
    return folder if folder.is_absolute() and (folder / "trivet").is_dir() else None


def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.terminate()


def tell(line: str) -> None:
    """Print a line, if anybody still reads what the server prints."""
    with suppress(OSError, ValueError):
        print(line, flush=True)
        sys.stdout.flush()
