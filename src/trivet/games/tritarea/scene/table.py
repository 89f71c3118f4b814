"""The scene of Tri*T*Area: an isometric plaza with towers of blocks, and the trick around it.

Each corner of the table belongs to a seat, clockwise from the top left, and holds the card that the
seat played.  Beside it lies the plaque of an area: its points, and who would get them now.
"""

from collections.abc import Sequence
from functools import cache

from trivet.core.scenes.scene import Mark, Piece, Scene, SceneCache, SeatNote, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import bit
from trivet.games.tritarea.pieces import SALE
from trivet.games.tritarea.scene.hand import hand, hands, ticket
from trivet.games.tritarea.seen import AreaSeen, CardSeen, SquareSeen, TableSeen, TriTAreaView
from trivet.games.tritarea.words import (
    AREA_NAME,
    BLOCK_OF,
    BLOCKS_NOTE,
    DECLARED_LABEL,
    HIGH_LABEL,
    LEADS,
    NO_CARD_YET,
    OFFER,
    PLAQUE_LABEL,
    PLAYED_LABEL,
    PLAZA,
    POINTS_NOTE,
    RANK_LABEL,
    RIGHTHOLDER,
    ROUND_MARK,
    SQUARE_LABEL,
    TALLEST_MARK,
    TRICK_MARK,
)

WIDE, HIGH = 500.0, 356.0  # of the board
TILE, DEEP = 100.0, 74.0  # a square of the plaza
TOP = 34.0  # room for a tower on the square at the back
BLOCK, BLOCK_HIGH = 47.0, 51.5
LIFT = (0.0, 0.0, 15.0, 26.0, 32.0, 36.0, 38.0)  # of the top block, by the number of blocks
SIDE = 4  # squares in a row
TRICKS = 8
CARD, CARD_HIGH = 78.0, 65.0
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # by seat, as seen from the middle
AREA_CORNERS = (1, 2, 0, 3)  # by area: each lies on that side of the plaza
PLAQUE, PLAQUE_HIGH = 72.0, 62.0
INTENT, INTENT_HIGH = 44.0, 37.0
COIN = 76.0


def scene(view: TriTAreaView, cache: SceneCache) -> Scene:
    table, held = view["table"], _held(view, cache)
    board = _board(view, cache)
    zones = [board, *hands(view)] if held is None else [board, held]
    return Scene(zones=tuple(zones), notes=tuple(_note(table, seat) for seat in range(4)))


def _held(view: TriTAreaView, cache: SceneCache) -> Zone | None:
    """The viewer's hand.  It is made of the trick only where the question is about it."""
    viewer, shows, table = view["viewer"], view["shows"], view["table"]
    if not isinstance(viewer, int):
        return None
    builds = shows == "blocks"
    in_trick = table.trick[viewer] if builds else None
    blocks = 2 if viewer == table.second and table.stock[viewer] != 1 else 1
    made_of = (shows, table.hands[viewer], table.prices, in_trick, blocks if builds else 0)
    return cache.part(("hand", viewer), hand, *made_of)


def _note(table: TableSeen, seat: int) -> SeatNote:
    points, stock = table.points[seat], table.stock[seat]
    return SeatNote(seat=seat, lines=(POINTS_NOTE.say(points), BLOCKS_NOTE.say(stock)))


def _board(view: TriTAreaView, cache: SceneCache) -> Zone:
    table, board = view["table"], view["table"].board
    leader = None if any(table.trick) else table.leader
    pieces = [
        cache.part(("place", seat), _seat_place, seat, table.trick[seat], leader)
        for seat in range(4)
    ]
    pieces += [
        cache.part(("declared", seat), _declared, seat, table.declared[seat])
        for seat in range(4)
        if table.declared[seat]
    ]
    crowns = enumerate((table.first, table.second), 1)
    pieces += [
        cache.part(("crown", number), _crown, number, seat)
        for number, seat in crowns
        if seat is not None
    ]
    for area in range(4):
        pieces += cache.part(("area", area), _plaque, area, table.areas[area])
    for square, here in enumerate(board):
        if here.blocks:
            tally = "tally-most" if here.square in table.tallest.squares else "tally"
            made_of = (square, here, table.round, tally)
            pieces += cache.part(("tower", square), _tower, *made_of)
    return Zone(
        name="board",
        label=PLAZA.say(),
        width=WIDE,
        height=HIGH,
        ground="plaza",
        spots=(*cache.part("squares", _squares, board), *_sale(view)),
        pieces=tuple(pieces),
        marks=(*_coordinates(), *_progress(view), *_tallest(table)),
    )


def _squares(board: Sequence[SquareSeen]) -> tuple[Spot, ...]:
    return tuple(_square(board, square) for square in range(SIDE * SIDE))


# --- the plaza ------------------------------------------------------------------------------------


def _centre(square: int) -> tuple[float, float]:
    row, column = divmod(square, SIDE)
    return WIDE / 2 + (column - row) * TILE / 2, TOP + (column + row + 1) * DEEP / 2


def _square(board: Sequence[SquareSeen], square: int) -> Spot:
    here = board[square]
    x, y = _centre(square)
    is_inlaid = here.printed and not here.blocks
    printed = Mark(text=str(here.printed), size=21, tone="inlay-ink")
    return Spot(
        thing=f"cell:{here.square}",
        label=_square_label(here),
        x=x,
        y=y,
        w=TILE,
        h=DEEP,
        shape="diamond",
        face=" ".join(
            [
                f"pave-{here.letter.lower()}",
                *_kerbs(board, square),
                *(["inlay"] if is_inlaid else []),
            ]
        ),
        marks=(printed,) if is_inlaid else (),
    )


def _kerbs(board: Sequence[SquareSeen], square: int) -> list[str]:
    """A kerb on every side where another area begins."""
    row, column = divmod(square, SIDE)
    beside = {
        "kerb-4": (row - 1, column),
        "kerb-d": (row, column + 1),
        "kerb-1": (row + 1, column),
        "kerb-a": (row, column - 1),
    }
    inside = range(SIDE)
    return [
        kerb
        for kerb, (r, c) in beside.items()
        if r in inside and c in inside and board[r * SIDE + c].area != board[square].area
    ]


def _square_label(here: SquareSeen) -> str:
    """ "b3, Modern, 2 high, from the bottom: A B"."""
    built = " ".join(SEAT_LETTERS[seat] for seat in here.blocks)
    return SQUARE_LABEL.say(here.square, here.area, len(here.blocks), built, here.printed)


def _tower(
    square: int,
    here: SquareSeen,
    number: int,
    tally: str,
) -> list[Piece]:
    """The blocks of a square from the bottom up, and how many there are."""
    blocks = here.blocks
    x, y = _centre(square)
    lift = LIFT[min(len(blocks), len(LIFT) - 1)]
    step = lift / max(len(blocks) - 1, 1)
    foot = y + BLOCK * DEEP / TILE / 2 - BLOCK_HIGH / 2  # the lowest corner stands on the tile
    tower = [
        Piece(
            id=f"block:{number}:{here.square}:{level}",
            label=BLOCK_OF.say(seat),
            face=f"block block-{SEAT_LETTERS[seat].lower()}",
            x=x,
            y=foot - level * step,
            w=BLOCK,
            h=BLOCK_HIGH,
            thing=f"cell:{here.square}",
            level=level,
            owner=seat,
            has_badge=False,
        )
        for level, seat in enumerate(blocks)
    ]
    return [*tower, _tally(square, here, tally, foot - lift)] if len(blocks) > 1 else tower


def _tally(square: int, here: SquareSeen, face: str, y: float) -> Piece:
    high = len(here.blocks)
    return Piece(
        id=f"tally:{here.square}",
        label=HIGH_LABEL.say(high),
        face=face,
        x=_centre(square)[0] + 20,
        y=y - 19,
        w=24,
        h=24,
        thing=f"cell:{here.square}",
        marks=(Mark(text=str(high), size=16, tone="print"),),
    )


@cache
def _coordinates() -> tuple[Mark, ...]:
    """Columns along the front left, rows along the front right."""
    marks = []
    for n in range(SIDE):
        x, y = _centre(SIDE * (SIDE - 1) + n)
        marks.append(Mark(text="abcd"[n], x=x - 31, y=y + 30.5, size=14, tone="rim-ink"))
        x, y = _centre(SIDE * n + SIDE - 1)
        marks.append(Mark(text="4321"[n], x=x + 31, y=y + 30.5, size=14, tone="rim-ink"))
    return tuple(marks)


# --- around it ------------------------------------------------------------------------------------


def _corner(corner: int, x: float, y: float) -> tuple[float, float]:
    """The point at this distance from a corner of the table."""
    aside, down = CORNERS[corner]
    return (x if aside < 0 else WIDE - x), (y if down < 0 else HIGH - y)


def _seat_place(seat: int, played: CardSeen | None, leader: int | None) -> Piece:
    """The card that a seat played, or the empty place for it."""
    x, y = _corner(seat, 4 + CARD / 2, 16 + CARD_HIGH / 2)
    letter = SEAT_LETTERS[seat]
    if played:
        return ticket(played, x=x, y=y, w=CARD, h=CARD_HIGH, owner=seat, label=PLAYED_LABEL)
    return Piece(
        id=f"place:{letter}",
        label=NO_CARD_YET.say(seat),
        face="place",
        x=x,
        y=y,
        w=CARD,
        h=CARD_HIGH,
        owner=seat,
        marks=(Mark(text=LEADS.say(), y=-14, size=15, tone="muted"),) if leader == seat else (),
    )


def _declared(seat: int, card: CardSeen) -> Piece:
    """The Declaration of Intent, pinned to the table beside the seat's place."""
    x, y = _corner(
        seat, 5 + INTENT / 2, 125 + INTENT_HIGH / 2 if seat < 2 else 88 + INTENT_HIGH / 2
    )
    return ticket(
        card,
        x=x,
        y=y,
        w=INTENT,
        h=INTENT_HIGH,
        owner=seat,
        label=DECLARED_LABEL,
        face="pin",
    )


def _crown(number: int, seat: int) -> Piece:
    x, y = _corner(seat, 4 + CARD / 2, 16 + CARD_HIGH / 2)
    return Piece(
        id=f"crown:{number}",
        label=RIGHTHOLDER.say(number, seat),
        face=f"crown-{number}",
        x=x - CARD / 2 + 20,
        y=y - CARD_HIGH / 2 + 1,
        w=38,
        h=30,
    )


def _plaque(area: int, here: AreaSeen) -> list[Piece]:
    """The points of an area, and the seats that would get them now."""
    x, y = _corner(AREA_CORNERS[area], 87 + PLAQUE / 2, 5 + PLAQUE_HIGH / 2)
    ranked = [
        [seat for seat in range(4) if here.rank[seat] == place] for place in (1, 2)
    ]  # by place
    first, second = here.points
    plaque = Piece(
        id=f"area:{here.area}",
        label=PLAQUE_LABEL.say(here.area, first, _set(ranked[0]), second, _set(ranked[1])),
        face=f"plaque plaque-{here.area[0].lower()}",
        x=x,
        y=y,
        w=PLAQUE,
        h=PLAQUE_HIGH,
        marks=(
            Mark(text=AREA_NAME.say(here.area), y=-21, size=12.5, tone="print"),
            Mark(text=str(first), x=-27, y=-1, size=17),
            Mark(text=str(second), x=-27, y=19, size=17),
        ),
    )
    return [plaque] + [
        Piece(
            id=f"rank:{here.area}:{SEAT_LETTERS[seat]}",
            label=RANK_LABEL.say(seat, place + 1, here.area),
            face=f"pip pip-{SEAT_LETTERS[seat].lower()}",
            x=x - 8 + 13 * number,
            y=y - 1 + 20 * place,
            w=18,
            h=18,
            owner=seat,
            has_badge=False,
        )
        for place, seats in enumerate(ranked)
        for number, seat in enumerate(seats)
    ]


def _set(seats: Sequence[int]) -> int:
    return sum(bit(seat) for seat in seats)


def _progress(view: TriTAreaView) -> list[Mark]:
    table = view["table"]
    if not table.round:
        return []
    trick = min(len(table.tricks) + 1, TRICKS)
    lines = [ROUND_MARK.say(table.round)]
    if view["shows"] != "coins":  # coins would cover it
        lines.append(TRICK_MARK.say(trick))
    return [
        Mark(text=text, x=6, y=96 + 18 * number, size=15, tone="muted", anchor="start")
        for number, text in enumerate(lines)
    ]


def _tallest(table: TableSeen) -> list[Mark]:
    """Who would get the points of the tallest buildings."""
    tallest = table.tallest
    if not tallest.height:
        return []
    seats = " ".join(SEAT_LETTERS[seat] for seat in sorted(set(tallest.majority)))
    lines = (TALLEST_MARK.say(tallest.height), seats)
    return [
        Mark(text=text, x=WIDE - 6, y=96 + 18 * number, size=15, tone="muted", anchor="end")
        for number, text in enumerate(lines)
    ]


def _sale(view: TriTAreaView) -> list[Spot]:
    """Before round 3 coins lie on the empty plaza, in two rows: how many blocks to sell."""
    viewer = view["viewer"]
    if view["shows"] != "coins" or not isinstance(viewer, int):
        return []
    coins = view["table"].stock[viewer] + 1
    row = (coins + 1) // 2
    return [
        Spot(
            thing=f"sell:{blocks}",
            label=OFFER.say(blocks, SALE * blocks),
            x=WIDE / 2 + (blocks % row - (row - 1) / 2) * (COIN + 3),
            y=TOP + 2 * DEEP + (blocks // row - 0.5) * (COIN + 3),
            w=COIN,
            h=COIN,
            shape="disc",
            face="coin",
            marks=(
                Mark(text=str(blocks), y=-6, size=28, tone="print"),
                Mark(text=f"+{SALE * blocks}", y=17, size=14, tone="print"),
            ),
        )
        for blocks in range(coins)
    ]
