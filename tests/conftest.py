"""How long the tests look: `TRIVET_QUICK=1` looks at fewer examples of every property, leaves out
what is marked as long, and tries each duty of the page on one game, all of them in turns.
`TRIVET_SMOKE=1` is for a build beside another on which everything is tried: of the server and the
terminal it takes the first test of each file, and of every property fewer examples."""

import os
from collections import defaultdict

from hypothesis import settings

IS_QUICK = bool(os.environ.get("TRIVET_QUICK"))
IS_SMOKE = bool(os.environ.get("TRIVET_SMOKE"))
TRIED_ONCE = (
    "server",
    "cli",
    "offline",
)  # folders that are the same on both builds but for their rules

settings.register_profile("whole", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True)
settings.register_profile("smoke", max_examples=30, deadline=None, derandomize=True)
settings.load_profile("quick" if IS_QUICK else "smoke" if IS_SMOKE else "whole")


def pytest_collection_modifyitems(config, items):
    left_out = set()
    if IS_QUICK:
        left_out.update(item for item in items if item.get_closest_marker("long"))
        for turn, tests in enumerate(of_the_page(items).values()):
            left_out.update(it for place, it in enumerate(tests) if place != turn % len(tests))
    if IS_SMOKE:
        left_out.update(after_the_first(item for item in items if item not in left_out))
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def after_the_first(items):
    """All tests of the server and the terminal but the first of each file that is not long."""
    seen = set()
    for item in items:
        if item.path.parent.name in TRIED_ONCE:
            if item.path in seen or item.get_closest_marker("long"):
                yield item
            else:
                seen.add(item.path)


def of_the_page(items):
    """The tests of the browser table that are there for several games, by what they test."""
    found = defaultdict(list)
    for item in items:
        if item.path.parent.name == "web" and "game" in getattr(item, "fixturenames", ()):
            found[item.path, item.originalname].append(item)
    return found
