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

export const keeping = {
  title: "Your name",
  isGuest: (name: string) => `You are ${name}, a guest of this browser. Keep the name to come back as ${name} from any device.`,
  isKept: (name: string) => `You keep the name ${name}.`,
  isBot: "You play as a bot.",
  passkey: "Keep it with a passkey",
  anotherPasskey: "Add a passkey",
  signIn: "Come back with a passkey",
  code: "Keep it with a recovery code",
  newCode: "New recovery code",
  codeSays: "Write this code down: it is shown this once. It brings your name back, and works once.",
  noWay: "Without a recovery code or a passkey nobody can come back as you. Make a new code.",
  recover: "Come back with a code",
  yourCode: "Recovery code",
  device: "Use another device",
  deviceSays: "Open this link on the other device within 10 minutes. It works once.",
  deviceLabel: "QR code for another device",
  passkeys: (count: number) => (count === 1 ? "1 passkey" : `${count} passkeys`),
  keyMade: (made: string, used: string) => `Passkey of ${made}, last used on ${used}`,
  drop: "Remove",
  become: (name: string) => `Become ${name} here?`,
  becomeSays: (name: string) => `You are ${name} in this browser now.`,
  yes: (name: string) => `Yes, I am ${name}`,
  bring: (tables: number) => (tables === 1 ? "Bring your table with you?" : `Bring your ${tables} tables with you?`),
  bringSays: (name: string) => `They become ${name}'s, and the guest of this browser is gone.`,
  bringThem: "Bring them",
  leave: "Leave them",
};

export const calling = {
  title: "When it is your turn",
  says: "This browser tells you when it is your turn at a table without a clock, or with days for a turn, and you are away for five minutes; and once more shortly before your time runs out.",
  here: "Tell me in this browser",
  isHere: "This browser tells you.",
  others: (count: number) => (count === 1 ? "One other browser tells you." : `${count} other browsers tell you.`),
  notHere: "Do not tell me here",
  none: "Tell me nowhere",
  refused: "The browser does not allow messages from this page: its settings say so.",
  cannot: "This browser takes no messages from this address. It needs https, and on iPhones the page on the home screen.",
  quiet: "Not at night, from 22 to 8 o'clock",
};
