// The second worker: bots think here, and finished games are looked at.

import { python } from "./python";

export type Order = { base: string } | { number: number; name: string; data: Uint8Array };
export type Outcome = { number: number; data?: Uint8Array; wrong?: string };

type Work = { do(name: string, data: Uint8Array): Uint8Array };
let work: Promise<Work> | undefined;

async function begin(base: string): Promise<Work> {
  const py = await python(base, "compiled");
  return py.runPython("from trivet.offline.browser import work; work()") as Work;
}

onmessage = async (event: MessageEvent<Order>) => {
  const order = event.data;
  if ("base" in order) {
    work = begin(order.base);
    return;
  }
  const { number, name, data } = order;
  try {
    postMessage({ number, data: (await work!).do(name, data) } satisfies Outcome);
  } catch (error) {
    postMessage({ number, wrong: String(error).trim().split("\n").at(-1) } satisfies Outcome);
  }
};
