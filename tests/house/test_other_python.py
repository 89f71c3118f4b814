"""Package and start-up on the Python of the operating system, where that is another than this one:
`./play` takes it where there is no other."""

import json
import os
import subprocess
import sys
import sysconfig

import pytest
from wheels import ROOT

SYSTEM = "/usr/bin/python3"
TRIED = ("tests/lab/test_archives.py", "tests/house/test_package.py", "tests/house/test_ready.py")
ABOUT = "import json, sys; print(json.dumps([sys.version, sys.version_info[:2]]))"

pytestmark = pytest.mark.once


@pytest.fixture
def other(tmp_path):
    """An environment of the system's Python with the packages of this one, which are pure Python
    but for those of a table: these are of the same version of Python, or fetched."""
    try:
        told = subprocess.run([SYSTEM, "-c", ABOUT], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"there is no {SYSTEM}")
    version, minor = json.loads(told.stdout)
    if minor < [3, 11] or version == sys.version:
        pytest.skip(f"{SYSTEM} is older than 3.11, or the one in use")
    folder = tmp_path / "other"
    subprocess.run([SYSTEM, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin/python"
    if tuple(minor) != sys.version_info[:2] and not fetches_table(python):
        pytest.skip(f"the packages of a table cannot be fetched for {SYSTEM}")
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "packages.pth").write_text(sysconfig.get_path("purelib"))
    return python


def fetches_table(python):
    target = ["--require-hashes", "--requirement", ROOT / "tools/requirements/table.txt"]
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", python, "install", *target]
    return subprocess.run(pip, capture_output=True, check=False).returncode == 0


@pytest.mark.long
@pytest.mark.timeout(400)
def test_package_and_start_up_work_with_the_python_of_the_system(other):
    """The tests themselves failed on Python 3.11.2, which Debian 12 has."""
    variables = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    variables |= {"PYTHONPATH": "src:tests", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    options = ("--quiet", "--noconftest", "-p", "pytest_timeout", "-p", "no:cacheprovider")
    done = subprocess.run(
        [other, "-m", "pytest", *options, *TRIED],
        cwd=ROOT, env=variables, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
