// The second worker, as the first one sees it: started when it is asked, and again after its end.

import type { Order, Outcome } from "./work.worker";

export class WorkWorker {
  private worker: Worker | undefined;
  private number = 0;
  private readonly owed = new Map<number, { settle: (data: Uint8Array) => void; fail: (error: Error) => void }>();

  constructor(
    private readonly base: string,
    private readonly name: string,
  ) {}

  /** Start it before it is needed. */
  start(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./work.worker.ts", import.meta.url), { type: "module", name: this.name });
    worker.onmessage = (event: MessageEvent<Outcome>) => {
      const { number, data, wrong } = event.data;
      const owed = this.owed.get(number);
      this.owed.delete(number);
      if (data) owed?.settle(data);
      else owed?.fail(new Error(wrong));
    };
    worker.onerror = (event) => this.end(event.message || "the worker has ended");
    worker.postMessage({ base: this.base } satisfies Order);
    this.worker = worker;
    return worker;
  }

  ask(name: string, data: Uint8Array): Promise<Uint8Array> {
    const number = ++this.number; // a late reply must not answer the next question
    return new Promise((settle, fail) => {
      this.owed.set(number, { settle, fail });
      this.start().postMessage({ number, name, data } satisfies Order);
    });
  }

  kill(): void {
    this.end("the worker was ended");
  }

  private end(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { fail } of this.owed.values()) fail(new Error(why));
    this.owed.clear();
  }
}
