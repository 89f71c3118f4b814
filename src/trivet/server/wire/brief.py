"""The game for a client that entered with `brief`, because it draws and neither types nor computes:
fields with their usual value are left out, and what only programs read (`Ask.how`, `NewsItem.what`
and `data`).

The names are those of `Shown` and what is in it.  Only scenes and answers are told in another way:
a scene by what changes, and answers, which begin alike, by what each has in common with the one
before it.
"""

from msgspec import Struct, field
from msgspec.structs import asdict

from trivet.core.scenes.patch import LatestScene, SceneChange
from trivet.core.scenes.scene import Scene
from trivet.server.wire.outgoing import (
    Ask,
    ChipSeen,
    ClockSeen,
    MomentSeen,
    NewsItem,
    Notice,
    OptionSeen,
    ShareSeen,
    SheetLine,
    Shown,
    TurnSeen,
)

# Notation; letters of the words that are as before, and the rest of them; touches that are as
# before, and the others.
BriefOption = tuple[str, int, str, int, list[str]]


class BriefAsk(Struct, omit_defaults=True):
    """A question put to this viewer."""

    step: str
    words: str
    rule: str = ""
    is_vast: bool = False
    rows: list[BriefOption] = []  # of options
    names: dict[int, tuple[str, str]] = {}  # by row: `name` and `why` of its option


class BriefNews(Struct):
    """An event, as this viewer is told it."""

    words: str
    by: int


class BriefTurn(Struct, omit_defaults=True, kw_only=True):
    """What was done in a turn, in one line."""

    first: int
    by: int
    words: str = ""
    gains: list[int] = []  # empty if nobody gains
    shares: list[ShareSeen] = []
    short: str = ""
    harm: str = ""


class BriefMoment(Struct, omit_defaults=True, kw_only=True):
    """A position between two questions, as this viewer saw it."""

    after: int
    what: str
    caption: str = ""
    words: str = ""
    by: int
    headline: str = ""
    sheet: list[SheetLine] = []
    chips: list[ChipSeen] = []
    number: int = 0
    scene: Scene | None = None
    change: SceneChange | None = None
    picture: str = ""


class BriefShown(Notice, tag="shown", omit_defaults=True, kw_only=True):
    """The game as this viewer sees it now; sent instead of `Shown` after `enter` with `brief`."""

    waiting: list[int] = field(default_factory=list)
    wait: str = ""
    ask: BriefAsk | None = None
    count: int = 0
    may_undo: bool = False
    since: int = 0
    news: list[BriefNews] = field(default_factory=list)
    turns: list[BriefTurn] = field(default_factory=list)
    moments: list[BriefMoment] = field(default_factory=list)
    takebacks: int = 0
    clocks: list[ClockSeen] = field(default_factory=list)
    is_open: bool = False
    number: int = 0
    scene: Scene | None = None
    change: SceneChange | None = None
    picture: str = ""


def whole(brief: BriefShown, scenes: LatestScene) -> Shown:
    """The notice again, with whole scenes and options, as far as it was told."""
    fields = {name: value for name, value in asdict(brief).items() if name != "change"}
    moments = [_whole_moment(moment, scenes) for moment in brief.moments]
    news = [NewsItem(what="", data=[], words=one.words, by=one.by) for one in brief.news]
    turns = [TurnSeen(**asdict(turn)) for turn in brief.turns]
    scene = scenes.take(brief.number, brief.scene, brief.change)
    ask = _whole_ask(brief.ask) if brief.ask is not None else None
    fields |= {"news": news, "turns": turns, "moments": moments}
    return Shown(**{**fields, "view": None, "ask": ask, "scene": scene})


def _whole_moment(brief: BriefMoment, scenes: LatestScene) -> MomentSeen:
    fields = {name: value for name, value in asdict(brief).items() if name != "change"}
    return MomentSeen(**{**fields, "scene": scenes.take(brief.number, brief.scene, brief.change)})


def _whole_ask(brief: BriefAsk) -> Ask:
    options, words, touched = list[OptionSeen](), "", list[str]()
    for row, (text, same, rest, kept, others) in enumerate(brief.rows):
        words, touched = words[:same] + rest, touched[:kept] + others
        name, why = brief.names.get(row, ("", ""))
        options.append(OptionSeen(text=text, words=words, touched=touched, name=name, why=why))
    return Ask(
        step=brief.step,
        words=brief.words,
        how="",
        rule=brief.rule,
        is_vast=brief.is_vast,
        options=options,
    )
