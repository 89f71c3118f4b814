// Dice that the player can check: this browser seals a salt of its own before the game, keeps it with
// what the server promised, and compares both with the finished record.  docs/fairness.md has the scheme.

import type { Draw, RoomSeen } from "../wire";

/** What this browser knows of the dice of a table. */
export interface KeptDice {
  commitment: string; // to the server's seed, as it was shown before the game
  seat: string; // its letter
  salt: string; // our own
  sealed: Record<string, string>; // everybody's seals by seat, as shown before our salt was opened
  at: number; // when it was sealed; those of the oldest tables are forgotten first
}

export interface Checked {
  promise: "kept" | "broken" | "unknown"; // unknown: this browser has not sealed a salt there
  draws: number; // that follow from the seed
  wrong: number; // the number of the first answer that does not; 0 if there is none
}

const PREFIX = "trivet-dice-";
const MOST_KEPT = 200; // tables
const SALT_BYTES = 16;

/** Hashing needs https, or the server's own machine. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text: string) => new TextEncoder().encode(text);

async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));
}

const sealOf = (salt: string, table: string, letter: string) => sha256(`salt ${salt} ${table} ${letter}`);
const letterOf = (room: RoomSeen) => (room.you === null ? "" : (room.seats[room.you]?.letter ?? ""));

// --- before the game ------------------------------------------------------------------------------

/** A new salt for our seat; what is sent of it.  Empty where nothing can be hashed. */
export async function seal(room: RoomSeen): Promise<string> {
  if (room.you === null || !canSeal()) return "";
  const salt = hex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const kept: KeptDice = { commitment: room.commitment, seat: letterOf(room), salt, sealed: {}, at: Date.now() };
  return keep(room.id, kept) ? sealOf(salt, room.id, kept.seat) : "";
}

/** Our salt, once all seals are in; null if the server shows something else than it did before. */
export async function opened(room: RoomSeen): Promise<string | null> {
  const kept = keptDice(room.id);
  if (!kept || letterOf(room) !== kept.seat || room.commitment !== kept.commitment) return null;
  if (room.sealed[room.you ?? -1] !== (await sealOf(kept.salt, room.id, kept.seat))) return null;
  const sealed = room.seats.map((seat, at) => [seat.letter, room.sealed[at] ?? ""]).filter(([, value]) => value);
  keep(room.id, { ...kept, sealed: Object.fromEntries(sealed) as Record<string, string> });
  return kept.salt;
}

function keep(room: string, kept: KeptDice): boolean {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + room);
    if (others.length >= MOST_KEPT) for (const key of oldest(others, others.length - MOST_KEPT + 1)) localStorage.removeItem(key);
    localStorage.setItem(PREFIX + room, JSON.stringify(kept));
    return true;
  } catch {
    return false; // a salt that cannot be kept must not be promised
  }
}

function oldest(keys: string[], count: number): string[] {
  const dated = keys.map((key) => ({ key, at: keptDice(key.slice(PREFIX.length))?.at ?? 0 }));
  return dated.sort((one, other) => one.at - other.at).slice(0, count).map(({ key }) => key);
}

export function keptDice(room: string): KeptDice | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + room) ?? "null") as KeptDice | null;
  } catch {
    return null;
  }
}

// --- after the game -------------------------------------------------------------------------------

/** Compare a finished record with what was promised, and its draws with its seed. */
export async function check(room: string, record: string, draws: Draw[]): Promise<Checked> {
  const head = new Map(record.split("\n\n", 1)[0]?.split("\n").map((line) => [line.split(": ", 1)[0] ?? "", line.slice(line.indexOf(": ") + 2)]));
  const [table, salt, seed] = ["table", "salt", "seed"].map((key) => head.get(key) ?? "") as [string, string, string];
  const isBound = (await sha256(`commit ${seed} ${table}`)) === head.get("commitment");
  const seals = [...head].filter(([key]) => key.startsWith("sealed ")).map(([key, value]) => [key.slice(7), value] as const);
  const salts = seals.length ? salt.split(".") : [];
  let isSealed = salts.length === seals.length;
  for (const [at, [letter, value]] of seals.entries()) isSealed &&= (await sealOf(salts[at] ?? "", table, letter)) === value;
  const kept = keptDice(room);
  const isWitness = kept !== null && Object.keys(kept.sealed).length > 0; // else the game began without our salt
  const isSame = !isWitness || (kept.commitment === head.get("commitment") && isEqual(kept.sealed, Object.fromEntries(seals)));
  const wrong = await firstWrong(seed, table, salt, draws);
  return {
    promise: !isBound || !isSealed || !isSame ? "broken" : isWitness ? "kept" : "unknown",
    draws: wrong ? draws.findIndex((draw) => draw.at === wrong) : draws.length,
    wrong,
  };
}

/** Our seal is among them, and a seal fits one salt only: so our salt is in the record too. */
function isEqual(kept: Record<string, string>, found: Record<string, string>): boolean {
  return Object.keys(found).length === Object.keys(kept).length && Object.entries(kept).every(([letter, value]) => found[letter] === value);
}

/** Number n is the first eight bytes of HMAC-SHA-256(seed, "draw TABLE SALT n"). */
async function firstWrong(seed: string, table: string, salt: string, draws: Draw[]): Promise<number> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let drawn = 0;
  for (const draw of draws) {
    const width = BigInt(draw.odds.reduce((sum, odds) => sum + odds, 0));
    const limit = (1n << 64n) - ((1n << 64n) % width);
    let number: bigint;
    do {
      const code = await crypto.subtle.sign("HMAC", key, utf8(`draw ${table} ${salt} ${drawn++}`));
      number = new DataView(code).getBigUint64(0);
    } while (number >= limit);
    let rest = Number(number % width);
    const hit = draw.odds.findIndex((odds) => (rest -= odds) < 0);
    if (hit !== draw.took) return draw.at;
  }
  return 0;
}
