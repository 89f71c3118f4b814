"""Trifecta: nine goals a stage, too few cards for all of them, and the last survivor wins."""
