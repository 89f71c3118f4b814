"""What cards, goals and segments of Trifecta are called in writing.

Every value has a letter of its own: F P H, R G B, C S T.  One letter is a Single, three a Complete.
"""

from trivet.games.trifecta.pieces import KINDS, SINGLE

LETTERS = "FPHRGBCST"  # by value
SEGMENTS = ("Blind", "Open", "Free")


def short(kind: int) -> str:
    """ "Frs" for the Filled Red Square, "R" for a Red Single."""
    if kind >= SINGLE:
        return LETTERS[kind - SINGLE]
    return LETTERS[kind // 9] + (LETTERS[3 + kind // 3 % 3] + LETTERS[6 + kind % 3]).lower()


KIND = {short(kind).lower(): kind for kind in range(KINDS)}
