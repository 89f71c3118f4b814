"""The games, one folder each; they know the core and nothing of each other."""
