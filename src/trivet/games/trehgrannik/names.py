"""What cards, hexes, slots and projects of Trehgrannik are called in writing."""

from trivet.games.trehgrannik.board import HEXES, SPOTS
from trivet.games.trehgrannik.pieces import CARDS

NAMES = [card.name for card in CARDS]  # by kind
CODES = [card.code for card in CARDS]
KIND = {word.lower(): kind for kind, card in enumerate(CARDS) for word in (card.code, card.name)}
HOWS = ("module", "base", "lone base", "triple base", "waived module", "waived base")
SLOTS = ("forepart", "centre", "cargo")
PART_LETTERS = "ABCDEF"  # the outer parts of the planet


def hex_name(hexagon: int) -> str:
    """Rows are a to i from the top, hexes numbered from the left: the pad is e4."""
    row = SPOTS[hexagon][0]
    first = next(number for number, spot in enumerate(SPOTS) if spot[0] == row)
    return f"{'abcdefghi'[row + 4]}{hexagon - first + 1}"


HEX_NAMES = [hex_name(hexagon) for hexagon in range(HEXES)]
HEX = {name: hexagon for hexagon, name in enumerate(HEX_NAMES)}
