"""The arena: bots meet at many tables, in blocks that give each of them the same luck.

A contest is played in blocks.  All tables of a block have the same chance: the line-up is seated
there in every rotation, so that each player has had every seat, and every deal, once.  A block
follows from the contest and its number alone: it does not matter who plays it, when, or in which
order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from math import log2
from time import perf_counter
from typing import Any

from trivet.bots.bot import Bot
from trivet.bots.tuned import BadBot, bot, tuned
from trivet.bots.tuning import NUMBERS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.game import BadSeats, Game
from trivet.core.mind import Mind
from trivet.core.options import agreed
from trivet.core.state import CHANCE

FINE = 4  # thinking times are counted in steps of the fourth root of two


@dataclass(frozen=True)
class Contest:
    """Who plays what; the players by seat at the first table of a block."""

    game: str
    players: tuple[str, ...]
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return len(self.players)

    def check(self) -> None:
        """Raise what is wrong with it: the game, the seats, an option, a bot."""
        game = the_game(self.game)
        game.new(self.seats, self.options)
        for player in self.players:
            seated(self.game, player)

    def head(self) -> dict[str, Any]:
        """All that decides about the results, ready for JSON."""
        game = the_game(self.game)
        return {
            "game": self.game,
            "rules": game.version,
            "players": list(self.players),
            "seed": self.seed,
            "options": agreed(game.options, self.options),
            "thought": {player: thought_of(game, player, self.seats) for player in self.players},
        }


def thought_of(game: Game[Any], player: str, seats: int) -> dict[str, Any]:
    """The numbers that a bot of the house thinks with; nothing is known of a guest."""
    if ":" in player:
        return {}
    tuning = tuned(player, game, seats)
    weights = list((tuning.weights or {}).get(seats, ()))
    return {**{name: getattr(tuning, name) for name in NUMBERS}, "weights": weights}


class NoSuchGame(ValueError):
    """A game that is not in the catalogue."""


def the_game(name: str) -> Game[Any]:
    if name not in GAMES:
        raise NoSuchGame(f"there is no game '{name}'; there are: {', '.join(GAMES)}")
    return GAMES[name]


def contests(
    game: str, players: Sequence[str], seats: int, seed: int, options: Mapping[str, object]
) -> list[Contest]:
    """One for all players where there are seats enough, the last one taking all that are left;
    otherwise every choice of so many players as there are seats."""
    if not players:
        raise BadSeats("an arena needs players")
    if len(players) <= seats:
        line_up = (*players, *[players[-1]] * (seats - len(players)))
        return [Contest(game, line_up, seed, options)]
    return [Contest(game, chosen, seed, options) for chosen in combinations(players, seats)]


# --- playing --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedTable:
    """One table of a block."""

    players: tuple[str, ...]  # by seat
    shares: tuple[float, ...]
    answers: int
    thinking: tuple[dict[int, int], ...]  # by seat: how often it took about so long


def play_block(contest: Contest, number: int) -> list[PlayedTable]:
    """All tables of a block; the first player of the line-up sits in seat 0, then 1, ..."""
    return [play_table(contest, number, rotation) for rotation in range(contest.seats)]


def play_table(contest: Contest, number: int, rotation: int) -> PlayedTable:
    game, seats = GAMES[contest.game], contest.seats
    players = tuple(contest.players[(seat - rotation) % seats] for seat in range(seats))
    bots = [seated(contest.game, player) for player in players]
    chance = Dice(_seed(contest.seed, number, 0))
    own = [Dice(_seed(contest.seed, number, 1 + rotation * seats + seat)) for seat in range(seats)]
    thinking: list[Counter[int]] = [Counter() for _ in range(seats)]
    answers = 0
    s = game.new(seats, contest.options)
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, chance))
            continue
        mind, began = Mind(s, seat), perf_counter()
        choice = bots[seat].choose(mind, own[seat])
        thinking[seat][fine(perf_counter() - began)] += 1
        s.apply(seat, choice)
        answers += 1
    return PlayedTable(players, tuple(s.scores()), answers, tuple(map(dict, thinking)))


def _seed(seed: int, block: int, part: int) -> int:
    """For the house's dice, which look at 96 bits."""
    return seed & 0xFFFF_FFFF | (block & 0xFFFF_FFFF) << 32 | (part & 0xFFFF_FFFF) << 64


@lru_cache(maxsize=64)
def seated(game: str, player: str) -> Bot:
    """A bot keeps nothing between two answers, so one is enough for all tables of a process.  Only
    one that is told its seconds looks at a clock.

    "module:function+name=value" is a bot from elsewhere: the function makes it of the game.
    """
    if ":" in player:
        return _guest(game, player)
    clock = perf_counter if "+seconds=" in player else None
    return bot(player, GAMES[game], clock)


def _guest(game: str, player: str) -> Bot:
    where, *changes = player.split("+")
    module, _, function = where.partition(":")
    settings = dict(change.split("=", 1) for change in changes)
    try:
        made: Bot = getattr(import_module(module), function)(GAMES[game], **settings)
    except (ImportError, AttributeError, TypeError, ValueError) as wrong:
        raise BadBot(f"'{player}' is no bot: {wrong}") from None
    return made


# --- thinking times -------------------------------------------------------------------------------


def fine(seconds: float) -> int:
    """A thinking time in fine steps."""
    return round(FINE * log2(max(seconds, 1e-6) * 1e6))


def milliseconds(step: int) -> float:
    """The way back."""
    return float(2 ** (step / FINE)) / 1000
