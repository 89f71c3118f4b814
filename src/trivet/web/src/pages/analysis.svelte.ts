// How a finished game stood, asked for until the server has found out.

import { api, Trouble } from "../api";
import type { Chances, Point } from "../wire";

const AGAIN = 700; // milliseconds until the server has found out more

export class GameAnalysis {
  chances = $state.raw<Chances | null>(null);
  trouble = $state("");
  private timer = 0;
  private isGone = false;

  constructor(private readonly id: string) {
    void this.ask();
  }

  get points(): Point[] {
    return this.chances?.points ?? [];
  }

  get isDone(): boolean {
    return this.chances?.is_done ?? false;
  }

  /** How far off by chance alone, at most. */
  get error(): string {
    return percent(Math.max(0, ...this.points.map((point) => point.error)));
  }

  /** Where it turned, and for whom: in the order of the game. */
  turnsFor(players: string[]): Turned[] {
    return (this.chances?.turns ?? []).map((turn) => {
      const [before, after] = [this.at(turn.before), this.at(turn.at)];
      const changes = players.map((_, seat) => (after?.shares[seat] ?? 0) - (before?.shares[seat] ?? 0));
      const gain = Math.max(...changes);
      const seat = changes.indexOf(gain); // who gained most
      return { ...turn, seat, gain, was: percent(before?.shares[seat] ?? 0), is: percent(after?.shares[seat] ?? 0) };
    });
  }

  close(): void {
    this.isGone = true;
    clearTimeout(this.timer);
  }

  private at(number: number): Point | undefined {
    return this.points.find((point) => point.at === number);
  }

  private async ask(): Promise<void> {
    try {
      this.chances = await api.chances(this.id);
      if (!this.chances.is_done && !this.isGone) this.timer = window.setTimeout(() => void this.ask(), AGAIN);
    } catch (problem) {
      this.trouble = problem instanceof Trouble ? problem.message : String(problem);
    }
  }
}

export interface Turned {
  before: number;
  at: number;
  seat: number;
  gain: number;
  was: string; // that seat's chance before ...
  is: string; // ... and after
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
