"""The letters of seats."""

SEAT_LETTERS = "ABCDEF"
