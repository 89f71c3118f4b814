// How a scene is touched: what is offered and chosen, and the callbacks.

import type { ChipSeen, Piece, Zone } from "../wire";

export interface Ghost {
  thing: string; // the place where it would lie
  piece: Piece;
  spin: number; // degrees clockwise, besides its own
}

export interface Touching {
  offered: Set<string>;
  chosen: Set<string>;
  times: (thing: string) => number; // how often it was touched
  hinted: Set<string>;
  spoken: Set<string>; // the things that a line of the log names
  lit?: Set<string>; // the things in the spotlight; everything else is dimmed
  chips?: ChipSeen[]; // what an answer does, or a moment did, on the board
  last: Set<string>; // "zone/key" of pieces that have just changed
  isAsked: boolean;
  ghost: Ghost | null;
  isHand: (zone: Zone) => boolean;
  touch: (thing: string) => void;
  look: (label: string, piece?: Piece) => void; // the pointer is over something
  leave: () => void;
  hold: (event: PointerEvent, label: string, piece?: Piece) => void; // a finger rests on it
  grab: (event: PointerEvent, piece: Piece, size: number) => void;
}

/** Something in a zone that can be touched, with the outline that is drawn around it. */
export interface Target {
  thing: string;
  copy: number; // of several pieces of one thing
  x: number;
  y: number;
  shape: { w: number; h: number; shape: string };
  by: number; // distance of the outline from the edge
  isOccupied: boolean;
}
