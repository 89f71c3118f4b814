"""The documentation site: what its own extensions do.  `./test --only docs` builds it."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from trivet.cli.main import all_commands

pytest.importorskip("myst_parser", reason="tools/requirements/docs.txt is not installed")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(monkeypatch):
    """The modules of docs/_site."""
    monkeypatch.syspath_prepend(str(ROOT / "docs/_site"))
    import navigation
    import notebooks
    import terminal

    yield SimpleNamespace(navigation=navigation, notebooks=notebooks, terminal=terminal)
    for name in ("navigation", "notebooks", "terminal"):
        sys.modules.pop(name)


def app(folder, *pages):
    env = SimpleNamespace(found_docs=set(pages), doc2path=lambda page: str(folder / f"{page}.md"))
    return SimpleNamespace(env=env)


def test_a_new_page_is_placed_by_its_name_or_its_front_matter(site, tmp_path):
    pages = {
        "running-a-server": "# Running", "start/host": "# Host", "decisions/0001-a": "# A",
        "later": "---\nrole: Host\n---\n# Later", "anything": "# Anything", "index": "# Home",
    }  # fmt: skip
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.md").write_text(text)
    found = site.navigation.arranged(app(tmp_path, *pages))
    assert found["Host"] == ["start/host", "running-a-server", "later"]
    assert found["Reference"] == ["anything"]


def test_links_out_of_docs_lead_to_pages_or_are_text(site):
    link = site.navigation.link
    assert link("bots", "rules", "./rules/house.md") == "[rules](./rules/house.md)"
    assert link("start/play", "changes", "../../CHANGELOG.md") == "[changes](/changelog.md)"
    assert link("bots", "the build", "../setup.py") == "the build"


def notebook(*cells):
    return {"cells": [{"cell_type": "code", "source": [cell]} for cell in cells]}


def test_a_notebook_shows_what_its_cells_print_and_return(site):
    found = "\n".join(site.notebooks.parts(notebook("a = 2\nprint('two')", "a + 1")))
    assert "```text\ntwo\n```" in found
    assert "```text\n3\n```" in found


def test_a_cell_that_fails_is_found(site):
    with pytest.raises(site.notebooks.Failed, match="ZeroDivisionError"):
        list(site.notebooks.parts(notebook("1 / 0")))


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.ipynb")), ids=lambda p: p.name)
def test_notebooks_are_stored_without_output(path):
    """What the site shows is made when it is built."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells)


def test_the_reference_of_the_terminal_has_every_option(site):
    for name in all_commands():
        text = "\n".join(site.terminal.command(name))
        parser = site.terminal.parser_of(name)
        options = set(parser._option_string_actions) - {"-h", "--help", "--game"}
        assert all(f"`{option}" in text for option in options), name
