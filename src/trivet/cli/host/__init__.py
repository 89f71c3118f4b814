"""Commands for hosts: start a server, look after it, keep its store safe."""
