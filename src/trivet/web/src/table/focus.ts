// Keeps the focus near its place when the focused element disappears, for players with a keyboard.

const NEXT = "[data-main], .banner button, .banner a, main button, main a";

/** Start keeping the focus; returns a function that stops it. */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const focused = (event: FocusEvent) => (last = event.target as Element);
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || !last || last.isConnected) return;
    last = null;
    document.querySelector<HTMLElement>(NEXT)?.focus({ preventScroll: true });
  });
  addEventListener("focusin", focused);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener("focusin", focused);
    observer.disconnect();
  };
}
