"""Trifecta as text: nine rounds as columns, nine values as columns, and the viewer's hand."""

from collections.abc import Sequence

from trivet.core.ink import Ink
from trivet.core.seats import SEAT_LETTERS
from trivet.core.words.values import number_word
from trivet.games.trifecta.names import SEGMENTS as SEGMENT_NAMES
from trivet.games.trifecta.names import short
from trivet.games.trifecta.pieces import KINDS, SEGMENTS, SINGLE, VALUES, WHOLE, card_name, values
from trivet.games.trifecta.seen import TableSeen, TrifectaView
from trivet.games.trifecta.words import (
    AIM,
    BRIEF,
    CARDS_HEAD,
    DEALT,
    EMPTY_HAND,
    GOAL_HEAD,
    GOAL_NAME,
    GONE,
    HAND,
    MORE_GOALS,
    NOT_SEEN,
    NOW,
    OUT,
    SAYS_TRUE,
    SEGMENT_NAME,
    UNSEEN,
    WHERE,
    YOU_MATCH,
)

LABEL = 18  # of a line, left of the columns
ROUND = [7] * 8 + [6]  # widths of the columns
VALUE = [max(len(value), 4) + 1 for value in VALUES]
NAME = 10

SHORT = {card_name(kind): short(kind) for kind in range(KINDS)}
CARRIED = {card_name(kind): values(kind) for kind in range(KINDS)}


def picture(view: TrifectaView, names: Sequence[str], ink: Ink) -> list[str]:
    """In a round's column: the ante, + the number of cards bid, * for the winner of the goal."""
    lines = [_where(view), *_rounds(view, names, ink), "", *_goals(view, ink)]
    if isinstance(view["viewer"], int):
        lines += ["", *_hand(_own_hand(view), ink)]
    return lines


def _where(view: TrifectaView) -> str:
    table = view["table"]
    stage, stages, number = table.stage, table.stages, table.round
    if not number:
        return DEALT.say(stage, stages)
    needed = table.needed
    aim = AIM.say(number_word(needed)) if needed else MORE_GOALS.say()
    return WHERE.say(stage, stages, table.segment, number, len(_segments(view)), aim)


# --- the rounds -----------------------------------------------------------------------------------


def _segments(view: TrifectaView) -> list[str]:
    """By round: the name of the segment that it begins."""
    rounds = view["options"].get("rounds", SEGMENTS)[0]
    named = zip(SEGMENT_NAMES, rounds, strict=True)
    return [SEGMENT_NAME.say(name) if n == 0 else "" for name, many in named for n in range(many)]


def _rounds(view: TrifectaView, names: Sequence[str], ink: Ink) -> list[str]:
    table = view["table"]
    segments = _segments(view)
    numbers = range(1, len(segments) + 1)
    goals = [_turned_up(table, number) for number in numbers]
    lines = [
        ink.faint(_line("", segments, ROUND)),
        ink.faint(_line("", [str(number) for number in numbers], ROUND)),
        _line(f"{CARDS_HEAD.say():>{LABEL - 1}}", goals, ROUND),
    ]
    for seat in range(view["seats"]):
        cells = [_cell(table, seat, number) for number in numbers]
        label = ink.seat(seat, _player(table, seat, names[seat]))
        lines.append(f"{label} {_cells(cells, ROUND)}".rstrip())
    return lines


def _turned_up(table: TableSeen, number: int) -> str:
    if number <= len(table.rounds):
        goal = table.rounds[number - 1].goal
        return _brief(goal) if goal else UNSEEN.say()
    if number != table.round:
        return ""
    return _brief(table.goal) if table.goal else "?"


def _brief(goal: str) -> str:
    return BRIEF[goal].say() if goal in BRIEF else GOAL_NAME.say(VALUES.index(goal))


def _player(table: TableSeen, seat: int, name: str) -> str:
    player = table.players[seat]
    if seat not in table.alive and player.out != table.stage:
        count = OUT.say()
    elif player.place is not None:
        count = f"#{player.place}"
    else:
        count = str(player.cards)
    return f"{SEAT_LETTERS[seat]} {name[:NAME]:<{NAME}} {count:>4}"


def _cell(table: TableSeen, seat: int, number: int) -> str:
    if number <= len(table.rounds):
        past = table.rounds[number - 1]
        if seat not in past.true:
            return "-" if seat in _dealt(table) else ""
        ante, bid = past.antes[seat], past.bids[seat]
        many = f"+{len(bid)}" if bid is not None and len(past.true) > 1 else ""
        return f"{SHORT[ante] if ante else ''}{many}{'*' if past.winner == seat else ''}"
    if number != table.round or seat not in table.true:
        return ""
    paid = table.players[seat].ante
    return SHORT[paid] if paid else SAYS_TRUE.say()


def _dealt(table: TableSeen) -> list[int]:
    """The seats that were dealt cards in this stage."""
    players = enumerate(table.players)
    return [seat for seat, player in players if player.out in (None, table.stage)]


# --- the goals ------------------------------------------------------------------------------------


def _goals(view: TrifectaView, ink: Ink) -> list[str]:
    table = view["table"]
    gone = [_gone(table, value) for value in VALUES]
    values = [GOAL_NAME.say(value) for value in range(len(VALUES))]
    lines = [_line("", values, VALUE), _line(f"  {GOAL_HEAD.say()}", gone, VALUE)]
    if isinstance(view["viewer"], int):
        hand = _own_hand(view)
        mine = [_matching(hand, value) for value in range(9)]
        deck = _deck(view)
        left = [_matching(deck, v) - _matching(hand + _shown(table), v) for v in range(9)]
        lines.append(ink.bold(_line(f"  {YOU_MATCH.say()}", [str(count) for count in mine], VALUE)))
        lines.append(_line(f"  {NOT_SEEN.say()}", [str(count) for count in left], VALUE))
    return lines


def _deck(view: TrifectaView) -> list[str]:
    """All cards, by name."""
    completes, copies, many = view["options"].get("deck", WHOLE)[0]
    kinds = [*range(completes), *[SINGLE + v for v in range(many) for _ in range(copies)]]
    return [card_name(kind) for kind in kinds]


def _gone(table: TableSeen, value: str) -> str:
    """The winner's letter, "gone" if nobody won it, "now" in its round, "?" if it is unseen."""
    if table.goal == value:
        return NOW.say()
    for past in table.rounds:
        if past.goal == value:
            return GONE.say() if past.winner is None else SEAT_LETTERS[past.winner]
    return "?" if value in table.unseen else ""


def _matching(cards: Sequence[str], value: int) -> int:
    return sum(CARRIED[card] >> value & 1 for card in cards)


def _shown(table: TableSeen) -> list[str]:
    """All cards played in this stage."""
    shown = [player.ante for player in table.players if player.ante]
    for past in table.rounds:
        shown += [ante for ante in past.antes if ante]
        shown += [card for bid in past.bids for card in bid or ()]
    return shown


# --- the hand -------------------------------------------------------------------------------------


def _own_hand(view: TrifectaView) -> list[str]:
    viewer = view["viewer"]
    return (isinstance(viewer, int) and view["table"].players[viewer].hand) or []


def _hand(hand: Sequence[str], ink: Ink) -> list[str]:
    if not hand:
        return [EMPTY_HAND.say()]
    return [HAND.say(ink.bold(" ".join(SHORT[card] for card in hand)))]


# --- lines ----------------------------------------------------------------------------------------


def _line(label: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    return f"{label:<{LABEL}}{_cells(cells, widths)}".rstrip()


def _cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=False))
