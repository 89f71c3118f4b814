// What goes between a page and the worker that is its server.

/** From the page. */
export type Asked =
  | { do: "begin"; base: string; name: string }
  | { do: "call"; key: string; method: string; address: string; body: string }
  | { do: "dial"; key: string; room: string }
  | { do: "hear"; key: string; text: string }
  | { do: "hang_up"; key: string };

/** To the page. */
export type Said =
  | { is: "began" } // there is a new worker
  | { is: "reply"; key: string; status: number; text: string }
  | { is: "heard"; key: string; text: string }
  | { is: "ended"; key: string; code: number; reason: string };
