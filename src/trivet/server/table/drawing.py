"""Turns a view into a scene to draw, or into a picture as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.scenes.scene import Kept, Scene

INK = Ink(has_colour=False, has_unicode=True)


def scene_of(game: Game[Any], view: Mapping[str, Any], kept: Kept | None = None) -> Scene | None:
    """The scene of a view; None for a game without scenes, which is played from its option list."""
    try:
        return game.whole_scene(view, kept)
    except NotImplementedError:
        return None


def drawn(
    game: Game[Any], view: Mapping[str, Any], names: Sequence[str], kept: Kept | None = None
) -> tuple[Scene | None, str]:
    """The scene and an empty text; or None and the picture, for a game without scenes."""
    scene = scene_of(game, view, kept)
    return scene, "" if scene is not None else "\n".join(game.whole_picture(view, names, INK))
