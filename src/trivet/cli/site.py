"""`trivet site DIR`: the whole table as a folder of files, for any host and without a server."""

import argparse
import json
import os
import shlex
import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

import trivet
from trivet.cli.arguments import BadInput

BUILDER = "TRIVET_SITE_BUILDER"  # the command that makes the folder, in a checkout
MARK = "python/about.json"  # in every such folder


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="made, or made anew")


def run(args: argparse.Namespace) -> int:
    folder: Path = args.folder.expanduser().resolve()
    expect_ours(folder)
    if builder := os.environ.get(BUILDER):
        if subprocess.run([*shlex.split(builder), folder], check=False).returncode:
            raise BadInput("The site could not be made.")
    else:
        copy_site(folder)
    about = json.loads((folder / MARK).read_text())
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    how = "compiled rules" if about["isCompiled"] else "plain rules: its bots think less"
    print(f"{folder} has the table, {size / 1e6:.1f} MB, with {how}.")
    print("Put it on any host of files; to try it here:")
    print(f"  python -m http.server --bind 127.0.0.1 --directory {shlex.quote(str(folder))}")
    return 0


def expect_ours(folder: Path) -> None:
    """Nothing but a site is ever replaced."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file.")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise BadInput(f"{folder} is not empty, and it is not a site of Trivet.")


def copy_site(folder: Path) -> None:
    """Copy the folder that the package trivet-site brings."""
    try:
        found = files("trivet_site") / "folder"
    except ModuleNotFoundError:
        raise BadInput(
            f"The site is a package of its own: pip install trivet-site=={trivet.__version__}. "
            "In a checkout, ./play site DIR makes it."
        ) from None
    about = json.loads((found / MARK).read_text())
    if about["trivet"] != trivet.__version__:
        raise BadInput(
            f"trivet-site is of version {about['trivet']}, and this is Trivet "
            f"{trivet.__version__}: pip install trivet-site=={trivet.__version__}."
        )
    with as_file(found) as source:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source, folder)
