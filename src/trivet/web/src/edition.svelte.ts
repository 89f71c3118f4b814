// The service worker keeps an edition of the page for times without a network.  A new edition offers
// itself and waits: a table is never reloaded by itself.

import { serviceWorker } from "#post";

const AFTER = 3000; // milliseconds: what the player waits for comes first

class Edition {
  isReady = $state(false); // a new one
  private waiting: ServiceWorker | null = null;
  private isTaken = false;

  begin(): void {
    if (!("serviceWorker" in navigator)) return;
    setTimeout(() => this.registerOnline(), AFTER);
    let had = Boolean(navigator.serviceWorker.controller);
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.isTaken) location.reload();
      else if (had) this.isReady = true; // another tab has taken it
      had = true;
    });
  }

  /** Without a network the script cannot be fetched, and the browser would complain. */
  private registerOnline(): void {
    if (navigator.onLine) void this.register();
    else addEventListener("online", () => void this.register(), { once: true });
  }

  private async register(): Promise<void> {
    try {
      const found = await navigator.serviceWorker.register(serviceWorker());
      const offer = (worker: ServiceWorker | null) => {
        if (!worker || !navigator.serviceWorker.controller) return;
        this.waiting = worker;
        this.isReady = true;
      };
      offer(found.waiting);
      found.addEventListener("updatefound", () => {
        const coming = found.installing;
        coming?.addEventListener("statechange", () => coming.state === "installed" && offer(coming));
      });
    } catch {
      // Without one the page needs its network.
    }
  }

  take(): void {
    this.isTaken = true;
    if (this.waiting?.state === "installed") this.waiting.postMessage("now");
    else location.reload();
  }
}

export const edition = new Edition();
