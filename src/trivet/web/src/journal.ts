// The latest actions of the page, for a problem report.

const MOST = 300; // lines
const lines: string[] = [];

export function note(what: string): void {
  lines.push(`${new Date().toISOString()} ${what}`);
  if (lines.length > MOST) lines.splice(0, lines.length - MOST);
}

export function journal(): string[] {
  return [...lines];
}

/** Record uncaught errors. */
export function noteFaults(): void {
  addEventListener("error", (event) => note(`error: ${event.message} (${event.filename}:${event.lineno})`));
  addEventListener("unhandledrejection", (event) => note(`error: ${String(event.reason)}`));
}
