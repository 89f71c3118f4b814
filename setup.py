"""Compile the rules with mypyc where a C compiler is at hand; the plain files remain either way."""

import os
import re
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

ROOMS = ("core", "games", "bots", "lab/peers")
INTERPRETED = {  # off the hot path: everything else in these rooms is compiled
    "core": {
        "codec.py",
        "fair.py",
        "game.py",
        "ink.py",
        "options.py",
        "outcome.py",
        "record.py",
        "rows.py",
        "seats.py",
        "table.py",
    },
    "games": {
        "game.py",
        "names.py",
        "notation.py",
        "picture.py",
        "questions.py",
        "view.py",
        "words.py",
    },
    "bots": {"tuned.py", "weights.py"},
    "lab/peers": {"boxes.py", "measure.py", "others.py", "speed.py"},
}
COMPILED = sorted(
    str(path)
    for room in ROOMS
    for path in Path("src/trivet", room).rglob("*.py")
    if path.name not in INTERPRETED[room] | {"__init__.py"} and "scene" not in path.parts
)
RULEBOOKS = sorted(str(path) for path in Path("docs/rules").glob("*.md"))


def extensions() -> list[Extension]:
    if os.environ.get("TRIVET_PURE"):
        return []
    from mypyc.build import mypycify

    found = mypycify(
        ["--cache-dir", os.devnull, *COMPILED],
        group_name="trivet",
        opt_level="3",
        debug_level="0",
    )
    for source in {source for extension in found for source in extension.sources}:
        _hasten(Path(source))
    for extension in found:
        flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        if sys.platform == "linux":
            flags.append("-fno-semantic-interposition")  # let C inline across functions
        extension.extra_compile_args = flags
    return found


def _hasten(source: Path) -> None:
    """What runs once, when a module is loaded, is half of the C code: don't optimise it."""
    code = source.read_text()
    once = re.compile(r"^char (CPyDef_\w+_____top_level__\(void\)) {", re.MULTILINE)
    if sys.platform == "linux" and once.search(code):
        source.write_text(once.sub(r'__attribute__((cold, optimize("O0"))) char \1 {', code))


class AllOrNothing(build_ext):
    """Without a working compiler the install succeeds, interpreted; half of it would be broken."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError) as error:
            self.warn(f"{error}\nThe rules could not be compiled: they will run as plain Python.")
            for built in map(Path, self.get_outputs()):
                built.unlink(missing_ok=True)
            self.extensions = []


class WithRulebooks(build_py):
    """An installed trivet has its rulebooks in trivet/rulebooks; a checkout reads docs/rules."""

    def run(self) -> None:
        super().run()
        shelf = Path(self.build_lib, "trivet", "rulebooks")
        self.mkpath(str(shelf))
        for book in RULEBOOKS:
            self.copy_file(book, str(shelf))

    def get_source_files(self) -> list[str]:
        return super().get_source_files() + RULEBOOKS  # so that a source archive has them too


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNothing, "build_py": WithRulebooks},
)
