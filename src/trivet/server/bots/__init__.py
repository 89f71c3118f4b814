"""Bots at the tables of a server: the processes they think in, and who thinks next."""
