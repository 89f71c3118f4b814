"""What `pip install trivet` installs: an archive and a wheel are built, installed and tried."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DIST = ROOT / "src/trivet/web/dist"
PLAIN = {**os.environ, "TRIVET_PURE": "1", "PYTHONPATH": ""}
LEFT_OUT = ("campaigns/", "tests/", "trivet/lab/peers/", "trivet/web/src/", "benchmarks/")

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("TRIVET_BUILD") == "compiled", reason="the wheel is the same for both builds"
    ),
    pytest.mark.skipif(not (DIST / "index.html").exists(), reason="the page is not built"),
]


def setup(folder, *words, **variables):
    return subprocess.run(
        [sys.executable, "setup.py", "--quiet", *words],
        cwd=folder, env={**PLAIN, **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    """A copy of what is in the repository, with the page that was built already."""
    folder = tmp_path_factory.mktemp("clean")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def archive(clean):
    shutil.copytree(DIST, clean / "src/trivet/web/dist", dirs_exist_ok=True)
    done = setup(clean, "sdist", "--dist-dir", "made")
    assert done.returncode == 0, done.stderr
    return next((clean / "made").glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(archive, tmp_path_factory):
    """Built from the archive, as pip and cibuildwheel do."""
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    source = next(folder.iterdir())
    done = setup(source, "bdist_wheel", "--dist-dir", "made")
    assert done.returncode == 0, done.stderr
    return next((source / "made").glob("*.whl"))


def test_the_archive_has_all_that_is_needed_to_build_and_test(archive):
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    needed = {"setup.py", "pyproject.toml", "README.md", "LICENSE", "docs/rules/trinity.md"}
    needed |= {"src/trivet/web/dist/index.html", "src/trivet/web/package-lock.json"}
    needed |= {"tests/house/test_package.py", "examples/guest.py", "scripts/smoke.py"}
    assert needed <= names
    assert not any("node_modules" in name for name in names)


def test_the_wheel_has_what_is_played_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        metadata = file.read(next(n for n in names if n.endswith("METADATA"))).decode()
    for name in ("web/dist/index.html", "rulebooks/house.md", "rulebooks/trinity.md", "py.typed",
                 "games/trinity/lesson.json", "games/trinity/art/palette.json",
                 "scaffold/newgame/game.py.txt"):  # fmt: skip
        assert f"trivet/{name}" in names
    assert not [name for name in names if name.startswith(LEFT_OUT)]
    assert "Requires-Dist: starlette" in metadata
    assert "Classifier: Typing :: Typed" in metadata
    assert "](docs/" not in metadata  # links into the repository lead nowhere


def test_links_lead_to_the_repository_where_its_address_is_known(clean):
    done = setup(clean, "--long-description", TRIVET_SOURCE="https://code.test/trivet/")
    assert "](https://code.test/trivet/blob/main/docs/bots.md)" in done.stdout
    assert "](https://code.test/trivet/raw/main/docs/pictures/table.png)" in done.stdout
    assert "](docs/" not in done.stdout


@pytest.mark.timeout(300)
def test_an_installed_wheel_plays(wheel, tmp_path):
    """In an environment that has the dependencies and nothing of this checkout."""
    venv.create(tmp_path / "env", with_pip=False)
    site = next((tmp_path / "env").glob("lib/python*/site-packages"))
    theirs = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(theirs))
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site)
    done = subprocess.run(
        [tmp_path / "env/bin/python", "-P", str(ROOT / "scripts/smoke.py")],
        cwd=tmp_path, env={**PLAIN, "TRIVET_HOME": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "plain: 5 games, page and table work" in done.stdout


def test_without_node_the_build_fails_with_a_sentence(clean, tmp_path):
    dist = clean / "src/trivet/web/dist"
    if dist.exists():
        dist.rename(tmp_path / "dist")
    try:
        done = setup(clean, "build_py", "--build-lib", str(tmp_path / "lib"), PATH=str(tmp_path))
    finally:
        if (tmp_path / "dist").exists():
            (tmp_path / "dist").rename(dist)
    assert done.returncode != 0
    assert "The browser table could not be built (there is no npm): install Node.js" in done.stderr
