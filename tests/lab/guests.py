"""Bots from elsewhere, for the arena."""

from trivet.bots.bot import Bot, Thought


class First(Bot):
    """Answers always the same; only chance makes a difference to its games."""

    def think(self, mind, dice):
        return Thought(mind.options()[0], [])


def first(game, name="first"):
    return First(game.strategy)
