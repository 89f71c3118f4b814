"""A host of files, and somebody with a browser who plays there."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from campaigns.visitor import CONFIRM

PATIENCE = 90_000  # milliseconds: Python starts, on a machine that has other things to do


TAKE_DOWN = """async ([script, base]) => {
  new Worker(script, { type: "module" }).postMessage(base);
  const kept = async () => {
    const name = (await caches.keys()).find((one) => one.startsWith("memory of trivet"));
    return name ? (await (await caches.open(name)).keys()).length : 0;
  };
  while (!(await kept())) await new Promise((settle) => setTimeout(settle, 100));
}"""
SPOIL = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("memory of trivet"));
  const cache = await caches.open(name);
  for (const one of await cache.keys()) await cache.put(one, new Response("no memory of Python"));
}"""

WATCH = """
let ofPython;
const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = async (...things) => {
  const made = await instantiateStreaming.apply(WebAssembly, things);
  ofPython ??= made.instance.exports.memory;
  return made;
};
const scale = new BroadcastChannel("memory");
scale.onmessage = (event) => {
  const { name } = self;
  if (event.data === name) scale.postMessage({ name, bytes: ofPython.buffer.byteLength });
};
"""
MEMORIES = """(workers) => Promise.all(workers.map((name) => new Promise((settle) => {
  const scale = new BroadcastChannel("memory");
  scale.onmessage = (event) => event.data.name === name && settle(event.data.bytes);
  scale.postMessage(name);
})))"""


def watch_memory(folder):
    """Let the workers of a site tell how large Python's memory is."""
    for worker in folder.glob("assets/*.worker-*.js"):
        worker.write_text(WATCH + worker.read_text())


class Host:
    """A host of files, which can be taken off the network."""

    def __init__(self, root, path):
        handler = functools.partial(Quiet, directory=str(root))
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}/{path}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class Guest:
    """Somebody at the site, with a browser of their own."""

    def __init__(self, browser, host, **options):
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        self.host = host
        self.context = browser.new_context(**(usual | options))
        self.context.add_init_script(CONFIRM.replace("HOW", "always"))
        self.context.set_default_timeout(PATIENCE)
        self.troubles, self.outside = [], []
        self.context.on("request", self._look)
        self.context.on("weberror", lambda error: self._trouble(str(error.error)))
        self.page = self.tab()

    def tab(self, address=""):
        page = self.context.new_page()
        page.on("console", self._console)
        page.goto(self.host.address + address)
        return page

    def _look(self, request):
        if not request.url.startswith((self.host.address, "data:", "blob:")):
            self.outside.append(request.url)

    def _console(self, message):
        if message.type == "error" and "ERR_INTERNET_DISCONNECTED" not in message.text:
            self._trouble(message.text)

    def _trouble(self, text):
        if "'localStorage'" not in text:  # the script above has no storage on an empty page
            self.troubles.append(text)

    def open_table(self, game):
        """Play now; the address of the table."""
        self.page.locator(f".game-{game} button.primary").click()
        self.page.wait_for_url("**?/t/**")
        self.asked()
        return self.page.url

    def asked(self, page=None):
        """Wait until something is asked."""
        (page or self.page).locator(".bar button[aria-disabled=false] >> text=Hint").wait_for()

    def answer(self, page=None):
        """Take a bot's advice, and wait until it is taken."""
        page = page or self.page
        self.asked(page)
        hint, advice = page.get_by_role("button", name="Hint", exact=True), advice_on(page)
        hint.click()
        page.get_by_text("Look here first").or_(advice).first.wait_for()
        if not advice.count():
            hint.click()
        advice.wait_for()
        page.locator("[data-main].primary").click()
        advice.wait_for(state="detached")

    def to_lobby(self):
        self.page.locator("a.back").click()
        self.page.locator("article").first.wait_for()

    def take_memory_down(self, folder):
        """Python's memory, now: by itself the page does it when it has been idle for a while."""
        worker = next(folder.glob("assets/memory.worker-*.js"))
        self.page.evaluate(TAKE_DOWN, [worker.relative_to(folder).as_posix(), self.host.address])

    def spoil_memory(self):
        self.page.evaluate(SPOIL)

    def marks(self):
        """The parts of the start of the page's server."""
        worker = next(one for one in self.page.workers if "server.worker" in one.url)
        return worker.evaluate("performance.getEntriesByType('mark').map((one) => one.name)")

    def memories(self, workers):
        """How many bytes Python has in each of these workers (see `watch_memory`)."""
        return self.page.evaluate(MEMORIES, workers)

    def keeps_the_site(self, script="sw.js"):
        """Wait until the service worker has everything; the page itself begins it after a while."""
        self.page.evaluate(
            "(script) => navigator.serviceWorker.register(script)"
            ".then(() => navigator.serviceWorker.ready).then(() => 0)",
            script,
        )


def advice_on(page):
    return page.get_by_role("region", name="Hint")
