// How the page reaches its server: over the network.  A page that is its own server has `alone.ts`
// in the place of this file; package.json says which one `#post` is.

/** What came back for a request. */
export interface Reply {
  status: number;
  text: string;
}

/** A conversation with a room: as much of a WebSocket as the table needs. */
export interface Line {
  readonly isOpen: boolean;
  onopen: () => void;
  onheard: (text: string) => void;
  onend: (code: number, reason: string) => void;
  send(text: string): void;
  close(): void;
}

/** Whether the page is its own server: then there is nobody to invite. */
export const isAlone = false;

/** Whether bots think less than their level says, because their rules are not compiled. */
export const thinksLess = () => false;

/** The script that keeps the page for times without a network. */
export const serviceWorker = () => "/sw.js";

export async function call(address: string, body?: string): Promise<Reply> {
  const reply = await fetch(address, body === undefined ? {} : { method: "POST", body });
  return { status: reply.status, text: await reply.text() };
}

export function dial(room: string): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(room)}`);
  const hangUp = () => socket.close();
  const line: Line = {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    onopen: () => undefined,
    onheard: () => undefined,
    onend: () => undefined,
    send: (text) => socket.send(text),
    close: hangUp,
  };
  addEventListener("offline", hangUp);
  socket.onopen = () => line.onopen();
  socket.onmessage = (event) => line.onheard(String(event.data));
  socket.onclose = (event) => {
    removeEventListener("offline", hangUp);
    line.onend(event.code, event.reason);
  };
  return line;
}

/** The link to an address of the page. */
export function linkTo(address: string): string {
  return address;
}

/** The address at which the page is. */
export function addressNow(): string {
  return location.pathname + location.search;
}

/** The address of a file that the server makes: for an image, or to be downloaded. */
export function fileOf(address: string): Promise<string> {
  return Promise.resolve(address);
}
