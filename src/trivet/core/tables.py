"""Many tables of one game at once: codes in; observations, masks, turns and scores out."""

from typing import final

from librt.strings import BytesWriter, read_i32_le, read_i64_le, write_f32_le, write_i32_le
from mypy_extensions import i32, i64, u8

from trivet.core.codes import NO_WORD, Codes
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, NOBODY, State


class NotAllowed(ValueError):
    """A code that the mask of its table does not allow.  No table has changed."""


@final
class Tables:
    """All tables are shown anew after each step, as bytes that `numpy.frombuffer` reads without a
    copy.  Chance answers by itself.  A table whose game ends says so once, with its scores, and
    already shows the next game.

    Table i has dice of its own, seeded with `seed + i`: what happens at it does not depend on how
    many tables there are."""

    def __init__(self, first: State, codes: Codes, count: i64, seed: int) -> None:
        if count < 1:
            raise ValueError("there must be at least one table")
        if first.seats != codes.seats:
            raise ValueError(f"codes for {codes.seats} seats, a game for {first.seats}")
        self.opening = first
        self.codes = codes
        self.count: i64 = count
        self.states: list[State] = []  # the games as they are now: look, but do not answer in them
        self.dice: list[Dice] = []
        self.words: list[int] = [NO_WORD] * count
        self.nothing_seen = bytes(codes.width)
        self.nothing_allowed = bytes(codes.count)
        self.seen_out = BytesWriter()
        self.mask_out = BytesWriter()
        self.turn_out = BytesWriter()
        self.over_out = BytesWriter()
        self.score_out = BytesWriter()
        for table in range(count):
            self.dice.append(Dice(seed + table))
            self.states.append(self._begun(table))
            self.over_out.append(u8(0))
            for _ in range(first.seats):
                write_f32_le(self.score_out, 0.0)
            self._show(table)

    def step(self, said: bytes) -> None:
        """One code for each table, as 32-bit numbers, low byte first."""
        codes = self.codes
        self._check(said)
        self.seen_out.truncate(0)
        self.mask_out.truncate(0)
        self.turn_out.truncate(0)
        self.over_out.truncate(0)
        self.score_out.truncate(0)
        for table in range(self.count):
            s = self.states[table]
            word: i64 = codes.say(s, s.turn, self.words[table], i64(read_i32_le(said, 4 * table)))
            self.words[table] = word
            if word == NO_WORD:
                dice = self.dice[table]
                while s.turn == CHANCE:
                    s.apply(CHANCE, s.step.sample(s, CHANCE, dice))
            if s.turn == NOBODY:
                for score in s.scores():
                    write_f32_le(self.score_out, score)
                self.over_out.append(u8(1))
                self.states[table] = self._begun(table)
            else:
                for _ in range(s.seats):
                    write_f32_le(self.score_out, 0.0)
                self.over_out.append(u8(0))
            self._show(table)

    def seen(self) -> bytes:
        """What the seat that is asked sees, `codes.width` bytes for each table."""
        return self.seen_out.getvalue()

    def mask(self) -> bytes:
        """1 for each code that it may say, `codes.count` bytes for each table."""
        return self.mask_out.getvalue()

    def turn(self) -> bytes:
        """The seat that is asked, a byte for each table."""
        return self.turn_out.getvalue()

    def over(self) -> bytes:
        """1 where the last step ended a game, a byte for each table."""
        return self.over_out.getvalue()

    def scores(self) -> bytes:
        """Where the last step ended a game, each seat's share of the win, else 0: 32-bit floats,
        one for each seat of each table."""
        return self.score_out.getvalue()

    def _check(self, said: bytes) -> None:
        count = self.codes.count
        if i64(len(said)) != 4 * self.count:
            raise NotAllowed(f"{self.count} tables take {4 * self.count} bytes, not {len(said)}")
        for table in range(self.count):
            code = i64(read_i32_le(said, 4 * table))
            if code < 0 or code >= count or not self.mask_out[table * count + code]:
                raise NotAllowed(f"table {table} does not allow the code {code}")

    def _begun(self, table: i64) -> State:
        s = self.opening.copy()
        dice = self.dice[table]
        while s.turn == CHANCE:
            s.apply(CHANCE, s.step.sample(s, CHANCE, dice))
        return s

    def _show(self, table: i64) -> None:
        codes = self.codes
        s = self.states[table]
        seat = s.turn
        word: i64 = self.words[table]
        self.turn_out.append(u8(seat))
        self.mask_out.write(self.nothing_allowed)
        codes.allow(s, seat, word, self.mask_out, table * codes.count)
        self.seen_out.write(self.nothing_seen)
        codes.observe(s, seat, word, self.seen_out, table * codes.width)


def random_codes(mask: bytes, tables: i64, dice: Dice) -> bytes:
    """A random allowed code for each table, as `step` takes them.

    A mask is mostly 0, so it is read eight bytes at a time; modulo 255 is the sum of the bytes."""
    out = BytesWriter()
    count = i64(len(mask)) // tables
    for table in range(tables):
        first = table * count
        end = first + count
        allowed: i64 = 0
        at = first
        while at + 8 <= end:
            eight = read_i64_le(mask, at)
            if eight:
                allowed += eight % 255
            at += 8
        while at < end:
            allowed += i64(mask[at])
            at += 1
        pick = dice.below(allowed)
        at = first
        while at + 8 <= end:
            eight = read_i64_le(mask, at)
            if eight:
                here = eight % 255
                if pick < here:
                    break
                pick -= here
            at += 8
        while not mask[at] or pick:
            pick -= i64(mask[at])
            at += 1
        write_i32_le(out, i32(at - first))
    return out.getvalue()
