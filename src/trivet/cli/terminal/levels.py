"""What bots and their levels are called, for people; commands and records use the identifiers."""

LEVELS = {  # what each one does, as the page says it
    "random": ("Beginner", "plays any move"),
    "greedy": ("Easy", "takes what looks best"),
    "steady": ("Normal", "looks ahead"),
    "sharp": ("Hard", "looks further ahead"),
    "master": ("Expert", "thinks longest"),
}


def level_name(level: str) -> str:
    """ "Normal" for steady; a bot from outside has its own name."""
    return LEVELS[level][0] if level in LEVELS else level


def plays_like_words(level: str, seats: str, lower: str) -> str:
    """What is said of a level that is no better than a lower one at tables of this size."""
    return f"With {seats} players {both_names(level)} plays like {both_names(lower)}."


def level_meant(text: str) -> str:
    """The identifier of a level that is given by its name: steady for "Normal"."""
    named = {name.lower(): level for level, (name, _) in LEVELS.items()}
    return named.get(text.lower(), text)


def both_names(level: str) -> str:
    """ "steady (Normal)"."""
    return f"{level} ({level_name(level)})" if level in LEVELS else level
