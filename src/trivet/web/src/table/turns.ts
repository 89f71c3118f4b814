// News, turn by turn.

import type { NewsItem } from "../wire";

export interface Turn {
  by: number; // the seat whose answers led to it; negative if it was nobody alone
  lines: { number: number; words: string }[];
}

/** Lines that follow from answers of one seat stand together; silent news are left out. */
export function turns(news: NewsItem[]): Turn[] {
  const found: Turn[] = [];
  news.forEach(({ by, words }, number) => {
    if (!words) return;
    const last = found.at(-1);
    if (last?.by === by) last.lines.push({ number, words });
    else found.push({ by, lines: [{ number, words }] });
  });
  return found;
}

/** How many news there were when a seat had answered last, as far as news can tell. */
export function heardBy(news: NewsItem[], seat: number): number {
  return news.findLastIndex((item) => item.by === seat) + 1;
}
