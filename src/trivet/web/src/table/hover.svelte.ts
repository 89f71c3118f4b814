// Hover: the thing under the pointer is named at once, and magnified after a moment.

import type { Piece } from "../wire";

const MOMENT = 450; // milliseconds a pointer or a finger must rest
const STILL = 10; // pixels a resting finger may move

export class Hover {
  label = $state(""); // of the thing under the pointer
  piece = $state.raw<Piece | null>(null); // the magnified piece
  isPiece = $state(false); // the thing under the pointer can be magnified
  isThere = $state(false); // the pointer is still on it
  isHeld = false; // a finger rested: lifting it is not a touch
  private timer = 0;

  at(label: string, piece?: Piece): void {
    this.away();
    this.label = label;
    this.isPiece = !!piece;
    this.isThere = true;
    if (piece) this.timer = window.setTimeout(() => (this.piece = piece), MOMENT);
  }

  /** A resting finger is a finger's way to hover. */
  hold(event: PointerEvent, label: string, piece?: Piece): void {
    this.isHeld = false;
    if (event.pointerType !== "touch") return;
    this.at(label);
    const [x, y] = [event.clientX, event.clientY];
    this.timer = window.setTimeout(() => {
      this.isHeld = true;
      this.piece = piece ?? null;
    }, MOMENT);
    const moved = (now: PointerEvent) => {
      if (Math.hypot(now.clientX - x, now.clientY - y) > STILL) end();
    };
    const end = () => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      clearTimeout(this.timer);
      this.piece = null;
      setTimeout(() => (this.isHeld = false), 50); // after the click that follows
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  away(): void {
    clearTimeout(this.timer);
    this.isThere = false;
    this.piece = null;
  }

  forget(): void {
    this.away();
    this.label = "";
  }
}
