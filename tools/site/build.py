"""Make the static site: a folder with the whole table in it, for any host of files.

    python tools/site/build.py DIR
    python tools/site/build.py        makes it ready only: a folder is copied at once later on

Needs Node and the packages of tools/site/package-lock.json and src/trivet/web/package-lock.json;
`tools/ready.py site` fetches them, and what compiles the rules for a page (toolchain.py).
Without that the site plays by the plain rules, and says so.
"""

import fcntl
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import msgspec

import trivet
from trivet.catalogue import GAMES
from trivet.rulebook import HOUSE, NoRulebook
from trivet.server.http import pages
from trivet.server.http.origins import ALONE_POLICY

sys.path.insert(0, str(Path(__file__).parent))  # it may be run with -P
import wasm
from toolchain import NoToolchain, download

HERE = Path(__file__).parent
TOP = HERE.parents[1]
WEB = TOP / "src/trivet/web"
BUILD = TOP / ".build"
PAGE = BUILD / "site-page"  # what vite makes; vite.config.js has the same name
PYODIDE = HERE / "node_modules/pyodide"
NODE = shlex.split(os.environ.get("TRIVET_NODE", "node"))
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
UNUSED = re.compile(  # of the standard library: tools, servers, other people's formats
    r"(_pyrepl|ctypes|curses|dbm|email|ensurepip|http|multiprocessing|sqlite3|tkinter|tomllib"
    r"|unittest|wsgiref|xml|xmlrpc|zoneinfo)/|html/parser|urllib/(?!__init__|parse)"
    r"|(_pydatetime|_pyio|_sysconfigdata.*|argparse|bdb|calendar|cProfile|cmd|code|colorsys"
    r"|compileall|configparser|csv|doctest|filecmp|fileinput|fractions|ftplib|getopt|getpass"
    r"|gettext|graphlib|gzip|imaplib|mailbox|mimetypes|modulefinder|netrc|nturl2path|optparse|pdb"
    r"|pickletools|platform|plistlib|poplib|pprint|profile|pstats|pty|py_compile|pyclbr|pydoc"
    r"|rlcompleter|runpy|sched|shelve|shlex|smtplib|socketserver|statistics|_strptime|stringprep"
    r"|symtable|tabnanny|tarfile|this|timeit|trace|tracemalloc|tty|turtle|wave|webbrowser|zipapp"
    r")\.py|asyncio/(__main__|proactor_events|tools|windows_)|concurrent/(futures/process|interp)"
    r"|json/tool|logging/config|pyodide/(console|http)"
    r"|encodings/(?!(__init__|aliases|ascii|cp437|latin_1|utf_8|utf_16|unicode_escape)\.py)"
)
LEFT_OUT = {"web", "cli", "lab", "adapters", "client", "scaffold"}  # rooms that no page enters
SKIPPED = {"node_modules", "dist", "__pycache__"}
LONGEST_LINE = 300  # of what a tool says: Pyodide's own lines are long
NOT_KEPT = re.compile(r"LICENSES/|sw\.js$")  # files that a visitor without network lacks
WHEEL = (
    "--only-binary", ":all:", "--python-version", "3.14", "--implementation", "cp",
    "--abi", "cp314", "--platform", "pyemscripten_2026_0_wasm32",
)  # fmt: skip


class CannotBuild(Exception):
    """The site cannot be made; the text says why."""


def build(out: Path) -> None:
    """Make the folder; what was in it before is gone."""
    if out.exists() and any(out.iterdir()) and not (out / "python/about.json").exists():
        raise CannotBuild(f"{out} is not empty, and not a site of Trivet")
    with made() as fresh:
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(fresh, out)


@contextmanager
def made() -> Iterator[Path]:
    """The site as it was made last, or made anew if its sources have changed; one at a time."""
    fresh, stamp = BUILD / "site-folder", BUILD / "site-stamp"
    now = stamp_of_sources()
    with (BUILD / "site-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not fresh.exists() or not stamp.exists() or stamp.read_text() != now:
            stamp.unlink(missing_ok=True)
            make(fresh)
            stamp.write_text(now)
        yield fresh


def stamp_of_sources() -> str:
    """A hash of all that the site is made of."""
    whole = hashlib.sha256()
    for folder in (TOP / "src/trivet", HERE, TOP / "docs/rules", TOP / "tools/requirements"):
        for path in sorted(folder.rglob("*")):
            if not SKIPPED & set(path.parts) and path.is_file() and path.suffix != ".so":
                whole.update(f"{path}\0".encode() + path.read_bytes())
    whole.update(wasm.stamp().encode())  # compiled, if that is possible by now
    return whole.hexdigest()


def make(fresh: Path) -> None:
    shutil.rmtree(fresh, ignore_errors=True)
    with ThreadPoolExecutor() as beside:
        rules = beside.submit(wasm.libraries)  # takes longer than all the rest
        run(*NODE, "node_modules/vite/bin/vite.js", "build", "--mode", "site", cwd=WEB)
        shutil.copytree(PAGE, fresh)
        add_constants(fresh / "api")
        add_python(fresh / "python", rules)
    add_licences(fresh / "LICENSES")
    finish_page(fresh)
    add_service_worker(fresh)


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        last = [line[:LONGEST_LINE] for line in (done.stdout + done.stderr).splitlines()[-20:]]
        raise CannotBuild("\n".join([f"{command[0]} {command[1]} failed:", *last]))
    return done.stdout


# ---- Python ----


def add_python(folder: Path, rules: Future[list[Path]]) -> None:
    folder.mkdir()
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, folder / name)
    library, sources = BUILD / "site-stdlib.zip", BUILD / "site-sources.zip"
    repack(PYODIDE / "python_stdlib.zip", library, UNUSED)
    pack_sources(sources)
    made = run(*NODE, "pack.mjs", library, sources, folder, cwd=HERE)
    with zipfile.ZipFile(msgspec_wheel()) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".so"))
        (folder / "msgspec.wasm").write_bytes(wheel.read(name))  # named so that hosts compress it
    about = {**json.loads(made), "isCompiled": adds(rules, folder)}
    parts = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
    about["stamp"] = hashlib.sha256(parts).hexdigest()[:16]
    about |= {"trivet": trivet.__version__, "pyodide": version_of(PYODIDE)}
    write_json(folder / "about.json", about)


def adds(rules: Future[list[Path]], folder: Path) -> bool:
    """Add the compiled rules; whether there are any."""
    try:
        for library in rules.result():
            shutil.copy(library, folder)
    except NoToolchain as reason:
        print(f"The site plays by the plain rules: {reason}.", file=sys.stderr)
        return False
    return True


def version_of(package: Path) -> str:
    return str(json.loads((package / "package.json").read_text())["version"])


def pack_sources(out: Path) -> None:
    """All of trivet that runs in a page, the rulebooks, and what trivet needs."""
    package = TOP / "src/trivet"
    needed = needed_of_server()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for path in sorted(package.rglob("*")):
            parts = path.relative_to(package).parts
            is_network = parts[0] == "server" and ".".join(("trivet", *parts))[:-3] not in needed
            if path.is_dir() or parts[0] in LEFT_OUT or "__pycache__" in parts or is_network:
                continue
            if path.suffix == ".so":
                continue
            pack.write(path, Path("trivet", *parts))
        for path in sorted((TOP / "docs/rules").glob("*.md")):
            pack.write(path, f"trivet/rulebooks/{path.name}")
        types = distribution("mypy_extensions").locate_file("mypy_extensions.py")
        pack.write(str(types), "mypy_extensions.py")
        with zipfile.ZipFile(msgspec_wheel()) as wheel:
            for name in wheel.namelist():
                if name.endswith(".py"):
                    pack.writestr(name, wheel.read(name))
        pack.write(HERE / "compiled/trivet_compiled.py", "trivet_compiled.py")


def needed_of_server() -> set[str]:
    """The modules of the server that its rooms need; the others are for a network."""
    code = "import sys, trivet.offline.local_server, trivet.offline.work; print(*sys.modules)"
    found = set(run(sys.executable, "-P", "-c", code, cwd=TOP).split())
    return found | {f"{package}.__init__" for package in found}


def msgspec_wheel() -> Path:
    """The wheel for Python in a browser, pinned by its hash."""
    folder = BUILD / "site-wheels"
    locked = TOP / "tools/requirements/site.txt"
    mark = folder / hashlib.sha256(locked.read_bytes()).hexdigest()[:16]
    if not mark.exists():
        shutil.rmtree(folder, ignore_errors=True)
        told = download(locked, folder, *WHEEL)
        if not list(folder.glob("msgspec-*.whl")):
            raise CannotBuild(f"msgspec for a page could not be fetched: {told.strip()}")
        mark.touch()
    return next(folder.glob("msgspec-*.whl"))


def repack(archive: Path, out: Path, unused: re.Pattern[str]) -> None:
    """What a page needs of an archive."""
    with zipfile.ZipFile(archive) as whole, zipfile.ZipFile(out, "w") as pack:
        for name in sorted(whole.namelist()):
            if not unused.match(name):
                packed = zipfile.ZipInfo(name)
                pack.writestr(packed, whole.read(name), zipfile.ZIP_DEFLATED, 1)


# ---- what never changes ----


def add_constants(api: Path) -> None:
    """Replies that are the same for everybody, as files: the lobby needs no Python."""
    write_json(api / "games.json", pages.catalogue())
    for game in GAMES:
        write_json(api / f"games/{game}/art.json", pages.drawings(game))
        write_json(api / f"games/{game}/topics.json", pages.topics(game))
        if (lesson := pages.lesson(game)) is not None:
            write_json(api / f"games/{game}/lesson.json", lesson)
    for book in (*GAMES, HOUSE):
        try:
            write_json(api / f"rules/{book}.json", pages.book(book))
        except NoRulebook:
            continue
        write_json(api / f"rules/{book}/bites.json", pages.bites_of(book))


def write_json(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(content))


# ---- licences ----


def add_licences(folder: Path) -> None:
    folder.mkdir()
    shutil.copy(TOP / "LICENSE", folder / "Trivet-Apache-2.0.txt")
    for path in (HERE / "licences").iterdir():
        shutil.copy(path, folder / path.name)
    with zipfile.ZipFile(msgspec_wheel()) as wheel:
        text = next(name for name in wheel.namelist() if re.search(r"LICEN[CS]E", name))
        (folder / "msgspec.txt").write_bytes(wheel.read(text))
    for name in ("svelte", "@fontsource-variable/inter", "@fontsource-variable/fraunces"):
        found = next((WEB / "node_modules" / name).glob("LICENSE*"))
        shutil.copy(found, folder / f"{name.rpartition('/')[2]}.txt")


# ---- the app ----


def finish_page(folder: Path) -> None:
    """The policy that a host of files does not send as a header."""
    page = (folder / "index.html").read_text()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{ALONE_POLICY}" />'
    page = page.replace("<head>", f"<head>\n    {policy}", 1)
    (folder / "index.html").write_text(page)


def add_service_worker(folder: Path) -> None:
    """Last: it knows every file and its hash."""
    files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if not NOT_KEPT.search(name):
            files[name] = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    edition = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    script = (HERE / "sw.js").read_text()
    script = script.replace("__FILES__", json.dumps(files)).replace("__EDITION__", edition)
    (folder / "sw.js").write_text(script)


def main(words: list[str]) -> int:
    try:
        if words:
            build(Path(words[0]))
        else:
            with made():
                pass
    except CannotBuild as reason:
        print(f"{reason}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
