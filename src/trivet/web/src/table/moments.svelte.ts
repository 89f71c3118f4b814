// Positions on the way to the present one: drawn in order when they come, and again when wanted.

import { changes, hand } from "../scene/geometry";
import { settings } from "../settings.svelte";
import type { ChipSeen, MomentSeen, Scene, SheetLine, Shown, TurnSeen } from "../wire";

const TURN = "turn"; // any answer; the others are the game's own
const LONG = 1600; // milliseconds a moment of the game is shown
const SHORT = 700; // ... and a turn
const LINE = 900; // ... and each line of a scoring, if they are few
const LEAST = 150; // ... and a turn when there are many
const MOST = 4000; // of waiting in all
const KEPT = 40;

export interface Frame {
  after: number; // how many news had been told by then
  what: string;
  headline: string; // what was decided; empty for a turn
  words: string;
  by: number;
  sheet: SheetLine[];
  chips: ChipSeen[]; // what happened, on the board
  scene: Scene | null;
  picture: string;
}

export class MomentPlayer {
  frames = $state.raw<Frame[]>([]); // the latest ones in order; the last is the present position
  told = $state.raw<Frame | null>(null); // the latest moment of the game, until the next touch
  lines = $state(0); // of its scoring that have been counted out
  isPlaying = $state(false);
  isHeld = $state(false); // somebody points at it: it waits
  stands = $state(0); // milliseconds of what is drawn now
  private at = $state(-1); // the frame that is drawn instead of the present; below zero: none
  private until = -1; // the frame after which playing stops; below zero: the present
  private timer = 0;
  private drawn = 0; // when the present was first drawn
  private takebacks = 0;
  private hasFollowed = false;

  /** Drawn instead of the present position. */
  get current(): Frame | null {
    return this.frames[this.at] ?? null;
  }

  get place(): number {
    return this.at < 0 ? this.frames.length : this.at + 1;
  }

  /** The scene to draw: a frame's, but with the hand as it is now. */
  scene(now: Scene | null): Scene | null {
    const then = this.current?.scene;
    if (!then || !now) return now;
    const held = hand(now);
    const zones = hand(then) ? then.zones.slice(0, -1) : then.zones;
    return { ...then, zones: held && !held.is_bench ? [...zones, held] : zones };
  }

  /** Pieces that are new in the frame that is drawn. */
  get changed(): Set<string> {
    const scene = this.current?.scene;
    return scene ? changes(this.frames[this.at - 1]?.scene ?? null, scene) : new Set();
  }

  /** The server has shown something new; `you` is one's own seat. */
  follow(shown: Shown, you: number | null): void {
    const kept = this.takebacks === shown.takebacks ? this.frames : this.frames.filter((one) => one.after < shown.since);
    this.takebacks = shown.takebacks;
    const end = shown.since + shown.news.length;
    const before = kept.length - 1;
    const latest = kept.at(-1)?.after ?? -1;
    const news = shown.moments.filter((one) => one.after > latest || one.what !== TURN).map(framed);
    const now = present(shown, end);
    const isSame = before >= 0 && !news.length && latest === end; // nothing was told: the same position
    const frames = isSame ? [...kept.slice(0, -1), now] : [...kept, ...news, now];
    const cut = Math.max(0, frames.length - KEPT);
    this.frames = frames.slice(cut);
    if (this.at >= 0) this.at = Math.max(0, this.at - cut);
    if (!this.hasFollowed || settings.isStill) {
      this.told = this.hasFollowed ? (news.findLast(isOwn) ?? this.told) : null; // what was before is not played
      this.lines = this.told?.sheet.length ?? 0;
    } else if (!isSame) {
      this.keepUp(before - cut, news.length, now, you);
    }
    this.hasFollowed = true;
  }

  /** Draw what has come, one after the other; a tap or a key skips it. */
  private keepUp(before: number, moments: number, now: Frame, you: number | null): void {
    const since = performance.now() - this.drawn;
    this.drawn = performance.now();
    if (this.isPlaying) return; // and comes to the new ones by itself
    if (this.at >= 0) return; // somebody looks back
    const held = this.frames[before];
    const isRivals = held && held.by !== you && now.by !== you && held.what === TURN;
    if (isRivals && since < SHORT) this.begin(before, SHORT - since);
    else if (moments) this.begin(before + 1);
  }

  private begin(at: number, rest?: number): void {
    this.isHeld = false; // a pointer that happens to rest there holds nothing new
    this.until = -1;
    const soonest = this.soonest(at);
    this.show(soonest, soonest === at ? rest : undefined);
  }

  /** Where to go on, at this frame or later, to be soon at the present: the last moment is drawn, older frames only if there is time. */
  private soonest(at: number): number {
    const last = this.frames.findLastIndex(isOwn);
    let [place, left] = [this.frames.length - 1, MOST];
    while (place > at) {
      const frame = this.frames[place - 1];
      left -= frame && isOwn(frame) ? lasts(frame) : LEAST;
      if (left < 0) break;
      place--;
    }
    return last >= at ? Math.min(place, last) : place;
  }

  private show(at: number, rest?: number): void {
    clearTimeout(this.timer);
    const isOver = at >= this.frames.length - 1 || (this.until >= 0 && at > this.until);
    if (isOver) return this.stop();
    this.isPlaying = true;
    this.at = at;
    const frame = this.frames[at];
    if (!frame) return this.stop();
    if (isOwn(frame)) this.told = frame;
    this.lines = isOwn(frame) ? Math.min(1, frame.sheet.length) : frame.sheet.length;
    this.wait(frame, rest ?? (isOwn(frame) ? each(frame) : this.pace()));
  }

  private wait(frame: Frame, time: number): void {
    this.stands = time;
    if (this.isHeld) return; // it goes on when it is let go
    this.timer = window.setTimeout(() => {
      if (this.lines < frame.sheet.length) {
        this.lines++;
        this.wait(frame, each(frame));
      } else {
        this.show(this.until < 0 ? this.soonest(this.at + 1) : this.at + 1); // more may have come meanwhile
      }
    }, time);
  }

  /** How long a turn is shown, so that all of them fit. */
  private pace(): number {
    const rest = this.frames.slice(this.at, -1);
    const turns = rest.filter((one) => !isOwn(one)).length;
    const others = rest.filter(isOwn).reduce((sum, one) => sum + lasts(one), 0);
    return turns ? Math.min(SHORT, Math.max(LEAST, (MOST - others) / turns)) : SHORT;
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.isPlaying = false;
    if (this.until < 0) this.at = -1; // else the last frame of a turn stays
    this.lines = this.told?.sheet.length ?? 0;
  }

  /** Play a turn again, as news numbered it; it stays at its last frame. */
  replay(turn: TurnSeen, end: number): void {
    const from = this.frames.findIndex((one) => one.after > turn.first);
    const to = this.frames.findIndex((one) => one.after >= end);
    if (from < 0) return;
    clearTimeout(this.timer);
    this.until = to < 0 ? this.frames.length - 1 : to;
    if (settings.isStill || from >= this.until) return this.rest(this.until);
    this.show(from);
  }

  /** One frame back or on; on from the last is the present. */
  step(by: number): void {
    this.rest(Math.max(0, this.place - 1 + by));
  }

  private rest(at: number): void {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.at = at >= this.frames.length - 1 ? -1 : at;
    this.lines = this.current?.sheet.length ?? 0;
  }

  /** Stop the time while somebody reads; then it begins again for what is drawn. */
  hold(is: boolean): void {
    if (is === this.isHeld) return;
    this.isHeld = is;
    clearTimeout(this.timer);
    const frame = this.current;
    if (!is && this.isPlaying && frame) this.wait(frame, this.stands);
  }

  /** Now. */
  skip(): void {
    this.isHeld = false;
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.until = -1;
    this.at = -1;
    this.told = null;
  }
}

function isOwn(frame: Frame): boolean {
  return frame.what !== TURN;
}

/** How long a moment stands, or each line of its scoring. */
function each(frame: Frame): number {
  return frame.sheet.length > 1 ? Math.min(LINE, MOST / frame.sheet.length) : LONG;
}

function lasts(frame: Frame): number {
  return each(frame) * Math.max(1, frame.sheet.length);
}

function framed(moment: MomentSeen): Frame {
  const { after, what, headline, words, by, sheet, chips, scene, picture } = moment;
  return { after, what, headline, words, by, sheet, chips, scene, picture };
}

function present(shown: Shown, after: number): Frame {
  const { scene, picture } = shown;
  const turn = shown.turns.at(-1);
  return { after, what: TURN, headline: "", words: turn?.words ?? "", by: turn?.by ?? -1, sheet: [], chips: [], scene, picture };
}
