"""Trials of the whole house: what must never happen is tried for, and planted to see it caught."""
