// The page is its own server: requests and messages go to a worker.  Of several tabs one has the
// worker, and the others talk to it over a channel.  What never changes is a file beside the page.

import type * as network from "./network";
import type { Line, Reply } from "./network";
import { about } from "../alone/python";
import type { Asked, Said } from "../alone/messages";

export type { Line, Reply } from "./network";

const BASE = new URL("./", document.baseURI);
const NAME = `trivet ${BASE.pathname}`; // other folders of the same host are other sites
const CONSTANT = /^\/api\/(games|rules)(\/|$)/;
const RESTART = 1012; // the code of a line that is to be dialled again
const TAB = Math.random().toString(36).slice(2, 10);

export const isAlone = true;
let isPlain = false;
export const thinksLess = () => isPlain;
void about(BASE.href).then((made) => (isPlain = !made.isCompiled));

export const serviceWorker = () => new URL("sw.js", BASE).href;

const owed = new Map<string, { asked: Asked; settle: (reply: Reply) => void }>();
const lines = new Map<string, Line>();
const channel = new BroadcastChannel(NAME);
let number = 0;
let worker: Worker | undefined; // if this tab has it
let isWanted = false;

/** Start the worker, unless another tab has it; if that tab is closed, this one goes on. */
function want(): void {
  if (isWanted) return;
  isWanted = true;
  void navigator.locks.request(NAME, () => {
    worker = new Worker(new URL("../alone/server.worker.ts", import.meta.url), { type: "module", name: "server" });
    worker.onmessage = (event: MessageEvent<Said>) => (isOurs(event.data) ? hear(event.data) : channel.postMessage(event.data));
    worker.postMessage({ do: "begin", base: BASE.href, name: NAME } satisfies Asked);
    channel.postMessage({ is: "began" } satisfies Said);
    startAgain();
    return new Promise(() => undefined); // until the tab is closed
  });
}

channel.onmessage = (event: MessageEvent<Asked | Said>) => {
  const message = event.data;
  if ("do" in message) worker?.postMessage(message);
  else if (message.is === "began") startAgain();
  else if (isOurs(message)) hear(message);
};

const isOurs = (said: Said) => !("key" in said) || said.key.startsWith(TAB);

function ask(asked: Asked): void {
  want();
  if (worker) worker.postMessage(asked);
  else channel.postMessage(asked);
}

/** There is a new worker: what was asked is asked again, and lines are to be dialled again. */
function startAgain(): void {
  for (const { asked } of owed.values()) ask(asked);
  for (const [key, line] of lines) {
    lines.delete(key);
    line.onend(RESTART, "");
  }
}

function hear(said: Said): void {
  switch (said.is) {
    case "reply":
      owed.get(said.key)?.settle(said);
      owed.delete(said.key);
      return;
    case "heard":
      lines.get(said.key)?.onheard(said.text);
      if (!isAsked && said.text.includes('"phase":"over"')) askToKeep();
      return;
    case "ended": {
      const line = lines.get(said.key);
      lines.delete(said.key);
      line?.onend(said.code, said.reason);
    }
  }
}

let isAsked = false;

/** Once a game is over there is something worth keeping. */
function askToKeep(): void {
  isAsked = true;
  void (navigator.storage as StorageManager | undefined)?.persist?.();
}

const keyed = () => `${TAB}:${++number}`;

export async function call(address: string, body?: string): Promise<Reply> {
  if (CONSTANT.test(address)) {
    const reply = await fetch(new URL(`${address.slice(1)}.json`, BASE));
    if (reply.ok) return { status: 200, text: await reply.text() };
    return { status: reply.status, text: JSON.stringify({ code: "missing", reason: "Not found." }) };
  }
  const asked: Asked = { do: "call", key: keyed(), method: body === undefined ? "GET" : "POST", address, body: body ?? "" };
  return new Promise((settle) => {
    owed.set(asked.key, { asked, settle });
    ask(asked);
  });
}

export function dial(room: string): Line {
  const key = keyed();
  const line: Line = {
    get isOpen() {
      return lines.has(key);
    },
    onopen: () => undefined,
    onheard: () => undefined,
    onend: () => undefined,
    send: (text) => ask({ do: "hear", key, text }),
    close: () => {
      if (lines.delete(key)) ask({ do: "hang_up", key });
    },
  };
  lines.set(key, line);
  ask({ do: "dial", key, room });
  queueMicrotask(() => line.onopen());
  return line;
}

addEventListener("pagehide", () => {
  for (const key of lines.keys()) ask({ do: "hang_up", key });
});

/** "/r/K7Q2?as=1#12" is "?/r/K7Q2&as=1#12": any host of files finds the page, in any folder. */
export function linkTo(address: string): string {
  if (address.startsWith("?")) return address;
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(address) ?? [];
  return `?${path}${query && `&${query}`}${hash}`;
}

export function addressNow(): string {
  const [path = "", ...query] = location.search.slice(1).split("&");
  return (path.startsWith("/") ? path : "/") + (query.length ? `?${query.join("&")}` : "");
}

export async function fileOf(address: string): Promise<string> {
  const reply = await call(address);
  const kind = address.includes("/picture") ? "image/svg+xml" : "text/plain";
  return `data:${kind};charset=utf-8,${encodeURIComponent(reply.text)}`;
}

({ isAlone, thinksLess, serviceWorker, call, dial, linkTo, addressNow, fileOf }) satisfies Record<keyof typeof network, unknown>;
