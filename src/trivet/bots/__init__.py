"""Bots: they know the contract of a game and its strategy, never the game itself."""
