"""Ask how a game plays: `balance("trinity", seats=4)` lets bots play it, and returns a report."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import Any

from trivet.core import record
from trivet.core.game import Game
from trivet.core.options import OneOf, Switch, agreed
from trivet.lab.arena import the_game
from trivet.lab.balance.estimates import Estimate, anytime, shares_of_place
from trivet.lab.balance.findings import FINE, LOOK, SERIOUS, WEIGHTS, Finding, findings
from trivet.lab.balance.game_summary import Setting, Summaries, recorded
from trivet.lab.balance.level_data import level_data
from trivet.lab.balance.level_figures import LevelFigures, PlayedGames, RandomGames
from trivet.lab.balance.restricted import BAR
from trivet.lab.balance.runs import Progress, Stop, run
from trivet.lab.balance.variants import Comparison
from trivet.lab.balance.win_curves import win_curves
from trivet.lab.workers import Workers, in_this_process

GAMES = 400
RANDOM_GAMES = 200
OTHER_GAMES = 20  # of greedy bots with another value of an option
ROLLED_GAMES = 50
SOME = 50  # deals for luck and skill
TIMES = 4  # each is played, for luck
QUICK = "greedy"

Options = Mapping[str, object]


class Report:
    """How a game plays, by one or two levels of bots."""

    def __init__(self, levels: Sequence[LevelFigures], command: str = "") -> None:
        self.levels, self.command = list(levels), command
        self.setting = self.levels[-1].setting
        self.game, self.seats = self.levels[-1].game, self.setting.seats

    @property
    def main(self) -> LevelFigures:
        """The level that is shown in full: the last one."""
        return self.levels[-1]

    @property
    def order(self) -> list[Estimate]:
        return self.main.order

    @property
    def compared(self) -> list[Comparison]:
        return self.main.compared

    def findings(self) -> list[Finding]:
        """What stands out, the gravest first.  What only one of two levels shows is worth a look at
        most: it may be a habit of those bots."""
        found: dict[str, list[tuple[str, Finding]]] = {}
        for level in self.levels:
            for one in findings(level):
                found.setdefault(one.key, []).append((level.name, one))
        merged = [self._merged(rows) for rows in found.values()]
        return sorted(merged, key=lambda one: WEIGHTS.index(one.weight))

    def _merged(self, rows: Sequence[tuple[str, Finding]]) -> Finding:
        strict = [row for row in rows if row[1].weight != FINE] or rows
        name, one = strict[-1]
        levels = tuple(level for level, other in strict if other.weight != FINE) or tuple(
            level for level, _ in rows
        )
        weights = [other.weight for _, other in strict]
        is_everywhere = len(levels) == len(self.levels)
        weight = one.weight
        if SERIOUS in weights:
            weight = SERIOUS if is_everywhere and set(weights) == {SERIOUS} else LOOK
        return replace(one, weight=weight, level=name, levels=levels)

    def data(self) -> dict[str, Any]:
        """The whole report, ready for JSON."""
        game = self.game
        return {
            "game": game.name,
            "title": game.title,
            "rules": game.version,
            "seats": self.seats,
            "seed": self.setting.seed,
            "options": agreed(game.options, self.setting.options),
            "command": self.command,
            "code": self.setting.head()["code"],  # a hash of the rules and bots that played
            "findings": [{**asdict(one), "records": self.records(one)} for one in self.findings()],
            "levels": [level_data(level) for level in self.levels],
        }

    def records(self, one: Finding) -> list[str]:
        """The files of the games that show a finding."""
        level = next(level for level in self.levels if level.name == one.level)
        return [record_name(level, number) for number in one.shows]

    def shown(self) -> dict[str, tuple[Setting, int]]:
        """The games that the page names, by file name; known once the page is made."""
        found: dict[str, tuple[Setting, int]] = {}
        for level in self.levels:
            numbers = {n for one in findings(level) for n in one.shows} | level.examples.keys()
            for n in sorted(numbers):
                found[record_name(level, n)] = level.setting, n
            for number, variant in enumerate(level.compared, 1):
                for n in variant.shows:
                    found[record_name(level, n)] = level.setting, n
                    found[record_name(level, n, number)] = variant.setting, n
        return found

    def save(self, folder: Path) -> None:
        """Write the page, the data, and a checked record of every game that the page names."""
        text = self.html()
        (folder / "games").mkdir(parents=True, exist_ok=True)
        for name, (setting, number) in self.shown().items():
            written = recorded(setting, number)
            record.load(written, {self.game.name: self.game})
            (folder / "games" / name).write_text(written)
        (folder / "balance.html").write_text(text)
        (folder / "balance.json").write_text(json.dumps(self.data(), indent=1) + "\n")

    def html(self) -> str:
        from trivet.lab.balance.page import page

        return page(self)

    def _repr_html_(self) -> str:
        return self.html()


def record_name(level: LevelFigures, number: int, variant: int = 0) -> str:
    """The name of a game's record beside the page."""
    clean = "".join(c if c.isalnum() else "-" for c in level.name)
    return f"{clean}{f'-variant{variant}' if variant else ''}-{number}.txt"


# --- playing --------------------------------------------------------------------------------------


def balance(
    game: str,
    *,
    seats: int | None = None,
    bot: str | Sequence[str] = "greedy",
    vary: Sequence[Options] = (),
    bar: Sequence[str] = (),
    luck: bool = False,
    skill: str = "",
    options: Options | None = None,
    games: int = GAMES,
    until: float | None = None,
    seed: int = 1,
    workers: Workers = in_this_process,
    folder: Path | None = None,
    progress: Progress | None = None,
    seconds: float = inf,
    command: str = "",
) -> Report:
    """Let bots play a game against themselves, and say how it plays.

    `bot` is a level, or two with a comma between them.  Each of `vary` is a variant: options that
    differ.  `bar` names answers that one seat goes without.  With `luck` some deals are played four
    times, and with `skill` one seat plays some of them at that level, each seat in turn.  With
    `until` a run ends when the share of the first place, or how each variant changes it, is known
    to that much.  After `seconds` no more games of a level are begun.  `folder` keeps the
    summaries of games.
    """
    box = the_game(game)
    count = box.fewest if seats is None else seats
    names = bot.split(",") if isinstance(bot, str) else list(bot)
    bases = [Setting(game, (name,) * count, seed, dict(options or {})) for name in names]
    for base in bases:
        _check(base, vary, skill)
    play = _Playing(workers, folder, progress, seconds)
    anything = play.anything(replace(bases[0], players=("random",) * count), box)
    found = []
    for base in bases:
        played = play.level(base, games, vary, bar, _known(until))
        again = play.again(played) if luck else ()
        skilled = play.skilled(played, skill) if skill and skill != base.players[0] else ()
        more = replace(played, again=again, skill=skill, skilled=skilled)
        found.append(LevelFigures(more, anything))
    return Report(found, command)


def _check(base: Setting, vary: Sequence[Options], skill: str) -> None:
    """Raise before anything is played if something is wrong."""
    if skill:
        base.seating(0, skill).check()
    for one in (base, *(base.varied(changed) for changed in vary)):
        one.check()


class _Playing:
    """Plays what a report needs."""

    def __init__(
        self, workers: Workers, folder: Path | None, progress: Progress | None, seconds: float
    ) -> None:
        self.workers, self.folder, self.progress = workers, folder, progress
        self.seconds = seconds  # for each level

    def games(
        self, settings: Sequence[Setting], games: int, stop: Stop | None = None
    ) -> list[Summaries]:
        return run(settings, games, self.workers, self.folder, stop, self.progress, self.seconds)

    def level(
        self,
        base: Setting,
        games: int,
        vary: Sequence[Options],
        bar: Sequence[str],
        stop: Stop | None,
    ) -> PlayedGames:
        varied = [base.varied(options) for options in vary]
        summaries, *others = self.games([base, *varied], games, stop)
        variants = list(zip(vary, varied, others, strict=True))
        barred = {}
        for answer in bar:
            without = [
                base.seating(n, f"{base.players[n]}{BAR}{answer}") for n in range(base.seats)
            ]
            barred[answer] = self.games(without, len(summaries))
        rolled: Summaries = []
        if win_curves(summaries).is_weak:
            some = min(ROLLED_GAMES, len(summaries))
            rolled = self.games([replace(base, rollouts=True)], some)[0]
        return PlayedGames(base, summaries, variants, barred, rolled)

    def again(self, played: PlayedGames) -> Sequence[Summaries]:
        """Some of the games, and the same deals again."""
        settings = [replace(played.setting, again=number) for number in range(1, TIMES)]
        others = self.some(settings, played)
        return [list(played.summaries[: len(others[0])]), *others]

    def skilled(self, played: PlayedGames, level: str) -> Sequence[Summaries]:
        """Some of the games, each seat in turn played at another level."""
        base = played.setting
        return self.some([base.seating(n, level) for n in range(base.seats)], played)

    def some(self, settings: Sequence[Setting], played: PlayedGames) -> list[Summaries]:
        """A few games of other settings, in a part of the time."""
        most, seconds = min(SOME, len(played.summaries)), self.seconds / 4
        return run(settings, most, self.workers, self.folder, None, self.progress, seconds)

    def anything(self, setting: Setting, game: Game[Any]) -> RandomGames:
        """Random games, and the endings of quick games with another value of an option."""
        summaries = self.games([setting], RANDOM_GAMES)[0]
        quick = replace(setting, players=(QUICK,) * setting.seats)
        usual = {one["ending"] for one in (*summaries, *self.games([quick], OTHER_GAMES)[0])}
        elsewhere: dict[str, str] = {}
        for name, value in _other_values(game, setting.options):
            for one in self.games([quick.varied({name: value})], OTHER_GAMES)[0]:
                if one["ending"] not in usual:
                    elsewhere.setdefault(one["ending"], f"{name} {value}")
        return RandomGames(summaries, elsewhere)


def _other_values(game: Game[Any], chosen: Options) -> Iterator[tuple[str, object]]:
    """Each option of a few values with each value that it does not have."""
    for option in game.options:
        values: tuple[object, ...] = ()
        if isinstance(option, Switch):
            values = (False, True)
        elif isinstance(option, OneOf):
            values = option.values
        for value in values:
            if value != chosen.get(option.name, option.default):
                yield option.name, value


def _known(until: float | None) -> Stop | None:
    """Whether enough is known of the first place: its share, or how every variant changes it."""
    if until is None:
        return None
    wanted = until

    def is_known(played: list[Summaries]) -> bool:
        first = [shares_of_place(summaries, 0) for summaries in played]
        if len(first) == 1:
            return anytime(first[0]) <= wanted
        for other in first[1:]:
            gains = [new - old for old, new in zip(first[0], other, strict=True)]
            half = anytime(gains)
            if half > wanted and abs(sum(gains) / len(gains)) <= half:
                return False
        return True

    return is_known
