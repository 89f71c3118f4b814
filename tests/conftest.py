"""How long the tests look: `TRIVET_QUICK=1` looks at fewer examples of every property, leaves out
what is marked as long, and tries each duty of the page on one game, all of them in turns."""

import os
from collections import defaultdict

from hypothesis import settings

IS_QUICK = bool(os.environ.get("TRIVET_QUICK"))

settings.register_profile("whole", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True)
settings.load_profile("quick" if IS_QUICK else "whole")


def pytest_collection_modifyitems(config, items):
    if IS_QUICK:
        left_out = [item for item in items if item.get_closest_marker("long")]
        for turn, tests in enumerate(of_the_page(items).values()):
            left_out += [item for place, item in enumerate(tests) if place != turn % len(tests)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def of_the_page(items):
    """The tests of the browser table that are there for several games, by what they test."""
    found = defaultdict(list)
    for item in items:
        if item.path.parent.name == "web" and "game" in getattr(item, "fixturenames", ()):
            found[item.path, item.originalname].append(item)
    return found
