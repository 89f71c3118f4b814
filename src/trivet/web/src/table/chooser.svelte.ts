// Choosing by touch.  It knows no rules: every option lists the things to touch for it.

import type { Ask, NarrowedSeen, OptionSeen } from "../wire";
import type { RoomSocket } from "./socket.svelte";

export interface Picked {
  text: string; // notation
  words: string;
}

export class Chooser {
  touched = $state.raw<string[]>([]);
  private narrowed = $state.raw<NarrowedSeen | null>(null); // the server's reply for a vast question
  private listed = $state.raw<OptionSeen | null>(null); // picked from the list
  private isTurning = $state(false); // the piece can still be turned: nothing is chosen yet
  private serial = 0;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly line: RoomSocket,
    private readonly asked: () => Ask | null,
    private readonly after: () => string[], // answers of a draft before this question
    private readonly onUnknown: (thing: string) => void, // touched, but not offered
    private readonly onChosen: () => void, // a touch left one answer
  ) {}

  get ask(): Ask | null {
    return this.asked();
  }

  /** The options that begin with what was touched. */
  get left(): OptionSeen[] {
    if (this.listed) return [this.listed];
    return matching(this.ask?.options ?? [], this.touched);
  }

  /** The options to pick from in the list: a pick does not hide the others. */
  get open(): OptionSeen[] {
    const left = this.left;
    return this.listed || !left.length ? (this.ask?.options ?? []) : left; // of a vast question examples
  }

  /** How many answers are still possible. */
  get count(): number {
    return this.ask?.is_vast ? (this.narrowed?.left ?? Infinity) : this.left.length;
  }

  /** What can be touched now. */
  next = $derived.by<Set<string>>(() => {
    if (!this.ask || this.listed) return new Set();
    if (this.ask.is_vast) return new Set(this.narrowed?.next ?? []);
    return new Set(this.left.map((o) => o.touched[this.touched.length]).filter((t) => t !== undefined));
  });

  /** The answer that needs no further touch, if there is one. */
  picked = $derived.by<Picked | null>(() => {
    if (!this.ask) return null;
    if (this.listed) return this.listed;
    if (this.ask.is_vast) return this.narrowed?.text ? this.narrowed : null;
    const left = this.left;
    if (left.length === 1) return left[0] ?? null;
    return left.find((option) => option.touched.length === this.touched.length) ?? null;
  });

  /** Whether the touches, or the list, have left this answer alone. */
  get isChosen(): boolean {
    if (!this.picked || this.isTurning) return false;
    return this.listed !== null || (this.touched.length > 0 && this.next.size === 0);
  }

  /** The words of the answer that touching a thing would give, if it is only one. */
  wordsFor(thing: string): string {
    if (this.ask?.is_vast) return "";
    for (let kept = this.touched.length; kept >= 0; kept--) {
      const found = matching(this.ask?.options ?? [], [...this.touched.slice(0, kept), thing]); // instead of the last touches
      if (found.length) return found.length === 1 ? (found[0]?.words ?? "") : "";
    }
    return "";
  }

  /** Take a new question, or the same one again. */
  async begin(): Promise<void> {
    this.listed = null;
    this.narrowed = null;
    this.isTurning = false;
    this.touched = [];
    if (this.ask?.is_vast) await this.ask_server([]);
  }

  /** Touches are handled one after the other: a fast player must not outrun the server. */
  touch(thing: string): Promise<void> {
    this.queue = this.queue.then(() => this.take(thing));
    return this.queue;
  }

  private async take(thing: string): Promise<void> {
    if (!this.ask) return this.onUnknown(thing);
    this.listed = null;
    const path = this.ask.is_vast ? this.vastPath(thing) : this.path(thing);
    if (path) await this.set(path);
    else this.onUnknown(thing);
  }

  /** Touch several things at once, as by dragging one onto another. */
  async touchAll(things: string[]): Promise<void> {
    for (const thing of things) await this.touch(thing);
  }

  async drop(place: number): Promise<void> {
    await this.set(this.touched.filter((_, at) => at !== place));
  }

  pick(option: OptionSeen): void {
    this.listed = option;
    this.isTurning = false;
    this.touched = option.touched;
    this.onChosen();
  }

  /** Touch exactly these things; a player who still turns a piece has not chosen yet. */
  async set(path: string[], isTurning = false): Promise<void> {
    this.listed = null;
    this.isTurning = isTurning;
    if (this.ask?.is_vast) await this.ask_server(path);
    else this.touched = path;
    if (this.isChosen) this.onChosen();
  }

  private vastPath(thing: string): string[] | null {
    return this.next.has(thing) ? [...this.touched, thing] : null;
  }

  /** Where a touch leads: further, back, to another branch, or nowhere. */
  private path(thing: string): string[] | null {
    const options = this.ask?.options ?? [];
    if (this.next.has(thing)) return [...this.touched, thing];
    if (this.touched.at(-1) === thing) return this.touched.slice(0, -1);
    const sooner = this.earlier(thing);
    if (sooner) return sooner;
    const ahead = leading(this.left, this.touched.length, thing);
    if (ahead) return ahead;
    for (let depth = this.touched.length - 1; depth >= 0; depth--) {
      const kept = this.touched.slice(0, depth);
      const path = [...kept, thing];
      if (matching(options, path).length) return path;
      const skipping = leading(matching(options, kept), depth, thing);
      if (skipping) return skipping;
    }
    return null;
  }

  /** Several things that make one answer may be touched in any order. */
  private earlier(thing: string): string[] | null {
    for (let at = this.touched.length - 1; at >= 0; at--) {
      const path = this.touched.toSpliced(at, 0, thing);
      if (matching(this.ask?.options ?? [], path).length) return path;
    }
    return null;
  }

  private async ask_server(path: string[]): Promise<void> {
    const serial = ++this.serial;
    const reply = await this.line.say({ do: "narrow", touched: path, after: this.after() });
    if (serial !== this.serial) return;
    if (reply.is === "narrowed") {
      this.narrowed = reply;
      this.touched = reply.touched;
    }
  }
}

function matching(options: OptionSeen[], path: string[]): OptionSeen[] {
  return options.filter((option) => path.every((thing, at) => option.touched[at] === thing));
}

/** The touches up to a later thing, if there is only one way to it: the player may skip the others. */
function leading(options: OptionSeen[], depth: number, thing: string): string[] | null {
  const ways = new Map<string, string[]>();
  for (const option of options) {
    const at = option.touched.indexOf(thing, depth);
    if (at >= 0) ways.set(option.touched.slice(0, at + 1).join("\n"), option.touched.slice(0, at + 1));
  }
  return ways.size === 1 ? ([...ways.values()][0] ?? null) : null;
}
