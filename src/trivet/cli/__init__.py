"""Trivet in a terminal."""
