"""Files that are read elsewhere: workflows, issue forms, the compose file, the citation."""

import subprocess
import sys
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
    words = [zizmor, "--offline", "--no-progress", ROOT / ".github/workflows"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_publishes_and_runs_is_locked():
    """Tools of a release and of a container were whatever was newest that day."""
    release = (ROOT / ".github/workflows/release.yml").read_text()
    container = (ROOT / "deploy/Containerfile").read_text()
    installs = [line for line in f"{release}{container}".splitlines() if "pip install" in line]
    unlocked = [line for line in installs if "--require-hashes" not in line]
    assert all(".whl" in line for line in unlocked), unlocked  # the packages that were just built


def test_the_issue_form_asks_for_the_problem_file():
    assert PROBLEM_FILE in SCHEMAS["github-issue-forms"][0].read_text()


def test_the_citation_names_this_version():
    import trivet

    assert f"\nversion: {trivet.__version__}\n" in (ROOT / "CITATION.cff").read_text()
