// Groups news by turn.

import type { NewsItem } from "../wire";

export interface Turn {
  by: number; // the seat whose answers led to it; negative if it was not one seat
  lines: { number: number; words: string }[];
}

/** Groups consecutive lines by the seat whose answers led to them; news without words is left out. */
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

/** The number of news at a seat's latest answer, judged by the news themselves. */
export function heardBy(news: NewsItem[], seat: number): number {
  return news.findLastIndex((item) => item.by === seat) + 1;
}
