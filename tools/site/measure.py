"""What the site costs: bytes, the time to the first question, memory, and how long bots think.

    python tools/site/measure.py [sizes|visits|pings|speed|levels]...

Needs Node, Chromium and what `tools/ready.py site` fetches.  Figures are of this machine as it is
now: compare them within one run only.
"""

import functools
import gzip
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, CDPSession, Page

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from build import HERE, NODE, build
from campaigns.visitor import chromium

PATH = "some/games"
GROUPS = {
    "page (index.html, assets, icons)": ("index.html", "assets/", "icon", "favicon", "manifest"),
    "what never changes (api)": ("api/",),
    "Pyodide (loader and wasm)": ("python/pyodide",),
    "standard library": ("python/python_stdlib.zip",),
    "msgspec": ("python/msgspec.wasm",),
    "Trivet": ("python/trivet.bin",),
    "compiled rules": ("python/trivet_",),
}
REST = 25  # seconds: a first visit takes Python's memory down for the next one
ROUNDS = 5  # first visits, each with a browser that knows nothing
VISITS = ("first visit", "second visit", "third visit", "fourth visit, without a network")
REST_BETWEEN = 1  # seconds between two visits
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const kept = async () => {
    const name = (await caches.keys()).find((one) => one.startsWith("memory of trivet"));
    return name ? (await (await caches.open(name)).keys()).length : 0;
  };
  while (!(await kept())) await new Promise((settle) => setTimeout(settle, 200));
}"""
PINGS = """async () => {
  const channel = new BroadcastChannel(`trivet ${new URL("./", document.baseURI).pathname}`);
  const took = [];
  for (let n = 0; n < 60; n++) {
    const key = `probe:${n}`, began = performance.now();
    await new Promise((settle) => {
      channel.onmessage = (event) => event.data.key === key && settle();
      channel.postMessage({ do: "call", key, method: "GET", address: "/api/me", body: "" });
    });
    took.push(performance.now() - began);
    await new Promise((settle) => setTimeout(settle, 15));
  }
  return took;
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


def main(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, PATH)
        build(folder)
        for word in words or list(PARTS):
            PARTS[word](folder)


def sizes(folder: Path) -> None:
    print("| part | bytes | gzip |\n|---|---|---|")
    whole = [0, 0]
    files = [path for path in folder.rglob("*") if path.is_file()]
    for says, starts in GROUPS.items():
        mine = [path for path in files if path.relative_to(folder).as_posix().startswith(starts)]
        raw = sum(path.stat().st_size for path in mine)
        packed = sum(len(gzip.compress(path.read_bytes())) for path in mine)
        whole = [whole[0] + raw, whole[1] + packed]
        print(f"| {says} | {raw:,} | {packed:,} |")
    print(f"| all that is kept | {whole[0]:,} | {whole[1]:,} |")


def visits(folder: Path) -> None:
    """Seconds of first visits, and of later ones: of the clock, and of the processor."""
    found: dict[str, list[Visit]] = {says: [] for says in VISITS}
    for _ in range(ROUNDS):
        with visitor(folder) as (context, address):
            for says in VISITS:
                context.set_offline("without" in says)
                page = context.new_page()
                found[says].append(one_visit(page, address))
                print(f"{says}: {marks(page)}")
                if says == VISITS[0]:
                    page.evaluate(KEPT)
                time.sleep(REST_BETWEEN)
                page.close()
    for says, those in found.items():
        for what in Visit._fields:
            print(f"{says}, {what}: {middle([getattr(one, what) for one in those])}")


def one_visit(page: Page, address: str) -> "Visit":
    processors = page.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
    before, began = processor_times(processors), time.perf_counter()
    page.goto(address)
    page.locator("article").first.wait_for()
    lobby = time.perf_counter() - began
    page.locator(".game-sovereign button.primary").click()
    asked(page)
    question = time.perf_counter() - began
    after = processor_times(processors)
    used = sum(time - before.get(process, 0.0) for process, time in after.items())
    return Visit(lobby, question, used)


class Visit(NamedTuple):
    """Seconds from the wish for the page."""

    lobby: float
    question: float  # the first one
    processor: float  # of all processes of the browser, until the first question


def processor_times(browser: CDPSession) -> dict[int, float]:
    found = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    return {process["id"]: process["cpuTime"] for process in found}


def middle(numbers: list[float]) -> str:
    return f"median {median(numbers):.2f} of {', '.join(f'{number:.2f}' for number in numbers)}"


def marks(page: Page) -> str:
    """When the parts of the start were done, in seconds since the page was asked for."""
    began = page.evaluate("performance.timeOrigin")
    worker = next(worker for worker in page.workers if "server.worker" in worker.url)
    found = worker.evaluate(
        "performance.getEntriesByType('mark').map(one => [one.name, one.startTime])"
    )
    apart = worker.evaluate("performance.timeOrigin") - began
    done = [("begun", 0.0), *((name.removeprefix("trivet "), at) for name, at in found)]
    return ", ".join(f"{name} {(at + apart) / 1000:.2f}" for name, at in done)


def pings(folder: Path) -> None:
    """How soon the table answers while a bot thinks, and while nobody does."""
    with visitor(folder) as (context, address):
        page = context.new_page()
        page.goto(f"{address}?/new/tritarea&bots=master")
        page.locator("form.opening").get_by_role("button", name="Start").click()
        print("three bots think:", milliseconds(page.evaluate(PINGS)))
        asked(page)
        time.sleep(REST)
        print("nobody thinks:", milliseconds(page.evaluate(PINGS)))


def milliseconds(took: list[float]) -> str:
    return f"median {median(took):.1f} ms, p95 {quantiles(took, n=20)[-1]:.1f} ms of {len(took)}"


def asked(page: Page) -> None:
    page.locator(".bar button[aria-disabled=false] >> text=Hint").wait_for()


@contextmanager
def visitor(folder: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A browser, and the address of the site on a host of files."""
    root = folder.parents[1]
    host = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(120_000)
        yield context, f"http://127.0.0.1:{host.server_port}/{PATH}/"
        context.close()
    host.shutdown()


def speed(folder: Path) -> None:
    """Decisions a second of random play: plain and compiled in the page's Python, and here."""
    plain, compiled = (in_page(folder, "speed", how) for how in ("plain", "compiled"))
    here = on_this_machine("speed")
    for game, number in compiled.items():
        times, share = number / plain[game], number / here[game]
        both = f"{plain[game]:,} plain, {number:,} compiled"
        print(f"{game}: {both} (x {times:.0f}), {share:.2f} of here")


def levels(folder: Path) -> None:
    """Seconds of an answer, and how much of a thought fits into the clock, there and here."""
    page, here = in_page(folder, "levels", "compiled"), on_this_machine("levels")
    print("| game | level | answer, page | answer, here | whole, page | whole, here | clock |")
    print("|---|---|---|---|---|---|---|")
    for game, found in page.items():
        for level, figures in found.items():
            (there, whole, clock), (local, whole_here, _) = figures, here[game][level]
            row = (game, level, there, local, whole, whole_here, clock)
            print(f"| {' | '.join(map(str, row))} |")


def in_page(folder: Path, wanted: str, how: str) -> Any:
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(f"WANTED = {wanted!r}\n{(HERE / 'answers.py').read_text()}")
        script.flush()
        return json.loads(said(*NODE, HERE / "run.mjs", folder, script.name, how))


def on_this_machine(wanted: str) -> Any:
    return json.loads(said(sys.executable, "-P", HERE / "answers.py", wanted))


def said(*command: str | Path) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


PARTS = {"sizes": sizes, "visits": visits, "pings": pings, "speed": speed, "levels": levels}


if __name__ == "__main__":
    main(sys.argv[1:])
