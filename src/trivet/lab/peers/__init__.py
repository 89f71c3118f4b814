"""Trivet beside other libraries: the same games, the same work, in one run."""
