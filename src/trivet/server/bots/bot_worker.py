"""A worker process for bots: reads a ThinkRequest, writes a ThinkReply.

Started as `python -m trivet.server.bots.bot_worker`; ends when its input is closed.
"""

import os
import signal
import struct
import sys
from typing import BinaryIO

import msgspec

from trivet.bots.calibration import shown_thought
from trivet.bots.concede import own_chance
from trivet.bots.hint import hint
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.freeze import thaw

LENGTH = struct.Struct(">I")  # precedes every message
NICENESS = 10  # tables come first


class ThinkRequest(msgspec.Struct, array_like=True):
    """A question to a bot: a seat and one imagined world."""

    bot: str  # its level
    seat: int
    world: bytes  # imagined from what the seat knows, then frozen
    seed: bytes
    is_hint: bool = False  # for a person: with reasons


class Advised(msgspec.Struct, array_like=True):
    """One of the best answers, for a hint."""

    choice: int
    value: str
    why: str


class ThinkReply(msgspec.Struct, array_like=True):
    """A bot's answer."""

    choice: int
    best: list[Advised] = []  # for a hint; the choice comes first
    level: str = ""  # of the bot that really answered; the server fills it in
    chance: float | None = None  # of the win, as the bot thinks: a secret of its seat


def main(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until the input ends."""
    while data := _read(source):
        question = msgspec.msgpack.decode(data, type=ThinkRequest)
        reply = msgspec.msgpack.encode(answer(question))
        sink.write(LENGTH.pack(len(reply)) + reply)
        sink.flush()


def answer(question: ThinkRequest) -> ThinkReply:
    world = thaw(question.world, GAMES)
    bot, mind = BOTS[question.bot](world.game), Mind(world, question.seat)
    dice = Dice(int.from_bytes(question.seed, "big"))
    thought = bot.think(mind, dice)
    if not question.is_hint:
        return ThinkReply(thought.choice, chance=own_chance(thought, question.bot, mind))
    thought = shown_thought(thought, question.bot, mind)
    told = hint(bot, mind, thought, world.game.codec, dice)
    return ThinkReply(
        thought.choice, [Advised(one.choice, one.value, one.why) for one in told.best]
    )


def _read(source: BinaryIO) -> bytes:
    head = source.read(LENGTH.size)
    return source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops this one
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    main(sys.stdin.buffer, sys.stdout.buffer)
