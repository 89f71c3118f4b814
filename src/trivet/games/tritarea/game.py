"""The Tri*T*Area game object: options, presets and the tuning of its bots."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.options import Numbers
from trivet.core.scenes.scene import Scene, SceneCache
from trivet.core.words.codec import Codec
from trivet.games.tritarea import picture, view
from trivet.games.tritarea.pieces import (
    AREA_POINTS,
    BOARD,
    PRICES,
    PRINTED,
    SEATS,
    SUITS,
    Terms,
)  # fmt: skip
from trivet.games.tritarea.questions import ENDINGS, MOMENTS, NEWS, QUESTIONS
from trivet.games.tritarea.reasons import ADVICE
from trivet.games.tritarea.rules import begin
from trivet.games.tritarea.scene import table as scene
from trivet.games.tritarea.scoring import ScoreAreas, ScoreTallest
from trivet.games.tritarea.seen import TableSeen, TriTAreaView
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.strategy import STANDARD, TriTAreaStrategy
from trivet.games.tritarea.topics import TOPICS
from trivet.games.tritarea.words import TEXTS

if TYPE_CHECKING:
    from trivet.core.codes import Codes

LOOK: Mapping[str, float] = {"greed": 3, "prudence": 1.0, "tree": 0}
TUNINGS: Mapping[str, Mapping[str, float]] = {
    # With three rivals a tree grows too wide: flat rollouts are stronger.
    "steady": {**LOOK, "iterations": 24},
    "sharp": {**LOOK, "iterations": 120},
    "master": {**LOOK, "iterations": 2_400, "exact": 5},
}


class Board(Numbers):
    """The area of each square.  Without a square of some area, a right there could not be used."""

    def checked(self, value: object) -> list[list[int]]:
        board = super().checked(value)
        for area in range(SUITS):
            if not any(area in row for row in board):
                raise self.refuse(f"each of the areas 0 to {SUITS - 1} on the board", value)
        return board


class TriTAreaGame(Game[TriTArea]):
    name = "tritarea"
    title = "Tri*T*Area"
    tagline = (
        "Tricks that the lowest and the highest card win, and a city they build in four areas."
    )
    prefix = "TTA"
    version = 1
    fewest = SEATS
    most = SEATS
    minutes = 45
    options = (
        Board(
            "board",
            "The area of each square: 0 Intelligent, 1 Modern, 2 Ecology, 3 Happiness.",
            "TTA-2",
            usual=BOARD,
            low=0,
            high=SUITS - 1,
        ),
        Numbers(
            "printed",
            "What the first block on each square earns.",
            "TTA-3",
            usual=PRINTED,
            low=0,
            high=9,
        ),
        Numbers(
            "areas",
            "The points of each area for its first and its second.",
            "TTA-4",
            usual=AREA_POINTS,
            low=0,
            high=20,
        ),
        Numbers(
            "prices",
            "The price of a 5 that counts as 0, and of one that counts as 10.",
            "TTA-5",
            usual=PRICES,
            low=0,
            high=9,
        ),
    )
    codec = Codec(QUESTIONS, NEWS, ENDINGS, MOMENTS, advice=ADVICE, texts=TEXTS)
    seen = TableSeen
    topics = TOPICS
    strategy = TriTAreaStrategy(STANDARD)
    tunings = TUNINGS

    def begin(self, seats: int, options: Mapping[str, Any]) -> TriTArea:
        return begin(
            Terms(options["board"], options["printed"], options["areas"], options["prices"])
        )

    def options_of(self, s: TriTArea) -> Mapping[str, object]:
        terms = s.terms
        return {
            "board": terms.board,
            "printed": terms.printed,
            "areas": terms.areas,
            "prices": terms.prices,
        }

    def score_now(self, s: TriTArea) -> None:
        ScoreAreas().begin(s)
        ScoreTallest().begin(s)

    def public(self, s: TriTArea) -> TableSeen:
        return view.public(s)

    def coded(self, seats: int) -> "Codes":
        from trivet.games.tritarea.codes import TriTAreaCodes

        return TriTAreaCodes(seats)

    def table(self, s: TriTArea, viewer: int, public: Any = None) -> TableSeen:
        return view.table(s, viewer, view.public(s) if public is None else public)

    def picture(self, view: TriTAreaView, names: Sequence[str], ink: Ink) -> list[str]:
        return picture.picture(view, names, ink)

    def scene(self, view: TriTAreaView, cache: SceneCache | None = None) -> Scene:
        return scene.scene(view, cache or SceneCache())
