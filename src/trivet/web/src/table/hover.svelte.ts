// Hover closely: what is pointed at is named at once, and shown large after a moment.

import type { Piece } from "../wire";

const MOMENT = 450; // milliseconds that a pointer or a finger rests
const STILL = 10; // pixels that a resting finger may move

export class Hover {
  label = $state(""); // what is pointed at
  piece = $state.raw<Piece | null>(null); // what is shown large
  isHeld = false; // a finger rested: letting go is no touch
  private timer = 0;

  at(label: string, piece?: Piece): void {
    this.away();
    this.label = label;
    if (piece) this.timer = window.setTimeout(() => (this.piece = piece), MOMENT);
  }

  /** A finger has no other way of pointing than to rest. */
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
    this.piece = null;
  }

  forget(): void {
    this.away();
    this.label = "";
  }
}
