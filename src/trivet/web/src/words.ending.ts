// What the page says when a game is over.

import type { Result, RoomSeen } from "./wire";

export const listed = (names: string[]) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? ""));
const minus = (points: number) => (points < 0 ? `−${-points}` : String(points));

export function winnersOf(result: Result): number[] {
  return result.scores.flatMap((share, seat) => (share > 0 && (result.places[seat] ?? 1) === 1 ? [seat] : []));
}

/** Seats that somebody else finished the game for. */
export function standInsOf(room: RoomSeen): string[] {
  if (room.result?.reason !== "played") return [];
  return room.seats.flatMap((seat, number) => {
    if (seat.kind !== "person" || (!seat.out && !seat.bot)) return [];
    const who = number === room.you ? "You" : seat.name;
    const whom = number === room.you ? "you" : seat.name;
    if (seat.out === "resigned") return `${who} resigned; a bot finished the game.`;
    if (seat.out === "time") return `${who} ran out of time; a bot finished the game.`;
    return `A bot finished the game for ${whom}.`;
  });
}

export const ending = {
  result: "How it ended",
  ranking: "Ranking",
  you: "You",
  place: (place: number) => `Place ${place}`,
  signed: minus,
  replay: "Replay and analysis",
  replayShort: "Replay",
  share: "Share",
  wantsRematch: (name: string) => `${name} would like a rematch.`,
  acceptRematch: "Accept the rematch",
  waitsForRematch: "The others are asked for a rematch.",
  toRematch: "Go to rematch",
  logAndChat: "Log and chat",
  byChapter: { round: "Round by round", stage: "Stage by stage" },
  after: (chapter: number) => `after ${chapter}:`,
  deciding: "The deciding moment",
  showIt: "Show it",
  turned: (name: string, before: string, after: string) => `It turned here: ${name} went from ${before} to ${after}`,
  looking: (count: number) => `Looking for the deciding moment … ${count} positions so far.`,
  note: (error: string) => `Estimate from quick simulated games, up to ± ${error} a position.`,
  curve: "Each player's chance to win, from the first position to the last",
  link: "Link to this game",
  svg: "Picture (SVG)",
  png: "Picture (PNG)",
  send: "Send …",
  noPicture: "The picture could not be made.",
  qr: "QR code of the link",

  // the record
  playOn: "Play on from here",
  playOnLong: (n: number) => `Play on from here: position ${n}, against bots`,
  playAs: "as",
  better: (name: string, words: string, value: string) => `A strong bot in ${name}'s place would have: ${words}${value ? ` (wins about ${value})` : ""}.`,
  same: (name: string) => `A strong bot in ${name}'s place would have done the same.`,
};

/** The rulebook that a rule stands in. */
export const ruleAddress = (game: string, rule: string) => `/rules/${rule.startsWith("HOUSE") ? "house" : game}#${rule}`;
