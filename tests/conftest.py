"""How long the tests look: `TRIVET_QUICK=1` looks at fewer examples of every property."""

import os

from hypothesis import settings

IS_QUICK = bool(os.environ.get("TRIVET_QUICK"))

settings.register_profile("whole", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True)
settings.load_profile("quick" if IS_QUICK else "whole")
