"""Where games and bots are measured."""
