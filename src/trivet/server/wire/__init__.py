"""The types that travel between a server and its clients."""
