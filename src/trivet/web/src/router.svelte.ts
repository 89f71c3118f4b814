// The router: every state of the page has an address, and a reload is always safe.

import { addressNow, linkTo } from "#post";
import pages from "./pages.json"; // the server reads the same list

type Page = keyof typeof pages;
const isPage = (kind: string): kind is Page => Object.hasOwn(pages, kind);
const partsOf = (path: string) => path.split("/").filter(Boolean);
const now = () => new URL(addressNow(), location.origin);

class Road {
  path = $state(now().pathname);
  hash = $state(location.hash.slice(1));
  query = $state(now().search);

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  /** The parts of the address: ["t", "K7Q2"]. */
  get parts(): string[] {
    return partsOf(this.path).map(decodeURIComponent);
  }

  /** The first part of the address, if there is such a page. */
  get page(): Page | undefined {
    const kind = this.parts[0] ?? "";
    return isPage(kind) && partsOf(pages[kind]).length === this.parts.length ? kind : undefined;
  }

  go(address: string): void {
    history.pushState(null, "", linkTo(address));
    this.read();
    scrollTo(0, 0);
  }

  replace(address: string): void {
    history.replaceState(null, "", linkTo(address));
    this.read();
  }

  private read(): void {
    this.path = now().pathname;
    this.hash = decodeURIComponent(location.hash.slice(1));
    this.query = now().search;
  }
}

export const router = new Road();

/** Click handler for links inside the page: they stay links, but do not reload. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  router.go(link.getAttribute("href") ?? "/");
}
