"""What a viewer sees of a game of Trifecta, built from public facts and its own."""

from typing import Any

from msgspec.structs import replace

from trivet.core.sets import each
from trivet.core.state import EVERYONE, NOBODY, only
from trivet.games.trifecta.names import SEGMENTS
from trivet.games.trifecta.pieces import VALUES, card_name, cards, total
from trivet.games.trifecta.seen import PlayerSeen, RoundSeen, TableSeen
from trivet.games.trifecta.state import NOTHING, STILL_IN, UNSEEN, PastRound, Trifecta, seats_of

FEW_STAGES = 2  # so many left or fewer: the end is near


def public(s: Trifecta) -> TableSeen:
    """TRF-17  All that is public in this stage."""
    return TableSeen(
        s.stage,
        s.terms.stages,
        s.terms.late_ante,
        s.needed(),
        s.round,
        SEGMENTS[s.segment()] if s.round else "",
        s.step.what,
        _goal(s.goal),
        _goals(s.unseen),
        seats_of(s.alive)[:],
        seats_of(s.true)[:],
        [_player(s, seat) for seat in range(s.seats)],
        [_round(past) for past in s.past],
    )


def table(s: Trifecta, viewer: int, shared: TableSeen) -> TableSeen:
    """TRF-17  All that is public, and the viewer's own hand."""
    if viewer == NOBODY:
        return shared
    players = [
        replace(player, hand=_names(s.players[seat].hand)) if viewer in (seat, EVERYONE) else player
        for seat, player in enumerate(shared.players)
    ]
    return replace(shared, players=players)


def _player(s: Trifecta, seat: int) -> PlayerSeen:
    player = s.players[seat]
    has_place = player.out != STILL_IN or s.is_over()
    return PlayerSeen(
        total(player.hand),
        None,
        _goals(player.goals),
        _ante(player.ante),
        player.out if player.out != STILL_IN else None,
        s.place(seat) if has_place else None,
    )


def _round(past: PastRound) -> RoundSeen:
    return RoundSeen(
        _goal(past.goal),
        seats_of(past.true)[:],
        [_ante(ante) for ante in past.antes],
        [_names(bid) if past.true & only(seat) else None for seat, bid in enumerate(past.bids)],
        past.winner if past.winner != NOBODY else None,
    )


def _goal(goal: int) -> str | None:
    return None if goal == UNSEEN else VALUES[goal]


def _goals(goals: int) -> list[str]:
    return [VALUES[goal] for goal in each(goals)]


def _ante(kind: int) -> str | None:
    return None if kind == NOTHING else card_name(kind)


def _names(bag: int) -> list[str]:
    return [card_name(kind) for kind in cards(bag)]


def warnings(s: Trifecta) -> list[tuple[Any, ...]]:
    """TRF-23  The number of stages is limited."""
    left = s.terms.stages - s.stage
    if s.stage == 0 or left > FEW_STAGES:
        return []
    if left:
        return [("few stages", left, s.terms.stages)]
    return [("ties broken" if s.breaks_ties() else "last stage", s.terms.stages)]
