"""How fast bots think: rollouts in a second of processor time, at each level's own tuning.

Greedy bots play; now and then a bot of the level that is measured thinks about their position.  The
positions are the same in every build, and so are the thoughts unless bots were changed: `thoughts`
is a hash of them, by which two builds can be compared.  `measured_in` starts this file with another
build on the path, so it may use nothing but what every build has.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from trivet.bots.levels import LEVELS
from trivet.bots.tuned import bot, tuned
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.lab.arena import seated, the_game

EVERY = 7  # answers between two positions
SEARCHING = LEVELS[2:]


@dataclass(frozen=True)
class Thinking:
    game: str
    seats: int
    level: str
    rollouts: float  # in a second of processor time
    milliseconds: float  # of processor time for a thought
    thoughts: str


def measured(game: str, seats: int, level: str, count: int) -> Thinking:
    """Let a bot think `count` times about questions that have several candidates."""
    thinker, seen = seated(game, level), hashlib.sha256()
    took, tries, done = 0.0, 0, 0
    for number, mind in enumerate(positions(game, seats)):
        began = process_time()
        thought = thinker.think(mind, Dice(number))
        spent = process_time() - began
        if len(thought.weighed) < 2:
            continue
        took, tries, done = (
            took + spent,
            tries + sum(one.tries for one in thought.weighed),
            done + 1,
        )
        values = [(one.choice, round(one.value, 9), one.tries) for one in thought.weighed]
        seen.update(repr((thought.choice, values)).encode())
        if done == count:
            break
    rate = tries / max(took, 1e-9)
    return Thinking(game, seats, level, rate, 1000 * took / count, seen.hexdigest()[:12])


def time_used(game: str, seats: int, level: str, count: int) -> float:
    """The median share of its time that a bot with a clock uses for such a question."""
    box, shares = the_game(game), []
    thinker, seconds = bot(level, box, perf_counter), tuned(level, box, seats).seconds
    for number, mind in enumerate(positions(game, seats)):
        began = perf_counter()
        thought = thinker.think(mind, Dice(number))
        if len(thought.weighed) >= 2:
            shares.append((perf_counter() - began) / seconds)
        if len(shares) == count:
            break
    return median(shares)


def measured_in(folder: Path, game: str, seats: int, level: str, count: int) -> Thinking:
    """The same by the build in a folder, in a process of its own."""
    words = [sys.executable, "-P", __file__, game, str(seats), level, str(count)]
    paths = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(words, env=paths, check=True, capture_output=True, text=True)
    return Thinking(**json.loads(done.stdout))


def positions(game: str, seats: int) -> Iterator[Mind]:
    """Questions of games between greedy bots, without an end."""
    player, seed = seated(game, "greedy"), 0
    while True:
        s, dice, asked = the_game(game).new(seats), Dice(seed), 0
        seed += 1
        while not s.is_over():
            seat = s.turn
            if seat == CHANCE:
                s.apply(CHANCE, s.sample(CHANCE, dice))
                continue
            mind, asked = Mind(s, seat), asked + 1
            if asked % EVERY == 3:
                yield mind
            s.apply(seat, player.choose(mind, dice))


if __name__ == "__main__":
    at, number, who, many = sys.argv[1:]
    print(json.dumps(asdict(measured(at, int(number), who, int(many)))))
