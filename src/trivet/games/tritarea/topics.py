"""What the cards, blocks and districts of Tri*T*Area are for."""

from trivet.core.words.topics import Topic
from trivet.games.tritarea.pieces import AREA_POINTS, AREAS


def _area(area: str, first: int, second: int) -> Topic:
    return Topic(
        area,
        f"A suit and its district. After eight tricks whoever shows most blocks from above in the "
        f"district scores first ({first} as printed), the next one second ({second}).",
        "TTA-50",
    )


TOPICS = (
    *(_area(area, *points) for area, points in zip(AREAS, AREA_POINTS, strict=True)),
    Topic(
        "Rightholder 1",
        "Played the lowest card of the suit that decides: places one block in its district and "
        "leads the next trick.",
        "TTA-30",
    ),
    Topic(
        "Rightholder 2",
        "Played the highest card of the suit that decides: places one or two blocks in its "
        "district.",
        "TTA-30",
    ),
    Topic(
        "Block",
        "Whoever has most blocks in a tower holds it; only the topmost counts for the district. "
        "Blocks left in front of you at the end cost points.",
        "TTA-52",
    ),
    Topic(
        "declared",
        "Declared for round 3: be first in its district to score its rank; third or lower costs "
        "it.",
        "TTA-55",
    ),
)
