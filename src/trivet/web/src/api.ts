// Requests over HTTP.

import { call as post, type Reply } from "#post";
import { routes } from "./routes";
import type { HttpProblem, Me } from "./wire";

export class Trouble extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

const BREATH = 700; // milliseconds before a request that met a rate limit is sent again
const TRIES = 3;
const AWAY = [502, 503, 504]; // of a proxy, or of a server without its store, for some seconds
const AWAY_TRIES = 8; // about twenty seconds

async function call<T>(address: string, body?: unknown, tried = 1): Promise<T> {
  let reply: Reply;
  try {
    reply = await post(address, body === undefined || typeof body === "string" ? body : JSON.stringify(body));
  } catch {
    throw new Trouble("offline", "The server does not answer. Is it still running?");
  }
  if (AWAY.includes(reply.status) && body === undefined && tried < AWAY_TRIES) {
    await new Promise((settle) => setTimeout(settle, BREATH * tried));
    return call<T>(address, body, tried + 1);
  }
  const content = parsed(reply);
  if (reply.status >= 300) {
    const problem = content as HttpProblem;
    if (problem.code === "too-fast" && tried < TRIES) {
      await new Promise((settle) => setTimeout(settle, BREATH * tried)); // nothing was done
      return call<T>(address, body, tried + 1);
    }
    throw new Trouble(problem.code, problem.reason);
  }
  return content as T;
}

function parsed(reply: Reply): unknown {
  try {
    return JSON.parse(reply.text);
  } catch {
    if (AWAY.includes(reply.status)) return { code: "away", reason: "The server is away for a moment. Please try again." };
    return { code: "garbled", reason: `The server said something that cannot be read (${reply.status}).` };
  }
}

async function text(address: string): Promise<string> {
  const reply = await post(address);
  if (reply.status >= 300) throw new Trouble("missing", "There is no such record.");
  return reply.text;
}

const once = new Map<string, Promise<unknown>>();

/** Replies that do not change while the page is open. */
function kept<T>(address: string): Promise<T> {
  let found = once.get(address) as Promise<T> | undefined;
  if (!found) {
    found = call<T>(address);
    found.catch(() => once.delete(address));
    once.set(address, found);
  }
  return found;
}

export const api = {
  ...routes({ call, kept, text }),
  /** All games of a page that is its own server, as the text of a file; and such a file back. */
  savedGames: () => text("/api/saved"),
  takeGames: (file: string) => call<{ added: number; known: number }>("/api/saved", file),
};

let asked: Promise<Me> | undefined;

/** The player of this session; a first request sets the cookie, so it is sent only once. */
export function me(): Promise<Me> {
  asked ??= api.me().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

export function meAgain(now: Me): void {
  asked = Promise.resolve(now);
}
