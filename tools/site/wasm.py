"""Compile the rules for the Python of a page: one library of wasm, by mypyc and clang."""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from toolchain import INCLUDE, TOOLS, TOP, ZIG, NoToolchain, is_ready, wanted

HERE = Path(__file__).parent / "compiled"
LIBRARIES = {  # named so that hosts compress them
    "trivet__mypyc.wasm": "__native_trivet.c",
    "trivet_shim.wasm": "shim.c",
}
KEPT, MARK = TOP / ".build/site-rules", "stamp"
C_LIBRARY = ("wasm-wasi-musl", "generic-musl")
CLANG_LIB = ZIG / "ziglang/lib"
ROOMS = ("core", "games", "bots")
LAST_WORDS = 600

# Emscripten's C library is musl, as WASI's is: the same rules come out with the headers of either.
# The features are those of Pyodide; Node 20 refuses constants that are extended.
COMPILE = (
    "-target", "wasm32-emscripten", "-O2", "-fPIC", "-fvisibility=hidden", "-fno-strict-overflow",
    "-w", "-nostdinc", "-DNDEBUG", "-D__EMSCRIPTEN__", "-D_GNU_SOURCE", "-DPY_CALL_TRAMPOLINE",
    "-D__wasi__", "-D_WASI_EMULATED_SIGNAL",
)  # fmt: skip
FEATURES = "mutable-globals,sign-ext,bulk-memory,nontrapping-fptoint,multivalue,reference-types"
LINK = (
    "-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--no-entry",
    "--import-memory", "--strip-all", "--no-check-features", f"--features={FEATURES}",
)  # fmt: skip


def stamp() -> str:
    """A hash of all that the library is made of; empty without a toolchain."""
    if os.environ.get("TRIVET_PURE") or not is_ready() or find_spec("mypyc") is None:
        return ""
    whole = hashlib.sha256(f"{wanted()} {version('mypy')}".encode())
    files = [path for room in ROOMS for path in (TOP / "src/trivet" / room).rglob("*.py")]
    for path in (*sorted(files), TOP / "setup.py", Path(__file__), *sorted(HERE.glob("*.*"))):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def libraries() -> list[Path]:
    """The compiled rules; NoToolchain says why there are none."""
    now = stamp()
    if not now:
        raise NoToolchain("what compiles the rules for a page is not here (tools/ready.py site)")
    if not (KEPT / MARK).exists() or (KEPT / MARK).read_text() != now:
        shutil.rmtree(KEPT, ignore_errors=True)
        KEPT.mkdir(parents=True)
        make(KEPT)
        (KEPT / MARK).write_text(now)
    return [KEPT / name for name in LIBRARIES]


def make(folder: Path) -> None:
    code = folder / "c"
    code.mkdir()
    run(sys.executable, "-P", HERE / "c_code.py", code)
    shutil.copy(HERE / "shim.c", code)
    zig = str(ZIG / "ziglang/zig")
    rt = Path(str(find_spec("mypyc").origin)).parent / "lib-rt"  # type: ignore[union-attr]
    system = (CLANG_LIB / "include", *(CLANG_LIB / "libc/include" / c for c in C_LIBRARY))
    own = (INCLUDE, INCLUDE / "internal", rt, rt / "strings", code)
    folders = [f"-isystem{path}" for path in system] + [f"-I{path}" for path in own]
    for name, source in LIBRARIES.items():
        made = code / f"{name}.o"
        run(zig, "cc", *COMPILE, *folders, "-c", code / source, "-o", made)
        run(zig, "wasm-ld", *LINK, f"--export=PyInit_{Path(name).stem}", made, "-o", folder / name)
    shutil.rmtree(code)


def run(*command: str | Path) -> None:
    cache = str(TOOLS / "cache")
    env = os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
    done = subprocess.run(command, cwd=TOP, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stdout + done.stderr)[-LAST_WORDS:].strip()
        raise NoToolchain(f"{Path(command[0]).name} {Path(command[1]).name} failed: {last}")
