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
