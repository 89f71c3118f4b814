// The worker that is the server of this page: Python with the rooms of trivet.

import type { Asked, Said } from "./messages";
import { mark, python } from "./python";
import { openShelf } from "./shelf";
import { WorkWorker } from "./worker";

const IDLE = 8000; // the first question, and the bots, come first
const AWAIT = 400; // milliseconds: the first question comes before the bots are ready to think

/** `LocalServer` of trivet.offline, as seen from here. */
interface Server {
  call(method: string, address: string, body: string): Promise<[number, string]>;
  dial(key: string, room: string, hear: (text: string) => void, end: (code: number, reason: string) => void): Promise<void>;
  hear(key: string, text: string): Promise<void>;
  hang_up(key: string): void;
}

let server: Promise<Server> | undefined;
let queue: Promise<unknown> = Promise.resolve();
const say = (said: Said) => postMessage(said);

async function begin(base: string, name: string): Promise<Server> {
  const bots = new WorkWorker(base, "bots");
  const archive = new WorkWorker(base, "archive");
  const [py, shelf] = await Promise.all([python(base, "plain"), openShelf(name)]);
  const make = py.runPython("from trivet.offline.browser import begin; begin") as (...parts: unknown[]) => Promise<Server>;
  mark("imported");
  const started = await make(shelf, bots, archive);
  mark("ready");
  setTimeout(() => bots.start(), AWAIT);
  setTimeout(() => {
    const memory = new Worker(new URL("./memory.worker.ts", import.meta.url), { type: "module", name: "memory" });
    memory.onerror = (event) => event.preventDefault(); // the next visit starts as this one did
    memory.postMessage(base);
  }, IDLE);
  return started;
}

onmessage = (event: MessageEvent<Asked>) => {
  const asked = event.data;
  if (asked.do === "begin") {
    server = begin(asked.base, asked.name);
    return;
  }
  queue = queue.then(() => deal(asked)); // in the order they came
};

/** What Python says last of an error. */
const lastLine = (error: unknown) => String(error).trim().split("\n").at(-1);

async function deal(asked: Exclude<Asked, { do: "begin" }>): Promise<void> {
  const { key } = asked;
  let here: Server;
  try {
    here = await server!;
  } catch (error) {
    const reason = `The table could not be started here: ${lastLine(error)}`;
    if (asked.do === "call") say({ is: "reply", key, status: 503, text: JSON.stringify({ code: "no-python", reason }) });
    return;
  }
  switch (asked.do) {
    case "call":
      void here.call(asked.method, asked.address, asked.body).then(
        ([status, text]) => say({ is: "reply", key, status, text }),
        (error) => say({ is: "reply", key, status: 500, text: JSON.stringify({ code: "fault", reason: lastLine(error) }) }),
      );
      return;
    case "dial":
      await here.dial(
        key,
        asked.room,
        (text) => say({ is: "heard", key, text }),
        (code, reason) => say({ is: "ended", key, code, reason }),
      );
      return;
    case "hear":
      await here.hear(key, asked.text);
      return;
    case "hang_up":
      here.hang_up(key);
  }
}
