"""The scene of Trifecta: the goal under a lamp, nine rounds above it, a desk for each seat below.

A desk shows what its player said and played in this stage, and the goals won as medals.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from trivet.core.scenes.scene import Mark, Piece, Scene, SceneCache, SeatNote, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import bit
from trivet.games.trifecta.names import LETTERS
from trivet.games.trifecta.pieces import VALUES
from trivet.games.trifecta.scene.hand import chip, hand, hands
from trivet.games.trifecta.seen import PlayerSeen, RoundSeen, TrifectaView
from trivet.games.trifecta.words import (
    CARDS_NOTE,
    CUP,
    DESK_LABEL,
    GOAL_NAME,
    GOALS_NOTE,
    HAS_CHOSEN,
    HIDDEN_GOAL,
    HOLDS,
    MEDAL,
    MOST_MARKS,
    NO_GOAL,
    NOBODY_WON,
    OUT_MARK,
    OUT_NOTE,
    PLACE_LABEL,
    ROUND_GONE,
    ROUND_LABEL,
    ROUND_NOW,
    ROUND_WON,
    SAID,
    SEGMENT_NAME,
    STAGE_MARK,
    SURVIVE_MARKS,
    TABLE_LABEL,
    THE_GOAL,
    TOKEN_LABELS,
    TOKEN_MARKS,
    UNSEEN_GOAL,
    UNSEEN_MARKS,
)

WIDE = 500.0  # of the table
SEGMENTS = ((3, 3, 3),)  # rounds of each, unless agreed otherwise
ROUND = 54.0  # a field of the track
TOKEN = 96.0
GOAL, GOAL_HIGH = 90.0, 104.0
MIDDLE = 151.0  # where the goal and the tokens lie
DESKS_AT = 206.0  # where the desks begin
GAP = 4.0  # between two of them


class Desk(NamedTuple):
    """A desk, and what lies on it."""

    face: str
    wide: float
    now: float = 33.0  # a card of this round
    past: float = 16.0  # and one of an earlier round, if there are many
    past_few: float = 22.0  # ... if they fit into one row
    medal: float = 28.0
    high: float = 136.0
    in_row: int = 4

    @property
    def is_low(self) -> bool:
        """Whether the medals lie beside the cards of earlier rounds, not below them."""
        return self.high < 136.0


LOW = Desk("desk-low", 160.0, high=104.0, in_row=3)
DESKS = {  # by the number of players
    2: Desk("desk-half", 238.0, 37.0, 23.0, 23.0, 32.0),
    3: Desk("desk-broad", 160.0),
    4: Desk("desk-wide", 118.0),
    5: LOW,  # two rows: five in one are too small on a phone
    6: LOW,
}


def high(seats: int) -> float:
    """The height of the table."""
    desk = DESKS[seats]
    return DESKS_AT + ceil(seats / desk.in_row) * (desk.high + GAP) - GAP + 2


def _place(seat: int, seats: int) -> tuple[float, float]:
    """The middle of a desk."""
    desk = DESKS[seats]
    row, column = divmod(seat, desk.in_row)
    in_row = min(desk.in_row, seats - row * desk.in_row)
    x = WIDE / 2 + (column - (in_row - 1) / 2) * (desk.wide + GAP)
    return x, DESKS_AT + desk.high / 2 + row * (desk.high + GAP)


class OnBoard(NamedTuple):
    """What the table is made of besides its desks."""

    goal: str | None
    needed: int
    round: int
    rounds: list[RoundSeen]
    segment: str
    stage: int
    unseen: int
    segments: Sequence[int]
    is_choosing: bool
    is_over: bool


class OnDesk(NamedTuple):
    """What a desk is made of: of the players its own alone, and no cards of its hand."""

    seats: int
    stance: tuple[str, str] | None  # the face and the label of what was chosen
    is_choosing: bool
    stage: int
    round: int
    rounds: list[RoundSeen]
    player: PlayerSeen


def scene(view: TrifectaView, cache: SceneCache) -> Scene:
    viewer, table = view["viewer"], view["table"]
    held = None
    if isinstance(viewer, int):
        made_of = table.players[viewer].hand or [], view["shows"]
        held = cache.part(("hand", viewer), hand, *made_of)
    desks = [_on_desk(view, seat) for seat in range(view["seats"])]
    key = "board", *(desk.stance for desk in desks)
    board = cache.whole(key, _board, _on_board(view), desks)
    notes = tuple(_note(player, seat) for seat, player in enumerate(table.players))
    return Scene(zones=(board, *(hands(view) if held is None else [held])), notes=notes)


def _note(player: PlayerSeen, seat: int) -> SeatNote:
    if player.out:
        return SeatNote(seat=seat, lines=(OUT_NOTE.say(player.out),))
    lines = (GOALS_NOTE.say(len(player.goals)), CARDS_NOTE.say(player.cards))
    return SeatNote(seat=seat, lines=lines)


def _on_board(view: TrifectaView) -> OnBoard:
    table = view["table"]
    return OnBoard(
        table.goal,
        table.needed,
        table.round,
        table.rounds,
        table.segment,
        table.stage,
        len(table.unseen),
        view["options"].get("rounds", SEGMENTS)[0],
        _is_choosing(view),
        view["over"],
    )


def _board(cache: SceneCache, seen: OnBoard, desks: Sequence[OnDesk]) -> Zone:
    rounds, seats = seen.segments, len(desks)
    tone = "badge" if seen.is_choosing else "muted"
    pieces = [*cache.part("track", _track, seen.rounds, seen.round, sum(rounds))]
    pieces += _cups(desks) if seen.is_over else [_goal(seen)]
    for seat, desk in enumerate(desks):
        pieces += cache.part(("desk", seat, desk.stance), _desk_of, seat, desk)
    return Zone(
        name="board",
        label=TABLE_LABEL.say(),
        width=WIDE,
        height=high(seats),
        ground="table-long" if DESKS[seats].is_low else "table",
        spots=(
            cache.part("true", _token, tone, "true", -1),
            cache.part("false", _token, tone, "false", 1),
        ),
        pieces=tuple(pieces),
        marks=(
            *cache.part("segments", _segments, seen.segment, rounds),
            *cache.part("aim", _aim, seen.needed, seen.stage, seen.unseen),
        ),
    )


def _track(past: Sequence[RoundSeen], now: int, rounds: int) -> tuple[Piece, ...]:
    return tuple(piece for number in range(1, rounds + 1) for piece in _round(past, now, number))


def _is_choosing(view: TrifectaView) -> bool:
    """Whether True or False is asked now: the later questions of a round follow a True."""
    return bool(view["waiting"]) and not view["table"].true


def _token(tone: str, thing: str, side: int) -> Spot:
    return Spot(
        thing=thing,
        label=TOKEN_LABELS[thing].say(),
        x=WIDE / 2 + side * 128,
        y=MIDDLE,
        w=TOKEN,
        h=TOKEN,
        shape="disc",
        marks=(Mark(text=TOKEN_MARKS[thing].say(), y=25, size=17, tone=tone),),
        face=f"token-{thing}" if tone == "badge" else f"token-{thing} token-rest",
    )


# --- the rounds and the goal ----------------------------------------------------------------------


def _round(rounds: Sequence[RoundSeen], now: int, number: int) -> Iterator[Piece]:
    """A field of the track: the goal and its winner."""
    x, y = WIDE / 2 + (number - 5) * ROUND, 36.0
    past = rounds[number - 1] if number <= len(rounds) else None
    is_now = past is None and number == now
    goal = _goal_letter(past) if past else ""
    yield Piece(
        id=f"round:{number}",
        label=_round_label(number, past, is_now=is_now),
        face="round-now" if is_now else f"round {goal}".strip(),
        x=x,
        y=y,
        w=52,
        h=48,
        marks=() if goal else (Mark(text=str(number) if not past else "?", size=18, tone="muted"),),
    )
    if past and past.winner is None:
        yield Piece(
            id=f"gone:{number}", label=NOBODY_WON.say(), face="round-gone", x=x, y=y, w=52, h=48
        )
    elif past and past.winner is not None:
        yield _pip(f"winner:{number}", past.winner, x + 16, y + 13, 20)


def _round_label(number: int, past: RoundSeen | None, *, is_now: bool) -> str:
    if past is not None:
        return _outcome(number, past)
    return (ROUND_NOW if is_now else ROUND_LABEL).say(number)


def _goal_letter(past: RoundSeen) -> str:
    """Empty if nobody saw it."""
    return past.goal[0].lower() if past.goal else ""


def _outcome(number: int, past: RoundSeen) -> str:
    winner = past.winner
    goal = GOAL_NAME.say(_letter(past.goal)) if past.goal else UNSEEN_GOAL.say()
    if winner is None:
        return ROUND_GONE.say(number, goal)
    return ROUND_WON.say(number, goal, winner)


def _letter(goal: str) -> str:
    return LETTERS[VALUES.index(goal)]


def _pip(name: str, seat: int, x: float, y: float, size: float) -> Piece:
    return Piece(
        id=name,
        label=SEAT_LETTERS[seat],
        face=f"pip-{SEAT_LETTERS[seat].lower()}",
        x=x,
        y=y,
        w=size,
        h=size,
        owner=seat,
        has_badge=False,
    )


def _segments(segment: str, rounds: Sequence[int]) -> list[Mark]:
    """The name of each segment above the middle of its rounds."""
    marks, before = [], 0
    for text, many in zip(("Blind", "Open", "Free"), rounds, strict=True):
        middle = before + (many + 1) / 2
        tone = "ink" if text == segment else "muted"
        if many:
            marks.append(
                Mark(
                    text=SEGMENT_NAME.say(text),
                    x=WIDE / 2 + (middle - 5) * ROUND,
                    y=6,
                    size=13,
                    tone=tone,
                )
            )
        before += many
    return marks


def _goal(seen: OnBoard) -> Piece:
    """Under the lamp: face down, turned up, or an empty place."""
    goal, number = seen.goal, seen.round
    is_there = number > len(seen.rounds)
    if goal and is_there:
        face, said = f"goal {goal[0].lower()}-named", THE_GOAL.say(_letter(goal))
    elif is_there:
        face, said = "goal-back", HIDDEN_GOAL.say()
    else:
        face, said = "goal-none", NO_GOAL.say()
    return Piece(
        id=f"goal:{seen.stage}:{number}" if is_there else "",
        label=said,
        face=face,
        x=WIDE / 2,
        y=MIDDLE,
        w=GOAL,
        h=GOAL_HIGH,
        marks=(Mark(text=GOAL_NAME.say(_letter(goal)), y=35, size=18, tone="print"),)
        if goal and is_there
        else (),
    )


def _cups(desks: Sequence[OnDesk]) -> list[Piece]:
    """At the end of the game a cup lies under the lamp, with the pips of its winners."""
    places = [desk.player.place for desk in desks]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    cup = Piece(
        id="cup",
        label=CUP.say(sum(bit(seat) for seat in winners)),
        face="cup",
        x=WIDE / 2,
        y=MIDDLE,
        w=GOAL,
        h=GOAL_HIGH,
    )
    left = WIDE / 2 - 12 * (len(winners) - 1)
    return [cup] + [
        _pip(f"cup:{SEAT_LETTERS[seat]}", seat, left + 24 * place, MIDDLE - 14, 30)
        for place, seat in enumerate(winners)
    ]


def _aim(needed: int, stage: int, unseen: int) -> list[Mark]:
    aim = SURVIVE_MARKS if needed else MOST_MARKS
    left = (STAGE_MARK.say(stage), *(mark.say(needed) for mark in aim))
    right = (str(unseen), *(mark.say(unseen) for mark in UNSEEN_MARKS))
    return [
        Mark(
            text=text,
            x=8 if anchor == "start" else WIDE - 8,
            y=112 + 20 * line,
            size=15,
            tone="ink" if line == 0 else "muted",
            anchor=anchor,
        )
        for anchor, lines in (("start", left), ("end", right))
        for line, text in enumerate(lines)
    ]


# --- desks ----------------------------------------------------------------------------------------


def _on_desk(view: TrifectaView, seat: int) -> OnDesk:
    table, player = view["table"], view["table"].players[seat]
    return OnDesk(
        view["seats"],
        _stance(view, seat),
        _is_choosing(view),
        table.stage,
        table.round,
        table.rounds,
        player if player.hand is None else replace(player, hand=None),
    )


def _desk_of(seat: int, seen: OnDesk) -> tuple[Piece, ...]:
    return tuple(_desk(seat, seen))


def _desk(seat: int, seen: OnDesk) -> Iterator[Piece]:
    player, seats, letter = seen.player, seen.seats, SEAT_LETTERS[seat]
    desk = DESKS[seats]
    wide = desk.wide
    x, y = _place(seat, seats)
    top = y - desk.high / 2
    is_gone = player.out is not None and player.out < seen.stage
    yield Piece(
        id=f"desk:{letter}",
        label=_said(player, seat),
        face=f"{desk.face}-out" if is_gone else desk.face,
        x=x,
        y=y,
        w=wide,
        h=desk.high,
        owner=seat,
        has_badge=False,
        marks=(Mark(text=OUT_MARK.say(), size=17, tone="muted"),) if is_gone else (),
    )
    yield _pip(f"seat:{letter}", seat, x - wide / 2 + 15, top + 16, 22)
    if is_gone:
        return
    if seen.stance is not None:
        face, said = seen.stance
        yield Piece(id=f"stance:{letter}", label=said, face=face, x=x - 1, y=top + 16, w=27, h=27)
    yield Piece(
        id=f"hand of {letter}",
        label=HOLDS.say(seat, player.cards),
        face="chip-back",
        x=x + wide / 2 - 16,
        y=top + 16,
        w=25,
        h=25,
        marks=(Mark(text=str(player.cards), size=15, tone="badge"),),
    )
    won = [n for n, past in enumerate(seen.rounds, 1) if past.winner == seat]
    aside = min(len(won), 3) * 22.0 + 12 if desk.is_low and won else 0.0  # the medals' part
    yield from _played(seen, seat, x - wide / 2, top, desk, wide - aside)
    if desk.is_low:
        yield from _medals(seen, seat, won, (x + wide / 2 - aside, y + 31), desk, aside)
    else:
        yield from _medals(seen, seat, won, (x - wide / 2, y + 47), desk, wide)


def _said(player: PlayerSeen, seat: int) -> str:
    if player.place is not None:
        return PLACE_LABEL.say(seat, player.place)
    return DESK_LABEL.say(seat, len(player.goals), player.cards)


def _stance(view: TrifectaView, seat: int) -> tuple[str, str] | None:
    """The face and the label of True or False, which lies face down until all have chosen."""
    table = view["table"]
    if table.true and seat in table.alive:
        said = "true" if seat in table.true else "false"
    elif not _is_choosing(view) or seat not in view["answered"]:
        return None
    elif view["viewer"] == seat:
        said = view["said"]
    else:
        return "token-back", HAS_CHOSEN.say(seat)
    return f"token-{said}", SAID.say(seat, said)


def _played(
    seen: OnDesk, seat: int, x: float, y: float, desk: Desk, room: float
) -> Iterator[Piece]:
    """The cards that a player has shown in this stage, on a desk with this upper left corner: those
    of the latest round are large, the others have this room."""
    latest = seen.round - 1 if seen.is_choosing else seen.round
    cards = _cards_shown(seen, seat)
    yield from _latest_cards([one for one in cards if one.round >= latest], x, y, desk)
    yield from _past_cards([one for one in cards if one.round < latest], x, y, desk, room)


class _CardShown(NamedTuple):
    id: str
    card: str
    round: int


def _cards_shown(seen: OnDesk, seat: int) -> list[_CardShown]:
    """In the order of the rounds; antes are shown before the round is over."""
    rounds = [(n + 1, _shown(past, seat)) for n, past in enumerate(seen.rounds)]
    if seen.player.ante:
        rounds.append((seen.round, [seen.player.ante]))
    return [
        _CardShown(_shown_id(seen.stage, seat, n, k), card, n)
        for n, cards in rounds
        for k, card in enumerate(cards)
    ]


def _latest_cards(cards: Sequence[_CardShown], x: float, y: float, desk: Desk) -> Iterator[Piece]:
    step = _step(len(cards), desk.now, desk.wide)
    for place, one in enumerate(cards):
        where = x + 5 + desk.now / 2 + place * step, y + 33 + desk.now / 2
        yield chip(one.id, one.card, where, desk.now)


def _past_cards(
    cards: Sequence[_CardShown], x: float, y: float, desk: Desk, room: float
) -> Iterator[Piece]:
    """In one row, or in two if there is no room."""
    size = desk.past_few if len(cards) * (desk.past_few + 1) <= room - 9 else desk.past
    is_long = len(cards) * (size + 1) > room - 9
    columns = ceil(len(cards) / 2) if is_long else len(cards)
    step = _step(columns, size, room)
    for place, one in enumerate(cards):
        row, column = divmod(place, columns)
        where = x + 5 + size / 2 + column * step, y + 81 + (row - is_long / 2) * size
        yield chip(one.id, one.card, where, size)


def _shown(past: RoundSeen, seat: int) -> list[str]:
    ante, bid = past.antes[seat], past.bids[seat]
    return [*([ante] if ante else []), *(bid or [])]


def _shown_id(stage: int, seat: int, number: int, place: int) -> str:
    return f"shown:{stage}:{number}:{SEAT_LETTERS[seat]}:{place}"


def _step(count: int, size: float, wide: float) -> float:
    """The distance between neighbours, so that all of them fit on a desk."""
    return min(size + 2, (wide - 10 - size) / max(count - 1, 1))


def _medals(
    seen: OnDesk,
    seat: int,
    won: Sequence[int],
    start: tuple[float, float],
    desk: Desk,
    room: float,
) -> Iterator[Piece]:
    """The goals won in these rounds, from the left."""
    (x, y), step = start, _step(len(won), desk.medal, room)
    for place, number in enumerate(won):
        goal = seen.rounds[number - 1].goal or ""
        yield Piece(
            id=f"goal:{seen.stage}:{number}",
            label=MEDAL.say(seat, _letter(goal)),
            face=f"medal {goal[0].lower()}",
            x=x + 5 + desk.medal / 2 + place * step,
            y=y,
            w=desk.medal,
            h=desk.medal * 36 / 28,
        )
