"""All rooms of a server, and who may come in."""
