// What the page says where a table is opened and people are invited to it.

/** What bots of each level are called, and what they do. */
const LEVELS: Record<string, [name: string, does: string]> = {
  random: ["Beginner", "plays any move"],
  greedy: ["Easy", "takes what looks best"],
  steady: ["Normal", "looks ahead"],
  sharp: ["Hard", "looks further ahead"],
  master: ["Expert", "thinks longest"],
};

export const levelName = (level: string): string => LEVELS[level]?.[0] ?? level;
export const levelDoes = (level: string): string => LEVELS[level]?.[1] ?? "";

const a = (noun: string) => `${/^[AEIOU]/i.test(noun) ? "an" : "a"} ${noun}`;

/** "a friend", "2 friends" */
const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

export const opening = {
  setUp: "Set up",
  setUpLong: (game: string) => `Set up a table of ${game}`,
  newTable: "New table",
  close: "Close the set-up",
  rules: "Rules",
  usualSet: "Usual",
  ownSet: "My own",
  players: "Players",
  seats: "Seats",
  seat: (letter: string) => `Seat ${letter}`,
  you: "You",
  friend: "Friend",
  open: "Open",
  bot: (level: string) => `Bot, ${levelName(level)}`,
  says: { you: "you play", friend: "gets a one-time link", open: "first to come sits here" } as Record<string, string>,
  botSays: (level: string, lower?: string) => (lower ? `${levelName(level)} plays like ${levelName(lower)} here` : `${levelName(level)}: ${levelDoes(level)}`),
  allRules: (count: number) => (count === 1 ? "One more rule of the table" : `All ${count} rules of the table`),
  optionTitle: (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`,
  asUsual: "as usual",
  changed: "changed",
  change: "Change the numbers",
  on: "on",
  off: "off",
  reset: "Back to the usual numbers",
  between: (low: number | null, high: number | null) => `${low} to ${high}`,
  cell: (title: string, row: number, column: number) => `${title}: row ${row}, number ${column}`,
  clock: "Clock",
  clocks: { none: "None", bank: "Minutes each", days: "Days a move" },
  minutes: "Minutes for the whole game",
  increment: "Seconds more with each answer",
  days: "Days for each answer",
  visible: "Who sees it",
  visibles: { link: "Only with the link", lobby: "Listed in the lobby" },
  title: "Title",
  titleHint: "optional, for example: Tuesday round",
  makeUsual: "Make this my Play now",
  openTable: "Open table",
  startNow: "Start playing",
  newHere: "New to it?",
  showFirst: "Show me first (2 minutes)",
  showFirstLong: (game: string) => `Show me first (2 minutes): ${game}`,
  usual: (who: string) => `one tap: ${who}.`,
  usualOwn: (who: string) => `one tap: ${who} (your usual table).`,

  /** "you, a friend and 2 Normal bots" */
  who: (chairs: string[]): string => {
    const bots = [...new Set(chairs.filter((chair) => !["you", "friend", "open"].includes(chair)))];
    const count = (kind: string) => chairs.filter((chair) => chair === kind).length;
    const parts = [
      count("you") ? "you" : "",
      count("friend") ? counted(count("friend"), "a friend", "friends") : "",
      ...bots.map((level) => counted(count(level), a(`${levelName(level)} bot`), `${levelName(level)} bots`)),
      count("open") ? counted(count("open"), "an open seat", "open seats") : "",
    ].filter(Boolean);
    return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
  },
  playersAre: (count: number) => `${count} players:`,
  noClock: "no clock",
  bank: (minutes: number, increment: number) => `${minutes} min each${increment ? ` and ${increment} s an answer` : ""}`,
  perMove: (days: number) => (days === 1 ? "one day a move" : `${days} days a move`),
  listed: "listed in the lobby",
  byLink: "only with the link",

  // the waiting room
  agreement: "Game settings",
  usualRules: "The usual rules, no options.",
  addSeat: "Add a seat",
  removeBot: "Remove bot",
  removeSeat: (letter: string) => `Remove seat ${letter}`,
  inviteAgain: "Make a new link",
  scanned: "Send it, or let a phone scan the code. Whoever opens it first sits here.",
  qr: "QR code of the invite link",
  invitedBy: (name: string) => `${name} invited you.`,
  invitedBySomebody: "You are invited.",
  yourName: "Your name here",
  learnMeanwhile: (game: string) => `Learn ${game} while you wait`,
  seatedAndReady: "You are seated and ready. The game begins when everybody is.",
  start: "Start the game",
  mixing: "Mixing the dice …",
  promise: (start: string) => `The dice are fixed by ${start}…; each player's browser adds to them before the game.`,
  withheld: (times: number) => `The dice were drawn again${times === 1 ? "" : times === 2 ? " twice" : ` ${times} times`} because a player's salt did not arrive.`,
};
