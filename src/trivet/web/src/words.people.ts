// What the page says about you: what is stored, who you are on other devices.

export const people = {
  everything: "Everything of mine",
  everythingSays: "All that this server has stored about you: your tables, chat and games.",
  exportIt: "Export as a file",
  eraseMe: "Erase me",
  eraseSays: (name: string) =>
    `You leave all tables, and your name and your words are taken out of every game. This cannot be undone. To go on, write your name: ${name}`,
  yourName: "Your name",
  eraseForEver: "Erase for ever",
};
