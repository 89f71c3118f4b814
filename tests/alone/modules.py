"""What of Trivet cannot be imported here.  Run by test_digests.py, in the Python of a page."""

import importlib
import pkgutil

import trivet

wrong = []
for found in pkgutil.walk_packages(trivet.__path__, "trivet."):
    if not found.name.endswith("__main__"):
        try:
            importlib.import_module(found.name)
        except ImportError as error:
            if error.name != "librt":  # codes for learning programs: no page needs them
                wrong.append(f"{found.name}: {error}")
result = "\n".join(wrong)
