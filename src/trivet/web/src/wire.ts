// Made by `python -m trivet.server.schema`: do not edit.

export type RoomRequest = Enter | Sit | Stand | Ready | Fill | Empty | Invite | AddSeat | RemoveSeat | Answer | Undo | Why | Narrow | Hint | Offer | Accept | Decline | Resign | HandOver | TakeSeat | Say | Look | Ping;

export type RoomNotice = RoomSeen | Shown | ChatLines | Done | Took | Stale | Refused | Failed | Because | NarrowedSeen | Hinted | Looked | Ticket | Pong | Bye;

/** The first message on a socket: how much the page still has from before. */
export type Enter = {
  do: "enter";
  re?: number;
  news?: number;
  takebacks?: number;
  lines?: number;
  asides?: number;
  scenes?: boolean;
};

export type Sit = {
  do: "sit";
  re?: number;
  seat: number;
  ticket?: string;
};

/** Leave the seat before the game has begun. */
export type Stand = {
  do: "stand";
  re?: number;
};

/** The game begins when every seat is taken and all people are ready. */
export type Ready = {
  do: "ready";
  re?: number;
  is_ready?: boolean;
  salt?: string;
};

/** Put a bot on one empty seat, or on all of them (the host's wish). */
export type Fill = {
  do: "fill";
  re?: number;
  bot: string;
  seat?: number | null;
};

/** TakeSeat a bot, or a seat kept for a guest, away again (the host's wish). */
export type Empty = {
  do: "empty";
  re?: number;
  seat: number;
};

/** Keep a seat free for whoever shows the ticket, once. */
export type Invite = {
  do: "invite";
  re?: number;
  seat: number;
};

/** One more seat at the table, before the game has begun (the host's wish). */
export type AddSeat = {
  do: "add";
  re?: number;
};

/** One seat fewer; whoever sits behind it moves up (the host's wish). */
export type RemoveSeat = {
  do: "remove";
  re?: number;
  seat: number;
};

export type Answer = {
  do: "answer";
  re?: number;
  count: number;
  text: string;
};

/** TakeSeat back the latest answer, where the table's rule allows it. */
export type Undo = {
  do: "undo";
  re?: number;
  count: number;
};

/** What speaks against an answer, or against the thing just touched? */
export type Why = {
  do: "why";
  re?: number;
  text?: string;
  thing?: string;
};

/** What is left of the question when these things were touched, in this order? */
export type Narrow = {
  do: "narrow";
  re?: number;
  touched?: Array<string>;
};

/** What would a bot answer? */
export type Hint = {
  do: "hint";
  re?: number;
};

export type Offer = {
  do: "offer";
  re?: number;
  what: "rematch" | "takeback";
};

export type Accept = {
  do: "accept";
  re?: number;
  what: "rematch" | "takeback";
};

export type Decline = {
  do: "decline";
  re?: number;
  what: "rematch" | "takeback";
};

/** Leave the game for good. */
export type Resign = {
  do: "resign";
  re?: number;
};

/** Let a bot play a seat: one's own, or one whose player has been away for a while. */
export type HandOver = {
  do: "hand";
  re?: number;
  seat: number;
  bot: string;
};

/** TakeSeat one's own seat back from a bot. */
export type TakeSeat = {
  do: "take";
  re?: number;
};

export type Say = {
  do: "say";
  re?: number;
  text: string;
};

/** Everything I may know of the game now, for a report or a program. */
export type Look = {
  do: "look";
  re?: number;
};

/** Are you there? */
export type Ping = {
  do: "ping";
  re?: number;
};

/** Everything about a room but the game itself. */
export type RoomSeen = {
  is: "room";
  id: string;
  game: string;
  title: string;
  is_public: boolean;
  phase: "open" | "over" | "playing";
  seats: Array<SeatSeen>;
  you: number | null;
  is_host: boolean;
  host: number | null;
  watchers: number;
  options: Record<string, unknown>;
  clock: Bank | Days | null;
  commitment: string;
  salt: string;
  seed: string;
  offers: Array<OfferSeen>;
  result: Result | null;
  next: string;
};

/** One seat, as everybody sees it. */
export type SeatSeen = {
  letter: string;
  kind: "bot" | "empty" | "invited" | "person";
  name: string;
  bot: string;
  is_present: boolean;
  is_ready: boolean;
  out: "" | "resigned" | "time";
};

/** So much time for the whole game, and some more with every answer. */
export type Bank = {
  kind: "bank";
  seconds: number;
  increment?: number;
};

/** So many days for every answer. */
export type Days = {
  kind: "days";
  days: number;
};

export type OfferSeen = {
  what: "rematch" | "takeback";
  by: number;
  agreed: Array<number>;
};

/** How the game ended. */
export type Result = {
  reason: "left" | "played" | "resigned" | "time";
  scores: Array<number>;
  seats: Array<number>;
  places: Array<number>;
  ending: string;
  rule: string;
  words: string;
  sheet: Array<SheetLine>;
  total: Array<number>;
};

/** A line of the score sheet: what one part of the game brought in one round or stage. */
export type SheetLine = {
  part: string;
  rule: string;
  chapter: number;
  by_seat: Array<number>;
  adds: boolean;
};

/** The game as this viewer sees it now, and what is new. */
export type Shown = {
  is: "shown";
  view: View | null;
  waiting: Array<number>;
  wait: string;
  ask: Ask | null;
  count: number;
  may_undo: boolean;
  since: number;
  news: Array<NewsItem>;
  moments: Array<MomentSeen>;
  takebacks: number;
  clocks: Array<ClockSeen>;
  is_open: boolean;
  open: View | null;
  scene: Scene | null;
  picture: string;
};

/** What a viewer may know of a game; `table` is the game's own. */
export type View = {
  answered: Array<number>;
  ask: string;
  game: string;
  over: boolean;
  said: string;
  scores: Array<number>;
  seats: number;
  step: string;
  table: Record<string, unknown>;
  viewer: number | string;
  waiting: Array<number>;
};

/** A question put to this viewer. */
export type Ask = {
  step: string;
  words: string;
  how: string;
  rule: string;
  is_vast: boolean;
  options: Array<OptionSeen>;
};

export type OptionSeen = {
  text: string;
  words: string;
  touched: Array<string>;
};

export type NewsItem = {
  what: string;
  data: Array<number>;
  words: string;
  by: number;
};

/** A position on the way, as this viewer saw it: a finished trick, the end of a turn. */
export type MomentSeen = {
  after: number;
  what: string;
  caption: string;
  words: string;
  by: number;
  view: View | null;
  scene: Scene | null;
  picture: string;
};

export type Scene = {
  zones: Array<Zone>;
  notes: Array<SeatNote>;
};

/** A part of the table that stays together: the board, the hand, the market. */
export type Zone = {
  name: string;
  label: string;
  width: number;
  height: number;
  ground: string;
  spots: Array<Spot>;
  pieces: Array<Piece>;
  marks: Array<Mark>;
};

/** A place that can be touched. */
export type Spot = {
  thing: string;
  label: string;
  x: number;
  y: number;
  w: number;
  h: number;
  shape: string;
  face: string;
  marks: Array<Mark>;
};

/** A short text on a zone, a place or a piece; on the latter two, measured from the centre. */
export type Mark = {
  text: string;
  x: number;
  y: number;
  size: number;
  tone: string;
  anchor: string;
};

/** Something that lies on the table. Later pieces lie above earlier ones. */
export type Piece = {
  id: string;
  label: string;
  face: string;
  x: number;
  y: number;
  w: number;
  h: number;
  thing: string;
  turn: number;
  level: number;
  owner: number;
  has_badge: boolean;
  marks: Array<Mark>;
};

/** What stands beside a player's name: points, cards left, and the like. */
export type SeatNote = {
  seat: number;
  lines: Array<string>;
};

export type ClockSeen = {
  left: number;
  runs: boolean;
};

/** Chat; players see that of the watchers after the game. */
export type ChatLines = {
  is: "lines";
  channel: "players" | "watchers";
  since: number;
  lines: Array<ChatLine>;
};

export type ChatLine = {
  name: string;
  seat: number | null;
  text: string;
  at: number;
};

/** It is so, and will be so after a power cut. */
export type Done = {
  is: "done";
  re: number;
};

/** The answer or the taking back is stored. */
export type Took = {
  is: "took";
  count: number;
  re: number;
};

/** Something else has been answered there already; what is so now follows. */
export type Stale = {
  is: "stale";
  count: number;
  re: number;
};

/** A rule speaks against it. Nothing has changed. */
export type Refused = {
  is: "refused";
  rule: string;
  reason: string;
  how: string;
  allowed: Array<string>;
  re: number;
};

/** It could not be done, for a reason that is not in the rules of the game. */
export type Failed = {
  is: "failed";
  code: string;
  reason: string;
  re: number;
};

/** The answer to why; an empty rule says that nothing speaks against it. */
export type Because = {
  is: "because";
  rule: string;
  reason: string;
  re: number;
};

export type NarrowedSeen = {
  is: "narrowed";
  touched: Array<string>;
  next: Array<string>;
  left: number;
  text: string;
  words: string;
  re: number;
};

export type Hinted = {
  is: "hinted";
  best: Array<Advice>;
  re: number;
};

/** An answer that a bot has thought about. */
export type Advice = {
  text: string;
  words: string;
  touched: Array<string>;
  value: string;
  why: string;
};

export type Looked = {
  is: "looked";
  view: View;
  re: number;
};

export type Ticket = {
  is: "ticket";
  seat: number;
  ticket: string;
  re: number;
};

export type Pong = {
  is: "pong";
  re: number;
};

/** The server closes the socket and says why; come back after so many seconds, if any. */
export type Bye = {
  is: "bye";
  reason: string;
  again: number | null;
};

export type Me = {
  name: string;
};

export type Rename = {
  name: string;
};

export type Catalogue = {
  version: string;
  games: Array<GameInfo>;
  bots: Array<string>;
};

export type GameInfo = {
  name: string;
  title: string;
  tagline: string;
  prefix: string;
  version: number;
  fewest: number;
  most: number;
  minutes: number;
  options: Array<OptionInfo>;
};

export type OptionInfo = {
  name: string;
  words: string;
  rule: string;
  kind: "number" | "numbers" | "one of" | "switch";
  default: unknown;
  choices: Array<string>;
  low: number | null;
  high: number | null;
};

/** The drawings of a game and its colours, each for a light and for a dark page. */
export type Art = {
  faces: Record<string, Face>;
  palette: Record<string, [string, string]>;
  example: Scene | null;
};

export type Face = {
  box: string;
  inside: string;
};

/** The first steps of a game, on a real table. */
export type Lesson = {
  bot: string;
  steps: Array<LessonStep>;
};

/** One thing that is learnt; it ends by a tap, or when the game has gone so far. */
export type LessonStep = {
  title: string;
  text: string;
  rule?: string;
  until?: string;
  done?: string;
};

/** A rulebook. */
export type Book = {
  name: string;
  text: string;
  rules: Array<RuleSeen>;
};

/** One rule of a book; its id is its anchor. */
export type RuleSeen = {
  id: string;
  chapter: string;
  text: string;
};

export type BitesSeen = {
  bites: Array<BiteSeen>;
};

/** A position in which a rule stops somebody. */
export type BiteSeen = {
  rule: string;
  seat: number;
  ask: string;
  text: string;
  sentence: string;
  things: Array<string>;
  zone: Zone | null;
  picture: string;
};

/** A table to be opened. */
export type NewRoom = {
  game: string;
  seats?: number | null;
  bots?: Array<string>;
  friends?: Array<number>;
  options?: Record<string, unknown>;
  title?: string;
  is_public?: boolean;
  clock?: Bank | Days | null;
  sit?: boolean;
  start?: boolean;
  salt?: string;
};

export type Opened = {
  room: string;
  tickets: Array<SeatTicket>;
};

/** What opens a seat that is kept for a guest, once. */
export type SeatTicket = {
  seat: number;
  ticket: string;
};

export type Lobby = {
  mine: Array<Summary>;
  open: Array<Summary>;
};

/** A room in a list. */
export type Summary = {
  id: string;
  game: string;
  title: string;
  phase: "open" | "over" | "playing";
  seats: Array<string>;
  you: number | null;
  is_your_turn: boolean;
  clock: Bank | Days | null;
  changed: number;
};

export type Frames = {
  total: number;
  first: number;
  players: Array<string>;
  bots: Array<string>;
  result: Result | null;
  frames: Array<Frame>;
};

/** One position of a finished game. */
export type Frame = {
  text: string;
  seat: number;
  words: string;
  view: View;
  scene: Scene | null;
  picture: string;
  news: Array<NewsItem>;
  moments: Array<MomentSeen>;
};

/** How a finished game stood: quick bots that see all cards play on and judge at a glance. */
export type Chances = {
  points: Array<Point>;
  turns: Array<Turn>;
  is_done: boolean;
};

/** How a position stood: what each seat could expect of the win. */
export type Point = {
  at: number;
  shares: Array<number>;
  error: number;
  games: number;
};

/** Between two positions the game took a turn. */
export type Turn = {
  before: number;
  at: number;
};

export type Better = {
  answer: BetterAnswer | null;
};

/** What a strong bot would have answered where a game turned, from what that seat knew. */
export type BetterAnswer = {
  at: number;
  seat: number;
  played: string;
  best: Advice;
  is_same: boolean;
};

/** A position of a finished game to be played on from, against bots. */
export type PlayOn = {
  at: number;
  seat: number;
  bot: string;
};

/** Whether the dice of a game were fair and its rules kept. */
export type Verdict = {
  is_fair: boolean;
  words: string;
};

/** Why an HTTP request failed. */
export type HttpProblem = {
  code: string;
  reason: string;
};
