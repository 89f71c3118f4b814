"""The documentation site: what it is built with finds links that lead nowhere."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="the documentation site is not built: ./test --only docs")
from trivet.catalogue import GAMES

OWN = Path(__file__).parents[2] / "docs/_site"
CONF = """
import sys
sys.path.insert(0, OWN)
extensions = ["myst_parser", "html_pages", "dead_links"]
html_theme = "basic"
myst_heading_anchors = 2
"""
INDEX = """# Reports

[A \\*report\\*](reports/report.html) and [its end](#the-end)

## The end
"""
REPORT = '<p id="top">Not <em id="here">here</em>: <a href="games/1.txt">game 1</a></p>'

pytestmark = pytest.mark.once


@pytest.fixture
def build(tmp_path):
    """Build a site of one page and one report, with something added to both; what is complained
    about."""
    docs, site = tmp_path / "docs", tmp_path / "site"
    (docs / "reports/games").mkdir(parents=True)
    (docs / "conf.py").write_text(CONF.replace("OWN", repr(str(OWN))))
    (docs / "reports/games/1.txt").write_text("a game")

    def run(to_page="", to_report=""):
        (docs / "index.md").write_text(INDEX + to_page)
        (docs / "reports/report.html").write_text(REPORT + to_report)
        words = [
            "--fresh-env",
            "--fail-on-warning",
            "--keep-going",
            "--quiet",
            "--no-color",
            docs,
            site,
        ]
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", *words], capture_output=True, text=True, check=False
        )
        told = [line for line in done.stderr.splitlines() if "leads nowhere" in line]
        assert done.returncode == (1 if told else 0), done.stderr
        return [line.removeprefix("WARNING: ").removesuffix(" leads nowhere") for line in told]

    return run


def test_a_report_is_copied_with_the_games_that_it_links(build, tmp_path):
    """Links of the balance reports to their games were dead on the site."""
    report = '<svg><use href="#here"></use></svg><a href="../index.html#the-end">end</a>'
    assert build("\n[Outside](https://test.invalid/nowhere)\n", report) == []
    assert (tmp_path / "site/reports/games/1.txt").read_text() == "a game"
    assert 'href="reports/report.html">A *report*</a>' in (tmp_path / "site/index.html").read_text()


def test_dead_links_are_found_in_pages_and_in_reports(build):
    report = '<a href="games/2.txt">2</a><img src="no.png"><a href="../index.html#no">3</a>'
    found = build('\n<a href="reports/report.html#there">4</a> <a href="/reports/">5</a>\n', report)
    assert found == [
        "index.html: /reports/",
        "index.html: reports/report.html#there",
        "reports/report.html: ../index.html#no",
        "reports/report.html: games/2.txt",
        "reports/report.html: no.png",
    ]


def test_the_page_of_codes_has_every_question_and_every_field(monkeypatch):
    monkeypatch.syspath_prepend(str(OWN))
    codes = importlib.import_module("codes")
    page = [(OWN.parent / f"{codes.PAGE}.md").read_text()]
    codes.on_source(None, "index", page)
    assert "| question |" not in page[0]
    codes.on_source(None, codes.PAGE, page)
    for name in codes.OWN:
        game = GAMES[name]
        one = game.codes(game.fewest)
        rows = [f"| {what} | {first}–" for what, first in one.firsts.items()]
        assert [row for row in rows if row not in page[0]] == []
        assert [field.name for field in one.layout if f"| {field.name} |" not in page[0]] == []
    assert '"codes"' in (OWN.parent / "conf.py").read_text()
