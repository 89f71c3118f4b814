"""What the browser shows of games outside a table: the catalogue, drawings, lessons, rulebooks."""

from functools import cache
from typing import Any, cast

import trivet
from trivet import art, bites, lessons, rulebook
from trivet.bites import Bite
from trivet.bots.greedy import Greedy
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.options import Number, Numbers, OneOf, Option, Preset
from trivet.core.scenes.scene import Scene, Zone
from trivet.core.seats import BOT_NAMES, SEAT_LETTERS
from trivet.core.state import NOBODY, Objection
from trivet.core.table import Table
from trivet.lessons import Lived
from trivet.server.table.drawing import scene_or_picture
from trivet.server.table.views import options_seen
from trivet.server.wire.api import (
    Art,
    BiteSeen,
    BitesSeen,
    Book,
    Catalogue,
    Face,
    GameInfo,
    Lesson,
    LessonStep,
    OptionInfo,
    PresetInfo,
    RuleSeen,
    Topics,
    TopicSeen,
)
from trivet.server.wire.outgoing import View

SEED = b"a game to be looked at in the lobby"[:32]
MOST_ANSWERS = 120  # of the example game: the first visitor waits for it
BETWEEN_LOOKS = 4  # answers


def catalogue() -> Catalogue:
    return Catalogue(
        version=trivet.__version__,
        games=[
            GameInfo(
                name=game.name,
                title=game.title,
                tagline=game.tagline,
                prefix=game.prefix,
                version=game.version,
                fewest=game.fewest,
                most=game.most,
                minutes=game.minutes,
                options=[_option(option) for option in game.options],
                presets=[_preset(preset) for preset in game.presets],
                plays_like=dict(game.level_aliases),
            )
            for game in GAMES.values()
        ],
        bots=list(BOTS),
    )


def _preset(preset: Preset) -> PresetInfo:
    options = dict(preset.options)
    return PresetInfo(name=preset.name, words=preset.words, rule=preset.rule, options=options)


def _option(option: Option) -> OptionInfo:
    bounds = (option.low, option.high) if isinstance(option, Number | Numbers) else (None, None)
    return OptionInfo(
        name=option.name,
        words=option.words,
        rule=option.rule,
        kind=option.kind,
        default=option.default,
        choices=list(option.values) if isinstance(option, OneOf) else [],
        choices_words=option.choices_words() if isinstance(option, OneOf) else [],
        low=bounds[0],
        high=bounds[1],
    )


@cache
def drawings(game: str) -> Art:
    """Everything needed to draw a game; empty for a game without drawings."""
    if not art.faces(game):
        return Art(faces={}, palette={}, example="")
    faces = {name: Face(box=box, inside=svg) for name, (box, svg) in art.faces(game).items()}
    return Art(faces=faces, palette=art.palette(game), example=example_of(GAMES[game]))


def example_of(game: Game[Any]) -> str:
    """An example for the lobby; empty for a game that has drawings but no scene yet."""
    try:
        return art.uncoloured(example(game).zones[0], game.name)
    except NotImplementedError:
        return ""


@cache
def topics(game: str) -> Topics:
    """What can be looked up in a game."""
    return Topics(topics=[TopicSeen(**topic._asdict()) for topic in GAMES[game].topics])


@cache
def lesson(game: str) -> Lesson | None:
    """The first steps of a game, from its folder; None where nobody has written them."""
    found = lessons.load(game)
    if found is None:
        return None
    steps = [lesson_step(GAMES[game], lived) for lived in lessons.play(GAMES[game], found)]
    return Lesson(seats=found.seats, bot="random", options=found.free, steps=steps)


def lesson_step(game: Game[Any], lived: Lived) -> LessonStep:
    """A step, as the learner sees it."""
    seat, step, names = lessons.LEARNER, lived.step, BOT_NAMES[: lived.before.seats]
    view, answer = lived.before.view(seat), None
    scene, picture = scene_or_picture(game, view, names)
    after, after_picture = (
        (None, "")
        if lived.choice is None and not step.then
        else scene_or_picture(game, lived.after.view(seat), names)
    )
    if lived.choice is not None:
        (answer,) = options_seen(lived.before, seat, [lived.choice], {})
    return LessonStep(
        title=step.title,
        text=step.text,
        rule=step.rule,
        things=list(step.things),
        ask=cast(View, view)["ask"],
        scene=scene,
        picture=picture,
        answer=answer,
        praise=step.praise,
        told=game.codec.line(lived.told, names, seat),
        after=after,
        after_picture=after_picture,
    )


@cache
def book(name: str) -> Book:
    """The rulebook of a game, or of the house."""
    found = rulebook.read(name)
    rules = [RuleSeen(id=r.id, chapter=r.chapter, text=r.text) for r in found.rules.values()]
    return Book(name=name, text=found.text, rules=rules)


@cache
def bites_of(name: str) -> BitesSeen:
    """The bites of a game; none for the house, or for a game without `bites.json`."""
    found = bites.load(name) if name in GAMES else None
    if found is None:
        return BitesSeen(bites=[])
    seen = [_bite(bite, table) for bite, table in found.positions(GAMES[name])]
    order = {bite.rule: place for place, bite in enumerate(found.bites)}
    return BitesSeen(bites=sorted(seen, key=lambda bite: order[bite.rule]))


def _bite(bite: Bite, table: Table) -> BiteSeen:
    """The bite, as seen by the seat whose answer is refused."""
    view = cast(View, table.state.view(bite.seat))
    things = touched(bite, table)
    scene, picture = scene_or_picture(table.game, view, SEAT_LETTERS)
    return BiteSeen(
        rule=bite.rule,
        seat=bite.seat,
        ask=view["ask"],
        text=bite.text,
        sentence=bite.sentence,
        things=things,
        zone=None if scene is None else zone_of(scene, things),
        picture=picture,
    )


def touched(bite: Bite, table: Table) -> list[str]:
    """What a player touches to give the refused answer."""
    if bite.thing:
        return [bite.thing]
    choice = table.read(bite.seat, bite.text)
    if isinstance(choice, Objection):
        return []  # it cannot be read as an answer
    return table.game.codec.touched(table.state, bite.seat, choice)


def zone_of(scene: Scene, things: list[str]) -> Zone:
    """The first zone with one of the things; else the hand, else the board."""
    for zone in scene.zones:
        here = [spot.thing for spot in zone.spots] + [piece.thing for piece in zone.pieces]
        if set(here) & set(things):
            return zone
    return scene.zones[-1] if scene.zones[-1].name.startswith("hand") else scene.zones[0]


def example(game: Game[Any]) -> Scene:
    """The public scene with the most pieces, from the first answers of a game of greedy bots."""
    table, bot, dice = Table(game, game.fewest, SEED, "lobby"), Greedy(game.strategy), Dice(1)
    table.roll()
    fullest = game.scene(table.state.view(NOBODY))
    for number in range(MOST_ANSWERS):
        if table.state.is_over():
            break
        seat = table.state.turn
        table.play(seat, bot.choose(Mind(table.state, seat), dice))
        if number % BETWEEN_LOOKS:
            continue
        now = game.scene(table.state.view(NOBODY))
        if len(now.zones[0].pieces) > len(fullest.zones[0].pieces):
            fullest = now
    return fullest
