// The controller of a table: turns touches into answers, and keeps hints, refusals and marks.

import { thinksLess } from "#post";
import { changes, hand, spokenOf, things } from "../scene/geometry";
import type { Ghost } from "../scene/interaction";
import { settings } from "../settings.svelte";
import type { Advice, Ask, ChipSeen, Foreseen, OptionSeen, Result, RoomSeen, Scene, Shown } from "../wire";
import { words } from "../words";
import { winnersOf } from "../words.ending";
import { Chooser } from "./chooser.svelte";
import { opened, seal } from "./dice";
import type { Invitation } from "./invitation";
import { RoomSocket, type Wished } from "./socket.svelte";
import { heard, play } from "./sound";
import { heardBy } from "./turns";

export interface Reason {
  text: string;
  rule: string; // empty: no rule is the reason
  kind: "no" | "hint" | "trouble";
}

/** An answer of this turn that is not sent yet, and what is asked after it. */
export interface DraftStep {
  text: string;
  words: string;
  ask: Ask;
  scene: Scene | null;
  picture: string;
}

const MOST_WEIGHED = 36; // answers whose effect is asked for unasked
const AT_ONCE = 12; // ... in one message
const BEAT = 900; // milliseconds before a forced answer is given
const POINTS = ["north", "east", "south", "west"];

export class TableController {
  readonly socket: RoomSocket;
  readonly chooser: Chooser;
  reason = $state.raw<Reason | null>(null);
  hinted = $state.raw<Set<string>>(new Set());
  best = $state.raw<Advice[]>([]); // a hint: the bot's answer, then its next best ones
  advised = $state.raw<Advice | null>(null); // the one of them that is shown
  last = $state.raw<Set<string>>(new Set()); // pieces that changed since the player's latest answer
  seen = $state(0); // the number of news at the player's latest answer
  hovered = $state(""); // an extra button under the pointer
  sentence = $state(""); // the line of the log under the pointer
  isSending = $state(false);
  draft = $state.raw<DraftStep[]>([]); // answers of this turn that are tried, but not sent yet
  readonly answers: { count: number; text: string }[] = []; // the player's own, on this page

  foreseen = $state.raw<Foreseen | null>(null); // what the picked answer leads to
  worth = $state.raw<ChipSeen[]>([]); // of offered places, as long as none is chosen
  private around = $state.raw<ReadonlyMap<string, Foreseen>>(new Map()); // the same for each way to turn the piece, by notation
  private question = "";
  private before: Scene | null = null; // the scene at the player's latest answer
  private wasAsked = false;
  private hint: Advice[] | null = null;
  private answered: Shown | null = null; // the notice with the question answered last

  constructor(id: string) {
    this.socket = new RoomSocket(id);
    this.chooser = new Chooser(
      this.socket,
      () => this.now?.ask ?? null,
      () => this.after,
      (thing) => void this.why(thing),
      () => {
        if (settings.confirm === "never") void this.confirm();
      },
    );
  }

  // --- derived state -----------------------------------------------------------------------------

  /** What is shown, with the answers of the draft. */
  now = $derived.by<Shown | null>(() => {
    const [shown, last] = [this.socket.shown, this.draft.at(-1)];
    return shown && last ? { ...shown, ask: last.ask, scene: last.scene, picture: last.picture, may_undo: true } : shown;
  });

  get scene(): Scene | null {
    return this.now?.scene ?? null;
  }

  private get after(): string[] {
    return this.draft.map((step) => step.text);
  }

  /** Pieces that changed: by the draft, or since the player's latest answer. */
  changed = $derived.by(() => {
    const scene = this.draft.at(-1)?.scene;
    return scene ? changes(this.socket.shown?.scene ?? null, scene) : this.last;
  });

  get isAsked(): boolean {
    const room = this.socket.room;
    if (this.socket.shown?.ask == null || room?.phase !== "playing" || room.you === null) return false;
    return !room.seats[room.you]?.bot; // otherwise the bot answers
  }

  onTable = $derived.by(() => (this.scene ? things(this.scene) : new Set<string>()));

  /** The things that the line of the log under the pointer names. */
  spoken = $derived.by(() => (this.scene && this.sentence ? spokenOf(this.scene, this.sentence) : new Set<string>()));

  /** The touches before the first thing that is in no zone. */
  private base = $derived.by(() => {
    const touched = this.chooser.touched;
    const first = touched.findIndex((thing) => !this.onTable.has(thing));
    return first < 0 ? touched : touched.slice(0, first);
  });

  /** Things that can be touched but are in no zone: they become buttons. */
  extras = $derived.by<string[]>(() => {
    const ask = this.chooser.ask;
    if (!ask || !this.isAsked) return [];
    if (ask.is_vast) return [...this.chooser.next].filter((thing) => !this.onTable.has(thing));
    const depth = this.base.length;
    const found = ask.options
      .filter((option) => this.base.every((thing, at) => option.touched[at] === thing))
      .map((option) => option.touched[depth])
      .filter((thing): thing is string => thing !== undefined && !this.onTable.has(thing));
    return [...new Set(found)];
  });

  /** How many touches make an answer to a vast question: as many as the longest of those listed. */
  needed = $derived.by(() => Math.max(0, ...(this.chooser.ask?.options ?? []).map((option) => option.touched.length)));

  /** Answers with a name. */
  readyAnswers = $derived.by(() => (this.chooser.ask?.options ?? []).filter((option) => option.name));

  /** A preview of the piece in hand on the touched place. */
  ghost = $derived.by<Ghost | null>(() => {
    const scene = this.scene;
    const held = scene && hand(scene);
    if (!scene || !held || !this.isAsked) return null;
    const spots = new Set(scene.zones[0]?.spots.map((spot) => spot.thing));
    const thing = this.base.findLast((one) => spots.has(one));
    const carried = this.base.find((one) => held.pieces.some((piece) => piece.thing === one));
    const piece = held.pieces.find((one) => one.thing === carried && carried) ?? (held.pieces.length === 1 ? held.pieces[0] : undefined);
    if (!thing || !piece || (piece.thing && !carried)) return null;
    if (!this.chooser.touched.includes(thing)) return null;
    const facing = this.hovered || this.chooser.touched.find((one) => one.startsWith("turn:")) || "";
    const spin = Math.max(0, POINTS.indexOf(facing.replace("turn:", ""))) * 90;
    return { thing, piece, spin };
  });

  // --- events ------------------------------------------------------------------------------------

  /** A new `shown` has come from the server. */
  async follow(): Promise<void> {
    const shown = this.socket.shown;
    if (!shown) return;
    const seat = this.socket.room?.you;
    if (!this.hasFollowed && seat != null) this.seen = heardBy(this.socket.news, seat);
    this.hasFollowed = true;
    this.sound(shown);
    if (shown.scene) {
      const isMine = this.socket.room?.you != null;
      this.last = changes(isMine ? this.before : this.previous, shown.scene);
      this.previous = shown.scene;
      this.before ??= shown.scene;
    }
    this.settleDraft(shown);
    const question = shown.ask ? `${shown.count} ${shown.takebacks} ${shown.ask.words}` : "";
    if (question === this.question) return;
    this.question = question;
    this.around = new Map();
    this.hint = null;
    this.best = [];
    this.hinted = new Set();
    this.hovered = "";
    if (this.reason?.kind !== "trouble") this.reason = null;
    const isBack = shown.takebacks !== this.takebacks;
    this.takebacks = shown.takebacks;
    await this.chooser.begin();
    if (!isBack) this.answerForced(); // what was taken back is not given again at once
  }
  private takebacks = 0;
  private previous: Scene | null = null;
  private hasFollowed = false;

  /** One sound for what is new: the board first, then that it is one's turn. */
  private sound(shown: Shown): void {
    const scenes = [this.previous, ...shown.moments.map((one) => one.scene), shown.scene].filter((one) => one !== null);
    const name = this.previous && shown !== this.sounded ? heard(scenes) : "";
    this.sounded = shown;
    if (name) play(name);
    if (this.isAsked && !this.wasAsked) play("turn", name ? 0.3 : 0);
    this.wasAsked = this.isAsked;
  }
  private sounded: Shown | null = null;

  /** The game has just ended. */
  ended(result: Result): void {
    this.reason = null; // it was about an answer
    const you = this.socket.room?.you ?? null;
    play(you !== null && winnersOf(result).includes(you) ? "win" : "end", 0.3);
  }

  /** A draft ends when it was taken, or when the game has gone on without it. */
  private settleDraft(shown: Shown): void {
    const isOld = shown.count !== this.draftedAt || !shown.ask;
    if (!this.draft.length || !isOld) return;
    this.draft = [];
    this.isSending = false;
  }
  private draftedAt = 0; // the player's count when the draft began

  /** Add an answer to the draft: what it leads to is certain. */
  private async lay(text: string, words: string, then: Foreseen): Promise<void> {
    const shown = this.socket.shown;
    if (!then.ask || !shown) return;
    if (!this.draft.length) this.draftedAt = shown.count;
    this.draft = [...this.draft, { text, words, ask: then.ask, scene: then.scene, picture: then.picture }];
    await this.begin();
    this.answerForced();
  }

  /** The question again, or another one: forget touches, hints and reasons. */
  private async begin(): Promise<void> {
    this.reason = null;
    this.hint = null;
    this.best = [];
    this.hinted = new Set();
    this.around = new Map();
    await this.chooser.begin();
  }

  /** A question with one answer is answered by itself, after a beat to see it. */
  private answerForced(): void {
    const [ask, question, depth] = [this.chooser.ask, this.question, this.draft.length];
    const only = ask && !ask.is_vast && ask.options.length === 1 ? ask.options[0] : undefined;
    if (!only || settings.confirm === "always" || !this.isAsked) return;
    setTimeout(() => {
      if (this.question !== question || this.draft.length !== depth || this.chooser.touched.length) return;
      if (depth) this.chooser.pick(only); // the turn is still confirmed as a whole
      else void this.confirm();
    }, BEAT);
  }

  async touch(thing: string): Promise<void> {
    if (!this.isAsked) return this.why(thing);
    this.reason = null;
    this.best = []; // the player chooses something else
    const around = this.extras;
    const isAgain = this.base.at(-1) === thing && around.length > 1 && !this.chooser.ask?.is_vast;
    if (isAgain) return this.turnOn(around);
    if (this.chooser.touched.at(-1) === thing && isTurn(thing)) return; // it is turned like that already
    await this.chooser.touch(thing);
    if (this.chooser.touched.at(-1) === thing) await this.turnUp();
  }

  /** Of several ways to place a piece the first is shown at once; each further touch shows the next. */
  private async turnUp(): Promise<void> {
    const around = this.extras;
    const areTurns = around.length > 1 && around.every(isTurn);
    if (areTurns && settings.confirm !== "never" && this.chooser.touched.length === this.base.length) {
      await this.chooser.set([...this.base, around[0] ?? ""], true);
    }
  }

  private async turnOn(around: string[]): Promise<void> {
    const at = around.indexOf(this.chooser.touched[this.base.length] ?? "");
    await this.chooser.set([...this.base, around[(at + 1) % around.length] ?? ""], settings.confirm !== "never");
  }

  async drag(from: string, to: string): Promise<void> {
    if (from) await this.chooser.touch(from);
    await this.touch(to);
  }

  pick(option: OptionSeen): void {
    this.reason = null;
    this.chooser.pick(option);
  }

  async reset(): Promise<void> {
    if (this.isSending) return;
    this.draft = [];
    await this.begin();
  }

  async confirm(): Promise<void> {
    const picked = this.chooser.picked;
    const shown = this.socket.shown;
    if (!picked || !shown || this.isSending || shown === this.answered) return;
    this.isSending = true;
    const [scene, seen] = [shown.scene, this.socket.news.length];
    const texts = [...this.after, picked.text];
    const reply = await this.socket.say({ do: "answer", count: shown.count, texts });
    if (reply.is !== "took") return this.giveUp(reply);
    this.answers.push(...texts.map((text, at) => ({ count: shown.count + at, text })));
    this.answered = shown; // a second click must not answer again before the next `shown`
    this.before = scene;
    this.seen = seen;
    if (!this.draft.length) this.isSending = false; // else when its end is shown
  }

  /** An answer was not taken: show the position as it is. */
  private giveUp(reply: { is: string; reason?: string; rule?: string }): void {
    const wasDraft = this.draft.length > 0;
    this.isSending = false;
    this.draft = [];
    if (wasDraft) void this.begin();
    this.object(reply);
  }

  /** Before confirming: what the picked answer leads to, and in the same message what the other ways
   * to turn the piece do.  Confirming once a turn: what leaves the turn with me joins the draft. */
  async foresee(): Promise<void> {
    const { picked, ask, isChosen } = this.chooser;
    this.foreseen = null;
    if (!picked || !this.isAsked || this.isSending || (isChosen && settings.confirm === "never")) return;
    const drafts = isChosen && settings.confirm === "turn";
    const reply = await this.socket.say({ do: "foresee", texts: [picked.text, ...this.otherTurns(picked.text)], after: this.after, drafts });
    if (reply.is !== "previews" || this.chooser.ask !== ask) return;
    const found = reply.previews.filter((one) => one.is === "foreseen");
    this.around = new Map([...this.around, ...found.map((one) => [one.text, one] as const)]);
    const own = found.find((one) => one.text === this.chooser.picked?.text);
    if (own?.text !== picked.text) return;
    this.foreseen = own;
    if (drafts && own.goes_on) await this.lay(picked.text, picked.words, own);
  }

  /** What each offered place is worth: the best of what an answer there does on the board, from what
   * the player may know.  Only where hints are allowed, and where the answers are few. */
  async weigh(): Promise<void> {
    const { ask, touched, left, picked } = this.chooser;
    const spots = new Set(this.scene?.zones[0]?.spots.map((spot) => spot.thing));
    const placeOf = (text: string) => left.find((option) => option.text === text)?.touched.slice(touched.length).find((thing) => spots.has(thing)) ?? "";
    const texts = left.map((option) => option.text).filter((text) => placeOf(text));
    this.worth = [];
    if (!ask || ask.is_vast || picked || !this.isAsked || !this.socket.room?.has_hints || thinksLess()) return;
    if (texts.length < 2 || texts.length > MOST_WEIGHED) return;
    const best = new Map<string, ChipSeen>();
    for (let at = 0; at < texts.length; at += AT_ONCE) {
      const reply = await this.socket.say({ do: "foresee", texts: texts.slice(at, at + AT_ONCE), after: this.after });
      if (reply.is !== "previews" || this.chooser.ask !== ask || this.chooser.touched !== touched) return;
      for (const one of reply.previews) {
        const place = one.is === "foreseen" ? placeOf(one.text) : "";
        const found = one.is === "foreseen" ? worthOf(one.chips, place) : null;
        const known = best.get(place);
        if (found && (!known || amount(found.text) > amount(known.text))) best.set(place, found);
      }
    }
    this.worth = [...best.values()];
  }

  /** The other ways to turn the piece that were not foreseen yet. */
  private otherTurns(picked: string): string[] {
    const turns = this.extras.map((thing) => this.turned(thing)?.text).filter((text) => text !== undefined);
    return turns.includes(picked) ? turns.filter((text) => text !== picked && !this.around.has(text)) : [];
  }

  /** The answer that turns the piece like that. */
  private turned(thing: string): OptionSeen | undefined {
    const path = [...this.base, thing];
    const isSame = (option: OptionSeen) => option.touched.length === path.length && path.every((one, at) => option.touched[at] === one);
    return isTurn(thing) ? this.chooser.ask?.options.find(isSame) : undefined;
  }

  /** What turning the piece like that does on the board; null as long as it is not known. */
  does(thing: string): string[] | null {
    const found = this.around.get(this.turned(thing)?.text ?? "");
    return found ? found.chips.map((chip) => chip.text) : null;
  }

  /** Take back the latest step of the draft, or else the latest answer. */
  async undo(): Promise<void> {
    if (this.isSending) return;
    if (this.draft.length) {
      this.draft = this.draft.slice(0, -1);
      return this.begin();
    }
    this.object(await this.socket.say({ do: "undo", count: this.socket.shown?.count ?? 0 }));
  }

  /** The first request for a hint shows where to look, the second the whole move. */
  async ask_hint(): Promise<void> {
    if (this.draft.length) await this.reset(); // a bot thinks about the position as it is
    if (!this.hint) {
      this.reason = { text: words.hintThinking, rule: "", kind: "hint" };
      const question = this.question;
      let reply = await this.socket.say({ do: "hint" });
      if (reply.is === "failed") reply = await this.socket.say({ do: "hint" }); // another seat has answered in between: ask again
      if (question !== this.question) return;
      if (reply.is !== "hinted") return this.object(reply);
      this.hint = reply.best;
      const first = this.hint[0]?.touched[0];
      this.hinted = new Set(first ? [first] : []);
      this.reason = { text: words.hintLook, rule: "", kind: "hint" };
      if (first && this.onTable.has(first)) return;
    }
    this.reason = null;
    this.best = this.hint;
    if (this.best[0]) await this.advise(this.best[0]);
  }

  /** Show one of the answers of a hint: it can be confirmed. */
  async advise(advice: Advice): Promise<void> {
    this.advised = advice;
    this.hinted = new Set(advice.touched);
    await this.chooser.set(advice.touched, true); // a hint is read before it is sent or drafted
  }

  // --- before the game ---------------------------------------------------------------------------

  /** Sit down with an invitation; whoever comes too late is told who used it. */
  async come(invitation: Invitation): Promise<void> {
    const reply = await this.socket.say({ do: "sit", ...invitation });
    if (reply.is === "failed") this.reason = { text: reply.reason, rule: "", kind: "trouble" };
    else await this.ready();
  }

  /** Ready, with a sealed salt for the dice. */
  async ready(): Promise<void> {
    const room = this.socket.room;
    if (!room) return;
    this.readied = room.commitment;
    await this.wish({ do: "ready", is_ready: true, sealed: await seal(room) });
  }

  /** Open our salt when everybody's is sealed; be ready again if the dice have to be made anew. */
  async mixDice(room: RoomSeen): Promise<void> {
    const own = room.you === null ? null : room.seats[room.you];
    if (room.phase !== "open" || room.you === null || !own) return;
    if (room.is_revealing && room.sealed[room.you] && this.mixed !== room.commitment) {
      this.mixed = room.commitment;
      const salt = await opened(room);
      if (salt === null) this.reason = { text: words.otherSeal, rule: "", kind: "trouble" };
      else await this.wish({ do: "reveal", salt });
    } else if (!own.is_ready && this.readied !== room.commitment && (room.is_agreed || (this.mixed && this.mixed === this.readied))) {
      await this.ready();
    }
  }
  private readied = ""; // the commitment for which we were ready ...
  private mixed = ""; // ... and for which we have opened our salt

  async wish(wish: Wished): Promise<void> {
    this.object(await this.socket.say(wish));
  }

  /** The same, for those who show themselves what went wrong. */
  async request(wish: Wished): Promise<string> {
    const reply = await this.socket.say(wish);
    return reply.is === "failed" || reply.is === "refused" ? reply.reason : "";
  }

  /** Show why a request was refused or failed. */
  private object(reply: { is: string; reason?: string; rule?: string }): void {
    if (reply.is === "refused") this.reason = { text: reply.reason ?? "", rule: reply.rule ?? "", kind: "no" };
    if (reply.is === "failed") this.reason = { text: reply.reason ?? "", rule: "", kind: "trouble" };
  }

  private async why(thing: string): Promise<void> {
    if (this.socket.room?.you == null || this.socket.room.phase !== "playing") return;
    const reply = await this.socket.say({ do: "why", thing, touched: this.chooser.touched, after: this.after });
    if (reply.is === "because" && reply.through && settings.confirm === "turn") return this.through(reply.through, thing);
    if (reply.is === "because") this.reason = { text: reply.reason, rule: reply.rule, kind: "no" };
    else this.object(reply);
  }

  /** A thing that is asked for next: draft the answer before it, and touch it. */
  private async through(text: string, thing: string): Promise<void> {
    const words = this.chooser.ask?.options.find((option) => option.text === text)?.words ?? text;
    const reply = await this.socket.say({ do: "foresee", text, after: this.after, drafts: true });
    if (reply.is !== "foreseen" || !reply.goes_on) return this.object(reply);
    await this.lay(text, words, reply);
    if (this.chooser.next.has(thing)) await this.touch(thing);
  }
}

/** What an answer does, in one chip on its place: a gain, else the first of its deeds and how many more. */
function worthOf(chips: ChipSeen[], place: string): ChipSeen | null {
  const gain = chips.find((chip) => chip.kind === "gain");
  const deeds = chips.filter((chip) => chip.kind === "does");
  const text = gain?.text ?? (deeds[0] ? `${deeds[0].text}${deeds.length > 1 ? ` +${deeds.length - 1}` : ""}` : "");
  return text ? { thing: place, text, kind: gain ? "gain" : "does", start: "" } : null;
}

/** The number that a chip ends with; 1 for one without. */
function amount(text: string): number {
  return Number(/\+(\d+)$/.exec(text)?.[1] ?? 1);
}

export function isTurn(thing: string): boolean {
  return thing.startsWith("turn:");
}

/** The label of an extra button: "turn:north" is "Turn north". */
export function called(thing: string): string {
  const text = thing.replaceAll(":", " ").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
