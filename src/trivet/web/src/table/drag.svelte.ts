// Drag and drop: the pointer carries a piece and drops it on a thing.

import type { Piece } from "../wire";

export interface Dragged {
  piece: Piece;
  size: number; // pixels
  x: number;
  y: number;
  isMoving: boolean; // far enough from its start to count as a drag
}

const FAR = 8; // pixels after which a touch is a drag

export class Drag {
  held = $state.raw<Dragged | null>(null);
  hasJustEnded = false; // the click that follows is part of the drag

  constructor(private readonly lay: (piece: Piece, onto: string) => void) {}

  grab(event: PointerEvent, piece: Piece, size: number): void {
    this.hasJustEnded = false;
    if (event.button) return;
    const [x, y] = [event.clientX, event.clientY];
    this.held = { piece, size, x, y, isMoving: false };
    const moved = (now: PointerEvent) => {
      if (!this.held) return;
      const isMoving = this.held.isMoving || Math.hypot(now.clientX - x, now.clientY - y) > FAR;
      this.held = { ...this.held, x: now.clientX, y: now.clientY, isMoving };
    };
    const released = (now: PointerEvent) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", released);
      removeEventListener("pointercancel", released);
      const carried = this.held;
      this.held = null;
      if (carried?.isMoving && now.type !== "pointercancel") this.drop(carried.piece, now);
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", released);
    addEventListener("pointercancel", released);
  }

  private drop(piece: Piece, at: PointerEvent): void {
    this.hasJustEnded = true;
    setTimeout(() => (this.hasJustEnded = false), 50);
    const under = document.elementFromPoint(at.clientX, at.clientY)?.closest<SVGGElement>("[data-thing]");
    const onto = under?.dataset.thing;
    if (onto && onto !== piece.thing) this.lay(piece, onto);
  }
}
