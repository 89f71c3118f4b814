"""Players are told what a server stores and for how long, and it is true."""

import re
from pathlib import Path

import pytest

from server.test_settings import page_of, serving
from trivet.server.http.what_is_stored import POLICY, markdown, page
from trivet.server.store.lifetimes import USUAL, Lifetimes

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_in_the_docs_is_made_from_the_code():
    again = (
        "run: PYTHONPATH=src python -m trivet.server.http.what_is_stored > docs/what-is-stored.md"
    )
    assert (DOCS / "what-is-stored.md").read_text() == markdown(USUAL), again


@pytest.mark.parametrize("what", Lifetimes._fields)
def test_every_lifetime_is_told(what):
    odd = USUAL._replace(**{what: 4321})
    assert "4321 days" in page(odd)
    assert "4321 days" in markdown(odd)


def test_a_server_tells_its_own_times_to_anybody(tmp_path):
    with serving(tmp_path, "--keep", "chat=3") as address:
        status, headers, text = page_of(address, "/stored")
        assert (status, headers["content-security-policy"]) == (200, POLICY)
        assert "set-cookie" not in headers
        assert "3 days after the end of the game" in text
        assert page_of(address, "/stored", Host="other.example")[0] == 421


def test_all_of_the_text_is_on_the_page():
    """Blocks of Markdown are few and simple: none is left as it was written."""
    html = page(USUAL)
    assert not re.search(r"\||##|\*\*|`|\{", html.partition("</style>")[2])
    assert (html.count("<h1>"), html.count("<h2>"), html.count("<table>")) == (1, 4, 1)
    assert html.count("<tr>") == markdown(USUAL).count("\n| ") - 1
