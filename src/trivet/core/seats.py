"""How seats are lettered."""

SEAT_LETTERS = "ABCDEF"
