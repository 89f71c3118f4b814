// Keeps the page of a server for times without a network: what does not change is shown from the last
// visit, everything else comes from the server.  A site without a server has a worker of its own.

const CACHE = "trivet / page";
const CONSTANT = /^\/(assets\/|api\/(games|rules)(\/|$)|favicon\.svg$|icon-|manifest\.webmanifest$)/;
const HASHED = /^\/assets\//; // names change with content

self.addEventListener("install", (event) => event.waitUntil(keepPage()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/alone/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(new URL("/", location).href)));
  else if (HASHED.test(url.pathname)) event.respondWith(kept(request).then((found) => (found.ok ? found : fetchAndKeep(request))));
  else if (CONSTANT.test(url.pathname)) event.respondWith(fetchAndKeep(request).catch(() => kept(request)));
});

/** The page, what it is made of, and the games of its lobby with their pictures. */
async function keepPage() {
  const cache = await caches.open(CACHE);
  for (const name of await cache.keys()) await cache.delete(name);
  const page = await fetch("/", { cache: "no-cache" });
  const text = await page.clone().text();
  await cache.put("/", page);
  const parts = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1]);
  await cache.addAll(parts);
  const { games } = await (await fetchAndKeep("/api/games")).json();
  await Promise.all(games.map(({ name }) => fetchAndKeep(`/api/games/${name}/art`)));
}

async function fetchAndKeep(request) {
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(CACHE)).put(request, reply.clone());
  return reply;
}

async function kept(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? Response.error();
}
