"""Verifies a record from its text and the rules alone; see docs/fairness.md."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from trivet.catalogue import GAMES
from trivet.core.game import game_with
from trivet.core.state import CHANCE


class Unfair(Exception):
    """What is wrong, and with which line."""


class CannotCheck(Exception):
    """The record is of a game or of rules that are not played here: nothing is said about it."""


def verified(text: str) -> str:
    """Verify a record; return the verdict as a sentence, or raise Unfair with the line, or
    CannotCheck."""
    lines = Statements(text.removesuffix("\n").split("\n"))
    try:
        return verify(lines)
    except Unfair as wrong:
        raise Unfair(f"line {lines.number}: {wrong}") from None


def check(fact: object, otherwise: str) -> None:
    if not fact:
        raise Unfair(otherwise)


def verify(lines: "Statements") -> str:
    check(lines.take() == "Trivet record 1", "this is not a Trivet record")
    state = begun(lines)
    marks = "*ABCDEF"[: state.seats + 1]  # chance, and the seats
    check_players(lines, marks[1:])
    draws = promised(lines, marks[1:])
    check(lines.take() == "", "an empty line ends the head")

    drawn, answers = 0, 0
    while not (line := lines.take()).startswith(("result: ", "digest: ")):
        answers += 1
        seat, choice, notation = answer(line, answers, state, marks)
        if seat == CHANCE:
            check(choice == draw(state, draws), f"the seed does not give '{notation}'")
            drawn += 1
        state.apply(seat, choice)

    check_end(lines, line, state)
    verdict = "fair" if state.is_over() else "fair so far (the game is not over)"
    return f"{verdict}: {drawn} draws follow from the seed, {answers} answers keep the rules"


def begun(lines: "Statements") -> Any:
    """The game of a record as it begins."""
    name, rules = lines.value("game"), lines.value("rules")
    check(re.fullmatch("[0-9]{1,6}", rules), "the version of the rules is a number")
    game: Any = game_with(GAMES, name, int(rules))
    if game is None:
        raise CannotCheck(f"it does not have rules {rules} of {name}")
    seats = lines.value("seats")
    check(
        seats in map(str, range(game.fewest, game.most + 1)),
        f"this game cannot be played with {seats} seats",
    )
    try:
        return game.new(int(seats), game.as_logged(dict(json.loads(lines.value("options")))))
    except (ValueError, TypeError, RecursionError):
        raise Unfair("these are not options of this game") from None


def check_players(lines: "Statements", marks: str) -> None:
    for mark in marks:
        lines.name(f"player {mark}")
    for mark in marks:
        if lines.at(f"bot {mark}: "):  # only seats where bots answered have this line
            lines.name(f"bot {mark}")
    for mark in marks:
        if lines.at(f"hints {mark}: "):  # only seats that asked for hints have this line
            check(re.fullmatch("[1-9][0-9]{0,5}", lines.value(f"hints {mark}")), "not a number")


def promised(lines: "Statements", marks: str) -> Iterator[int]:
    """The numbers that chance has to draw by, if all promises about them are kept."""
    seals = {m: lines.value(f"sealed {m}") for m in marks if lines.at(f"sealed {m}: ")}
    table, salt = lines.value("table"), lines.value("salt")
    is_plain = [table, salt] == f"{table} {salt}".split() and f"{table}{salt}".isprintable()
    check(is_plain, "table and salt are one word each")
    if seals:  # each is the hash of a player's salt, in the order of seats
        check(len(seals) == len(salt.split(".")), "there is a salt for each seal")
        for (mark, seal), own in zip(seals.items(), salt.split("."), strict=True):
            check(seal == sha256(f"salt {own} {table} {mark}"), f"{mark}'s salt breaks its seal")
    commitment, seed = lines.value("commitment"), lines.value("seed")
    check(re.fullmatch("[0-9a-f]{64}", seed), "a seed has 64 hexadecimal digits")
    check(commitment == sha256(f"commit {seed} {table}"), "the seed does not fit the commitment")
    return numbers(bytes.fromhex(seed), table, salt)


def answer(line: str, expected: int, state: Any, marks: str) -> tuple[int, Any, str]:
    """The seat, the choice and the notation of an answer that the rules allow here."""
    number, mark, notation = [*line.split(" ", 2), "", ""][:3]
    check(number == str(expected) and mark in [*marks], f"expected answer {expected} of a seat")
    seat, codec = marks.index(mark) + CHANCE, state.game.codec
    check(state.is_waiting_for(seat), f"nothing is asked of {mark} here")
    is_bare = re.fullmatch("#[0-9]{1,18}", notation)  # of rules that are not here any more
    choice = int(notation[1:]) if is_bare else codec.read(state, seat, notation)
    check(choice in state.options(seat), f"the rules do not allow '{notation}'")
    is_own = is_bare or codec.write(state, seat, choice) == notation
    check(is_own, "this is not the game's notation")
    return seat, choice, notation


def check_end(lines: "Statements", line: str, state: Any) -> None:
    """The result of a game that is over, and the digest of everything."""
    check(line.startswith("result: ") == state.is_over(), "only a game that is over has a result")
    if state.is_over():
        scores = " ".join(f"{score:g}" for score in state.scores())
        check(line == f"result: {scores}", f"the answers lead to 'result: {scores}'")
        line = lines.take()
    digest = sha256("\n".join(lines.all[: lines.number - 1]))
    check(line == f"digest: {digest}", "the digest does not fit the lines above")
    check(lines.number == len(lines.all), "nothing may follow the digest")


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def numbers(seed: bytes, table: str, salt: str) -> Iterator[int]:
    """Number n is the first eight bytes of HMAC-SHA-256(seed, "draw TABLE SALT n")."""
    for n in count():
        code = hmac.new(seed, f"draw {table} {salt} {n}".encode(), hashlib.sha256).digest()
        yield int.from_bytes(code[:8], "big")


def draw(state: Any, draws: Iterator[int]) -> Any:
    """Lay the options side by side, each as wide as its odds; the next number modulo the width
    picks one.  Numbers from the highest multiple of the width below 2 to the 64th on are skipped:
    they would favour the first options."""
    options, odds = state.options(CHANCE), state.odds()
    width = sum(odds)
    hit = next(number for number in draws if number < 2**64 - 2**64 % width) % width
    return next(choice for i, choice in enumerate(options) if hit < sum(odds[: i + 1]))


class Statements:
    """The lines of a record, taken one by one."""

    def __init__(self, lines: list[str]) -> None:
        self.all, self.number = lines, 0  # `number` is that of the last line taken, from 1

    def take(self) -> str:
        check(self.number < len(self.all), "the record breaks off after this line")
        self.number += 1
        return self.all[self.number - 1]

    def value(self, key: str) -> str:
        found, _, value = self.take().partition(": ")
        check(found == key, f"expected '{key}: ...'")
        return value

    def name(self, key: str) -> None:
        value = self.value(key)
        is_short = 0 < len(value) <= 40 and value.isprintable()
        check(is_short and " ".join(value.split()) == value, "a name is one short line")

    def at(self, start: str) -> bool:
        return self.number < len(self.all) and self.all[self.number].startswith(start)
