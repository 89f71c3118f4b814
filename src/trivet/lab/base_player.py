"""Answers for a bot of another build: `trivet arena --base` and `trivet lab bench --levels` start
this file with the packages of the other build on the path, so it may use only what every build has.

Reads lines of JSON and answers each: {"new": [game, seats, options]} begins a table, without the
options that this build does not know, {"usual": game} is answered with those it knows,
{"log": [[seat, choice], ...]} goes on with it, {"choose": [bot, seat, seed]} is answered with a
choice, {"think": [bot, seat, seed]} with the seconds of processor time, the choice and the
candidates.  Rules must be the same in both builds; the arena checks the scores after every table.
"""

import json
import signal
import sys
from functools import lru_cache
from time import process_time
from typing import Any

from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the table's process
    s: Any = None
    name = ""
    for line in sys.stdin:
        question = json.loads(line)
        answer: Any = 0
        if "new" in question:
            name, seats, options = question["new"]
            known = usual(name)
            s = GAMES[name].new(seats, {one: options[one] for one in options if one in known})
        if "usual" in question:
            answer = usual(question["usual"])
        for seat, choice in question.get("log", []):
            s.apply(seat, choice)
        if "choose" in question:
            level, seat, seed = question["choose"]
            answer = seated(name, level).choose(Mind(s, seat), Dice(seed))
        if "think" in question:
            level, seat, seed = question["think"]
            answer = timed(seated(name, level), Mind(s, seat), Dice(seed))
        if "scores" in question:
            answer = s.scores()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def usual(name: str) -> dict[str, object]:
    """The options of a game that this build knows, with their usual values."""
    return {option.name: option.default for option in GAMES[name].options}


@lru_cache
def seated(name: str, level: str) -> Any:
    return bot(level, GAMES[name])


def timed(thinker: Any, mind: Mind, dice: Dice) -> tuple[object, ...]:
    began = process_time()
    thought = thinker.think(mind, dice)
    took = process_time() - began
    weighed = [(one.choice, round(one.value, 9), one.tries) for one in thought.weighed]
    return took, thought.choice, weighed


if __name__ == "__main__":
    main()
