from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.ink import Ink


def picture(view: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
    return []
