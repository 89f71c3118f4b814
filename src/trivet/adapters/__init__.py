"""One file for each outside API."""
