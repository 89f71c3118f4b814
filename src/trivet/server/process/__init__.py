"""What a server process shares among everybody: its time, limits, threads and log."""
