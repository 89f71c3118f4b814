// Keeps one whole edition of the site, so that it opens without a network.  A new edition is fetched
// beside the old one and waits until the player takes it: a table is never reloaded by itself.

const EDITION = "__EDITION__";
const FILES = __FILES__; // by name: a hash of the content
const SCOPE = new URL("./", location);
const MARK = `trivet ${SCOPE.pathname} `; // other folders of the same host have caches of their own
const CACHE = MARK + EDITION;

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", (event) => event.data === "now" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name in FILES) event.respondWith(kept(name, event.request));
});

function nameOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE.href)) return "";
  const name = decodeURIComponent(url.pathname.slice(SCOPE.pathname.length));
  return name === "" ? "index.html" : name;
}

const keyOf = (name) => new URL(`${name}?${FILES[name]}`, SCOPE).href;

/** Everything; what an older edition has as well is taken from there. */
async function fetchAll() {
  const mine = await caches.open(CACHE);
  await Promise.all(
    Object.keys(FILES).map(async (name) => {
      const old = await caches.match(keyOf(name));
      await mine.put(keyOf(name), old ?? (await fetched(name)));
    }),
  );
}

async function fetched(name) {
  const reply = await fetch(new URL(name === "index.html" ? "./" : name, SCOPE), { cache: "no-cache" });
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply;
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith(MARK) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function kept(name, request) {
  const found = await (await caches.open(CACHE)).match(keyOf(name));
  return found ?? fetch(request);
}
