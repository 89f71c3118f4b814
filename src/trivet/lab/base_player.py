"""Answers for a bot of another build: `trivet arena --base` starts this file with the other build's
packages on the path, so it may use nothing but what every build has.

Reads lines of JSON and answers each: {"new": [game, seats, options]} begins a table,
{"log": [[seat, choice], ...]} goes on with it, {"choose": [bot, seat, seed]} is answered with a
choice.  Rules must be the same in both builds; the caller checks the position after every table.
"""

import json
import signal
import sys
from typing import Any

from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the table's process
    s: Any = None
    bots: dict[tuple[str, str], Any] = {}
    name = ""
    for line in sys.stdin:
        question = json.loads(line)
        answer = 0
        if "new" in question:
            name, seats, options = question["new"]
            s = GAMES[name].new(seats, options)
        for seat, choice in question.get("log", []):
            s.apply(seat, choice)
        if "choose" in question:
            level, seat, seed = question["choose"]
            if (name, level) not in bots:
                bots[name, level] = bot(level, GAMES[name])
            answer = bots[name, level].choose(Mind(s, seat), Dice(seed))
        if "scores" in question:
            answer = s.scores()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
