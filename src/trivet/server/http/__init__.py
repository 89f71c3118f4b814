"""How requests and sockets reach a server, and the process that answers them."""
