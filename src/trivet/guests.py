"""Bots from outside: each thinks in a process of its own, within a deadline, and is checked.

A guest is named by its place: "my_bot.py:make", "package.module:make", or an entry point of the
group `trivet.bots`; settings may follow, as in "my_bot.py:make+depth=3".  What is there is called
with the game and the settings, and returns a bot: an object with `choose(mind, dice)`.

The process reads what a seat may know, and writes an answer:
`python -m trivet.guests PLACE GAME`.
"""

import os
import pickle
import queue
import re
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any, BinaryIO

from trivet import outside
from trivet.bots.bot import Bot, Thought
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.state import Objection
from trivet.freeze import freeze, thaw

DEADLINE = 10.0  # seconds for an answer, as for our own bots at a server
START = 30.0  # seconds to import and make a bot
LENGTH = struct.Struct(">I")
PLACE = re.compile(r"(.+\.py|[A-Za-z_][\w.]*):[A-Za-z_]\w*")
MADE, ANSWERED, FAILED = "made", "answered", "failed"


class BadGuest(ValueError):
    """There is no bot at that place; the text says why."""


class Forfeit(Exception):
    """A guest has lost by its own fault; the text says which."""


def is_guest(name: str) -> bool:
    """Whether a bot's name is that of a guest."""
    where = name.partition("+")[0]
    return bool(PLACE.fullmatch(where)) or where in outside.named(outside.BOTS)


def short(name: str) -> str:
    """A guest's name for the table: without folders."""
    return name.rpartition("/")[2].rpartition("\\")[2]


class Guest(Bot):
    """A bot from outside, in a process of its own."""

    def __init__(self, name: str, game: Game[Any], deadline: float = DEADLINE) -> None:
        super().__init__(game.strategy)
        self.name, self.game, self.deadline = name, game, deadline
        self._owner = os.getpid()  # after a fork its pipes are in two hands
        self._replies: queue.Queue[tuple[str, Any] | None] = queue.Queue()
        place, plus, settings = name.partition("+")
        place = outside.absolute(outside.named(outside.BOTS).get(place, place))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "trivet.guests", f"{place}{plus}{settings}", game.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        threading.Thread(target=self._listen, daemon=True).start()
        kind, words = self._reply(START) or (FAILED, "it cannot be made")
        if kind != MADE:
            self.close()
            raise BadGuest(f"'{name}' is not a bot: {words}")

    def think(self, mind: Mind, dice: Dice) -> Thought:
        return Thought(self.choose(mind, dice), [])

    def choose(self, mind: Mind, dice: Dice) -> int:
        """The guest's answer, if it is allowed and in time; else Forfeit."""
        seed = dice.bits() | dice.bits() << 32
        try:
            _write(self._process.stdin, (freeze(mind.world), mind.seat, seed))
        except (OSError, ValueError):
            raise Forfeit(f"{short(self.name)} has ended.") from None
        reply = self._reply(self.deadline)
        if reply is None:
            self.close()
            raise Forfeit(f"{short(self.name)} has not answered within {self.deadline:g} seconds.")
        kind, answer = reply
        if kind != ANSWERED:
            raise Forfeit(f"{short(self.name)} {answer}.")
        if type(answer) is not int:
            raise Forfeit(f"{short(self.name)} answered {answer!r}, which is not an int.")
        if abs(answer) < 1 << 62:  # more does not fit into a choice
            objection = mind.world.objection(mind.seat, answer)
        else:
            objection = Objection("HOUSE-2", "That is not an answer to this question.")
        if objection is not None:
            words = f"{objection.reason} [{objection.rule}]"
            raise Forfeit(f"{short(self.name)} answered {answer}, which is refused: {words}")
        return answer

    def close(self) -> None:
        with suppress(OSError):
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def __del__(self) -> None:
        if hasattr(self, "_process") and self._owner == os.getpid():
            self.close()

    def _reply(self, seconds: float) -> tuple[str, Any] | None:
        try:
            return self._replies.get(timeout=seconds) or (FAILED, "has ended")
        except queue.Empty:
            return None

    def _listen(self) -> None:
        """Collect what the process writes: a pipe cannot be read with a deadline everywhere."""
        with suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
            while (reply := _read(self._process.stdout)) is not None:
                self._replies.put(reply)
        self._replies.put(None)


# --- the process ----------------------------------------------------------------------------------


def make(name: str, game: Game[Any]) -> Any:
    """The bot itself; BadGuest with the reason if there is none."""
    place, *changes = name.split("+")
    if not all("=" in change for change in changes):
        raise BadGuest("a setting is NAME=VALUE")
    try:
        made = outside.load(outside.named(outside.BOTS).get(place, place))
        bot = made(game, **dict(change.split("=", 1) for change in changes))
    except outside.NotThere as wrong:
        raise BadGuest(str(wrong)) from None
    except Exception as wrong:  # a stranger's function may do anything
        raise BadGuest(f"{type(wrong).__name__}: {wrong}") from None
    if not callable(getattr(bot, "choose", None)):
        raise BadGuest(f"{type(bot).__name__} has no method choose(mind, dice)")
    return bot


def main(name: str, game: str, source: BinaryIO, sink: BinaryIO) -> None:
    try:
        bot = make(name, GAMES[game])
    except BadGuest as wrong:
        _write(sink, (FAILED, str(wrong)))
        return
    _write(sink, (MADE, name))
    while (request := _read(source)) is not None:
        world, seat, seed = request
        try:
            choice = bot.choose(Mind(thaw(world, GAMES), seat), Dice(seed))
            reply = (ANSWERED, choice if type(choice) is int else repr(choice)[:80])
        except Exception as wrong:
            reply = (FAILED, f"has failed with {type(wrong).__name__}: {wrong}")
        _write(sink, reply)


def _write(sink: Any, thing: object) -> None:
    data = pickle.dumps(thing)
    sink.write(LENGTH.pack(len(data)) + data)
    sink.flush()


def _read(source: Any) -> Any:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(source.read(LENGTH.unpack(head)[0]))


if __name__ == "__main__":
    protocol = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the bot prints is not an answer
    main(sys.argv[1], sys.argv[2], sys.stdin.buffer, protocol)
