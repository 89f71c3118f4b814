"""What is in the box: 36 cards of four suits, the board of four T-shaped areas, and its numbers.

A card is its suit x 9 + its rank - 1.  It is played with a *face*: the card itself, or one of eight
more faces for a 5 that counts as 0 or as 10.  Squares are numbered in reading order.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.sets import bit

SEATS: Final = 4  # TTA-6
NOTHING: Final = -1  # no card, no square, no seat

# --- cards ----------------------------------------------------------------------------------------

SUITS: Final = 4  # TTA-1  a suit for each area
RANKS: Final = 9
CARDS: Final = 36
AREAS: Final = ("Intelligent", "Modern", "Ecology", "Happiness")
COLOURS: Final = ("blue", "yellow", "green", "red")

AS_ZERO: Final = 36  # TTA-13  the first face of a 5 that counts as 0: one for each suit
AS_TEN: Final = 40  # ... and of a 5 that counts as 10
FACES: Final = 44
CARD_OF: Final = bytes([*range(CARDS), 4, 13, 22, 31, 4, 13, 22, 31])  # by face, as all of these
SUIT_OF: Final = bytes([card // RANKS for card in CARD_OF])
RANK_OF: Final = bytes([card % RANKS + 1 for card in CARD_OF])  # as printed
VALUE_OF: Final = bytes([*RANK_OF[:CARDS], 0, 0, 0, 0, 10, 10, 10, 10])

ALL_CARDS: Final = (1 << CARDS) - 1
FIVES: Final = 1 << 4 | 1 << 13 | 1 << 22 | 1 << 31
NO_FIVES: Final = ALL_CARDS ^ FIVES


def faces(cards: i64) -> i64:
    """The set of faces that a set of cards can be played with."""
    found = cards
    if cards & FIVES:
        for suit in range(SUITS):
            if cards >> suit * RANKS + 4 & 1:
                found |= bit(AS_ZERO + suit) | bit(AS_TEN + suit)
    return found


# --- rounds ---------------------------------------------------------------------------------------

ROUNDS: Final = 3  # TTA-10
TRICKS: Final = 8
DECKS: Final = [0, NO_FIVES, ALL_CARDS, ALL_CARDS]  # by round, as the two below
HANDS: Final = bytes([0, 8, 9, 9])
BLOCKS: Final = bytes([0, 7, 8, 9])

SALE: Final = 3  # TTA-41  for each block sold
LEFT: Final = 2  # TTA-56  lost for each block left at the end
TALLEST: Final = bytes([0, 10, 6])  # TTA-53  by the number of tallest buildings
TALLEST_OF_MANY: Final = 4  # for three or more

# --- board ----------------------------------------------------------------------------------------

SQUARES: Final = 16
BOARD: Final = (  # TTA-2  the area of each square
    (0, 0, 0, 1),
    (2, 0, 1, 1),
    (2, 2, 3, 1),
    (2, 3, 3, 3),
)
PRINTED: Final = (  # TTA-3  what the first block on a square earns
    (2, 0, 0, 2),
    (0, 1, 1, 0),
    (0, 1, 1, 0),
    (2, 0, 0, 2),
)
AREA_POINTS: Final = ((8, 2), (6, 4), (5, 5), (4, 6))  # TTA-4  first and second place
PRICES: Final = ((1, 2),)  # TTA-5  of a 5 that counts as 0, and as 10


def _near(square: int) -> int:
    row, column = divmod(square, 4)
    beside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return sum(1 << r * 4 + c for r, c in beside if 0 <= r < 4 and 0 <= c < 4)


ADJACENT: Final = [_near(square) for square in range(SQUARES)]  # the set of squares, orthogonally


def _squares(area_of: bytes, area: int) -> int:
    return sum([1 << square for square in range(SQUARES) if area_of[square] == area])


@final
class Terms:
    """The options of one game, and lookup tables made from them."""

    def __init__(
        self,
        board: list[list[int]],
        printed: list[list[int]],
        areas: list[list[int]],
        prices: list[list[int]],
    ) -> None:
        self.board = board
        self.printed = printed
        self.areas = areas
        self.prices = prices
        self.area_of = bytes([area for row in board for area in row])  # by square, as the next
        self.score_of = bytes([points for row in printed for points in row])
        self.squares = [_squares(self.area_of, area) for area in range(SUITS)]  # sets, by area
        self.first = bytes([points[0] for points in areas])  # by area, as the next
        self.second = bytes([points[1] for points in areas])
        self.to_zero: i64 = prices[0][0]
        self.to_ten: i64 = prices[0][1]

    def price(self, face: i64) -> i64:
        """TTA-5  The price of playing a card with this face."""
        return 0 if face < AS_ZERO else self.to_zero if face < AS_TEN else self.to_ten


def _rows(table: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [list(row) for row in table]


STANDARD: Final = Terms(_rows(BOARD), _rows(PRINTED), _rows(AREA_POINTS), _rows(PRICES))
