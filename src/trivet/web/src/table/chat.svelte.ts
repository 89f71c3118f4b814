// What this player has read of the chat, and whose lines they do not want to see.

import type { ChatLine } from "../wire";

export class ChatReader {
  hidden = $state.raw<Set<string>>(new Set()); // names
  private read = $state(-1); // lines that were seen; below zero: the page has just been opened

  constructor(private readonly room: string) {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
      if (Array.isArray(kept)) this.hidden = new Set(kept.filter((one) => typeof one === "string"));
    } catch {
      // Storage may be blocked or damaged: nobody is hidden.
    }
  }

  private get key(): string {
    return `trivet-hidden-${this.room}`;
  }

  /** Lines since the last look, without those of hidden people. */
  unread(lines: ChatLine[]): number {
    return this.read < 0 ? 0 : lines.slice(this.read).filter((line) => !this.hidden.has(line.name)).length;
  }

  /** The chat is open, or was there before this visit. */
  see(count: number): void {
    this.read = count;
  }

  begin(count: number): void {
    if (this.read < 0) this.read = count;
  }

  hide(name: string, is: boolean): void {
    this.hidden = new Set(is ? [...this.hidden, name] : [...this.hidden].filter((one) => one !== name));
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.hidden]));
    } catch {
      // It holds until the page is left.
    }
  }
}
