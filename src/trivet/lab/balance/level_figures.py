"""All figures of one level of bots, from the summaries of its games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from trivet.core.words.codec import HOUSE_ENDINGS
from trivet.lab.arena import the_game
from trivet.lab.balance import estimates as est
from trivet.lab.balance import usage
from trivet.lab.balance.estimates import Estimate
from trivet.lab.balance.game_summary import Setting, Summaries
from trivet.lab.balance.item_worth import ItemWorth, cost_of_barring, worth_dealt, worth_used
from trivet.lab.balance.round_openers import RoundOpener, openers
from trivet.lab.balance.score_sources import PointSource, score_sources
from trivet.lab.balance.usage import HARDLY, OFFERED, Usage
from trivet.lab.balance.variants import Comparison, compared
from trivet.lab.balance.win_curves import WinCurves, win_curves

FEW_DEALS = 2  # so many or fewer say nothing about luck


@dataclass
class PlayedGames:
    """What was played at one level of bots."""

    setting: Setting
    summaries: Summaries
    variants: Sequence[tuple[Mapping[str, object], Setting, Summaries]] = ()
    barred: Mapping[str, Sequence[Summaries]] = field(
        default_factory=dict
    )  # by seat that goes without
    rolled: Summaries = ()  # some of the games, with chances by rollouts
    again: Sequence[Summaries] = ()  # some of them, each played several times with the same dice
    skill: str = ""  # another level
    skilled: Sequence[Summaries] = ()  # some of the games, by the seat that plays at that level


@dataclass
class RandomGames:
    """What can happen at all: games of bots that answer anything."""

    summaries: Summaries
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # endings, by the option they need


class LevelFigures:
    """The figures of one level."""

    def __init__(self, played: PlayedGames, anything: RandomGames) -> None:
        self.setting, self.summaries, self.anything = played.setting, played.summaries, anything
        self.name = played.setting.players[0]
        self.game, self.seats = the_game(played.setting.game), played.setting.seats
        self.par = 1 / self.seats
        self.rolled = played.rolled
        deals = min(map(len, played.again), default=0)
        self.luck = est.luck(played.again) if deals > FEW_DEALS else None
        self.other_level = played.skill
        self.skill = (
            cost_of_barring(
                self.summaries[: len(played.skilled[0])], [list(one) for one in played.skilled]
            )
            if played.skilled
            else None
        )
        self.variants = played.variants
        self.barred = {
            name: cost_of_barring(self.summaries, [list(one) for one in by_seat])
            for name, by_seat in played.barred.items()
        }
        self.examples: dict[int, None] = {}  # the games that the page names, in this order
        self.answers = [one["answers"] for one in self.summaries]
        self.turns = [one["turns"] for one in self.summaries]

    def example(self, shows: Sequence[int]) -> tuple[int, ...]:
        """One of these games, if there is any: rather one that is named already."""
        chosen = next((n for n in shows if n in self.examples), next(iter(shows), None))
        if chosen is None:
            return ()
        self.examples[chosen] = None
        return (chosen,)

    # --- figures ---------------------------------------------------------------------------------

    @cached_property
    def order(self) -> list[Estimate]:
        return est.order(self.summaries)

    @cached_property
    def has_turns(self) -> bool:
        """Whether seats take turns at all; else an order of turns means nothing."""
        return any(one["had turns"] > 1 for one in self.summaries)

    @cached_property
    def chairs(self) -> list[Estimate]:
        return est.chairs(self.summaries)

    @cached_property
    def ties(self) -> Estimate:
        return est.ties(self.summaries)

    @cached_property
    def margin(self) -> Estimate | None:
        return est.margin(self.summaries)

    @cached_property
    def endings(self) -> dict[str, list[int]]:
        return est.endings(self.summaries)

    @cached_property
    def branching(self) -> list[int]:
        """The number of allowed answers of every question, in order."""
        return sorted(est.widths(self.summaries).elements()) or [1]

    @property
    def forced(self) -> float:
        return self.branching.count(1) / len(self.branching)

    @cached_property
    def guessed(self) -> WinCurves:
        return win_curves(self.summaries)

    @cached_property
    def standing(self) -> WinCurves:
        """How games stood: by rollouts where the game's own estimate knows too little."""
        return win_curves(self.rolled) if self.rolled else self.guessed

    @property
    def decided(self) -> float:
        return median(curve.decided for curve in self.standing.curves)

    @cached_property
    def lead_changes(self) -> Estimate:
        by_changes = sorted(self.standing.curves, key=lambda curve: -curve.changes)
        most = [curve.n for curve in by_changes]
        return est.mean([float(curve.changes) for curve in self.standing.curves], most)

    @cached_property
    def drama(self) -> Estimate:
        return est.mean([curve.drama for curve in self.standing.curves])

    @cached_property
    def comebacks(self) -> Estimate:
        by_chance = sorted(self.standing.curves, key=lambda curve: curve.lowest)
        back = [curve.n for curve in by_chance if curve.is_comeback]
        return est.mean([float(curve.is_comeback) for curve in by_chance], back)

    @cached_property
    def _dealt(self) -> tuple[list[ItemWorth], float]:
        return worth_dealt(self.summaries)

    @property
    def dealt(self) -> list[ItemWorth]:
        return self._dealt[0]

    @property
    def bar(self) -> float:
        """Standard errors above which the worth of a thing dealt is sure."""
        return self._dealt[1]

    @cached_property
    def used(self) -> list[ItemWorth]:
        return worth_used(self.summaries, self.guessed)

    @cached_property
    def booked(self) -> list[PointSource]:
        return score_sources(self.summaries)

    @cached_property
    def openers(self) -> list[RoundOpener]:
        return openers(self.summaries, self.guessed)

    @cached_property
    def usage(self) -> list[Usage]:
        return usage.usage(self.summaries)

    @property
    def dead(self) -> list[Usage]:
        """Answers that were offered often and never given."""
        return [row for row in self.usage if row.given == 0 and row.offered >= OFFERED]

    @property
    def hardly(self) -> list[Usage]:
        """Answers that were hardly ever given."""
        return [
            row for row in self.usage if row.given < HARDLY * row.offered and row.offered >= OFFERED
        ]

    @cached_property
    def never(self) -> list[str]:
        """Kinds of event that random play brings about and these games never."""
        return sorted(usage.kinds(self.anything.summaries) - usage.kinds(self.summaries))

    @cached_property
    def unsaid(self) -> list[str]:
        """Events that random play brings about and these games never, of kinds that they do."""
        here, could = usage.sentences(self.summaries), usage.sentences(self.anything.summaries)
        return sorted(s for s, what in could.items() if s not in here and what not in self.never)

    @cached_property
    def unasked(self) -> list[str]:
        """Rules that random play is asked about and these games never."""
        return sorted(
            usage.rules_asked(self.anything.summaries) - usage.rules_asked(self.summaries)
        )

    @cached_property
    def missing_ends(self) -> list[str]:
        """Endings of the rulebook that never came, but for those that need another option."""
        own = [name for name in self.game.codec.endings if name not in HOUSE_ENDINGS]
        options = self.anything.elsewhere
        return [name for name in own if name not in self.endings and not options.get(name)]

    @cached_property
    def compared(self) -> list[Comparison]:
        return [
            compared(self.game, self.summaries, self.guessed, *variant) for variant in self.variants
        ]
