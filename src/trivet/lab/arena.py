"""The arena: bots play many tables, in duplicate blocks that give each of them the same luck.

A contest is played in blocks.  All tables of a block have the same chance, and the line-up sits
there in every rotation, so that each player has every seat, and every deal, once.  A block depends
only on the contest and its number, so blocks can be played by any process in any order.
"""

import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import inf, log2
from time import monotonic, perf_counter
from typing import Any

from trivet import outside
from trivet.bots.bot import Bot
from trivet.bots.tuned import BadBot, bot, tuned
from trivet.bots.tuning import NUMBERS
from trivet.catalogue import GAMES, NoSuchGame, bring
from trivet.core.dice import Dice
from trivet.core.game import BadSeats, Game
from trivet.core.mind import Mind
from trivet.core.options import agreed
from trivet.core.state import CHANCE, State
from trivet.guests import BadGuest, Forfeit, Guest, is_guest, make
from trivet.lab.base import BASE, BadBase, base_player, code_hash

OWN = "trivet.lab."  # bots that are no strangers: they think in this process, without a deadline
FINE = 4  # thinking times are counted in steps of the fourth root of two


@dataclass(frozen=True)
class Contest:
    """A game and its players, by seat at the first table of a block."""

    game: str
    players: tuple[str, ...]
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    base: str = ""  # the folder of another build, for players "base:LEVEL"

    @property
    def seats(self) -> int:
        return len(self.players)

    def check(self) -> None:
        """Raise if the game, the seats, an option or a bot is wrong."""
        game = the_game(self.game)
        game.new(self.seats, self.options)
        for player in self.players:
            seated(self.game, player.removeprefix(BASE))

    def head(self) -> dict[str, Any]:
        """Everything the results depend on, ready for JSON."""
        game = the_game(self.game)
        return {
            "game": self.game,
            "rules": game.version,
            "players": list(self.players),
            "seed": self.seed,
            "options": agreed(game.options, self.options),
            "thought": {player: thought_of(game, player, self.seats) for player in self.players},
            "code": code_hash(),
            **({"base": code_hash(self.base)} if self.base else {}),
        }


def thought_of(game: Game[Any], player: str, seats: int) -> dict[str, Any]:
    """The tuning of a built-in bot; empty for a bot from another module."""
    if is_guest(player):
        return {}
    tuning = tuned(player, game, seats)
    weights = list((tuning.weights or {}).get(seats, ()))
    return {**{name: getattr(tuning, name) for name in NUMBERS}, "weights": weights}


def the_game(name: str) -> Game[Any]:
    """A game by its name, or by its place: a process that was started before can bring it too."""
    if name not in GAMES and outside.is_place(name):
        try:
            return bring(name)
        except outside.NotThere as wrong:
            raise NoSuchGame(str(wrong)) from None
    return GAMES[name]


def contests(
    game: str, players: Sequence[str], seats: int, seed: int, options: Mapping[str, object],
    base: str = "",
) -> list[Contest]:  # fmt: skip
    """One contest if all players fit, the last one taking all seats that are left; otherwise one
    for every combination of players that fills the seats."""
    if not players:
        raise BadSeats("an arena needs players")
    if len(players) <= seats:
        line_up = (*players, *[players[-1]] * (seats - len(players)))
        return [Contest(game, line_up, seed, options, base)]
    return [Contest(game, chosen, seed, options, base) for chosen in combinations(players, seats)]


# --- playing --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedTable:
    """One table of a block."""

    players: tuple[str, ...]  # by seat
    shares: tuple[float, ...]
    answers: int
    thinking: tuple[dict[int, int], ...]  # by seat: answers by thinking time, in steps of `fine`
    log: tuple[tuple[int, int], ...] = ()  # the game itself: seats and choices, chance included


def play_block(contest: Contest, number: int) -> list[PlayedTable]:
    """Play all tables of a block; the first player sits in seat 0, then in seat 1, ..."""
    return [play_table(contest, number, rotation) for rotation in range(contest.seats)]


class TimeUp(Exception):
    """The time for a table was up before it ended."""


def play_table(contest: Contest, number: int, rotation: int, stop: float = inf) -> PlayedTable:
    """Play one table of a block; TimeUp if it has not ended when `time.monotonic` is at `stop`."""
    seats, log = contest.seats, list[tuple[int, int]]()
    line_up = _LineUp(contest, number, rotation)
    chance = Dice(_seed(contest.seed, number, 0))
    thinking: list[Counter[int]] = [Counter() for _ in range(seats)]
    s = the_game(contest.game).new(seats, contest.options)
    shares: Sequence[float] | None = None
    while not s.is_over():
        if monotonic() >= stop:
            raise TimeUp
        seat = s.turn
        if seat == CHANCE:
            choice = s.sample(CHANCE, chance)
        else:
            began = perf_counter()
            try:
                choice = line_up.choose(s, seat, log)
            except Forfeit as fault:
                shares = forfeited(contest, seat, fault)
                break
            thinking[seat][fine(perf_counter() - began)] += 1
        s.apply(seat, choice)
        log.append((seat, choice))
    if shares is None:
        shares = s.scores()
        line_up.check(shares, log)
    answers = sum(many.total() for many in thinking)
    return PlayedTable(
        line_up.players, tuple(shares), answers, tuple(map(dict, thinking)), tuple(log)
    )


class _LineUp:
    """Who sits where at a table of a block, each with dice of its own."""

    def __init__(self, contest: Contest, number: int, rotation: int) -> None:
        seats = range(contest.seats)
        self.players = tuple(contest.players[(seat - rotation) % len(seats)] for seat in seats)
        self.bots = [  # None where the base plays
            None if player.startswith(BASE) else seated(contest.game, player)
            for player in self.players
        ]
        first = 1 + rotation * len(seats)
        self.dice = [Dice(_seed(contest.seed, number, first + seat)) for seat in seats]
        self.base = base_player(contest.base) if None in self.bots else None
        if self.base is not None:
            self.base.sit_down(contest.game, len(seats), contest.options)

    def choose(self, s: State, seat: int, log: list[tuple[int, int]]) -> int:
        bot, dice = self.bots[seat], self.dice[seat]
        if bot is not None:
            return bot.choose(Mind(s, seat), dice)
        assert self.base is not None
        return self.base.choose(self.players[seat].removeprefix(BASE), seat, dice.bits(), log)

    def check(self, scores: Sequence[float], log: list[tuple[int, int]]) -> None:
        """Raise if the base would score the same game otherwise."""
        if self.base is not None and self.base.scores(log) != scores:
            raise BadBase("the base plays by other rules: the same game ends differently")


def forfeited(contest: Contest, seat: int, fault: Forfeit) -> list[float]:
    """The shares after a guest's fault: the others share the win.  The reason is told."""
    sys.stderr.write(f"{contest.game}: {fault} The others share the win.\n")
    _seated.cache_clear()  # its process may be gone
    others = contest.seats - 1
    return [0.0 if other == seat else 1 / others for other in range(contest.seats)]


def _seed(seed: int, block: int, part: int) -> int:
    """A seed for `Dice`, which uses 96 bits of it."""
    return seed & 0xFFFF_FFFF | (block & 0xFFFF_FFFF) << 32 | (part & 0xFFFF_FFFF) << 64


def seated(game: str, player: str) -> Bot:
    """The bot of a player.  It keeps nothing between two answers, so a process needs only one.  It
    has a clock only if its seconds are given.

    "file.py:function+name=value" is a bot from outside: see guests.py.
    """
    return _seated(game, player, os.getpid())  # a guest is not shared with a fork


@lru_cache(maxsize=64)
def _seated(game: str, player: str, process: int) -> Bot:
    if is_guest(player):
        try:
            found = the_game(game)
            return make(player, found) if player.startswith(OWN) else Guest(player, found)
        except BadGuest as wrong:
            raise BadBot(str(wrong)) from None
    clock = perf_counter if "+seconds=" in player else None
    return bot(player, the_game(game), clock)


# --- thinking times -------------------------------------------------------------------------------


def fine(seconds: float) -> int:
    """A thinking time as a whole number of steps."""
    return round(FINE * log2(max(seconds, 1e-6) * 1e6))


def milliseconds(step: int) -> float:
    """The thinking time of a step."""
    return float(2 ** (step / FINE)) / 1000
