"""The Trehgrannik game object: options, presets and the tuning of its bots."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.options import BadOption, Numbers, OneOf, Preset, Switch
from trivet.core.scenes.scene import Scene, SceneCache
from trivet.core.words.codec import Codec
from trivet.games.trehgrannik import picture, view
from trivet.games.trehgrannik.board import OUTER, RIFT, TWO_RIFTS
from trivet.games.trehgrannik.pieces import COINS, LONES, MATS, PURSE, Terms
from trivet.games.trehgrannik.questions import ENDINGS, MOMENTS, NEWS, QUESTIONS, WARNINGS
from trivet.games.trehgrannik.reasons import ADVICE
from trivet.games.trehgrannik.rules import begin
from trivet.games.trehgrannik.scene import table as scene
from trivet.games.trehgrannik.seen import TableSeen, TrehgrannikView
from trivet.games.trehgrannik.state import Trehgrannik
from trivet.games.trehgrannik.strategy import TrehgrannikStrategy
from trivet.games.trehgrannik.topics import TOPICS
from trivet.games.trehgrannik.words import TEXTS

if TYPE_CHECKING:
    from trivet.core.codes import Codes

LOOK: Mapping[str, float] = {"greed": 99, "width": 4, "horizon": 0, "bias": 0.05, "tree": 0}
MORE: Mapping[str, float] = {**LOOK, "prudence": 1.0, "learnt": 1}
TUNINGS: Mapping[str, Mapping[str, float]] = {  # search few candidates for some turns
    "steady": {**LOOK, "iterations": 12, "turns": 3},
    "steady 4": {**LOOK, "iterations": 24, "turns": 4},
    "sharp": {**MORE, "iterations": 40, "turns": 6},
    "sharp 4": {**MORE, "iterations": 60, "turns": 8},
    "master": {**MORE, "iterations": 300, "turns": 12, "width": 8},
    "master 4": {**MORE, "iterations": 300, "turns": 16, "width": 8},
}


class Purse(Numbers):
    """TRG-13  One row for every number of players, or a row each for two, three and four."""

    def checked(self, value: object) -> list[list[int]]:
        if isinstance(value, list | tuple) and len(value) == 1:
            return [self._row(value[0], MOST)]
        return super().checked(value)


MOST = 4  # players


class TrehgrannikGame(Game[Trehgrannik]):
    name = "trehgrannik"
    title = "Trehgrannik"
    tagline = (
        "Build up a hex planet with project cards and a harvester that moves in straight lines."
    )
    prefix = "TRG"
    version = 1
    fewest = 2
    most = MOST
    minutes = 60
    options = (
        Switch("no_systems", "Play without Systems and their Blocks.", "TRG-12"),
        Numbers(
            "coins",
            "The coins of every card, type by type, in the order of the card list.",
            "TRG-45",
            usual=COINS,
            low=0,
            high=9,
        ),
        Numbers(
            "parts",
            "Outer parts: middle hex and ring from the east; 0 Rock, 1 Sand, 2 Ice, 3 Rift.",
            "TRG-7",
            usual=OUTER,
            low=0,
            high=RIFT,
        ),
        Purse(
            "purse",
            "Starting coins in turn order: with two, three and four players, or one row for all.",
            "TRG-13",
            usual=PURSE,
            low=0,
            high=20,
        ),
        Numbers(
            "mats",
            "Copies of each forepart (Lone, Triple, Leap, Waiver) and centre (Free, Third, "
            "Crossing, Rebate).",
            "TRG-5",
            usual=MATS,
            low=0,
            high=4,
        ),
        OneOf(
            "lone",
            "What the forepart Lone builds.",
            "TRG-41",
            values=LONES,
            says=("a module with two cards", "a base with one card"),
        ),
    )
    presets = (
        Preset(
            "Balanced",
            "Every outer part has a second Rift, and the centres are worth more alike: of duels "
            "between steady bots Crossing wins 40 %, else 31 %, and Rebate 57 %, else 65 %.",
            "TRG-7",
            {"parts": TWO_RIFTS},
        ),
    )
    legacy_options: Mapping[str, object] = {"purse": [[0, 0, 0, 0]], "lone": "one_card"}
    codec = Codec(QUESTIONS, NEWS, ENDINGS, MOMENTS, WARNINGS, advice=ADVICE, texts=TEXTS)
    seen = TableSeen
    topics = TOPICS
    strategy = TrehgrannikStrategy()
    tunings = TUNINGS

    def begin(self, seats: int, options: Mapping[str, Any]) -> Trehgrannik:
        for row in options["mats"]:
            if sum(row) < seats:
                raise BadOption(f"{seats} players need as many foreparts and centres [TRG-5]")
        terms = Terms(
            options["coins"],
            options["parts"],
            options["purse"],
            options["mats"],
            systems=not options["no_systems"],
            lone_is_base=options["lone"] == "one_card",
        )
        return begin(seats, terms)

    def options_of(self, s: Trehgrannik) -> Mapping[str, object]:
        return {
            "no_systems": not s.terms.systems,
            "coins": s.terms.coins,
            "parts": s.terms.parts,
            "purse": s.terms.purse,
            "mats": s.terms.mats,
            "lone": LONES[s.terms.lone_is_base],
        }

    def public(self, s: Trehgrannik) -> TableSeen:
        return view.public(s)

    def coded(self, seats: int) -> "Codes":
        from trivet.games.trehgrannik.codes import TrehgrannikCodes

        return TrehgrannikCodes(seats)

    def warnings(self, s: Trehgrannik) -> Sequence[tuple[Any, ...]]:
        return view.warnings(s)

    def table(self, s: Trehgrannik, viewer: int, public: Any = None) -> TableSeen:
        return view.table(s, viewer, view.public(s) if public is None else public)

    def picture(self, view: TrehgrannikView, names: Sequence[str], ink: Ink) -> list[str]:
        return picture.picture(view, names, ink)

    def scene(self, view: TrehgrannikView, cache: SceneCache | None = None) -> Scene:
        return scene.scene(view, cache or SceneCache())
