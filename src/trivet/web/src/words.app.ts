// The sentences of the page as an app: without a server, without a network, between two editions.

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export const app = {
  thinksLess: "weaker on this device",
  starting: "Starting the table …",
  newEdition: "A new version is ready.",
  takeEdition: "Update",
  later: "Later",
  openRecord: "Open a record from a file",
  notARecord: (name: string) => `${name} is not a record of a game.`,
  kept: "Kept in this browser",
  keptSays: (used: number) => `Your games are on this device only. With the app itself they take ${megabytes(used)}.`,
  keptForGood: "The browser keeps them until you remove them.",
  notKeptForGood: "The browser refused: it may remove them when its disk is full. Export what you want to keep.",
  keepForGood: "Keep permanently",
  exportAll: "Export all games",
  importAll: "Import games",
  exported: "Your games are in the file.",
  imported: (added: number, known: number) => `${added} ${added === 1 ? "game was" : "games were"} added${known ? `, ${known} were here already` : ""}.`,
  aloneSays: "This page has no server: the rules, the rooms and the bots run in your browser, and nothing leaves it. To play with others, run trivet serve.",
  whatIsStored: "What is stored of you, and for how long",
  withoutNetwork: "Without a network",
  tableOffered: "This browser can keep the whole table, about 20 MB, and play against bots when there is no network.",
  tableKept: "This browser keeps the whole table: you can play against bots without a network.",
  keepTable: "Keep the table",
  keeping: "Keeping …",
  notKept: "It could not be kept. Is there enough room on the disk?",
  toTableAlone: "Play without the server",
  copyVariant: "Copy a link to this table",
  unknownOptions: (names: string[]) => `This game has no option ${names.join(", ")}: the link may be of another edition.`,
};
