"""Many worlds, planted faults, and a short list of events for a world that breaks.

Runs in a process of its own for a planted fault: `python -m campaigns.simulation.campaign FAULT
WORLDS SEED` prints the first world that shows it, as JSON.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from campaigns import deliver
from campaigns.faults import FAULTS
from campaigns.simulation.model_store import Database, LyingDisk
from campaigns.simulation.world import Outcome, simulate
from campaigns.stage import path_of
from trivet.server.store.contract import Lost
from trivet.server.table import dispatch
from trivet.server.wire.messages import Answer, Undo

MOST_TRIES = 400  # to leave something out
WITHIN = 200  # worlds in which a planted fault has to be found


# --- planted faults -------------------------------------------------------------------------------


class NoEpoch(Database):
    def expect_owned(self, room: str, server: int, epoch: int) -> None:
        if room not in self.rooms:
            raise Lost("There is no such table.")


class ClaimFromTheLiving(Database):
    def may_be_taken_from(self, server: int) -> bool:
        return True


class OwnClaimKeepsEpoch(Database):
    def next_epoch(self, epoch: int, *, is_ours: bool) -> int:
        return epoch + (not is_ours)


class DeafToNotices(Database):
    def tell(self, sender: int, text: str) -> None:
        """Nobody hears it."""


def take_every_message_for_new() -> None:
    """An act that is sent again is done again."""
    dispatch.DEEDS[Answer] = dispatch.DEEDS[Undo] = deliver.forgetful


IN_THE_SERVER: dict[str, Callable[[], None]] = {
    name: FAULTS[name]
    for name in (
        "acknowledge-before-commit", "stumble-over-a-message", "trust-everybody", "show-everything",
    )
} | {"take-every-message-for-new": take_every_message_for_new}  # fmt: skip
IN_THE_STORE: dict[str, Callable[[int], Outcome]] = {  # under the names they have in PostgreSQL
    "commit-unsynced": partial(simulate, disk=LyingDisk),
    "no-epoch": partial(simulate, database=NoEpoch),
    "claim-from-the-living": partial(simulate, database=ClaimFromTheLiving),
    "own-claim-keeps-epoch": partial(simulate, database=OwnClaimKeepsEpoch),
    "deaf-to-notices": partial(simulate, database=DeafToNotices),
}
PLANTED = (*IN_THE_SERVER, *IN_THE_STORE)


def planted(fault: str, worlds: int = WITHIN, seed: int = 1) -> list[str]:
    """What is broken in the first world in which a planted fault shows, after its seed.  A world
    that is broken without it as well shows nothing."""
    end = seed + worlds
    while seed < end:
        words = [sys.executable, "-P", "-m", __name__, fault, str(seed), str(end)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=path_of())
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
        found: list[str] = json.loads(done.stdout)
        if not found or not simulate(int(found[0])).broken:
            return found
        seed = int(found[0]) + 1
    return []


def _first_with(fault: str, seed: int, end: int) -> list[str]:
    if fault in IN_THE_SERVER:
        IN_THE_SERVER[fault]()
    run = IN_THE_STORE.get(fault, simulate)
    for number in range(seed, end):
        if broken := run(number).broken:
            return [str(number), *dict.fromkeys(broken)]
    return []


# --- many worlds ----------------------------------------------------------------------------------


def campaign(worlds: int, seed: int) -> Iterator[Outcome]:
    return (simulate(number) for number in range(seed, seed + worlds))


# --- a world that breaks --------------------------------------------------------------------------


def shrunk(outcome: Outcome, run: Callable[[int, Sequence[str]], Outcome] = simulate) -> list[str]:
    """As few of a broken world's events as still break it in the same way."""
    events, parts, tries = outcome.events, 2, 0
    while len(events) > 1 and parts <= 2 * len(events) and tries < MOST_TRIES:
        size = -(-len(events) // parts)
        for start in range(0, len(events), size):
            tries += 1
            again = run(outcome.seed, events[:start] + events[start + size :])
            if again.broken[:1] == outcome.broken[:1]:
                events, parts = again.events, max(2, parts - 1)  # of those, what happened
                break
        else:
            parts *= 2
    return events


def write_test(outcome: Outcome, events: Sequence[str], folder: Path) -> Path:
    """A test file for a world that breaks: to be named for what happened."""
    lines = "".join(f"    {event!r},\n" for event in events).replace("'", '"')
    path = folder / f"test_world_{outcome.seed}.py"
    path.write_text(
        f'"""Found by `./play campaign simulate --worlds 1 --seed {outcome.seed}`."""\n\n'
        "from campaigns.simulation.world import simulate\n\n"
        f"EVENTS = [\n{lines}]\n\n\n"
        f"def test_world_{outcome.seed}():\n"
        f'    """It was broken: {outcome.broken[0]}."""\n'
        f"    assert simulate({outcome.seed}, EVENTS).broken == []\n"
    )
    return path


if __name__ == "__main__":
    print(json.dumps(_first_with(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
