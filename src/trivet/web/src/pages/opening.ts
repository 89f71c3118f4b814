// A table that is to be opened: what was chosen, and what was chosen last time.

import { settings } from "../settings.svelte";
import { canSeal } from "../table/dice";
import { opening } from "../words.opening";
import type { GameInfo, NewRoom } from "../wire";

export interface SetUp {
  chairs: string[]; // by seat: "you", "friend", "open", or the level of a bot
  options: Record<string, unknown>; // only those that are not as usual
  clock: "none" | "bank" | "days";
  minutes: number;
  increment: number; // seconds
  days: number;
  title: string;
  isPublic: boolean;
  hints: "usual" | "on" | "off";
  concede: boolean;
}

interface Kept {
  last?: SetUp;
  usual?: SetUp; // what Play now opens
  isMet?: boolean; // a table of this game was opened here, or its lesson
}

const keyOf = (game: string) => `trivet-table-${game}`;

/** The smallest table, against bots of the level one likes. */
export function usualSetUp(game: GameInfo, bots: string[]): SetUp {
  const bot = settings.botOf(bots);
  return {
    chairs: ["you", ...Array.from({ length: game.fewest - 1 }, () => bot)],
    options: {},
    clock: "none",
    minutes: 20,
    increment: 10,
    days: 3,
    title: "",
    isPublic: false,
    hints: "usual",
    concede: false,
  };
}

function kept(game: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? "{}") as Kept;
  } catch {
    return {}; // storage may be forbidden or spoilt
  }
}

/** A set-up from storage, if this server can still open it. */
function checked(found: SetUp | undefined, game: GameInfo, bots: string[]): SetUp | null {
  if (!found || !Array.isArray(found.chairs)) return null;
  const kinds = ["you", "friend", "open", ...bots];
  const names = game.options.map((option) => option.name);
  const fits = found.chairs.length >= game.fewest && found.chairs.length <= game.most;
  const isKnown = found.chairs.every((chair) => kinds.includes(chair)) && typeof found.options === "object";
  if (!fits || !isKnown || Object.keys(found.options ?? {}).some((name) => !names.includes(name))) return null;
  return { ...usualSetUp(game, bots), ...found };
}

export function lastSetUp(game: GameInfo, bots: string[]): SetUp {
  return checked(kept(game.name).last, game, bots) ?? usualSetUp(game, bots);
}

/** What Play now opens, if that was chosen once. */
export function ownSetUp(game: GameInfo, bots: string[]): SetUp | null {
  return checked(kept(game.name).usual, game, bots);
}

export function keep(game: GameInfo, setUp: SetUp, isUsual: boolean): void {
  store(game.name, { last: setUp, usual: isUsual ? setUp : undefined, isMet: true });
}

function store(game: string, what: Kept): void {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(what));
  } catch {
    // It is forgotten when the page is left.
  }
}

/** Whether nobody has opened a table or the lesson of this game in this browser. */
export const isNew = (game: string) => !kept(game).isMet && !kept(game).last;

export function meet(game: string): void {
  if (isNew(game)) store(game, { ...kept(game), isMet: true });
}

/** Another number of seats: those who are there stay, new ones are played like the last one. */
export function resized(chairs: string[], count: number, bot: string): string[] {
  const last = chairs.at(-1) ?? bot;
  const more = Array.from({ length: Math.max(0, count - chairs.length) }, () => (last === "you" ? bot : last));
  return [...chairs, ...more].slice(0, count);
}

const PEOPLE = ["you", "friend", "open"];

export function isFull(setUp: SetUp): boolean {
  return !setUp.chairs.some((chair) => chair === "friend" || chair === "open");
}

export function wishOf(game: GameInfo, setUp: SetUp): NewRoom {
  const { chairs } = setUp;
  return {
    game: game.name,
    seats: chairs.length,
    bots: chairs.map((chair) => (PEOPLE.includes(chair) ? "" : chair)),
    friends: chairs.flatMap((chair, seat) => (chair === "friend" ? [seat] : [])),
    options: setUp.options,
    title: setUp.title,
    is_public: setUp.isPublic,
    clock:
      setUp.clock === "bank"
        ? { kind: "bank", seconds: setUp.minutes * 60, increment: setUp.increment }
        : setUp.clock === "days"
          ? { kind: "days", days: setUp.days }
          : null,
    hints: setUp.hints === "usual" ? null : setUp.hints === "on",
    concede: setUp.concede,
    sit: chairs.includes("you"),
    start: isFull(setUp),
    seals: canSeal(),
  };
}

export function clockSays(setUp: SetUp): string {
  if (setUp.clock === "bank") return opening.bank(setUp.minutes, setUp.increment);
  return setUp.clock === "days" ? opening.perMove(setUp.days) : opening.noClock;
}
