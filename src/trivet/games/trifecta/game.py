"""The Trifecta game object: options, presets and the tuning of its bots."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.options import BadOption, Number, Numbers, OneOf, Preset, Switch
from trivet.core.scenes.scene import Scene, SceneCache
from trivet.core.words.codec import Codec
from trivet.games.trifecta import picture, view
from trivet.games.trifecta.pieces import (
    COPIES,
    HAND,
    LAST_STAGE,
    LAST_TIES,
    SEGMENTS,
    SINGLE,
    WHOLE,
    Terms,
)
from trivet.games.trifecta.questions import ENDINGS, MOMENTS, NEWS, QUESTIONS, WARNINGS
from trivet.games.trifecta.reasons import ADVICE
from trivet.games.trifecta.rules import begin
from trivet.games.trifecta.scene import table as scene
from trivet.games.trifecta.seen import TableSeen, TrifectaView
from trivet.games.trifecta.state import Trifecta
from trivet.games.trifecta.strategy import TrifectaStrategy
from trivet.games.trifecta.topics import TOPICS
from trivet.games.trifecta.words import TEXTS

if TYPE_CHECKING:
    from trivet.core.codes import Codes

# Rollouts by the strategy's worth, to the end of the stage; or a few answers and then its value.
LOOK: Mapping[str, float] = {"greed": 3, "exploration": 0.3}
NEAR: Mapping[str, float] = {**LOOK, "horizon": 4}
DUEL: Mapping[str, float] = {"prudence": 1.0, "tree": 0}
TUNINGS: Mapping[str, Mapping[str, float]] = {
    "steady": {**NEAR, "iterations": 40},
    "sharp": {**NEAR, "iterations": 250},
    "sharp 2": {**NEAR, **DUEL, "iterations": 250},
    "master": {**LOOK, "iterations": 1_000},
    # The tree where it reaches the end of the stage: see `answers_left`.
    "master 2": {**LOOK, **DUEL, "iterations": 1_000, "tree_at": 14},
}
LEVEL_ALIASES: Mapping[str, str] = {  # see docs/calibration.md
    "sharp 4": "steady",
    "sharp 5": "steady",
    "sharp 6": "steady",
}


class Deck(Numbers):
    """TRF-26  How many Completes, copies of each Single, and values there are."""

    def checked(self, value: object) -> list[list[int]]:
        deck = super().checked(value)
        _, copies, values = deck[0]
        if copies > COPIES or not 1 <= values <= 9:
            expected = f"up to {SINGLE} Completes, up to {COPIES} of each Single, 1 to 9 values"
            raise self.refuse(expected, value)
        return deck


class TrifectaGame(Game[Trifecta]):
    name = "trifecta"
    title = "Trifecta"
    tagline = "Nine goals a stage, too few cards for all of them; the last survivor wins."
    prefix = "TRF"
    version = 1
    fewest = 2
    most = 6
    minutes = 25
    options = (
        Switch("late_ante", "A contested Blind goal is turned up before the ante.", "TRF-15"),
        Switch(
            "cards_break_ties",
            "Of two players with equally many goals, the one with more cards left wins.",
            "TRF-21",
        ),
        Number(
            "stages",
            "The last stage there can be.",
            "TRF-23",
            usual=LAST_STAGE,
            low=1,
            high=99,
        ),
        OneOf(
            "last_tie",
            "When several are still in after the last stage.",
            "TRF-23",
            values=LAST_TIES,
            says=("most goals, then most cards left, then the latest goal", "they share the win"),
        ),
        Deck(
            "deck",
            "A smaller deck, to study: Completes, copies of each Single, values and goals.",
            "TRF-26",
            usual=WHOLE,
            low=0,
            high=SINGLE,
        ),
        Number("hand", "Cards dealt to each player.", "TRF-26", usual=HAND, low=1, high=HAND),
        Numbers(
            "rounds", "Rounds of each segment: Blind, Open, Free.", "TRF-26",
            usual=SEGMENTS, low=0, high=3,
        ),
    )  # fmt: skip
    presets = (
        Preset(
            "Balanced",
            "Of two players with equally many goals the one with more cards left wins, in every "
            "stage. Of duels between steady bots 1 % then come to the last stage, else 39 %.",
            "TRF-21",
            {"cards_break_ties": True},
        ),
    )
    legacy_options: Mapping[str, object] = {"last_tie": "shared"}
    codec = Codec(QUESTIONS, NEWS, ENDINGS, MOMENTS, WARNINGS, advice=ADVICE, texts=TEXTS)
    seen = TableSeen
    topics = TOPICS
    strategy = TrifectaStrategy()
    tunings = TUNINGS
    level_aliases = LEVEL_ALIASES

    def begin(self, seats: int, options: Mapping[str, Any]) -> Trifecta:
        deck, hand, rounds = options["deck"], options["hand"], options["rounds"]
        completes, copies, values = deck[0]
        if hand * seats > completes + copies * values:
            raise BadOption(f"{seats} hands of {hand} are more than the deck has [TRF-26]")
        if not 1 <= sum(rounds[0]) <= values:
            raise BadOption(f"a stage needs 1 to {values} rounds, one goal for each [TRF-26]")
        terms = Terms(
            options["stages"],
            deck,
            hand,
            rounds,
            late_ante=options["late_ante"],
            cards_break_ties=options["cards_break_ties"],
            last_tie=options["last_tie"],
        )
        return begin(seats, terms)

    def options_of(self, s: Trifecta) -> Mapping[str, object]:
        terms = s.terms
        return {
            "late_ante": terms.late_ante,
            "cards_break_ties": terms.cards_break_ties,
            "stages": terms.stages,
            "last_tie": terms.last_tie,
            "deck": terms.deck,
            "hand": terms.hand,
            "rounds": terms.rounds,
        }

    def coded(self, seats: int) -> "Codes":
        from trivet.games.trifecta.codes import TrifectaCodes

        return TrifectaCodes(seats)

    def public(self, s: Trifecta) -> TableSeen:
        return view.public(s)

    def warnings(self, s: Trifecta) -> Sequence[tuple[Any, ...]]:
        return view.warnings(s)

    def table(self, s: Trifecta, viewer: int, public: Any = None) -> TableSeen:
        return view.table(s, viewer, view.public(s) if public is None else public)

    def picture(self, view: TrifectaView, names: Sequence[str], ink: Ink) -> list[str]:
        return picture.picture(view, names, ink)

    def scene(self, view: TrifectaView, cache: SceneCache | None = None) -> Scene:
        return scene.scene(view, cache or SceneCache())
