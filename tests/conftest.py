"""Which tests run, and in which order.

`TRIVET_QUICK=1` takes fewer examples of properties, leaves out what is marked as long, and of the
browser table runs the first test of each file, with one game each, all of them in turns.

`TRIVET_SMOKE=1` is for a build beside another on which everything is tried.  It runs whole what can
differ between the builds (`DIFFERS`), with fewer examples, and of all else the first test of each
file.  What is marked `once` is the same for both builds and runs on the plain one.

Long tests come first, dealt to all processes, so that none of them is left alone at the end.
"""

import os
from collections import defaultdict

import pytest
from hypothesis import settings

IS_QUICK = bool(os.environ.get("TRIVET_QUICK"))
IS_SMOKE = bool(os.environ.get("TRIVET_SMOKE"))
IS_SECOND_BUILD = os.environ.get("TRIVET_BUILD") == "compiled" and not IS_QUICK
DIFFERS = (  # folders and files of tests
    "core", "games", "bots", "house/test_codes.py", "house/test_compiled.py",
    "house/test_duties.py", "house/test_freeze.py", "house/test_goldens.py",
    "house/test_older_records.py", "house/test_protocol.py", "house/test_python.py",
)  # fmt: skip

settings.register_profile("whole", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True)
settings.register_profile("smoke", max_examples=30, deadline=None, derandomize=True)
settings.load_profile("quick" if IS_QUICK else "smoke" if IS_SMOKE else "whole")


def pytest_collection_modifyitems(config, items):
    left_out = set()
    if IS_QUICK:
        left_out.update(item for item in items if is_long(item))
        for turn, tests in enumerate(of_the_page(items).values()):
            left_out.update(it for place, it in enumerate(tests) if place != turn % len(tests))
        of_browser = [it for it in items if it.path.parent.name == "web" and it not in left_out]
        left_out.update(after_the_first(of_browser))
    if IS_SECOND_BUILD:
        left_out.update(item for item in items if item.get_closest_marker("once"))
    if IS_SMOKE:
        left_out.update(after_the_first(item for item in items if item not in left_out))
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(specname="pytest_collection_modifyitems", trylast=True)
def pytest_order_items(items):
    items[:] = long_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def is_long(item):
    return item.get_closest_marker("long") is not None


def after_the_first(items):
    """Of what cannot differ between builds: all but the first short test of each file."""
    seen = set()
    for item in items:
        if differs(item) or item.get_closest_marker("once"):
            continue
        if item.path in seen or is_long(item):
            yield item
        else:
            seen.add(item.path)


def differs(item):
    place = item.path.relative_to(item.config.rootpath / "tests").as_posix()
    return place in DIFFERS or place.partition("/")[0] in DIFFERS


def of_the_page(items):
    """The tests of the browser table that are there for several games, by what they test."""
    found = defaultdict(list)
    for item in items:
        if item.path.parent.name == "web" and "game" in getattr(item, "fixturenames", ()):
            found[item.path, item.originalname].append(item)
    return found


def long_first(items, processes):
    """In the order in which `--dist worksteal` deals: a run of neighbours to each process."""
    long = [item for item in items if is_long(item)]
    short = [item for item in items if not is_long(item)]
    dealt, left = [], len(items)
    for process in range(processes):
        many = left // (processes - process)
        mine = long[process::processes]
        rest = max(0, many - len(mine))
        dealt += mine + short[:rest]
        del short[:rest]
        left -= many
    return dealt + short
