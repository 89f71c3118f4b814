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

// A message shows something in any case: a browser that is told nothing takes the permission away.
self.addEventListener("push", (event) => event.waitUntil(showTurn(event.data?.json() ?? {})));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});

/** The same turn again, after a server was killed, takes the place of the first notice. */
async function showTurn({ room = "", words = "It is your turn." }) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const isSeen = open.some((page) => page.focused && new URL(page.url).pathname === `/t/${room}`);
  await registration.showNotification("Trivet", { body: words, tag: `turn ${room}`, silent: isSeen, icon: "/icon-192.png", data: room });
  await navigator.setAppBadge?.((await registration.getNotifications()).length);
}

/** A tab that shows the table is used. */
async function openTable(room) {
  await navigator.clearAppBadge?.();
  const address = room ? `/t/${encodeURIComponent(room)}` : "/";
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === address);
  return there ? there.focus() : clients.openWindow(address);
}

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
