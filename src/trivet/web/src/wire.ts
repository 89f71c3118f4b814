// Written by scripts/wire_types.py from trivet/server: do not edit.

export interface Accept {
  do: "accept";
  re?: number;
  what: "rematch" | "takeback";
}

export interface Advice {
  text: string;
  words: string;
  touched: (string)[];
  value: string;
  why: string;
}

export interface Answer {
  do: "answer";
  re?: number;
  count: number;
  text: string;
}

export interface Art {
  faces: Record<string, Face>;
  palette: Record<string, [string, string]>;
  example: Scene | null;
}

export interface Ask {
  how: string;
  rule: string;
  is_vast: boolean;
  options: (Option)[];
}

export interface Bank {
  kind: "bank";
  seconds: number;
  increment?: number;
}

export interface Because {
  is: "because";
  rule: string;
  reason: string;
  re: number;
}

export interface BiteSeen {
  rule: string;
  seat: number;
  ask: string;
  text: string;
  sentence: string;
  things: (string)[];
  zone: Zone | null;
  picture: string;
}

export interface BitesSeen {
  bites: (BiteSeen)[];
}

export interface Book {
  name: string;
  text: string;
  rules: (RuleSeen)[];
}

export interface Bye {
  is: "bye";
  reason: string;
  again: number | null;
}

export interface Catalogue {
  version: string;
  games: (GameInfo)[];
  bots: (string)[];
}

export interface Chances {
  points: (Point)[];
  turns: (Turn)[];
  is_done: boolean;
}

export interface ClockSeen {
  left: number;
  runs: boolean;
}

export interface Days {
  kind: "days";
  days: number;
}

export interface Decline {
  do: "decline";
  re?: number;
  what: "rematch" | "takeback";
}

export interface Done {
  is: "done";
  re: number;
}

export interface Empty {
  do: "empty";
  re?: number;
  seat: number;
}

export interface Enter {
  do: "enter";
  re?: number;
  news?: number;
  takebacks?: number;
  lines?: number;
  asides?: number;
  scenes?: boolean;
}

export interface Face {
  box: string;
  inside: string;
}

export interface Failed {
  is: "failed";
  code: string;
  reason: string;
  re: number;
}

export interface Fill {
  do: "fill";
  re?: number;
  bot: string;
  seat?: number | null;
}

export interface Frame {
  text: string;
  seat: number;
  words: string;
  view: View;
  scene: Scene | null;
  picture: string;
  news: (NewsItem)[];
}

export interface Frames {
  total: number;
  first: number;
  players: (string)[];
  bots: (string)[];
  frames: (Frame)[];
}

export interface GameInfo {
  name: string;
  title: string;
  tagline: string;
  prefix: string;
  version: number;
  fewest: number;
  most: number;
  minutes: number;
  options: (OptionInfo)[];
}

export interface Hand {
  do: "hand";
  re?: number;
  seat: number;
  bot: string;
}

export interface Hint {
  do: "hint";
  re?: number;
}

export interface Hinted {
  is: "hinted";
  best: (Advice)[];
  re: number;
}

export interface Invite {
  do: "invite";
  re?: number;
  seat: number;
}

export interface Lesson {
  bot: string;
  steps: (LessonStep)[];
}

export interface LessonStep {
  title: string;
  text: string;
  rule: string;
  until: string;
  done: string;
}

export interface Line {
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export interface Lines {
  is: "lines";
  channel: "players" | "watchers";
  since: number;
  lines: (Line)[];
}

export interface Lobby {
  mine: (Summary)[];
  open: (Summary)[];
}

export interface Mark {
  text: string;
  x: number;
  y: number;
  size: number;
  tone: string;
  anchor: string;
}

export interface Me {
  name: string;
}

export interface Narrow {
  do: "narrow";
  re?: number;
  touched?: (string)[];
}

export interface Narrowed {
  is: "narrowed";
  touched: (string)[];
  next: (string)[];
  left: number;
  text: string;
  words: string;
  re: number;
}

export interface NewRoom {
  game: string;
  seats?: number | null;
  bots?: (string)[];
  options?: Record<string, unknown>;
  title?: string;
  is_public?: boolean;
  clock?: Bank | Days | null;
  sit?: boolean;
  start?: boolean;
  salt?: string;
}

export interface NewsItem {
  what: string;
  data: (number)[];
  words: string;
  by: number;
}

export interface Offer {
  do: "offer";
  re?: number;
  what: "rematch" | "takeback";
}

export interface OfferSeen {
  what: "rematch" | "takeback";
  by: number;
  agreed: (number)[];
}

export interface Opened {
  room: string;
}

export interface Option {
  text: string;
  words: string;
  touched: (string)[];
}

export interface OptionInfo {
  name: string;
  words: string;
  rule: string;
  kind: string;
  default: unknown;
  choices: (string)[];
  low: number | null;
  high: number | null;
}

export interface Piece {
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
  marks: (Mark)[];
}

export interface Ping {
  do: "ping";
  re?: number;
}

export interface Point {
  at: number;
  shares: (number)[];
  error: number;
  games: number;
}

export interface Pong {
  is: "pong";
  re: number;
}

export interface Problem {
  code: string;
  reason: string;
}

export interface Ready {
  do: "ready";
  re?: number;
  is_ready?: boolean;
  salt?: string;
}

export interface Refused {
  is: "refused";
  rule: string;
  reason: string;
  how: string;
  allowed: (string)[];
  re: number;
}

export interface Rename {
  name: string;
}

export interface Resign {
  do: "resign";
  re?: number;
}

export interface Result {
  reason: "left" | "played" | "resigned" | "time";
  scores: (number)[];
  seats: (number)[];
}

export interface RoomSeen {
  is: "room";
  id: string;
  game: string;
  title: string;
  is_public: boolean;
  phase: "open" | "over" | "playing";
  seats: (SeatSeen)[];
  you: number | null;
  is_host: boolean;
  watchers: number;
  options: Record<string, unknown>;
  clock: Bank | Days | null;
  commitment: string;
  salt: string;
  seed: string;
  offers: (OfferSeen)[];
  result: Result | null;
  next: string;
}

export interface RuleSeen {
  id: string;
  chapter: string;
  text: string;
}

export interface Say {
  do: "say";
  re?: number;
  text: string;
}

export interface Scene {
  zones: (Zone)[];
  notes: (SeatNote)[];
}

export interface SeatNote {
  seat: number;
  lines: (string)[];
}

export interface SeatSeen {
  letter: string;
  kind: "bot" | "empty" | "invited" | "person";
  name: string;
  bot: string;
  is_present: boolean;
  is_ready: boolean;
  out: "" | "resigned" | "time";
}

export interface Shown {
  is: "shown";
  view: View;
  ask: Ask | null;
  count: number;
  may_undo: boolean;
  since: number;
  news: (NewsItem)[];
  takebacks: number;
  clocks: (ClockSeen)[];
  open: View | null;
  scene: Scene | null;
  picture: string;
}

export interface Sit {
  do: "sit";
  re?: number;
  seat: number;
  ticket?: string;
}

export interface Spot {
  thing: string;
  label: string;
  x: number;
  y: number;
  w: number;
  h: number;
  shape: string;
  face: string;
  marks: (Mark)[];
}

export interface Stale {
  is: "stale";
  count: number;
  re: number;
}

export interface Stand {
  do: "stand";
  re?: number;
}

export interface Summary {
  id: string;
  game: string;
  title: string;
  phase: "open" | "over" | "playing";
  seats: (string)[];
  you: number | null;
  is_your_turn: boolean;
  clock: Bank | Days | null;
  changed: number;
}

export interface Take {
  do: "take";
  re?: number;
}

export interface Ticket {
  is: "ticket";
  seat: number;
  ticket: string;
  re: number;
}

export interface Took {
  is: "took";
  count: number;
  re: number;
}

export interface Turn {
  before: number;
  at: number;
}

export interface Undo {
  do: "undo";
  re?: number;
  count: number;
}

export interface Verdict {
  is_fair: boolean;
  words: string;
}

export interface View {
  answered: (number)[];
  ask: string;
  game: string;
  over: boolean;
  said: string;
  scores: (number)[];
  seats: number;
  step: string;
  table: Record<string, unknown>;
  viewer: number | string;
  waiting: (number)[];
}

export interface Why {
  do: "why";
  re?: number;
  text?: string;
  thing?: string;
}

export interface Zone {
  name: string;
  label: string;
  width: number;
  height: number;
  ground: string;
  spots: (Spot)[];
  pieces: (Piece)[];
  marks: (Mark)[];
}

export type RoomWish = Accept | Answer | Decline | Empty | Enter | Fill | Hand | Hint | Invite | Narrow | Offer | Ping | Ready | Resign | Say | Sit | Stand | Take | Undo | Why;

export type RoomNotice = Because | Bye | Done | Failed | Hinted | Lines | Narrowed | Pong | Refused | RoomSeen | Shown | Stale | Ticket | Took;
