// A variant as a link: "/new/trinity?seats=3&bots=sharp&events=false" opens the set-up of such a table.

import type { GameInfo } from "../wire";
import { resized, usualSetUp, type SetUp } from "./opening";

export interface LinkedSetUp {
  setUp: SetUp;
  unknown: string[]; // names in the address that this game does not have
}

const OWN = ["seats", "bots", "title"]; // the rest are options

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function setUpOf(query: string, game: GameInfo, levels: string[]): LinkedSetUp {
  const asked = new URLSearchParams(query);
  const setUp = usualSetUp(game, levels);
  const names = game.options.map((option) => option.name);
  const level = asked.get("bots") ?? "";
  const seats = Number(asked.get("seats") ?? setUp.chairs.length);
  const count = Math.min(game.most, Math.max(game.fewest, Number.isInteger(seats) ? seats : game.fewest));
  if (levels.includes(level)) setUp.chairs = setUp.chairs.map((chair, seat) => (seat ? level : chair));
  setUp.chairs = resized(setUp.chairs, count, setUp.chairs.at(-1) ?? level);
  setUp.title = (asked.get("title") ?? "").slice(0, 60);
  const unknown: string[] = [];
  for (const [name, text] of asked) {
    if (names.includes(name)) setUp.options[name] = read(text);
    else if (!OWN.includes(name)) unknown.push(name);
  }
  return { setUp, unknown };
}

/** The address of a set-up: its seats, the level of its bots, and the options that are not as usual. */
export function addressOf(game: GameInfo, setUp: SetUp, levels: string[]): string {
  const asked = new URLSearchParams();
  if (setUp.chairs.length !== game.fewest) asked.set("seats", String(setUp.chairs.length));
  const bot = setUp.chairs.find((chair) => levels.includes(chair));
  if (bot) asked.set("bots", bot);
  if (setUp.title) asked.set("title", setUp.title);
  for (const [name, value] of Object.entries(setUp.options)) asked.set(name, typeof value === "string" ? value : JSON.stringify(value));
  const query = asked.toString();
  return `/new/${game.name}${query && `?${query}`}`;
}
