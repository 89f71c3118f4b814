"""A process that thinks for bots: it reads what a seat knows, and writes what it would answer.

It is started as `python -m trivet.server.worker` and ends when nobody listens to it any more.
"""

import os
import signal
import struct
import sys
from typing import BinaryIO

import msgspec

from trivet.catalogue import BOTS, GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.freeze import thaw

LENGTH = struct.Struct(">I")  # before everything that is sent
NICENESS = 5  # tables come first


class Question(msgspec.Struct, array_like=True):
    bot: str  # its level
    seat: int
    world: bytes  # a frozen one, imagined by the seat
    seed: bytes


def main(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while data := _read(source):
        question = msgspec.msgpack.decode(data, type=Question)
        choice = msgspec.msgpack.encode(answer(question))
        sink.write(LENGTH.pack(len(choice)) + choice)
        sink.flush()


def answer(question: Question) -> int:
    world = thaw(question.world, GAMES)
    bot = BOTS[question.bot](world.game.strategy)
    return bot.choose(Mind(world, question.seat), Dice(int.from_bytes(question.seed, "big")))


def _read(source: BinaryIO) -> bytes:
    head = source.read(LENGTH.size)
    return source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    main(sys.stdin.buffer, sys.stdout.buffer)
