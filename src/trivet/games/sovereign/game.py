"""The Sovereign game object: options, presets and the tuning of its bots."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.options import Numbers, Preset, Switch
from trivet.core.scenes.scene import Scene, SceneCache
from trivet.core.words.codec import Codec
from trivet.games.sovereign import picture, view
from trivet.games.sovereign.pieces import PRINTED, Terms
from trivet.games.sovereign.questions import ENDINGS, MOMENTS, NEWS, QUESTIONS
from trivet.games.sovereign.reasons import ADVICE
from trivet.games.sovereign.rules import begin, tell_winner
from trivet.games.sovereign.scene import table as scene
from trivet.games.sovereign.seen import SovereignView, TableSeen
from trivet.games.sovereign.state import Sovereign
from trivet.games.sovereign.strategy import SovereignStrategy
from trivet.games.sovereign.topics import TOPICS
from trivet.games.sovereign.words import TEXTS

if TYPE_CHECKING:
    from trivet.core.codes import Codes

TUNINGS: Mapping[str, Mapping[str, float]] = {
    # A round is played out by lore: the best of a few answers.
    "steady": {"iterations": 60, "greed": 3, "prudence": 1.0},
    "sharp": {"iterations": 500, "greed": 3, "width": 6, "exploration": 0.4},
    "master": {"iterations": 6_000, "greed": 8, "width": 6, "exploration": 0.4, "exact": 5},
}


class SovereignGame(Game[Sovereign]):
    name = "sovereign"
    title = "Sovereign"
    tagline = "A duel for nine spaces with two secret decks; best of three rounds."
    prefix = "SOV"
    version = 1
    fewest = 2
    most = 2
    minutes = 15
    options = (
        Numbers(
            "ranks",
            "The ranks of each type to the north, east, south and west.",
            "SOV-2",
            usual=PRINTED,
            low=0,
            high=9,
        ),
        Switch("alternate", "The players take turns in starting a round.", "SOV-7"),
        Switch("third_by_lot", "A lot decides who starts the third round.", "SOV-7"),
        Switch("play_on", "All three rounds are played, even when two are won.", "SOV-42"),
    )
    presets = (
        Preset(
            "Balanced",
            "Each starts one of the first two rounds, and a lot decides who starts the third. "
            "Between steady bots the first starter then wins 51 % of games, else 68 %.",
            "SOV-7",
            {"alternate": True, "third_by_lot": True},
        ),
    )
    codec = Codec(QUESTIONS, NEWS, ENDINGS, MOMENTS, advice=ADVICE, texts=TEXTS)
    seen = TableSeen
    topics = TOPICS
    strategy = SovereignStrategy()
    tunings = TUNINGS

    def begin(self, seats: int, options: Mapping[str, Any]) -> Sovereign:
        return begin(
            Terms(
                options["ranks"],
                alternate=options["alternate"],
                play_on=options["play_on"],
                third_by_lot=options["third_by_lot"],
            )
        )

    def options_of(self, s: Sovereign) -> Mapping[str, object]:
        return {
            "ranks": s.terms.printed,
            "alternate": s.terms.alternate,
            "third_by_lot": s.terms.third_by_lot,
            "play_on": s.terms.play_on,
        }

    def score_now(self, s: Sovereign) -> None:
        tell_winner(s)

    def public(self, s: Sovereign) -> TableSeen:
        return view.public(s)

    def coded(self, seats: int) -> "Codes":
        from trivet.games.sovereign.codes import SovereignCodes

        return SovereignCodes(seats)

    def table(self, s: Sovereign, viewer: int, public: Any = None) -> TableSeen:
        return view.table(s, viewer, view.public(s) if public is None else public)

    def picture(self, view: SovereignView, names: Sequence[str], ink: Ink) -> list[str]:
        return picture.picture(view, names, ink)

    def scene(self, view: SovereignView, cache: SceneCache | None = None) -> Scene:
        return scene.scene(view, cache or SceneCache())
