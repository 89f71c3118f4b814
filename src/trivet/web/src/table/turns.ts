// Turns as the server tells them: one sentence each, with the news that it was made from.

import type { NewsItem, TurnSeen } from "../wire";
import { words } from "../words";

export interface Turn extends TurnSeen {
  end: number; // the number after its last news
  details: { number: number; words: string }[];
}

/** Turns with their news; what has no words is left out. */
export function turnsOf(turns: TurnSeen[], news: NewsItem[]): Turn[] {
  return turns
    .map((turn, at) => {
      const end = turns[at + 1]?.first ?? news.length;
      const details = news
        .slice(turn.first, end)
        .map(({ words }, place) => ({ number: turn.first + place, words }))
        .filter((line) => line.words);
      return { ...turn, end, details };
    })
    .filter((turn) => turn.details.length);
}

export interface Line {
  by: number;
  words: string;
  short: string; // the heaviest of it, where that is not all
  harm: string; // what was done to the viewer
  gain: number; // of that seat; 0 for several seats
  turn: Turn; // to play again
}

/** What rivals did between one's own turns: a line for each of them, own actions left out. */
export function since(turns: Turn[], you: number | null, names: string[]): Line[] {
  const found = new Map<number, Line>();
  const quiet = new Map<number, Turn>(); // of rivals who did nothing worth a sentence
  let at = turns.length - 1;
  while (at >= 0 && turns[at]?.by === you) at--; // in the middle of one's turn
  for (; at >= 0; at--) {
    const turn = turns[at];
    if (!turn) break;
    const shares = turn.shares.length ? turn.shares : [{ seat: turn.by, words: turn.words }];
    for (const { seat, words } of shares) {
      if (seat === you) continue;
      if (!words) {
        quiet.set(seat, turn);
        continue;
      }
      const later = found.get(seat);
      const gain = (later?.gain ?? 0) + (seat >= 0 ? (turn.gains[seat] ?? 0) : 0);
      const whole = later ? { ...later.turn, first: turn.first } : turn;
      const told = words === turn.words ? turn.short || words : words; // of what several did there is no short form
      found.set(seat, {
        by: seat,
        words: later ? joined(words, later.words, names[seat] ?? "") : words,
        short: later ? brief(told, later, names[seat] ?? "") : told,
        harm: [seat === turn.by ? turn.harm : "", later?.harm ?? ""].filter(Boolean).join(" "),
        gain,
        turn: whole,
      });
    }
    if (turn.by === you || turn.by < 0) break; // one had a part in it
  }
  for (const [seat, turn] of quiet) {
    if (seat < 0 || found.has(seat)) continue;
    const words = quietly(turn, names[seat] ?? "");
    found.set(seat, { by: seat, words, short: words, harm: "", gain: 0, turn });
  }
  const lines = [...found.values()].sort((one, other) => one.turn.first - other.turn.first);
  const first = lines.find((line) => line.by >= 0)?.turn.first ?? -1;
  return lines.filter((line) => line.by >= 0 || line.turn.first >= first); // what led to the rivals' turns can go
}

const BUDGET = 60; // characters that are read at a glance

/** Two turns of one seat in one line: both if they fit, else the later one. */
function brief(earlier: string, later: Line, name: string): string {
  const both = joined(earlier, later.short, name);
  return both.length <= BUDGET ? both : later.short;
}

/** What was done to the viewer, as a part of a sentence: "captured the Secret on c3". */
const deed = (harm: string, name: string) => (harm.startsWith(`${name} `) ? harm.slice(name.length + 1) : harm).replace(/\.$/, "");

/** Whether a sentence says already what was done to the viewer. */
export const tells = (sentence: string, harm: string, name: string) => !!harm && sentence.includes(deed(harm, name));

/** A sentence without what stands beside it in red. */
export function besides(sentence: string, harm: string, name: string): string {
  return harm ? sentence.replace(` and ${deed(harm, name)}`, "") : sentence;
}

/** Two sentences about one seat: "Basil played the Ecology 2, then placed one block on a1." */
function joined(earlier: string, later: string, name: string): string {
  const isOne = earlier.indexOf(". ") < 0 && earlier.startsWith(`${name} `);
  if (!name || !isOne || !later.startsWith(`${name} `)) return `${earlier} ${later}`;
  return `${earlier.replace(/\.$/, "")}, then ${later.slice(name.length + 1)}`;
}

/** A turn without a sentence of its own: "Clio placed no additional block." */
export function quietly(turn: Turn, name: string): string {
  return turn.details.find((line) => line.words.startsWith(`${name} `))?.words ?? words.passed(name);
}

/** The latest turn that is worth a sentence. */
export function lastMove(turns: Turn[]): Line[] {
  const turn = turns.findLast((one) => one.words);
  return turn ? [{ by: turn.by, words: turn.words, short: turn.short || turn.words, harm: turn.harm, gain: turn.gains[turn.by] ?? 0, turn }] : [];
}

/** The number of news at a seat's latest answer, judged by the news themselves. */
export function heardBy(news: NewsItem[], seat: number): number {
  return news.findLastIndex((item) => item.by === seat) + 1;
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "";
}
