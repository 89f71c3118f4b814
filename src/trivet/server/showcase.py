"""What a page shows of a game before anybody plays: its drawings, a position, its rulebook."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from trivet import art, rulebook
from trivet.bots.greedy import Greedy
from trivet.catalogue import GAMES
from trivet.core.box import Game
from trivet.core.dice import Dice
from trivet.core.game import NOBODY
from trivet.core.ink import Ink
from trivet.core.mind import Mind
from trivet.core.scene import Scene
from trivet.core.table import Table
from trivet.server.api import Art, Book, Face

INK = Ink(has_colour=False, has_unicode=True)
SEED = b"a game to be looked at in the lobby"[:32]
MOST_ANSWERS = 120  # of the game that is looked at: a first visitor waits for it
BETWEEN_LOOKS = 4


@cache
def drawings(game: str) -> Art:
    """Everything needed to draw a game; nothing for one that has no drawings."""
    if not art.faces(game):
        return Art(faces={}, palette={}, example=None)
    faces = {name: Face(box=box, inside=svg) for name, (box, svg) in art.faces(game).items()}
    return Art(faces=faces, palette=art.palette(game), example=example(GAMES[game]))


def picture(game: Game[Any], view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The table as text, for a game that has no drawings yet."""
    return "\n".join(game.picture(view, names, INK))


@cache
def book(name: str) -> Book:
    """The rulebook of a game, or of the house."""
    return Book(name=name, text=rulebook.read(name).text)


def example(game: Game[Any]) -> Scene:
    """The fullest board of a beginning game between greedy bots, as the public saw it."""
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
