"""Write the C code of the rules for a machine of 32 bits: python c_code.py FOLDER"""

import contextlib
import os
import re
import runpy
import sys
import sysconfig
from pathlib import Path

ONCE = re.compile(r"^char (CPyDef_\w+_____top_level__\(void\)) {", re.MULTILINE)


def main(folder: str) -> None:
    sysconfig.get_config_vars()["SIZEOF_SIZE_T"] = 4  # mypyc looks at it when it is imported
    from mypyc.build import mypycify
    from mypyc.common import IS_32_BIT_PLATFORM

    if not IS_32_BIT_PLATFORM:
        raise SystemExit("this mypyc does not write code for 32 bits")
    mypycify(
        ["--cache-dir", os.devnull, *compiled_files()],
        group_name="trivet",
        multi_file=False,
        target_dir=folder,
    )
    whole = Path(folder, "__native_trivet.c")
    # what runs once, when a module is loaded, is half of the code: don't optimise it
    cold = r"__attribute__((noinline, optnone)) char \1 {"
    whole.write_text(ONCE.sub(cold, whole.read_text()))


def compiled_files() -> list[str]:
    """The list of setup.py, without what only a busy server needs."""
    os.environ["TRIVET_PURE"] = "1"
    sys.argv = ["setup.py", "--name"]
    with contextlib.redirect_stdout(sys.stderr):
        return list(runpy.run_path("setup.py")["RULES"])


if __name__ == "__main__":
    main(sys.argv[1])
