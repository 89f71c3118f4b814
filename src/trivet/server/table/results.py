"""How a game ended, as each reader is told it: made of the stored outcome whenever it is shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from trivet.core.game import Game, game_with
from trivet.core.outcome import Outcome, Sheet, SheetRow, places_of
from trivet.core.state import NOBODY
from trivet.core.words.codec import HOUSE_ENDINGS, Codec
from trivet.server.store.names import told_apart
from trivet.server.store.stored import RoomHead
from trivet.server.wire.outgoing import Result

HOUSE = Codec({}, {})  # with the endings that all games have


def result_of_head(
    head: RoomHead, games: Mapping[str, Game[Any]], you: int = NOBODY
) -> Result | None:
    """The result of a stored room for a reader."""
    if head.result is None:
        return None
    game = game_with(games, head.game, head.rules)
    return result_for(head.result, game, told_apart(head.names()), you)


def result_for(
    result: Result, game: Game[Any] | None, names: Sequence[str], you: int = NOBODY
) -> Result:
    """The result with its sentence for all, and the headline for a reader; without the rules of the
    game, the sentence as it was stored."""
    codec = HOUSE if game is None else game.codec
    ending = result.ending
    if ending not in codec.endings:
        if result.words:
            return replace(result, headline=result.words)
        ending = _ending_of_the_house(result)
    points = result.total or [0] * len(names)
    places = tuple(result.places) or places_of(result.scores, points)
    outcome = Outcome(tuple(result.scores), places, ending, result.rule, tuple(result.seats))
    rows = [
        SheetRow(line.part, line.rule, line.chapter, tuple(line.by_seat), line.adds)
        for line in result.sheet
    ]
    sheet = Sheet(tuple(rows), tuple(points))
    neutral = codec.headline(outcome, sheet, names)
    mine = neutral if you == NOBODY else codec.headline(outcome, sheet, names, you)
    return replace(result, words=neutral, headline=mine)


def _ending_of_the_house(result: Result) -> str:
    """How a game ended of which only the shares of the win and the reason are known."""
    if result.reason in HOUSE_ENDINGS:
        return result.reason
    return "won" if max(result.scores) == 1 else "shared"
