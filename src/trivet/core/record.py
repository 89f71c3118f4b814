"""A game as text: a head, one line for each answer in notation, and a digest of the lines above.

    Trivet record 1
    game: sovereign
    rules: 1
    seats: 2
    options: {"alternate": false}
    player A: Calm Otter
    player B: greedy
    bot B: greedy
    table: 0f3a...
    salt: -
    commitment: 9b1c...
    seed: 77e0...

    1 A build SSIRRMA
    2 B build SSSSIIR
    3 * lot A
    ...
    result: 1 0
    digest: 5d21...

A seat where bots answered has a line with their levels; a person may have left it to them.  A seat
whose player asked for hints has a line with their number (`hints A: 3`), one whose player sealed a
salt has a line with the seal (`sealed A: 4c0d...`).  An asterisk is chance.
The result stands there once the game is over.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from trivet.core.fair import SEED_BYTES, is_one_word, seal_of
from trivet.core.game import BadSeats, Game, game_with
from trivet.core.options import BadOption
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import CHANCE, Objection
from trivet.core.table import IllegalAnswer, LoadedDice, Table

FIRST_LINE = "Trivet record 1"
CHANCE_MARK = "*"
BARE = "#[0-9]{1,18}"  # a choice as it is stored, for want of the rules that could write it
LONGEST_NAME = 40


class BadRecord(ValueError):
    """A record that is damaged, edited, or of rules that this Trivet does not play."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = "".join(c if c.isprintable() else "?" for c in reason)  # it quotes the file
        super().__init__(f"line {line}: {self.reason}")


class Record(NamedTuple):
    """A table that was read from a record, and who played there."""

    table: Table
    players: list[str]
    bots: list[str]  # by seat: levels of the bots that answered there; empty for a person


class About(NamedTuple):
    """What the head of a record says about a table, besides its people."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, object]
    table: str
    salt: str
    commitment: str
    seed: bytes


# --- writing --------------------------------------------------------------------------------------


def write(
    table: Table,
    players: Sequence[str],
    bots: Sequence[str] = (),
    hints: Sequence[int] = (),
    seals: Sequence[str] = (),
) -> str:
    """The record of a table, finished or not; see Record for the players and bots.  Hints are
    counted, and salts were sealed, by seat."""
    about = About(
        table.game.name, table.game.version, table.seats, table.options, table.name, table.salt,
        table.commitment, table.seed,
    )  # fmt: skip
    lines = [*_head(about, players, bots, hints, seals), "", *_answers(table)]
    if table.state.is_over():
        lines.append("result: " + " ".join(f"{score:g}" for score in table.state.scores()))
    return "\n".join([*lines, f"digest: {_digest(lines)}", ""])


def write_bare(
    about: About,
    log: Sequence[tuple[int, int]],
    players: Sequence[str],
    bots: Sequence[str],
    hints: Sequence[int],
    seals: Sequence[str],
) -> str:
    """The record of a table whose rules are not here: its choices are numbers (`3 A #1204`)."""
    answers = [
        f"{number} {CHANCE_MARK if seat == CHANCE else SEAT_LETTERS[seat]} #{choice}"
        for number, (seat, choice) in enumerate(log, 1)
    ]
    lines = [*_head(about, players, bots, hints, seals), "", *answers]
    return "\n".join([*lines, f"digest: {_digest(lines)}", ""])


def clean(name: str) -> str:
    """A player's name as one short line of printable text."""
    printable = "".join(c for c in name if c.isprintable())
    return " ".join(printable.split())[:LONGEST_NAME].rstrip() or "?"


def _head(
    about: About,
    players: Sequence[str],
    bots: Sequence[str],
    hints: Sequence[int],
    seals: Sequence[str],
) -> Iterator[str]:
    yield FIRST_LINE
    yield f"game: {about.game}"
    yield f"rules: {about.rules}"
    yield f"seats: {about.seats}"
    yield f"options: {json.dumps(about.options, sort_keys=True)}"
    for seat in range(about.seats):
        yield f"player {SEAT_LETTERS[seat]}: {clean(players[seat])}"
    for seat, levels in enumerate(bots):
        if levels:
            yield f"bot {SEAT_LETTERS[seat]}: {clean(levels)}"
    for seat, count in enumerate(hints):
        if count:
            yield f"hints {SEAT_LETTERS[seat]}: {count}"
    for seat, seal in enumerate(seals):
        if seal:
            yield f"sealed {SEAT_LETTERS[seat]}: {seal}"
    yield f"table: {about.table}"
    yield f"salt: {about.salt or '-'}"
    yield f"commitment: {about.commitment}"
    yield f"seed: {about.seed.hex()}"


def _answers(table: Table) -> Iterator[str]:
    s = table.game.new(table.seats, table.options)
    for number, (seat, choice) in enumerate(table.log, 1):
        mark = CHANCE_MARK if seat == CHANCE else SEAT_LETTERS[seat]
        yield f"{number} {mark} {table.game.codec.write(s, seat, choice)}"
        s.apply(seat, choice)


def _digest(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


# --- reading --------------------------------------------------------------------------------------


def load(text: str, games: Mapping[str, Game[Any]]) -> Record:
    """Read a record and replay it answer by answer; BadRecord if anything in it is wrong."""
    _check_text(text)
    *lines, rest = text.split("\n")
    if rest:
        lines.append(rest)
    reader = _Reader(lines)
    found = _read_head(reader, games)
    table = found.table
    while not reader.at("result: ") and not reader.at("digest: "):
        _read_answer(reader, table)
    if reader.at("result: ") or table.state.is_over():
        _read_result(reader, table)
    if reader.value("digest") != _digest(lines[: reader.number - 1]):
        raise reader.bad("the digest does not fit the lines above: the record was changed")
    if reader.number < len(lines):
        reader.take()
        raise reader.bad("nothing may follow the digest")
    if rest:
        raise reader.bad("the record breaks off before the end of this line")
    return found


def _check_text(text: str) -> None:
    """A file that is not UTF-8 may have been decoded to lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError as wrong:
        raise BadRecord(text.count("\n", 0, wrong.start) + 1, "not UTF-8 text") from None


def _read_head(reader: "_Reader", games: Mapping[str, Game[Any]]) -> Record:
    if reader.take() != FIRST_LINE:
        raise reader.bad(f"a record begins with '{FIRST_LINE}'")
    game, seats = _read_game(reader, games)
    options, options_line = reader.json("options"), reader.number
    players = [reader.name(f"player {letter}") for letter in SEAT_LETTERS[:seats]]
    bots = _read_bots(reader, seats)
    seals, seals_line = _read_seals(reader, seats), reader.number
    table_name, salt = reader.word("table"), reader.word("salt")
    if seals and not _fit(seals, salt.split("."), table_name):
        raise BadRecord(seals_line, "the salts do not fit their seals")
    promised, promise_line = reader.value("commitment"), reader.number
    seed = reader.seed()
    try:
        options = game.as_logged(options)
        table = Table(game, seats, seed, table_name, options, "" if salt == "-" else salt)
    except (BadOption, BadSeats) as wrong:
        raise BadRecord(options_line, str(wrong)) from None
    if table.commitment != promised:
        raise BadRecord(promise_line, "the commitment does not fit the seed and the table")
    if reader.take() != "":
        raise reader.bad("expected an empty line between head and answers")
    return Record(table, players, bots)


def _read_game(reader: "_Reader", games: Mapping[str, Game[Any]]) -> tuple[Game[Any], int]:
    """The game by the rules of the record, and the number of seats."""
    name = reader.value("game")
    if name not in games:
        raise reader.bad(f"there is no game '{name}' here; there are: {', '.join(games)}")
    rules = reader.whole("rules")
    game = game_with(games, name, rules)
    if game is None:
        now = games[name]
        raise reader.bad(f"rules {rules} of {now.title}; this Trivet plays rules {now.version}")
    seats = reader.whole("seats")
    if not game.fewest <= seats <= game.most:
        raise reader.bad(f"{game.title} is not played with {seats} seats")
    return game, seats


def _read_bots(reader: "_Reader", seats: int) -> list[str]:
    """The level by seat, empty for a person; how many hints a seat asked for is not kept."""
    marks = [f"bot {letter}" for letter in SEAT_LETTERS[:seats]]
    bots = [reader.name(mark) if reader.at(f"{mark}: ") else "" for mark in marks]
    for mark in (f"hints {letter}" for letter in SEAT_LETTERS[:seats]):
        if reader.at(f"{mark}: "):
            reader.whole(mark)
    return bots


def _read_seals(reader: "_Reader", seats: int) -> dict[str, str]:
    """The seals of salts, by the letter of the seat."""
    letters = [SEAT_LETTERS[seat] for seat in range(seats)]
    return {
        letter: reader.value(f"sealed {letter}")
        for letter in letters
        if reader.at(f"sealed {letter}: ")
    }


def _fit(seals: Mapping[str, str], salts: Sequence[str], table: str) -> bool:
    """Whether there is a salt for each seal, in the order of seats."""
    if len(salts) != len(seals):
        return False
    pairs = zip(seals.items(), salts, strict=True)
    return all(seal_of(salt, table, letter) == seal for (letter, seal), salt in pairs)


def _read_answer(reader: "_Reader", table: Table) -> None:
    number, mark, notation = reader.answer()
    if number != len(table.log) + 1:
        raise reader.bad(f"expected answer {len(table.log) + 1}, got {number}")
    marks = CHANCE_MARK + SEAT_LETTERS[: table.seats]
    if len(mark) != 1 or mark not in marks:
        raise reader.bad(f"expected a seat, one of {' '.join(marks)}, got '{mark}'")
    seat = marks.index(mark) + CHANCE
    if not table.state.is_waiting_for(seat):
        raise reader.bad(f"nothing is asked of {mark} here [HOUSE-1]")
    is_bare = re.fullmatch(BARE, notation) is not None
    read = table.game.codec.read
    choice = int(notation[1:]) if is_bare else read(table.state, seat, notation)
    if isinstance(choice, Objection):
        raise reader.bad(f"{choice.reason} [{choice.rule}]")
    if not is_bare and table.game.codec.write(table.state, seat, choice) != notation:
        raise reader.bad(f"'{notation}' is not how this answer is written")
    try:
        table.replay([(seat, choice)])
    except IllegalAnswer as refused:
        raise reader.bad(str(refused)) from None
    except LoadedDice as drawn:
        raise reader.bad(f"chance says '{notation}', but the seed gives '{drawn}'") from None


def _read_result(reader: "_Reader", table: Table) -> None:
    result = reader.value("result")
    if not table.state.is_over():
        raise reader.bad("there is a result, but the game is not over")
    if result != " ".join(f"{score:g}" for score in table.state.scores()):
        raise reader.bad("the result does not follow from the answers")


class _Reader:
    """Reads line by line; its complaints name the line read last."""

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.number = lines, 0

    def bad(self, reason: str) -> BadRecord:
        return BadRecord(self.number, reason)

    def at(self, start: str) -> bool:
        return self.number < len(self.lines) and self.lines[self.number].startswith(start)

    def take(self) -> str:
        self.number += 1
        if self.number > len(self.lines):
            raise self.bad("the record breaks off here")
        return self.lines[self.number - 1]

    def value(self, key: str) -> str:
        line = self.take()
        if not line.startswith(f"{key}: "):
            raise self.bad(f"expected '{key}: ...', got '{line[:60]}'")
        return line[len(key) + 2 :]

    def name(self, key: str) -> str:
        value = self.value(key)
        if clean(value) != value:
            raise self.bad(f"{key}: a name is one short line of printable text")
        return value

    def word(self, key: str) -> str:
        value = self.value(key)
        if not is_one_word(value):
            raise self.bad(f"{key}: expected one word, got '{value[:60]}'")
        return value

    def whole(self, key: str) -> int:
        value = self.value(key)
        if not re.fullmatch("[0-9]{1,6}", value):
            raise self.bad(f"{key}: expected a whole number, got '{value[:60]}'")
        return int(value)

    def json(self, key: str) -> dict[str, object]:
        text = self.value(key)
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):  # a number with too many digits is a ValueError
            raise self.bad(f"{key}: not valid JSON") from None
        if not isinstance(value, dict):
            raise self.bad(f"{key}: expected an object in braces")
        return value

    def seed(self) -> bytes:
        value = self.value("seed")
        if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", value):
            raise self.bad(f"seed: expected {2 * SEED_BYTES} hexadecimal digits")
        return bytes.fromhex(value)

    def answer(self) -> tuple[int, str, str]:
        match = re.fullmatch(r"([0-9]{1,9}) (\S+) (.+)", self.take())
        if not match:
            raise self.bad(
                f"expected an answer ('12 A ...'), got '{self.lines[self.number - 1][:60]}'"
            )
        return int(match[1]), match[2], match[3]
