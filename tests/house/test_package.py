"""What `pip install trivet` installs: an archive and a wheel are built, installed and tried."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile

import pytest
from wheels import DIST, PLAIN, ROOT, archive_of, clean_copy, install, setup, wheel_of

LEFT_OUT = ("tests/campaigns/", "tests/", "trivet/lab/peers/", "trivet/web/src/", "benchmarks/",
            "trivet/reports/")  # fmt: skip

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not (DIST / "index.html").exists(), reason="the page is not built"),
]


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    return clean_copy(tmp_path_factory.mktemp("clean"))


@pytest.fixture(scope="module")
def archive(clean):
    return archive_of(clean)


@pytest.fixture(scope="module")
def wheel(archive, tmp_path_factory):
    return wheel_of(archive, tmp_path_factory.mktemp("source"))


@pytest.mark.long
def test_the_archive_has_all_that_is_needed_to_build_and_test(archive):
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    needed = {"setup.py", "pyproject.toml", "README.md", "LICENSE", "docs/rules/trinity.md"}
    needed |= {"src/trivet/web/dist/index.html", "src/trivet/web/package-lock.json"}
    needed |= {"tests/house/test_package.py", "docs/examples/guest.py", "tools/smoke.py"}
    assert needed <= names
    assert not any("node_modules" in name for name in names)


@pytest.mark.long
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


def test_all_that_compiled_modules_import_is_there_while_building():
    """`pip install` of an archive compiles in an environment of its own, with nothing else."""
    package = ROOT / "src/trivet"
    imported = {
        word.partition(".")[0]
        for part in ("core", "games", "bots")
        for path in (package / part).rglob("*.py")
        for word in re.findall(r"^(?:from|import) ([\w.]+)", path.read_text(), re.MULTILINE)
    }
    outside = imported - sys.stdlib_module_names - {"trivet", "mypy_extensions", "librt"}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    named = {re.split(r"[\[<>=]", one)[0] for one in wanted}  # mypy brings the two with it
    assert outside
    assert outside <= named


def test_links_lead_to_the_repository_where_its_address_is_known(clean):
    done = setup(clean, "--long-description", TRIVET_SOURCE="https://code.test/trivet/")
    assert "](https://code.test/trivet/blob/main/docs/bots.md)" in done.stdout
    assert "](https://code.test/trivet/raw/main/docs/pictures/turn.webp)" in done.stdout
    assert "](docs/" not in done.stdout


@pytest.mark.long
@pytest.mark.timeout(300)
def test_an_installed_wheel_plays_and_says_where_reports_are(wheel, tmp_path):
    programs = install(wheel, tmp_path / "env")

    def run(*words):
        return subprocess.run(
            [programs / "python", "-P", *words], cwd=tmp_path,
            env={**PLAIN, "TRIVET_HOME": str(tmp_path)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    done = run(str(ROOT / "tools/smoke.py"))
    assert done.returncode == 0, done.stderr
    assert "plain: 5 games, page and table work" in done.stdout
    done = run("-m", "trivet", "balance", "trinity", "--reports")
    assert done.stdout.startswith("There is no report of Trinity on this machine. "), done.stderr
    assert "documentation site and a checkout (docs/balance)" in done.stdout


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
