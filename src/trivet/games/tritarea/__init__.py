"""Tri*T*Area: four builders, four areas, and tricks in which the lowest and the highest build."""
