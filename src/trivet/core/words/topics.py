"""Topics: what a card, piece, tile or ability does, in words that can be looked up anywhere."""

from typing import NamedTuple


class Topic(NamedTuple):
    """One thing of a game.  Labels of scenes call it by its name, so that a page finds its text."""

    name: str
    text: str  # what it does, in one or two sentences
    rule: str
    note: str = ""  # a limit, where there is a choice of these things: "only one"
