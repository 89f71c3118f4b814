"""Benchmarks beside other libraries: the same games and the same work, in one run."""
