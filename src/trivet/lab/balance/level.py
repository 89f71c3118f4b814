"""All figures of one level of bots, and what stands out in them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from statistics import fmean, median
from typing import Any

from trivet.core.game import Game
from trivet.core.options import agreed
from trivet.core.words.codec import HOUSE_ENDINGS
from trivet.lab.arena import the_game
from trivet.lab.balance import figures as fig
from trivet.lab.balance import things as th
from trivet.lab.balance.figures import Change, Figure, change, shares_of_place
from trivet.lab.balance.sheets import GameSheet, Setting
from trivet.lab.balance.stories import Stories, stories

Sheets = Sequence[GameSheet]

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SERIOUS, LOOK, FINE, VARIANT = "serious", "look", "fine", "variant"
WEIGHTS = (SERIOUS, LOOK, VARIANT, FINE)

# What is called serious, or worth a look; the page prints them.
LONG_TAIL = 1.6  # medians
FORCED = 0.25
SHARED = 0.05
OPEN_UNTIL = 0.6  # of a game
COMEBACKS = 0.1
STRONG, VERY_STRONG = 0.04, 0.1  # worth of a thing dealt
BEYOND = 0.05  # worth of a thing used
COSTLY = 0.05  # what it costs to go without
OFFERED = 50  # times, before an answer that is never given is dead
MANY_DEAD = 5
HARDLY = 0.02  # given in fewer of the questions that offer it
CHAIR = 1.6  # intervals
FEW_DEALS = 2  # so many or fewer say nothing about luck
FEW_GAMES = 20  # fewer say nothing about who wins
BY_CHANCES = ("changes of the lead", "drama", "decided", "comebacks")  # figures that need chances


@dataclass(frozen=True)
class Finding:
    """Something that stands out."""

    key: str  # the same for the same finding at another level
    weight: str
    words: str
    shows: tuple[int, ...] = ()
    level: str = ""  # of the bots in these words
    levels: tuple[str, ...] = ()  # at which it holds


@dataclass(frozen=True)
class Comparison:
    """A variant beside the base, on the same deals."""

    setting: Setting
    options: Mapping[str, object]  # those that were varied
    words: str
    sheets: Sheets
    changes: list[Change]
    shows: tuple[int, ...]  # games that went to another place in turns

    def of(self, name: str) -> Change:
        return next(one for one in self.changes if one.name == name)


def options_words(game: Game[Any], options: Mapping[str, object]) -> str:
    """Options for people; of a table of numbers only the rows that are not as usual."""
    usual = agreed(game.options, {})
    return ", ".join(f"{name} {_said(value, usual[name])}" for name, value in options.items())


def variant_words(game: Game[Any], options: Mapping[str, object]) -> str:
    """The name of a set of options that the game has, or the options."""
    names = (one.name for one in game.presets if dict(one.options) == dict(options))
    return next(names, options_words(game, options))


def _said(value: object, usual: object) -> str:
    if isinstance(value, list) and isinstance(usual, list) and len(value) == len(usual):
        value = [row for row, old in zip(value, usual, strict=True) if row != old] or value
        return ", ".join(json.dumps(row) for row in value)
    return json.dumps(value)


@dataclass
class Played:
    """What was played at one level of bots."""

    setting: Setting
    sheets: Sheets
    variants: Sequence[tuple[Mapping[str, object], Setting, Sheets]] = ()
    barred: Mapping[str, Sequence[Sheets]] = field(
        default_factory=dict
    )  # by seat that goes without
    rolled: Sheets = ()  # some of the games, with chances by rollouts
    again: Sequence[Sheets] = ()  # some of them, each played several times with the same dice
    skill: str = ""  # another level
    skilled: Sequence[Sheets] = ()  # some of the games, by the seat that plays at that level


@dataclass
class Anything:
    """What can happen at all: games of bots that answer anything."""

    sheets: Sheets
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # endings, by the option they need


class Level:
    """The figures of one level."""

    def __init__(self, played: Played, anything: Anything) -> None:
        self.setting, self.sheets, self.anything = played.setting, played.sheets, anything
        self.name = played.setting.players[0]
        self.game, self.seats = the_game(played.setting.game), played.setting.seats
        self.par = 1 / self.seats
        self.rolled = played.rolled
        deals = min(map(len, played.again), default=0)
        self.luck = fig.luck(played.again) if deals > FEW_DEALS else None
        self.other_level = played.skill
        self.skill = (
            th.barred(self.sheets[: len(played.skilled[0])], [list(one) for one in played.skilled])
            if played.skilled
            else None
        )
        self.variants = played.variants
        self.barred = {
            name: th.barred(self.sheets, [list(one) for one in by_seat])
            for name, by_seat in played.barred.items()
        }
        self.examples: dict[int, None] = {}  # the games that the page names, in this order
        self.answers = [one["answers"] for one in self.sheets]
        self.turns = [one["turns"] for one in self.sheets]

    def example(self, shows: Sequence[int]) -> tuple[int, ...]:
        """One of these games, if there is any: rather one that is named already."""
        chosen = next((n for n in shows if n in self.examples), next(iter(shows), None))
        if chosen is None:
            return ()
        self.examples[chosen] = None
        return (chosen,)

    # --- figures ---------------------------------------------------------------------------------

    @cached_property
    def order(self) -> list[Figure]:
        return fig.order(self.sheets)

    @cached_property
    def has_turns(self) -> bool:
        """Whether seats take turns at all; else an order of turns means nothing."""
        return any(one["had turns"] > 1 for one in self.sheets)

    @cached_property
    def chairs(self) -> list[Figure]:
        return fig.chairs(self.sheets)

    @cached_property
    def ties(self) -> Figure:
        return fig.ties(self.sheets)

    @cached_property
    def margin(self) -> Figure | None:
        return fig.margin(self.sheets)

    @cached_property
    def endings(self) -> dict[str, list[int]]:
        return fig.endings(self.sheets)

    @cached_property
    def branching(self) -> list[int]:
        """The number of allowed answers of every question, in order."""
        return sorted(fig.widths(self.sheets).elements()) or [1]

    @property
    def forced(self) -> float:
        return self.branching.count(1) / len(self.branching)

    @cached_property
    def guessed(self) -> Stories:
        return stories(self.sheets)

    @cached_property
    def standing(self) -> Stories:
        """How games stood: by rollouts where the game's own estimate knows too little."""
        return stories(self.rolled) if self.rolled else self.guessed

    @property
    def decided(self) -> float:
        return median(story.decided for story in self.standing.told)

    @cached_property
    def lead_changes(self) -> Figure:
        told = self.standing.told
        most = [story.n for story in sorted(told, key=lambda story: -story.changes)]
        return fig.mean([float(story.changes) for story in told], most)

    @cached_property
    def drama(self) -> Figure:
        return fig.mean([story.drama for story in self.standing.told])

    @cached_property
    def comebacks(self) -> Figure:
        told = sorted(self.standing.told, key=lambda story: story.lowest)
        back = [story.n for story in told if self._came_back(story.lowest)]
        return fig.mean([float(self._came_back(story.lowest)) for story in told], back)

    def _came_back(self, lowest: float) -> bool:
        return lowest < self.par / 2

    @cached_property
    def _dealt(self) -> tuple[list[th.Thing], float]:
        return th.worth_dealt(self.sheets)

    @property
    def dealt(self) -> list[th.Thing]:
        return self._dealt[0]

    @property
    def bar(self) -> float:
        """Standard errors above which the worth of a thing dealt is sure."""
        return self._dealt[1]

    @cached_property
    def used(self) -> list[th.Thing]:
        return th.worth_used(self.sheets, self.guessed)

    @cached_property
    def booked(self) -> list[th.Booked]:
        return th.booked(self.sheets)

    @cached_property
    def openers(self) -> list[th.Opener]:
        return th.openers(self.sheets, self.guessed)

    @cached_property
    def usage(self) -> list[th.Usage]:
        return th.usage(self.sheets)

    @property
    def dead(self) -> list[th.Usage]:
        """Answers that were offered often and never given."""
        return [row for row in self.usage if row.given == 0 and row.offered >= OFFERED]

    @property
    def hardly(self) -> list[th.Usage]:
        """Answers that were hardly ever given."""
        return [
            row for row in self.usage if row.given < HARDLY * row.offered and row.offered >= OFFERED
        ]

    @cached_property
    def never(self) -> list[str]:
        """Kinds of event that random play brings about and these games never."""
        return sorted(th.kinds(self.anything.sheets) - th.kinds(self.sheets))

    @cached_property
    def unsaid(self) -> list[str]:
        """Events that random play brings about and these games never, of kinds that they do."""
        here, could = th.sentences(self.sheets), th.sentences(self.anything.sheets)
        return sorted(s for s, what in could.items() if s not in here and what not in self.never)

    @cached_property
    def unasked(self) -> list[str]:
        """Rules that random play is asked about and these games never."""
        return sorted(th.rules_asked(self.anything.sheets) - th.rules_asked(self.sheets))

    @cached_property
    def missing_ends(self) -> list[str]:
        """Endings of the rulebook that never came, but for those that need another option."""
        own = [name for name in self.game.codec.endings if name not in HOUSE_ENDINGS]
        options = self.anything.elsewhere
        return [name for name in own if name not in self.endings and not options.get(name)]

    @cached_property
    def compared(self) -> list[Comparison]:
        return [self._compared(*variant) for variant in self.variants]

    def _compared(
        self, options: Mapping[str, object], setting: Setting, sheets: Sheets
    ) -> Comparison:
        pairs = list(zip(self.sheets, sheets, strict=True))
        shows = [
            one["n"]
            for one, other in pairs
            if [one["shares"][seat] for seat in one["order"]]
            != [other["shares"][seat] for seat in other["order"]]
        ]
        found = changes(self.sheets, sheets, self.guessed, stories(sheets))
        words = variant_words(self.game, options)
        return Comparison(setting, options, words, sheets, found, tuple(shows[:1]))

    # --- what stands out -------------------------------------------------------------------------

    def findings(self) -> Iterator[Finding]:
        yield from self._who_wins()
        yield from self._what_is_dead()
        yield from self._what_is_strong()
        yield from self._how_it_goes()
        yield from self._variants()

    def _who_wins(self) -> Iterator[Finding]:
        if len(self.sheets) < FEW_GAMES:
            return
        places = enumerate(self.order) if self.has_turns else ()
        off = [(place, one) for place, one in places if one.warning]
        worst = sorted(off, key=lambda row: -abs(row[1].value - self.par))[:2]
        for place, one in off[:1] if self.seats == 2 else worst:
            yield Finding(
                f"order {place}",
                SERIOUS if one.warning.startswith("far") else LOOK,
                f"The {PLACES[place]} to move has {_percent(one.value)} of the win "
                f"({_percent(one.low)} to {_percent(one.high)}); even would be "
                f"{_percent(self.par)}.",
                tuple(s["n"] for s in self.sheets if s["shares"][s["order"][place]] == 1)[:1],
            )
        if not self.has_turns:
            yield Finding("order", FINE, "All seats answer at the same time: nobody moves first.")
        elif not off:
            yield Finding(
                "order", FINE, "No place in the order of turns is surely a tenth off par."
            )
        far = max(self.chairs, key=lambda one: abs(one.value - self.par) / max(one.half, 1e-9))
        letter = "ABCDEFGH"[self.chairs.index(far)]
        if abs(far.value - self.par) > CHAIR * far.half:
            fixed = len({tuple(one["order"]) for one in self.sheets}) == 1
            why = (
                "It has the same place in every game: the order of turns, a rule or a bot."
                if fixed
                else "Is a rule or a bot at fault?"
            )
            yield Finding(
                "chair",
                SERIOUS,
                f"Seat {letter} has {_percent(far.value)} of the win, ± {_percent(far.half)}. "
                f"{why}",
            )
        else:
            apart = ", apart from the order of turns" if self.has_turns else ""
            yield Finding("chair", FINE, f"No seat is better than another{apart}.")
        if self.ties.value > SHARED:
            words = f"{_percent(self.ties.value)} of the wins are shared."
            yield Finding("ties", LOOK, words, self.ties.shows)

    def _what_is_dead(self) -> Iterator[Finding]:
        if self.dead:
            names = ", ".join(f"“{row.name}”" for row in self.dead[:MANY_DEAD])
            more = " …" if len(self.dead) > MANY_DEAD else "."
            yield Finding(
                "dead",
                SERIOUS if len(self.dead) > MANY_DEAD else LOOK,
                f"{_many(len(self.dead), 'kind')} of answer offered {OFFERED} times or more and "
                f"never given: {names}{more}",
            )
        if self.never:
            words = "Events that random play brings about and these games never: "
            yield Finding("never", LOOK, f"{words}{', '.join(self.never)}.")
        if self.unasked:
            words = "Rules that random play is asked about and these games never: "
            yield Finding("unasked", LOOK, f"{words}{', '.join(self.unasked)}.")
        if self.missing_ends:
            words = "Endings of the rulebook that never came: "
            yield Finding("ends", LOOK, f"{words}{', '.join(self.missing_ends)}.")

    def _what_is_strong(self) -> Iterator[Finding]:
        strong = [one for one in self.dealt if one.is_sure and abs(one.gain) > STRONG]
        for one in sorted(strong, key=lambda one: -abs(one.gain))[:4]:
            yield Finding(
                f"dealt {one.name}",
                SERIOUS if abs(one.gain) > VERY_STRONG else LOOK,
                f"A seat that {plain(one.name)} at the start {_worth(one.gain, one.half)} "
                "(by chance, so it is the cause).",
                self.example(one.shows),
            )
        if not self.guessed.is_weak:
            sure = self.bar or 3.2
            for one in self.used:
                gain = one.beyond or 0.0
                if abs(gain) > BEYOND and abs(gain) > sure / 1.96 * one.beyond_half:
                    yield Finding(
                        f"used {one.name}",
                        LOOK,
                        f"Who first answers “{one.name}” {_worth(gain, one.beyond_half)} "
                        "beyond the chance just before.",
                        self.example(one.shows),
                    )
        if self.skill and abs(self.skill.value) <= self.skill.half:
            words = f"It makes no sure difference whether one seat plays {self.other_level}."
            yield Finding("skill", LOOK, words)
        for name, cost in self.barred.items():
            if abs(cost.value) > max(COSTLY, cost.half):
                words = f"A seat that may not answer “{name}” {_worth(cost.value, cost.half)}."
                yield Finding(f"barred {name}", LOOK, words, cost.shows)

    def _how_it_goes(self) -> Iterator[Finding]:
        if self.standing.is_weak:
            yield Finding(
                "decided",
                FINE,
                "When games are decided is not known: the chances know little "
                f"({self.standing.after:.2f} of {self.standing.nothing:.2f} bits are left).",
            )
        else:
            yield Finding(
                "decided",
                FINE if self.decided >= OPEN_UNTIL else LOOK,
                f"Half of all games are decided after {_percent(self.decided)} of their answers.",
            )
            yield Finding(
                "comebacks",
                FINE if self.comebacks.value >= COMEBACKS else LOOK,
                f"In {_percent(self.comebacks.value)} of the games the winner's chance had been "
                "below half of par.",
                self.comebacks.shows,
            )
        tail = fig.quantile(self.answers, 0.95) / max(median(self.answers), 1)
        longest = sorted(self.sheets, key=lambda one: -one["answers"])[:2]
        yield Finding(
            "length",
            FINE if tail < LONG_TAIL else LOOK,
            f"One game in twenty is {tail:.1f} times as long as the median, or longer.",
            tuple(one["n"] for one in longest),
        )
        yield Finding(
            "forced",
            FINE if self.forced < FORCED else LOOK,
            f"{_percent(self.forced)} of the questions allow only one answer.",
        )

    def _variants(self) -> Iterator[Finding]:
        for one in self.compared:
            yield Finding(
                f"variant {one.words}",
                VARIANT,
                f"With {one.words} {self._said_of(one)}.",
                one.shows,
            )

    def _said_of(self, one: Comparison) -> str:
        """What a variant changes: the share of the first to move, or without turns the shared wins,
        or if these stay the length."""
        what = one.of("share of place 1" if self.has_turns else "shared wins")
        says = f"{_percent(what.after)} instead of {_percent(what.before)}"
        said, unit, scale = f"the first to move has {says}", "points", 100
        if not self.has_turns:
            said = f"{says} of the wins are shared"
            if not what.is_sure:
                what = one.of("answers")
                said = f"a game has {what.after:.0f} answers instead of {what.before:.0f}"
                unit, scale = "answers", 1
        gain = f"{scale * what.gain:+.1f} ± {scale * what.half:.1f}".replace("-", "−")
        return f"{said}: {gain} {unit}{'' if what.is_sure else ', which could be luck'}"

    # --- data ------------------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """The figures, ready for JSON."""
        return {
            "bot": self.name,
            "games": len(self.sheets),
            "has turns": self.has_turns,
            "order": [asdict(one) for one in self.order],
            "chairs": [asdict(one) for one in self.chairs],
            "openers": [
                {
                    "number": one.number,
                    "share": asdict(one.share),
                    "beyond": asdict(one.beyond),
                }
                for one in self.openers
            ],
            "answers": _quantiles(self.answers),
            "turns": _quantiles(self.turns),
            "choices": _quantiles(self.branching),
            "forced": self.forced,
            "ties": asdict(self.ties),
            "margin": asdict(self.margin) if self.margin else None,
            "endings": {name: len(games) for name, games in self.endings.items()},
            "decided": self.decided,
            "lead changes": asdict(self.lead_changes),
            "drama": asdict(self.drama),
            "comebacks": asdict(self.comebacks),
            "chances": {
                "by": "rollouts" if self.rolled else "estimate",
                "games": len(self.standing.told),
                "surprise": [self.standing.before, self.standing.after, self.standing.nothing],
            },
            "dealt": [_row(one) for one in self.dealt],
            "bar": self.bar,
            "used": [_row(one) for one in self.used],
            "booked": [{**one._asdict(), "points": asdict(one.points)} for one in self.booked],
            "barred": {name: asdict(one) for name, one in self.barred.items()},
            "luck": asdict(self.luck) if self.luck else None,
            "skill": {self.other_level: asdict(self.skill)} if self.skill else None,
            "dead": [row._asdict() for row in self.hardly],
            "never": self.never,
            "unsaid": self.unsaid,
            "unasked": self.unasked,
            "missing endings": self.missing_ends,
            "variants": [
                {
                    "words": one.words,
                    "options": dict(one.options),
                    "pairs": len(one.sheets),
                    "order": [asdict(place) for place in fig.order(one.sheets)],
                    "changes": [asdict(row) for row in one.changes],
                }
                for one in self.compared
            ],
        }


def changes(before: Sheets, after: Sheets, told: Stories, other: Stories) -> list[Change]:
    """How a variant differs, figure by figure."""
    seats = len(before[0]["shares"])
    rows = [
        change(
            f"share of place {place + 1}",
            shares_of_place(before, place),
            shares_of_place(after, place),
        )
        for place in range(seats)
    ]
    for name in ("answers", "turns"):
        rows.append(change(name, *([float(s[name]) for s in sheets] for sheets in (before, after))))
    shared = ([float(fig.is_shared(s)) for s in sheets] for sheets in (before, after))
    rows.append(change("shared wins", *shared))
    for name, what in (
        ("changes of the lead", "changes"),
        ("drama", "drama"),
        ("decided", "decided"),
    ):
        pair = ([float(getattr(story, what)) for story in one.told] for one in (told, other))
        rows.append(change(name, *pair))
    back = ([float(story.lowest < 0.5 / seats) for story in one.told] for one in (told, other))
    rows.append(change("comebacks", *back))
    return rows


def plain(name: str) -> str:
    """A name for people: "• drew the Event Red Tape." is "drew the Event Red Tape"."""
    return name.removeprefix("• ").rstrip(".")


def _row(one: th.Thing) -> dict[str, Any]:
    return {**asdict(one), "shows": one.shows[: fig.SHOWN]}


def _quantiles(values: Sequence[float]) -> dict[str, float]:
    parts = {f"p{round(100 * part)}": fig.quantile(values, part) for part in (0.05, 0.5, 0.95)}
    return {**parts, "longest": max(values), "mean": fmean(values)}


def _percent(part: float) -> str:
    return f"{100 * part:.0f}\u00a0%"  # not broken at the end of a line


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _worth(gain: float, half: float) -> str:
    verb = "gains" if gain > 0 else "costs"
    return f"{verb} {100 * abs(gain):.0f} ± {100 * half:.0f} points of share"
