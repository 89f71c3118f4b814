"""A game on this machine: a table, its people and bots, and the file it is saved in."""

import hashlib
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trivet.bots.bot import Bot
from trivet.bots.calibration import shown_thought
from trivet.bots.concede import conceded, lost_turns, only_one_left, own_chance
from trivet.bots.hint import Explanation, hint
from trivet.bots.tuned import BOTS, bot, effective_level
from trivet.catalogue import GAMES
from trivet.cli.arguments import TRIVET, BadInput, printable, read_text, sentence
from trivet.cli.terminal.levels import level_name, plays_like_words
from trivet.cli.terminal.saves import Slot, slot_for
from trivet.cli.terminal.screen import Screen
from trivet.core import outcome, record
from trivet.core.dice import Dice
from trivet.core.fair import SEED_BYTES
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.options import BadOption
from trivet.core.outcome import Outcome
from trivet.core.record import BadRecord
from trivet.core.seats import BOT_NAMES, SEAT_LETTERS
from trivet.core.state import NOBODY
from trivet.core.table import Table
from trivet.guests import BadGuest, Forfeit, Guest, is_guest, short

GUEST = "Guest"
LONGEST_SHOWN = 16  # letters of a name in pictures and news


class LocalGame:
    """A table with people and bots.  A player named like a bot level is that bot."""

    def __init__(self, table: Table, players: Sequence[str], slot: Slot) -> None:
        self.table, self.players, self.slot = table, list(players), slot
        self.people = [seat for seat, name in enumerate(players) if not is_bot(name)]
        self.names = short_names(called(players))
        self.guests: dict[str, Guest] = {}  # bots from outside, by name
        self.has_conceding = False  # whether bots resign when the game is clearly decided
        self.lost = [0] * table.seats  # turns in a row without a chance, as its bot thinks
        self.resigned: Outcome | None = None
        self.levels: list[str] = []  # what is to be said of levels that a lower one plays for
        self.trouble = ""  # why the latest answer could not be saved

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or because the bots resigned."""
        return self.resigned or self.table.outcome

    def answer(self, seat: int, choice: int) -> None:
        """Take an answer and save it; IllegalAnswer if the rules object."""
        self.table.play(seat, choice)
        self.save()

    def answer_text(self, seat: int, notation: str) -> None:
        self.table.play_text(seat, notation)
        self.save()

    def undo(self, seat: int) -> None:
        self.table.undo(seat)
        self.save()

    def person_asked(self) -> int | None:
        """The first person who is asked.  People answer before bots, so that they can take back for
        as long as possible."""
        return next((seat for seat in self.people if self.table.state.is_waiting_for(seat)), None)

    def let_a_bot_answer(self) -> None:
        """Let the bot answer whose turn it is, or resign; no person may be asked."""
        seat = self.table.state.turn
        level, mind = self.players[seat], Mind(self.table.state, seat)
        try:
            thought = self._bot(level).think(mind, self._dice(seat))
        except Forfeit as fault:
            raise BadInput(f"{fault} It forfeits: the others share the win.") from None
        if self.has_conceding and level in BOTS:
            chance = own_chance(thought, level, mind)
            self.lost[seat] = lost_turns(self.lost[seat], chance, self.table.log, seat)
            winner = only_one_left(self.lost)
            if winner is not None and winner in self.people:
                self.resigned = conceded(self.table.state, winner)
                return
        self.answer(seat, thought.choice)

    def _bot(self, level: str) -> Bot:
        if level in BOTS:
            return BOTS[level](self.table.game)
        if level not in self.guests:
            try:
                self.guests[level] = Guest(level, self.table.game)
            except BadGuest as wrong:
                raise BadInput(sentence(wrong)) from None
        return self.guests[level]

    def hint(self, seat: int, level: str) -> Explanation:
        """What a bot would answer here, its next best answers, and why.  It has a time limit, since
        a person waits."""
        adviser = bot(level, self.table.game, time.perf_counter)
        mind, dice = Mind(self.table.state, seat), self._dice(seat)
        thought = shown_thought(adviser.think(mind, dice), level, mind)
        return hint(adviser, mind, thought, self.table.game.codec, dice)

    def _dice(self, seat: int) -> Dice:
        """Dice for a bot's answer, derived from the seed, so that a resumed game goes on the same.

        They are independent of the fair draws: neither reveals anything about the other.
        """
        table = self.table
        text = f"bot {table.seed.hex()} {table.name} {len(table.log)} {seat}"
        return Dice(int.from_bytes(hashlib.sha256(text.encode()).digest()[:12], "big"))

    def save(self) -> None:
        """Save the game; if that fails the game goes on, and `trouble` says why."""
        try:
            self.slot.save(self.text())
            self.trouble = ""
        except OSError as error:
            self.trouble = f"{self.slot.path} could not be saved: {error.strerror}."

    def save_copy(self, path: Path) -> None:
        if path.exists():
            raise BadInput(printable(f"There is a file {path} already; nothing was overwritten."))
        try:
            Slot(path, "").save(self.text())
        except (OSError, ValueError) as error:
            raise BadInput(printable(f"{path} could not be saved: {error}.")) from None

    def text(self) -> str:
        players = [short(name) if is_bot(name) else name for name in self.players]
        bots = [name if is_bot(name) else "" for name in players]
        return record.write(self.table, players, bots)

    def winners(self) -> list[int]:
        scores = self.outcome.shares if self.outcome else self.table.state.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]


def called(players: Sequence[str]) -> list[str]:
    """What the players are called: a bot of a level as at a server, by its seat."""
    return [
        BOT_NAMES[seat] if name in BOTS else short(name) if is_bot(name) else name
        for seat, name in enumerate(players)
    ]


def bot_words(level: str) -> str:
    """ "Normal bot" after the name of a player; empty for a person."""
    return f"{level_name(level)} bot" if level in BOTS else "bot" if is_bot(level) else ""


def is_bot(name: str) -> bool:
    return name in BOTS or is_guest(name)


def sit_down(
    game: Game[Any], players: Sequence[str], options: Mapping[str, object], seed: bytes | None
) -> LocalGame:
    """A new game.  A given seed also names the table, so that the game can be repeated.  A level
    that is no better than a lower one at this table is played by that one."""
    wished, seats = players, len(players)
    players = [effective_level(name, game, seats) for name in wished]
    name = secrets.token_hex(8)
    if seed is None:
        seed = secrets.token_bytes(SEED_BYTES)
    else:
        name = hashlib.sha256(b"table" + seed).hexdigest()[:16]
    try:
        table = Table(game, len(players), seed, name, options)
    except BadOption as wrong:
        raise BadInput(sentence(wrong)) from None
    local = LocalGame(table, players, slot_for(table))
    changed = [both for both in zip(wished, players, strict=True) if both[0] != both[1]]
    local.levels = [
        plays_like_words(one, str(seats), lower) for one, lower in dict.fromkeys(changed)
    ]
    table.roll()
    local.save()
    return local


def sit_down_again(path: Path) -> LocalGame:
    """Resume the game of a record that is not over."""
    text = read_text(path)
    table, players = load(path, text)
    if table.state.is_over():
        raise BadInput(f"That game is over; look at it with: {TRIVET} replay {path}")
    local = LocalGame(table, players, Slot(path, text))
    table.roll()
    return local


def load(path: str | Path, text: str) -> tuple[Table, list[str]]:
    try:
        found = record.load(text, GAMES)
    except BadRecord as bad:
        raise BadInput(f"{path}, {bad}") from None
    return found.table, [record.clean(name) for name in found.players]


def short_names(players: Sequence[str]) -> list[str]:
    """Names short enough for pictures; those that occur twice get the letter of their seat."""
    short = [name if len(name) <= LONGEST_SHOWN else f"{name[:13]}..." for name in players]
    return [
        f"{name} {SEAT_LETTERS[seat]}" if short.count(name) > 1 else name
        for seat, name in enumerate(short)
    ]


def options_in_force(table: Table) -> list[str]:
    """The options of a table that are not the usual ones, in words; else a line that says so."""
    agreed = table.game.options_of(table.state)
    changed = [option for option in table.game.options if agreed[option.name] != option.default]
    if not changed:
        return ["Options: none, the usual rules."]
    return [
        f"Option {one.name} = {json.dumps(agreed[one.name])}: {one.words} [{one.rule}]"
        for one in changed
    ]


def tell_outcome(
    table: Table,
    names: Sequence[str],
    screen: Screen,
    viewer: int = NOBODY,
    ended: Outcome | None = None,
) -> None:
    """How the game ended, by which rule, and the score sheet."""
    ended = ended or table.outcome
    if ended is not None:
        headline = table.game.codec.headline(ended, table.sheet, names, viewer)
        rule = f" [{ended.rule}]" if ended.rule else ""
        screen.say(headline + rule, paint=screen.ink.bold)
        screen.show(outcome.lines(table.sheet, names))
