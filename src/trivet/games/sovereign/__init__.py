"""Sovereign: a duel for a grid of nine spaces, with two secret decks."""
