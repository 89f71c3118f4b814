"""Commands for researchers and developers: measure games and bots."""
