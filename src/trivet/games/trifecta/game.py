"""Trifecta in its box."""

from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.codec import Codec
from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.options import Number, Switch
from trivet.core.scene import Scene
from trivet.games.trifecta import picture, view
from trivet.games.trifecta.pieces import LAST_STAGE, Terms
from trivet.games.trifecta.questions import ENDINGS, MOMENTS, NEWS, QUESTIONS
from trivet.games.trifecta.reasons import ADVICE
from trivet.games.trifecta.rules import begin
from trivet.games.trifecta.scene import table as scene
from trivet.games.trifecta.state import Trifecta
from trivet.games.trifecta.strategy import TrifectaStrategy

# Rollouts by the strategy's worth, to the end of the stage; or a few answers and then its value.
LOOK: Mapping[str, float] = {"greed": 3, "exploration": 0.3}
NEAR: Mapping[str, float] = {**LOOK, "horizon": 4}
DUEL: Mapping[str, float] = {"prudence": 1.0, "tree": 0}
THOUGHT: Mapping[str, Mapping[str, float]] = {
    "steady": {**NEAR, "iterations": 40},
    "sharp": {**NEAR, "iterations": 250},
    "sharp 2": {**NEAR, **DUEL, "iterations": 250},
    "master": {**LOOK, "iterations": 1_000},
    "master 2": {**LOOK, **DUEL, "iterations": 1_000},
}


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
        Number(
            "stages",
            "The stage after which whoever is still in shares the win.",
            "TRF-23",
            usual=LAST_STAGE,
            low=1,
            high=99,
        ),
    )
    codec = Codec(QUESTIONS, NEWS, ENDINGS, MOMENTS, advice=ADVICE)
    strategy = TrifectaStrategy()
    thought = THOUGHT

    def begin(self, seats: int, options: Mapping[str, Any]) -> Trifecta:
        return begin(seats, Terms(options["stages"], late_ante=options["late_ante"]))

    def options_of(self, s: Trifecta) -> Mapping[str, object]:
        return {"late_ante": s.terms.late_ante, "stages": s.terms.stages}

    def table(self, s: Trifecta, viewer: int) -> dict[str, object]:
        return view.table(s, viewer)

    def picture(self, view: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
        return picture.picture(view, names, ink)

    def scene(self, view: Mapping[str, Any]) -> Scene:
        return scene.scene(view)
