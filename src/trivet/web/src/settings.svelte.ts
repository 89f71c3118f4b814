// Settings of a player, kept in this browser only.

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "none";
export type Confirming = "always" | "turn" | "never";

const KEY = "trivet-settings";
const DARK = matchMedia("(prefers-color-scheme: dark)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

interface Kept {
  theme: Theme;
  motion: Motion;
  confirm: Confirming;
  volume: number;
  bots: string;
}

class Settings {
  theme = $state<Theme>("system");
  motion = $state<Motion>("system");
  confirm = $state<Confirming>("turn");
  volume = $state(70); // of 100; 0 is silence
  bots = $state("steady"); // the level of the opponents
  isDark = $state(false); // of the page now

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
      this.theme = oneOf(kept.theme, ["system", "light", "dark"]);
      this.motion = oneOf(kept.motion, ["system", "none"]);
      this.confirm = oneOf(kept.confirm, ["turn", "always", "never"]);
      if (typeof kept.volume === "number") this.volume = Math.min(100, Math.max(0, kept.volume));
      if (typeof kept.bots === "string") this.bots = kept.bots;
    } catch {
      // Storage may be blocked or damaged: keep the defaults.
    }
    DARK.addEventListener("change", () => this.apply());
    STILL.addEventListener("change", () => this.apply());
  }

  get isStill(): boolean {
    return this.motion === "none" || STILL.matches;
  }

  /** Apply theme and movement to the page. */
  apply(): void {
    this.isDark = this.theme === "dark" || (this.theme === "system" && DARK.matches);
    document.documentElement.dataset.theme = this.isDark ? "dark" : "light";
    document.documentElement.dataset.motion = this.isStill ? "still" : "moving";
  }

  /** The level of the opponents; one that the server has. */
  botOf(levels: string[]): string {
    return levels.includes(this.bots) ? this.bots : (levels.at(-1) ?? "");
  }

  keep(): void {
    this.apply();
    const { theme, motion, confirm, volume, bots } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, motion, confirm, volume, bots } satisfies Kept));
    } catch {
      // Storage is blocked: they hold until the page is left.
    }
  }
}

function oneOf<T extends string>(value: unknown, allowed: [T, ...T[]]): T {
  return allowed.find((one) => one === value) ?? allowed[0];
}

export const settings = new Settings();
