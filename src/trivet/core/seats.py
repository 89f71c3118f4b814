"""The letters of seats, and the names of the bots on them."""

SEAT_LETTERS = "ABCDEF"
BOT_NAMES = ("Ada", "Basil", "Clio", "Dora", "Enzo", "Flora")  # by seat
