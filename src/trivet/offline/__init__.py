"""The table in a page: the rooms of a server without a network, in a worker of the browser."""
