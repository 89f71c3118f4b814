"""Finished games: replayed, estimated and shown."""
