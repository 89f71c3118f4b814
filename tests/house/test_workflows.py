"""Files that are read elsewhere: workflows, issue forms, the compose file, the citation."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCHEMAS = {
    "github-workflows": [*(ROOT / ".github/workflows").glob("*.yml")],
    "dependabot": [ROOT / ".github/dependabot.yml"],
    "github-issue-forms": [
        ROOT / f".github/ISSUE_TEMPLATE/{name}.yml" for name in ("problem", "idea")
    ],
    "github-issue-config": [ROOT / ".github/ISSUE_TEMPLATE/config.yml"],
    "compose-spec": [ROOT / "deploy/compose.yaml", ROOT / "deploy/cluster/compose.yaml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}
PROBLEM_FILE = "Report a problem saves a file"


def checked(schema, *files):
    words = ["-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_file_fits_its_schema(schema):
    assert SCHEMAS[schema]
    done = checked(schema, *SCHEMAS[schema])
    assert done.returncode == 0, done.stdout


def test_a_wrong_workflow_would_be_found(tmp_path):
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(SCHEMAS["github-workflows"][0].read_text().replace("runs-on:", "runs-at:"))
    assert checked("github-workflows", wrong).returncode == 1


def test_workflows_have_no_known_hole():
    zizmor = Path(sys.executable).with_name("zizmor")
    words = [zizmor, "--offline", "--no-progress", ROOT / ".github"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", [".github/workflows/release.yml", "deploy/Containerfile"])
def test_what_others_get_is_made_with_locked_packages(file):
    """The publishing job took the newest build, twine and cibuildwheel that there were."""
    text = (ROOT / file).read_text()
    installs = re.findall(r"pip install (.*)", text)
    assert len(installs) >= 3
    for words in installs:
        assert "--require-hashes" in words or "--no-deps" in words, words
        for lock in re.findall(r"\S*/(\w+\.txt)", words):
            assert (ROOT / "tools/requirements" / lock).exists()
    for words in re.findall(r"python -m build (.*)|pip wheel (.*)", text):
        assert "isolation" in "".join(words)  # else it fetches what it builds with


def test_wheels_are_built_with_locked_packages():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    assert settings["build-frontend"] == {"name": "build", "args": ["--no-isolation"]}
    assert settings["before-build"].endswith(
        "--require-hashes -r {project}/tools/requirements/build.txt"
    )


def test_every_lock_is_written_by_the_tool_and_has_hashes():
    folder = ROOT / "tools/requirements"
    names = [path.name for path in folder.glob("*.txt")]
    assert {"server.txt", "publish.txt"} <= set(names)
    for name in names:
        assert f"--output-file tools/requirements/{name} " in (ROOT / "tools/lock").read_text()
        assert f"`{name}`" in (folder / "README.md").read_text()
        lines = (folder / name).read_text().splitlines()
        pins = [n for n, line in enumerate(lines) if "==" in line.partition(" ")[0]]
        assert pins
        assert all(lines[n + 1].startswith("    --hash=sha256:") for n in pins)


def test_the_issue_form_asks_for_the_problem_file():
    assert PROBLEM_FILE in SCHEMAS["github-issue-forms"][0].read_text()


def test_the_citation_names_this_version():
    import trivet

    assert f"\nversion: {trivet.__version__}\n" in (ROOT / "CITATION.cff").read_text()
