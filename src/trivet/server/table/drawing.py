"""Turns a view into a scene to draw, or into a picture as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.game import Game
from trivet.core.ink import Ink
from trivet.core.scenes.scene import Scene, SceneCache

INK = Ink(has_colour=False, has_unicode=True)


def scene_of(
    game: Game[Any], view: Mapping[str, Any], cache: SceneCache | None = None
) -> Scene | None:
    """The scene of a view; None for a game without scenes, which is played from its option list."""
    try:
        return game.whole_scene(view, cache)
    except NotImplementedError:
        return None


def scene_or_picture(
    game: Game[Any], view: Mapping[str, Any], names: Sequence[str], cache: SceneCache | None = None
) -> tuple[Scene | None, str]:
    """The scene and an empty text; or None and the picture, for a game without scenes."""
    scene = scene_of(game, view, cache)
    return scene, "" if scene is not None else "\n".join(game.whole_picture(view, names, INK))
