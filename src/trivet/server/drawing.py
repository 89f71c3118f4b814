"""A view as something to look at: a scene to draw, or a picture as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.scene import Scene

INK = Ink(has_colour=False, has_unicode=True)


def scene_of(game: Game[Any], view: Mapping[str, Any]) -> Scene | None:
    """What to draw; a game that has no scene yet is played from its list of options."""
    try:
        return game.scene(view)
    except NotImplementedError:
        return None


def drawn(
    game: Game[Any], view: Mapping[str, Any], names: Sequence[str]
) -> tuple[Scene | None, str]:
    """A scene, or a picture as text where there is nothing to draw."""
    scene = scene_of(game, view)
    return scene, "" if scene is not None else "\n".join(game.picture(view, names, INK))
