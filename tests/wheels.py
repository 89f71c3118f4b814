"""Build an archive and a wheel from a clean copy, and install it into a fresh environment."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

from trivet.lab.archives import unpack

ROOT = Path(__file__).parents[1]
DIST = ROOT / "src/trivet/web/dist"
PLAIN = {**os.environ, "TRIVET_PURE": "1", "PYTHONPATH": ""}


def setup(folder, *words, **variables):
    return subprocess.run(
        [sys.executable, "setup.py", "--quiet", *words],
        cwd=folder, env={**PLAIN, **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def clean_copy(folder):
    """What is in the repository, and nothing that was built."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


def archive_of(clean):
    """The source archive, with the page that was built already."""
    shutil.copytree(DIST, clean / "src/trivet/web/dist", dirs_exist_ok=True)
    done = setup(clean, "sdist", "--dist-dir", "made")
    assert done.returncode == 0, done.stderr
    return next((clean / "made").glob("*.tar.gz"))


def wheel_of(archive, folder):
    """Built from the archive, as pip and cibuildwheel do."""
    with tarfile.open(archive) as file:
        unpack(file, folder)
    source = next(folder.iterdir())
    done = setup(source, "bdist_wheel", "--dist-dir", "made")
    assert done.returncode == 0, done.stderr
    return next((source / "made").glob("*.whl"))


def install(wheel, folder):
    """Into an environment that has the dependencies and nothing of this checkout; its folder of
    programs."""
    venv.create(folder, with_pip=False)
    site = next(folder.glob("lib/python*/site-packages"))
    theirs = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(theirs))
    python = folder / "bin/python"
    if importlib.util.find_spec("pip"):
        installer = [sys.executable, "-m", "pip", "--quiet", "--python", str(python), "install"]
    else:
        installer = ["uv", "pip", "install", "--quiet", "--python", str(python)]
    done = subprocess.run(
        [*installer, "--no-deps", "--no-index", str(wheel)],
        env=PLAIN, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "bin"
