"""`trivet site DIR`: made by a checkout, or copied from a package; other files are left alone."""

import json
import sys

import pytest

import trivet
from trivet.cli import site
from trivet.cli.main import main

ABOUT = {"isCompiled": False, "trivet": trivet.__version__}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed trivet-site."""
    folder = tmp_path / "packages/trivet_site/folder"
    (folder / "python").mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "index.html").write_text("the table")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.delitem(sys.modules, "trivet_site", raising=False)
    yield folder
    sys.modules.pop("trivet_site", None)


def about(folder, **more):
    (folder / site.MARK).write_text(json.dumps(ABOUT | more))


def test_the_folder_of_the_package_is_copied_and_made_anew(package, tmp_path, capsys):
    about(package)
    for _ in range(2):
        assert main(["site", str(tmp_path / "public")]) == 0
        assert (tmp_path / "public/index.html").read_text() == "the table"
    said = capsys.readouterr().out
    assert "plain rules: its bots think less" in said
    assert "python -m http.server" in said


def test_a_package_of_another_version_is_refused(package, tmp_path, capsys):
    about(package, trivet="0.0.1")
    assert main(["site", str(tmp_path / "public")]) == 2
    assert f"pip install trivet-site=={trivet.__version__}" in capsys.readouterr().err
    assert not (tmp_path / "public").exists()


def test_without_the_package_it_is_said_where_the_site_comes_from(tmp_path, capsys):
    assert main(["site", str(tmp_path / "public")]) == 2
    assert "The site is a package of its own: pip install trivet-site" in capsys.readouterr().err


def test_other_files_are_never_replaced(package, tmp_path, capsys):
    about(package)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/dear.txt").write_text("Dear Ann")
    for name in ("letters", "letters/dear.txt"):
        assert main(["site", str(tmp_path / name)]) == 2
    assert (tmp_path / "letters/dear.txt").read_text() == "Dear Ann"
    assert "not a site of Trivet" in capsys.readouterr().err


def test_a_checkout_makes_it(tmp_path, monkeypatch, capsys):
    code = (
        "import json, pathlib, sys; out = pathlib.Path(sys.argv[1], 'python'); "
        f"out.mkdir(parents=True); (out / 'about.json').write_text('{json.dumps(ABOUT)}')"
    )
    monkeypatch.setenv(site.BUILDER, f'"{sys.executable}" -c {json.dumps(code)}')
    assert main(["site", str(tmp_path / "public")]) == 0
    monkeypatch.setenv(site.BUILDER, f'"{sys.executable}" -c "raise SystemExit(1)"')
    assert main(["site", str(tmp_path / "other")]) == 2
    assert "could not be made" in capsys.readouterr().err
