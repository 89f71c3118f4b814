"""Links between pages lead somewhere, in the repository as on the site."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / name for name in ("docs", "studies", ".github", "deploy", "tools/requirements")]
PAGES = [*ROOT.glob("*.md"), *sorted(page for one in FOLDERS for page in one.rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)")


def broken(page):
    """The links of a page that lead nowhere."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.S)
    for path, anchor in LINK.findall(text):
        target = (page.parent / path) if path else page
        if not target.exists():
            yield path
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{path}#{anchor}"


def anchors(page):
    """As GitHub makes them from headings."""
    text = page.read_text(encoding="utf-8")
    heads = re.findall(r"^#+ +(.*)$", text, re.M)
    made = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    return (
        made
        | set(re.findall(r'id="([^"]+)"', text))
        | {f"{prefix}{n}" for prefix, n in RULE.findall(text)}
    )


RULE = re.compile(r"\*\*([A-Z]+-)(\d+)\*\*")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    assert list(broken(page)) == []


def test_the_readme_names_no_address_to_be_filled_in():
    """Its first promise was a page at OWNER.github.io/REPOSITORY."""
    assert not re.search(r"https?://\S*[A-Z]{4}", (ROOT / "README.md").read_text())


def test_a_broken_link_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A page\n[here](#a-page) [there](other.md) [nowhere](#b)\n")
    assert list(broken(page)) == ["other.md", "#b"]
