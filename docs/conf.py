"""The documentation site: `./test --only docs` builds it into .build/site; warnings are errors."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_site"))

import trivet

project = "Trivet"
author = project_copyright = "The Trivet maintainers"
version = release = trivet.__version__
extensions = [
    "myst_parser", "sphinx.ext.autodoc", "codes", "dead_links", "docstrings", "html_pages",
    "navigation", "notebooks", "terminal",
]  # fmt: skip
exclude_patterns = ["_site"]

# pages
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]  # `trivet lab ladder` writes headings of the third level

# docstrings
default_role = "code"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_typehints_format = "short"
autodoc_mock_imports = ["pyspiel"]

# looks
html_theme = "furo"
html_title = f"Trivet {version}"
html_favicon = "../src/trivet/web/public/favicon.svg"
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
