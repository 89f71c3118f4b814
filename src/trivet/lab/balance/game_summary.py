"""One game of bots, and the summary that is kept of it: every figure is made from summaries.

A summary knows no game.  An answer is named by its step and the things touched for it, an event by
its sentence without the players' names.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from sys import modules
from typing import Any, NamedTuple

from trivet.bots.budget import Budget
from trivet.bots.chances import rolled_out
from trivet.bots.playout import is_between
from trivet.bots.value import guess
from trivet.bots.weights import learnt_weights
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.fair import FairDice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.options import agreed
from trivet.core.state import CHANCE, EVERYONE, NOBODY, Event, EventListener, State, Step, only
from trivet.core.table import Table
from trivet.core.words.codec import Codec
from trivet.core.words.fields import NAME, Name
from trivet.core.words.news import NewsRow
from trivet.lab.arena import the_game, thought_of
from trivet.lab.balance.restricted import bare, label_of, player_of
from trivet.lab.base import code_hash

GameSummary = dict[str, Any]  # a row of JSON: see `_GameOfBots`
Summaries = Sequence[GameSummary]

NAMELESS = ["•"] * 8
WORDY = 60  # events of a kind with more sentences than this are counted by kind
LOOKED_INTO = 10  # in one game of so many, also what was offered and not taken
ROLLOUTS = 12  # for a chance by rollouts
EVERY = 4  # and only at one settled position of so many


@dataclass(frozen=True)
class Setting:
    """What is played; a game follows from this and its number alone."""

    game: str
    players: tuple[str, ...]  # by seat
    seed: int = 1
    options: Mapping[str, object] = field(default_factory=dict)
    rollouts: bool = False  # chances by rollouts instead of the game's own estimate
    again: int = 0  # the same dice of chance once more, with other dice of the bots

    @property
    def seats(self) -> int:
        return len(self.players)

    def check(self) -> None:
        """Raise if the game, the seats, an option or a bot is wrong."""
        the_game(self.game).new(self.seats, self.options)
        for player in self.players:
            player_of(self.game, player)

    def varied(self, options: Mapping[str, object]) -> "Setting":
        return replace(self, options={**self.options, **options})

    def seating(self, seat: int, player: str) -> "Setting":
        """The same with another player in one seat."""
        players = tuple(player if one == seat else old for one, old in enumerate(self.players))
        return replace(self, players=players)

    def head(self) -> dict[str, Any]:
        """Everything that the summaries depend on, ready for JSON."""
        game = the_game(self.game)
        players = sorted({bare(player) for player in self.players})
        return {
            **asdict(self),
            "players": list(self.players),
            "options": agreed(game.options, self.options),
            "rules": game.version,
            "thought": {player: thought_of(game, player, self.seats) for player in players},
            "code": _code_hash(game),
        }


def _code_hash(game: Game[Any]) -> str:
    """A hash of the code of the bots and of this game, so that summaries outlive changes of others.
    Of a game from outside it has the file as well: its version may have been forgotten."""
    module = type(game).__module__
    file = modules[module].__file__
    if module.startswith("trivet.games."):
        return code_hash(games="games/" + module.split(".")[2])
    if not file:
        return code_hash()
    return f"{code_hash()} {sha256(Path(file).read_bytes()).hexdigest()[:16]}"


# --- names of events ------------------------------------------------------------------------------


class Rows(NamedTuple):
    """How the events of a game are named."""

    wordy: frozenset[str]  # kinds that have too many sentences
    sentences: dict[tuple[object, ...], str]


@cache
def _rows(codec: Codec) -> Rows:
    wordy = []
    for what, row in codec.news_rows.items():
        fields = [*row.fields.values(), *(field for field, _ in row.more.values())]
        many = 1
        for one in fields:
            many *= 1 if isinstance(one, Name) else one.size or WORDY + 1
        if many > WORDY:
            wordy.append(what)
    return Rows(frozenset(wordy), {})


class EventCounter(EventListener):
    """Counts what is told, and notes what chance gives to a seat before the first decision."""

    def __init__(self, codec: Codec) -> None:
        self.codec, self.rows = codec, _rows(codec)
        self.heard: Counter[tuple[str, str]] = Counter()  # by kind and sentence
        self.dealt: dict[int, list[str]] = defaultdict(list)
        self.booked: dict[tuple[str, str], list[int]] = {}  # by part and thing: times and points
        self.opened: list[list[int]] = []  # round, who began it, points of the curve
        self.points = 0
        self.is_dealing = False

    def on_event(self, event: Event) -> None:
        self.on_event_fast(event.what, event.to, *event.data)

    def on_event_fast(self, what: str, to: int, one: int, two: int, three: int, four: int) -> None:
        if what in self.rows.wordy:
            sentence = what
        else:
            key = (what, one, two, three, four)
            sentence = self.rows.sentences.get(key, "")
            if not sentence:
                event = Event(what, EVERYONE, (one, two, three, four))
                sentence = self.rows.sentences[key] = self.codec.news(event, NAMELESS)
        self.heard[what, sentence] += 1
        row, data = self.codec.news_rows[what], (one, two, three, four)
        if row.books:
            self.book(what, data)
        if row.chapter is not None and NAME in row.fields.values():
            self.opened.append([data[row.chapter], row.actor(data), self.points])
        if self.is_dealing:
            given = to if to != EVERYONE else row.actor(data)
            if given != NOBODY:
                self.dealt[given].append(sentence)

    def book(self, what: str, data: tuple[int, ...]) -> None:
        """What an event writes on the score sheet, for all seats together."""
        row = self.codec.news_rows[what]
        for entry in row.books:
            amounts = entry.of(*data) if entry.adds else {}
            if amounts:
                kept = self.booked.setdefault((entry.part, thing_of(row, data)), [0, 0])
                kept[0] += 1
                kept[1] += sum(amounts.values())


def thing_of(row: NewsRow, data: tuple[int, ...]) -> str:
    """The card, tile or piece that an event names; places have no name but their notation."""
    for number, one in zip(data, row.fields.values(), strict=False):
        if one.size and not isinstance(one, Name):
            value = one.value(number)
            if value.name != value:
                return value.name
    return ""


# --- playing --------------------------------------------------------------------------------------


def root(setting: Setting, number: int) -> str:
    """What all dice of a game follow from: the same for all variants, so that they are paired."""
    return f"{setting.seed} {number}"


def _seed(text: str) -> bytes:
    return sha256(f"{text} table".encode()).digest()


def _dice(text: str) -> Dice:
    return Dice(int.from_bytes(sha256(text.encode()).digest()[:12], "little"))


def play(job: tuple[Setting, int]) -> GameSummary:
    """The summary of one game."""
    return _GameOfBots(*job).play()


class _GameOfBots:
    """One game while it is played, and what is counted in it."""

    def __init__(self, setting: Setting, number: int) -> None:
        self.setting, self.number, self.game = setting, number, the_game(setting.game)
        text = root(setting, number)
        again = f" {setting.again}" if setting.again else ""
        self.chance = FairDice(_seed(text), f"lab-{number}")
        self.bots = [player_of(setting.game, player) for player in setting.players]
        self.bot_dice = [_dice(f"{text} bot {seat}{again}") for seat in range(setting.seats)]
        self.rollout_dice, self.weights = _dice(f"{text} chances"), learnt_weights(self.game)
        self.events = EventCounter(self.game.codec)
        self.log: list[tuple[int, int]] = []
        self.given: Counter[tuple[str, int]] = Counter()
        self.first: dict[str, int] = {}
        self.offered: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.width: Counter[int] = Counter()
        self.curve: list[list[float]] = []
        self.order: list[int] = []
        self.answers, self.turns, self.settled, self.latest = 0, 0, 0, NOBODY

    def play(self) -> GameSummary:
        s: State = self.game.new(self.setting.seats, self.setting.options, self.events)
        while not s.is_over():
            if s.turn == CHANCE:
                self._draw(s)
            else:
                self._count_turn(s)
                self._count_chances(s)
                self._answer(s)
        return self._summary(s)

    def _draw(self, s: State) -> None:
        choice = s.options(CHANCE)[self.chance.weighted(s.odds())]
        self.log.append((CHANCE, choice))
        self.events.is_dealing = not self.settled
        s.apply(CHANCE, choice)
        self.events.is_dealing = False

    def _count_turn(self, s: State) -> None:
        seat = s.turn
        if s.asked != only(seat) or not _is_turn(s.step):
            return
        if seat not in self.order:
            self.order.append(seat)
        if seat != self.latest:
            self.turns, self.latest = self.turns + 1, seat

    def _count_chances(self, s: State) -> None:
        """A point of the curve between two turns, or with rollouts at one in some of them."""
        strategy = self.game.strategy
        if not (is_between(s) and strategy.is_settled(s)):
            return
        if not self.setting.rollouts:
            self.curve.append(_point(s, self.answers, guess(s, strategy, self.weights)))
        elif self.settled % EVERY == 0:
            shares, _ = rolled_out(s, Budget(ROLLOUTS, 0.0, None), self.rollout_dice)
            self.curve.append(_point(s, self.answers, shares))
        self.settled, self.events.points = self.settled + 1, len(self.curve)

    def _answer(self, s: State) -> None:
        seat = s.turn
        choice = self.bots[seat].choose(Mind(s, seat), self.bot_dice[seat])
        what = label_of(self.game, s, seat, choice)
        if not s.step.is_vast():
            self._count_options(s, seat, what)
        self.given[what, seat] += 1
        self.first.setdefault(f"{what}|{seat}", len(self.curve) - 1)
        self.rules[self.game.codec.rule(s, seat)] += 1
        self.answers += 1
        self.log.append((seat, choice))
        s.apply(seat, choice)

    def _count_options(self, s: State, seat: int, given: str) -> None:
        options = s.options(seat)
        self.width[len(options)] += 1
        if self.number % LOOKED_INTO == 0 and len(options) > 1:
            self.offered.update({label_of(self.game, s, seat, one) for one in options})
            self.taken[given] += 1

    def _summary(self, s: State) -> GameSummary:
        events, last = self.events, [seat for seat in range(s.seats) if seat not in self.order]
        return {
            "n": self.number,
            "shares": s.scores(),  # of the win, by seat
            "points": s.points(),
            "ending": s.ending(),
            "order": self.order + last,  # of turns
            "had turns": len(self.order),  # seats; the others stand last in the order
            "answers": self.answers,
            "turns": self.turns,  # runs of answers of one seat
            "width": {str(many): count for many, count in sorted(self.width.items())},
            "curve": self.curve,  # answers before, progress, and each seat's chance
            "given": [[what, seat, count] for (what, seat), count in self.given.items()],
            "first": self.first,  # by answer and seat: the point of the curve before its first use
            "opened": events.opened,  # round, who began it, the next point of the curve
            "booked": [[part, thing, *kept] for (part, thing), kept in events.booked.items()],
            "heard": [[what, said, count] for (what, said), count in events.heard.items()],
            "offered": dict(sorted(self.offered.items())),
            "taken": dict(sorted(self.taken.items())),
            "rules": dict(self.rules),
            "dealt": {str(seat): sorted(things) for seat, things in sorted(events.dealt.items())},
        }


def _is_turn(step: Step[Any]) -> bool:
    """Whether a step asks one seat by the order of turns: not one that several may have to answer,
    of whom all but one may have dropped out."""
    return type(step).together is Step.together


def _point(s: State, answers: int, shares: list[float]) -> list[float]:
    progress: float = s.game.strategy.progress(s)
    return [answers, round(progress, 3), *(round(share, 4) for share in shares)]


def recorded(setting: Setting, number: int) -> str:
    """A game as a record, as `trivet replay` and `trivet verify` take it."""
    played = _GameOfBots(replace(setting, rollouts=False), number)
    played.play()
    seed = _seed(root(setting, number))
    table = Table(
        the_game(setting.game), setting.seats, seed, f"lab-{number}", dict(setting.options)
    )
    table.replay(played.log)
    return record.write(table, setting.players, [bare(player) for player in setting.players])
