// The sentences of the first minutes: choosing from rows, ready answers, lessons.

export const first = {
  more: (thing: string, count: number, isOffered: boolean, limit: string) =>
    `One more ${thing}, ${count} so far${isOffered ? ", can be chosen" : limit && `, ${limit}`}`,
  less: (thing: string) => `One ${thing} less`,
  inDeck: (thing: string) => `${thing}: how many`,
  count: (have: number, all: number) => `${have} of ${all}`,
  missing: (count: number) => (count === 1 ? "Choose 1 more" : `Choose ${count} more`),
  ready: "Ready to take",
  readyNote: "One tap fills your choice, and you can still change it. Play takes it at once.",
  play: "Play",
  playLong: (name: string) => `Play ${name} at once`,
  lesson: "Lesson",
  skip: "Skip the lesson",
  previous: "Back",
  showMe: "Show me",
  playFree: "Play a free game",
  onlyThis: (thing: string) => `Only this can be chosen in this step: ${thing}.`,
  drawnFirst: "drawn first",
  drawnLast: "drawn last",
  place: (thing: string, place: number) => `${thing}, drawn as number ${place}`,
  sooner: (thing: string) => `${thing}: one place sooner`,
  later: (thing: string) => `${thing}: one place later`,
  takeAway: (thing: string) => `Remove ${thing}`,
};
