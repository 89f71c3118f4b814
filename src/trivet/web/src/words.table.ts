// What the page says about chat, clocks, sound and hints.

const two = (value: number) => String(value).padStart(2, "0");

/** What is left on a clock: "4:07", "1:04:07" or "2 d 5 h". */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

export const chat = {
  open: (unread: number) => (unread ? `Chat, ${unread === 1 ? "1 new line" : `${unread} new lines`}` : "Chat"),
  quick: "Quick phrases",
  phrases: ["Hello!", "Good luck!", "Nice move!", "One moment, please.", "Good game!", "Thanks!"],
  person: (name: string) => `What to do about ${name}`,
  hide: "Hide for me",
  show: "Show again",
  hidden: (name: string) => `A line of ${name} is hidden.`,
  mute: "Mute for everybody",
  unmute: "Let them write again",
  host: "For spectators (you are the host)",
  isOpen: "Spectators may write",
  slow: "Time between two lines of one spectator",
  slows: { 0: "no limit", 10: "10 seconds", 30: "30 seconds", 60: "1 minute", 300: "5 minutes" } as Record<number, string>,
  seconds: (count: number) => `${count} seconds`,
  closed: "The host has closed the spectators' chat.",
  slowed: (seconds: number) => `One line in ${seconds} seconds.`,
};

export const clock = {
  left: (name: string, time: string) => `${name}: ${time} left`,
};

export const sound = {
  volume: "Volume",
  off: "off",
  try: "Try it",
};

export const hints = {
  title: "Hints",
  choices: { usual: "As usual", on: "Allowed", off: "None" },
  says: {
    usual: "Against bots always; among people only without a clock.",
    on: "Everybody sees how many a player asked for.",
    off: "Nobody gets hints.",
  },
  with: "hints allowed",
  without: "no hints",
};

export const conceding = {
  title: "Bots resign",
  choices: { off: "Never", on: "When the game is clearly decided" },
  says: {
    off: "Bots play every game to its end.",
    on: "Once no bot had a chance for several turns, and one player is left.",
  },
  with: "bots resign when the game is clearly decided",
};

export const drafts = {
  soFar: "Not sent yet",
};
