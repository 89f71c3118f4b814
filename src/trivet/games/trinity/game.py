"""The Trinity game object: options, presets and the tuning of its bots."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.options import Number, Numbers, OneOf, Preset, Switch
from trivet.core.scenes.scene import Scene, SceneCache
from trivet.core.words.codec import Codec
from trivet.games.trinity import picture, view
from trivet.games.trinity.pieces import (
    ENDS,
    FOURTH_CORNERS,
    HANDS,
    LARGEST_HAND,
    LAST_TURN,
    NO_LIMIT,
    Terms,
)
from trivet.games.trinity.questions import ENDINGS, MOMENTS, NEWS, QUESTIONS, WARNINGS
from trivet.games.trinity.reasons import ADVICE
from trivet.games.trinity.rules import begin
from trivet.games.trinity.scene import table as scene
from trivet.games.trinity.seen import TableSeen, TrinityView
from trivet.games.trinity.state import Trinity
from trivet.games.trinity.strategy.player import TrinityStrategy
from trivet.games.trinity.topics import TOPICS
from trivet.games.trinity.words import TEXTS

if TYPE_CHECKING:
    from trivet.core.codes import Codes

LOOK: Mapping[str, float] = {  # by habit, for some turns
    "greed": 99, "prudence": 2, "tree": 0, "horizon": 0, "turns": 4,
}  # fmt: skip
TUNINGS: Mapping[str, Mapping[str, float]] = {
    "steady 2": {**LOOK, "iterations": 2, "bias": 0.2},
    "steady 3": {**LOOK, "iterations": 12, "turns": 6},
    "steady 4": {**LOOK, "iterations": 24},
    "sharp 2": {**LOOK, "iterations": 12},
    "sharp 3": {**LOOK, "iterations": 80, "turns": 6},
    "sharp 4": {**LOOK, "iterations": 120},
    "master 2": {**LOOK, "iterations": 600},
    "master 3": {**LOOK, "iterations": 2_000, "turns": 6},
    "master 4": {**LOOK, "iterations": 200, "turns": 8},
}

LEVEL_ALIASES: Mapping[str, str] = {"sharp 4": "steady"}  # see docs/calibration.md


class TrinityGame(Game[Trinity]):
    name = "trinity"
    title = "Trinity"
    tagline = "Tycoons build Landmarks in a city of 64 spaces, and take over each other's."
    prefix = "TRI"
    version = 1
    fewest = 2
    most = 4
    minutes = 45
    options = (
        OneOf(
            "end",
            "What ends a game besides a full city and the last turn.",
            "TRI-51",
            values=ENDS,
            says=(
                "a quiet round without tiles to draw",
                "nothing else, as printed",
                "no tiles left in stack and hands",
                "a quiet round",
                "one round after the last tile is drawn",
            ),
        ),
        Number(
            "last_turn",
            "The game ends with the round in which this turn falls, all players together.",
            "TRI-51",
            usual=LAST_TURN,
            low=1,
            high=1000,
        ),
        Numbers(
            "hands",
            "Tiles of the opening hands in turn order, with two, three and four players.",
            "TRI-4",
            usual=HANDS,
            low=0,
            high=LARGEST_HAND,
        ),
        Number(
            "hand_limit",
            "The draw of a turn stops at this many tiles in hand.",
            "TRI-10",
            usual=NO_LIMIT,
            low=3,
            high=NO_LIMIT,
        ),
        Switch("slow_agents", "A new Headquarters acts from the next turn on.", "TRI-30"),
        Switch("secure_anywhere", "An Agent may secure any tile or Landmark of yours.", "TRI-31"),
        Switch("skips_are_quiet", "A turn of which an Event skips a phase can be quiet.", "TRI-51"),
        OneOf(
            "corners",
            "With three players, the corner that is nobody's.",
            "TRI-2",
            values=FOURTH_CORNERS,
            says=("opposite the starting player", "always h1"),
        ),
        Switch("tactical_draft", "No Immediate Events are dealt for the draft.", "TRI-6"),
    )
    presets = (
        Preset(
            "Balanced",
            "Later players begin with more tiles. Of four sharp bots the first then wins 26 %, "
            "else 43 %; of two 49 %, else 67 %.",
            "TRI-4",
            {"hands": [[5, 7], [5, 5, 6], [3, 4, 5, 6]]},
        ),
    )
    legacy_options: Mapping[str, object] = {"skips_are_quiet": True, "corners": "fixed"}
    codec = Codec(QUESTIONS, NEWS, ENDINGS, MOMENTS, WARNINGS, advice=ADVICE, texts=TEXTS)
    seen = TableSeen
    topics = TOPICS
    strategy = TrinityStrategy()
    tunings = TUNINGS
    level_aliases = LEVEL_ALIASES

    def begin(self, seats: int, options: Mapping[str, Any]) -> Trinity:
        terms = Terms(
            ENDS.index(options["end"]),
            options["last_turn"],
            options["hands"],
            options["hand_limit"],
            tactical_draft=options["tactical_draft"],
            slow_agents=options["slow_agents"],
            secure_anywhere=options["secure_anywhere"],
            skips_are_quiet=options["skips_are_quiet"],
            corners=FOURTH_CORNERS.index(options["corners"]),
        )
        return begin(seats, terms)

    def options_of(self, s: Trinity) -> Mapping[str, object]:
        terms = s.terms
        return {
            "end": ENDS[terms.end],
            "last_turn": terms.last_turn,
            "hands": terms.hands,
            "hand_limit": terms.hand_limit,
            "slow_agents": terms.slow_agents,
            "secure_anywhere": terms.secure_anywhere,
            "skips_are_quiet": terms.skips_are_quiet,
            "corners": FOURTH_CORNERS[terms.corners],
            "tactical_draft": terms.tactical_draft,
        }

    def public(self, s: Trinity) -> TableSeen:
        return view.public(s)

    def coded(self, seats: int) -> "Codes":
        from trivet.games.trinity.codes import TrinityCodes

        return TrinityCodes(seats)

    def warnings(self, s: Trinity) -> Sequence[tuple[Any, ...]]:
        return view.warnings(s)

    def table(self, s: Trinity, viewer: int, public: Any = None) -> TableSeen:
        return view.table(s, viewer, view.public(s) if public is None else public)

    def picture(self, view: TrinityView, names: Sequence[str], ink: Ink) -> list[str]:
        return picture.picture(view, names, ink)

    def scene(self, view: TrinityView, cache: SceneCache | None = None) -> Scene:
        return scene.scene(view, cache or SceneCache())
