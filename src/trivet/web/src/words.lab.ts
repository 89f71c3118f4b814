// What the page of balance reports says.

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

export const lab = {
  title: (game: string) => `How ${game} plays`,
  lead: "Bots of one level play each other. Shares of the win are in the order of turns, from the first to move to the last, with half of a 95 % interval.",
  players: (seats: number) => `With ${NUMBERS[seats] ?? seats} players`,
  played: (games: number, bot: string) => `${games} games of ${bot}`,
  noTurns: "all answer at the same time",
  only: (bots: string) => `(only with ${bots})`,
  game: (record: string) => `game ${record.slice(record.lastIndexOf("-") + 1)}`,
  variants: "Variants, on the same deals",
  pairs: (count: number) => `${count} pairs`,
  open: "Open a table with it",
  whole: "The whole report",
  none: "There is no report of this game here. The documentation site and a checkout (docs/balance) have them; `trivet balance GAME --keep` makes one that is shown here.",
  link: "How it plays",
};
