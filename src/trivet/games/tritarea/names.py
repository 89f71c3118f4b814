"""What cards and squares of Tri*T*Area are called in writing."""

from trivet.games.tritarea.pieces import CARD_OF, CARDS, FACES, RANKS, SQUARES, VALUE_OF

LETTERS = "IMEH"  # by suit


def card_text(card: int) -> str:
    """ "I7"."""
    return f"{LETTERS[card // RANKS]}{card % RANKS + 1}"


def face_text(face: int) -> str:
    """ "I7", or "I5=10"."""
    card = card_text(CARD_OF[face])
    return card if face < CARDS else f"{card}={VALUE_OF[face]}"


def square_name(square: int) -> str:
    return "abcd"[square % 4] + "4321"[square // 4]


FACE = {face_text(face): face for face in range(FACES)}
SQUARE = {square_name(square): square for square in range(SQUARES)}
