"""Fetch what compiles the rules for the Python of a page: python tools/site/toolchain.py

A compiler (the package ziglang, pinned by its hash) and the C headers of the Python that runs in
the page: those of a Python of the same version on this machine, or else of Debian's package, which
is unpacked and not installed.  Exit code 77 if something is missing; the site is plain then.

.build/site-tools/zig          the compiler, and the headers of its C library
.build/site-tools/include      Python's headers, with the `pyconfig.h` of the page's Python
.build/site-tools/stamp        a hash of what they were made from
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TOP = HERE.parents[1]
TOOLS = TOP / ".build/site-tools"
ZIG, INCLUDE, STAMP = TOOLS / "zig", TOOLS / "include", TOOLS / "stamp"
LOCK = TOP / "tools/requirements/wasm.txt"
STDLIB = HERE / "node_modules/pyodide/python_stdlib.zip"
SETTINGS = "_sysconfigdata__emscripten_wasm32-emscripten.py"  # in it: how Python was configured
OF_ZIG = re.compile(  # std.zig is how the compiler finds its folder
    r"ziglang/(zig(\.exe)?$|lib/std/std\.zig$|lib/include/"
    r"|lib/libc/include/(wasm-wasi-musl|generic-musl)/)"
)
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
SKIPPED = 77


class NoToolchain(Exception):
    """The rules cannot be compiled for a page; the text says why."""


def is_ready() -> bool:
    return STDLIB.exists() and STAMP.exists() and STAMP.read_text() == wanted()


def wanted() -> str:
    parts = (LOCK.read_bytes(), Path(__file__).read_bytes(), STDLIB.read_bytes())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def fetch() -> None:
    shutil.rmtree(TOOLS, ignore_errors=True)
    TOOLS.mkdir(parents=True)
    settings = settings_of_page()
    found = next(filter(None, headers(str(settings["VERSION"]))), None)
    if found is None:
        raise NoToolchain(f"there are no C headers of Python {settings['VERSION']} here")
    shutil.copytree(found, INCLUDE)
    (INCLUDE / "pyconfig.h").write_text(configured(settings))
    shutil.rmtree(TOOLS / "apt", ignore_errors=True)
    add_zig()
    STAMP.write_text(wanted())


def settings_of_page() -> dict[str, Any]:
    with zipfile.ZipFile(STDLIB) as library:
        found: dict[str, Any] = {}
        exec(library.read(SETTINGS), found)  # noqa: S102  a table that Python writes about itself
    return dict(found["build_time_vars"])


def configured(settings: dict[str, Any]) -> str:
    """The pyconfig.h that Python was compiled with: 0 stands for what is not defined."""
    numbers = {name: value for name, value in settings.items() if isinstance(value, int) and value}
    return "".join(f"#define {name} {value}\n" for name, value in sorted(numbers.items()))


# ---- Python's headers ----


def headers(version: str) -> Iterator[Path | None]:
    """Where Python's headers may be, the nearest first."""
    if named := os.environ.get("TRIVET_PYTHON_HEADERS"):
        yield of_version(Path(named), version)
    code = "import sysconfig; print(sysconfig.get_path('include'))"
    for python in (sys.executable, shutil.which(f"python{version}")):
        if python and (told := said(python, "-c", code)):
            yield of_version(Path(told), version)
    yield from_apt(version, ())
    if mirror := debian_mirror():
        yield from_apt(version, private_suite(mirror, "testing"))


def of_version(folder: Path, version: str) -> Path | None:
    """The folder, if it has the headers of a version."""
    try:
        level = (folder / "patchlevel.h").read_text()
    except OSError:
        return None
    found = re.findall(r"#define PY_M(?:AJOR|INOR)_VERSION\s+(\d+)", level)
    has_all = (folder / "internal/pycore_object.h").exists()
    return folder if ".".join(found) == version and has_all else None


def from_apt(version: str, options: tuple[str, ...]) -> Path | None:
    """Unpack Debian's package; apt checks its signature.  Nothing is installed."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return None
    place = TOOLS / "apt"
    place.mkdir(exist_ok=True)
    if options:
        said("apt-get", "-qq", *options, "update")
    said("apt-get", "-qq", *options, "download", f"libpython{version}-dev", cwd=place)
    package = next(place.glob("*.deb"), None)
    if package is None:
        return None
    said("dpkg-deb", "-x", str(package), str(place / "unpacked"))
    return of_version(place / f"unpacked/usr/include/python{version}", version)


def debian_mirror() -> str | None:
    """The mirror that this machine uses, if it is a Debian."""
    form = "$(CREATED_BY) $(ORIGIN) $(RELEASE) $(REPO_URI)"
    for line in said("apt-get", "indextargets", "--format", form).splitlines():
        made_by, origin, release, address = line.split(" ", 3)
        if made_by == "Packages" and origin == "Debian" and "-" not in release:
            return address
    return None


def private_suite(mirror: str, suite: str) -> tuple[str, ...]:
    """Options of apt: another suite, in folders of our own."""
    place = TOOLS / "apt"
    for folder in ("lists/partial", "cache/archives/partial"):
        (place / folder).mkdir(parents=True, exist_ok=True)
    (place / "sources.list").write_text(f"deb [signed-by={KEYRING}] {mirror} {suite} main\n")
    settings = {
        "Dir::Etc::SourceList": place / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": place / "lists",
        "Dir::State::status": "/dev/null",
        "Dir::Cache": place / "cache",
        "Acquire::Languages": "none",
        "Acquire::Check-Valid-Until": "false",  # a mirror may be a snapshot
    }
    return tuple(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))


# ---- the compiler ----


def add_zig() -> None:
    place = TOOLS / "wheels"
    download(LOCK, place, "--only-binary", ":all:")
    wheel = next(place.glob("ziglang-*.whl"), None)
    if wheel is None:
        raise NoToolchain("the compiler (ziglang) could not be fetched")
    with zipfile.ZipFile(wheel) as whole:
        whole.extractall(ZIG, [name for name in whole.namelist() if OF_ZIG.match(name)])
    shutil.rmtree(place)
    (ZIG / "ziglang/zig").chmod(0o755)


def download(lock: Path, place: Path, *options: str) -> str:
    """Fetch wheels with any pip of this machine (an environment of uv has none); what it said."""
    usual = ("--no-deps", "--require-hashes", "--disable-pip-version-check", "--quiet")
    words = ("download", *usual, *options, "--dest", str(place), "--requirement", str(lock))
    told = ""
    base = sys._base_executable  # type: ignore[attr-defined]
    for python in dict.fromkeys((sys.executable, base, shutil.which("python3"))):
        if python and said(python, "-m", "pip", "--version"):
            done = subprocess.run(
                (python, "-m", "pip", *words), capture_output=True, text=True, check=False
            )
            told = done.stdout + done.stderr
            if done.returncode == 0:
                break
    return told


def said(*command: str, cwd: Path = TOP) -> str:
    """What a program prints; nothing if it fails."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return "" if done.returncode else done.stdout.strip()


def main() -> int:
    try:
        if os.environ.get("TRIVET_PURE"):
            raise NoToolchain("TRIVET_PURE is set")
        if not is_ready():
            print("Fetching what compiles the rules for a page (once) …", file=sys.stderr)
            fetch()
    except NoToolchain as reason:
        print(f"The site will play by the plain rules: {reason}.", file=sys.stderr)
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
