"""What to draw for a view, as data, and what changes between two scenes."""
