"""Trehgrannik: a hex planet, a hand of projects, and harvesters that move in straight lines."""
