// The table without a server, if this server has it: a site of its own in a folder.

export const ALONE = "/alone/";
const CACHE = `trivet ${ALONE} `; // as its service worker names its caches
const PATIENCE = 120_000;

export async function offersTableAlone(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  return fetch(`${ALONE}python/about.json`).then((reply) => reply.ok, () => false);
}

/** Whether this browser has all of it. */
export async function hasTableAlone(): Promise<boolean> {
  const found = await navigator.serviceWorker?.getRegistration(ALONE);
  const isReady = Boolean(found?.active && new URL(found.scope).pathname === ALONE);
  return isReady && (await caches.keys()).some((name) => name.startsWith(CACHE));
}

export async function keepTableAlone(): Promise<boolean> {
  try {
    const found = await navigator.serviceWorker.register(`${ALONE}sw.js`, { scope: ALONE });
    const coming = found.installing ?? found.waiting;
    if (found.active || !coming) return true;
    return await new Promise((settle) => {
      setTimeout(() => settle(false), PATIENCE);
      coming.addEventListener("statechange", () => {
        if (coming.state === "activated") settle(true);
        if (coming.state === "redundant") settle(false);
      });
    });
  } catch {
    return false;
  }
}
