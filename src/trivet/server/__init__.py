"""Real tables for people and bots: rooms, sockets, store, sessions, clocks."""
