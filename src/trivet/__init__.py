"""Trivet: five tabletop games, their bots and their table."""

__version__ = "0.1.0"
