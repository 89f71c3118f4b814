"""What the site costs: bytes, the time to the first question, and how long bots think.

    python scripts/site/measure.py          (needs Node and Chromium; ./play site makes the folder)

Figures are of this machine as it is now: compare them within one run only.
"""

import functools
import gzip
import json
import subprocess
import sys
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from build import HERE, NODE, TOP, build

sys.path.insert(0, str(TOP))
from campaigns.visitor import chromium

GROUPS = {
    "page (index.html, assets, icons)": ("index.html", "assets/", "icon", "favicon", "manifest"),
    "what never changes (api)": ("api/",),
    "Pyodide (loader and wasm)": ("python/pyodide",),
    "standard library": ("python/python_stdlib.zip",),
    "msgspec": ("python/msgspec.zip",),
    "Trivet": ("python/trivet.zip",),
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "some/games")
        build(folder)
        sizes(folder)
        visits(Path(scratch), "some/games")
        answers(folder)


def sizes(folder: Path) -> None:
    print("| part | bytes | gzip |\n|---|---|---|")
    whole = [0, 0]
    for says, starts in GROUPS.items():
        names = [p for p in folder.rglob("*") if p.is_file()]
        mine = [p for p in names if p.relative_to(folder).as_posix().startswith(starts)]
        raw, packed = (
            sum(p.stat().st_size for p in mine),
            sum(len(gzip.compress(p.read_bytes())) for p in mine),
        )
        whole = [whole[0] + raw, whole[1] + packed]
        print(f"| {says} | {raw:,} | {packed:,} |")
    print(f"| all that is kept | {whole[0]:,} | {whole[1]:,} |")


def visits(root: Path, path: str) -> None:
    """Seconds of a first visit, and of a later one without a network."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{host.server_port}/{path}/"
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(120_000)
        for says in ("first visit", "later visit", "later visit, without a network"):
            page = context.new_page()
            began = time.perf_counter()
            page.goto(address)
            page.locator("article").first.wait_for()
            lobby = time.perf_counter() - began
            page.locator(".game-sovereign button.primary").click()
            page.locator(".bar button[aria-disabled=false] >> text=Hint").wait_for()
            took = time.perf_counter() - began
            print(f"{says}: lobby after {lobby:.1f} s, first question after {took:.1f} s")
            page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            page.close()
            context.set_offline(says == "later visit")
        context.close()
    host.shutdown()


def answers(folder: Path) -> None:
    """Median seconds of an answer, in the site's Python and here."""
    file = HERE / "answers.py"
    page = said(*NODE, HERE / "run.mjs", folder, file)
    here = said(sys.executable, "-P", file)
    for game, levels in json.loads(page).items():
        told = [
            f"{level} {took:g} ({json.loads(here)[game][level]:g})"
            for level, took in levels.items()
        ]
        print(f"{game}: {', '.join(told)}")


def said(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
