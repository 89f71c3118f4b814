// Made by `python -m tools.schema`: do not edit.

export type RoomRequest = Enter | Sit | Stand | Ready | Reveal | Fill | Empty | Invite | AddSeat | RemoveSeat | Answer | Undo | Why | Foresee | Narrow | Hint | Offer | Accept | Decline | Resign | HandOver | TakeSeat | Say | Earlier | Moderate | Mute | Look | Again | Ping;

export type RoomNotice = RoomSeen | Shown | ChatLines | EarlierLines | Done | Took | Stale | Refused | Failed | Because | Foreseen | Previews | NarrowedSeen | Hinted | Looked | Ticket | Pong | Bye;

/** The first message on a socket: what the client still has from an earlier visit. */
export type Enter = {
  do: "enter";
  re?: number;
  news?: number;
  takebacks?: number;
  lines?: number;
  asides?: number;
  scenes?: boolean;
  brief?: boolean;
};

/** Take a seat before the game has begun. */
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
  sealed?: string;
};

/** Open the salt that was sealed, once `room.is_revealing`. */
export type Reveal = {
  do: "reveal";
  re?: number;
  salt: string;
};

/** Put a bot on one empty seat, or on all of them (only the host). */
export type Fill = {
  do: "fill";
  re?: number;
  bot: string;
  seat?: number | null;
};

/** Remove a bot, or free a seat that is kept for a guest (only the host). */
export type Empty = {
  do: "empty";
  re?: number;
  seat: number;
};

/** Keep a seat for a guest: the reply has a ticket that can be used once. */
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

/** Answer the question put to one's seat. */
export type Answer = {
  do: "answer";
  re?: number;
  count: number;
  text?: string;
  texts?: Array<string>;
};

/** Take back the latest answer, where HOUSE-3 and HOUSE-4 allow it. */
export type Undo = {
  do: "undo";
  re?: number;
  count: number;
};

/** Ask which rule forbids an answer, or the touch of a thing. */
export type Why = {
  do: "why";
  re?: number;
  text?: string;
  thing?: string;
  touched?: Array<string>;
  after?: Array<string>;
};

/** What would an answer lead to, as far as my seat can be certain? */
export type Foresee = {
  do: "foresee";
  re?: number;
  text?: string;
  texts?: Array<string>;
  after?: Array<string>;
  drafts?: boolean;
};

/** Ask which answers are left after these things were touched, in this order. */
export type Narrow = {
  do: "narrow";
  re?: number;
  touched?: Array<string>;
  after?: Array<string>;
};

/** Ask what a bot would answer. */
export type Hint = {
  do: "hint";
  re?: number;
};

/** Offer the other players a takeback or a rematch. */
export type Offer = {
  do: "offer";
  re?: number;
  what: "rematch" | "takeback";
};

/** Accept an offer. */
export type Accept = {
  do: "accept";
  re?: number;
  what: "rematch" | "takeback";
};

/** Decline an offer, or withdraw one's own. */
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
  bot?: string;
};

/** Take one's own seat back from a bot. */
export type TakeSeat = {
  do: "take";
  re?: number;
};

/** A line of chat. */
export type Say = {
  do: "say";
  re?: number;
  text: string;
};

/** Lines of chat before a number, at most a hundred. */
export type Earlier = {
  do: "earlier";
  re?: number;
  channel: "players" | "watchers";
  before: number;
};

/** The watchers' chat: slower, closed or open again (the host's wish). */
export type Moderate = {
  do: "moderate";
  re?: number;
  slow?: number | null;
  is_open?: boolean | null;
};

/** Somebody's lines are not taken any more, or again (the host's wish). */
export type Mute = {
  do: "mute";
  re?: number;
  name: string;
  is_muted?: boolean;
};

/** Ask for the view: everything this viewer may know now, for a report or a program. */
export type Look = {
  do: "look";
  re?: number;
};

/** Ask for the whole game once more: a client whose scene does not fit a patch. */
export type Again = {
  do: "again";
  re?: number;
};

/** Ask whether the server is there. */
export type Ping = {
  do: "ping";
  re?: number;
};

/** Everything about a room except the game itself. */
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
  stand_in: string;
  commitment: string;
  sealed: Array<string>;
  is_revealing: boolean;
  withheld: number;
  is_agreed: boolean;
  salt: string;
  seed: string;
  has_hints: boolean;
  has_conceding: boolean;
  slow: number;
  is_chat_open: boolean;
  muted: Array<string>;
  offers: Array<OfferSeen>;
  result: Result | null;
  next: string;
};

/** One seat of a room; all viewers see the same. */
export type SeatSeen = {
  letter: string;
  kind: "bot" | "empty" | "invited" | "person";
  name: string;
  bot: string;
  answered: string;
  is_present: boolean;
  away: number;
  is_ready: boolean;
  hints: number;
  out: "" | "resigned" | "time";
};

/** A time bank for the whole game, and an increment for every answer. */
export type Bank = {
  kind: "bank";
  seconds: number;
  increment?: number;
};

/** A number of days for every answer. */
export type Days = {
  kind: "days";
  days: number;
};

/** An offer that is open. */
export type OfferSeen = {
  what: "rematch" | "takeback";
  by: number;
  agreed: Array<number>;
};

/** How the game ended. */
export type Result = {
  reason: "abandoned" | "left" | "played" | "resigned" | "time";
  scores: Array<number>;
  seats: Array<number>;
  places: Array<number>;
  ending: string;
  rule: string;
  words: string;
  sheet: Array<SheetLine>;
  total: Array<number>;
  headline: string;
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
  turns: Array<TurnSeen>;
  moments: Array<MomentSeen>;
  takebacks: number;
  clocks: Array<ClockSeen>;
  is_open: boolean;
  open: View | null;
  number: number;
  scene: Scene | null;
  patch: ScenePatch | null;
  picture: string;
};

/** What a viewer may know of a game; `table` is different for each game. */
export type View = {
  answered: Array<number>;
  ask: string;
  game: string;
  options: Record<string, unknown>;
  over: boolean;
  said: string;
  scores: Array<number>;
  seats: number;
  shows: string;
  step: string;
  table: Record<string, unknown>;
  viewer: number | string;
  waiting: Array<number>;
  warnings: Array<Record<string, string>>;
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

/** An allowed answer. */
export type OptionSeen = {
  text: string;
  words: string;
  touched: Array<string>;
  name: string;
  why: string;
};

/** An event, as this viewer is told it. */
export type NewsItem = {
  what: string;
  data: Array<number>;
  words: string;
  by: number;
};

/** News that belong together, as one sentence: all that followed from one seat's answers in a row, or from answers that were opened together. */
export type TurnSeen = {
  first: number;
  by: number;
  words: string;
  gains: Array<number>;
  shares: Array<ShareSeen>;
  short: string;
  harm: string;
};

/** What one seat did in a turn that others had a part in. */
export type ShareSeen = {
  seat: number;
  words: string;
};

/** A position between two questions, as this viewer saw it: a finished trick, a turn's end. */
export type MomentSeen = {
  after: number;
  what: string;
  caption: string;
  words: string;
  by: number;
  headline: string;
  sheet: Array<SheetLine>;
  chips: Array<ChipSeen>;
  view: View | null;
  number: number;
  scene: Scene | null;
  patch: ScenePatch | null;
  picture: string;
};

/** A short text at a thing of the scene: "6 beats 5". */
export type ChipSeen = {
  thing: string;
  text: string;
  kind: "does" | "gain" | "loss" | "part";
  start: string;
};

/** Everything to draw for one view. */
export type Scene = {
  zones: Array<Zone>;
  notes: Array<SeatNote>;
  warnings: Array<SceneWarning>;
};

/** A part of the table that stays together: the board, the hand, the market. */
export type Zone = {
  name: string;
  label: string;
  width: number;
  height: number;
  ground: string;
  is_bench: boolean;
  is_row: boolean;
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

/** Something that lies on the table. Later pieces are drawn above earlier ones. */
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

/** Short texts beside a player's name: points, cards left, and the like. */
export type SeatNote = {
  seat: number;
  lines: Array<string>;
};

/** The end is near: what would bring it, and the rule. */
export type SceneWarning = {
  rule: string;
  text: string;
};

/** How to make a scene of the one before it. */
export type ScenePatch = {
  of: number;
  count: number;
  zones: Array<ZonePatch>;
  notes: Array<SeatNote> | null;
  warnings: Array<SceneWarning> | null;
};

/** What is different about one zone. Splices of a list are made one after the other. */
export type ZonePatch = {
  at: number;
  whole: Zone | null;
  spots: Array<[number, number, Array<Spot>]>;
  pieces: Array<[number, number, Array<Piece>]>;
  marks: Array<[number, number, Array<Mark>]>;
};

/** The clock of a seat. */
export type ClockSeen = {
  left: number;
  runs: boolean;
};

/** Chat, the latest hundred lines for a newcomer; players see that of the watchers after the game. Forget any lines from number `since` on; if some before it are missing, all of them. */
export type ChatLines = {
  is: "lines";
  channel: "players" | "watchers";
  since: number;
  lines: Array<ChatLine>;
};

/** One line of chat. */
export type ChatLine = {
  name: string;
  seat: number | null;
  text: string;
  at: number;
};

/** The reply to earlier. */
export type EarlierLines = {
  is: "earlier";
  channel: "players" | "watchers";
  since: number;
  lines: Array<ChatLine>;
  re: number;
};

/** The request is carried out and stored. */
export type Done = {
  is: "done";
  re: number;
};

/** The answers or the takeback are stored. */
export type Took = {
  is: "took";
  count: number;
  re: number;
};

/** The seat has acted since; the game as it is now follows. */
export type Stale = {
  is: "stale";
  count: number;
  re: number;
};

/** A rule forbids it. Nothing has changed. */
export type Refused = {
  is: "refused";
  rule: string;
  reason: string;
  how: string;
  allowed: Array<string>;
  re: number;
};

/** The request failed, for a reason outside the rules of the game. */
export type Failed = {
  is: "failed";
  code: string;
  reason: string;
  re: number;
};

/** The reply to `why`; an empty rule means that the answer is allowed. */
export type Because = {
  is: "because";
  rule: string;
  reason: string;
  through: string;
  re: number;
};

export type Foreseen = {
  is: "foreseen";
  text: string;
  words: string;
  gains: Array<number>;
  goes_on: boolean;
  chips: Array<ChipSeen>;
  if_ended: Array<SheetLine>;
  ask: Ask | null;
  scene: Scene | null;
  picture: string;
  re: number;
};

/** The reply to `foresee` with several answers: each in turn, foreseen or refused. */
export type Previews = {
  is: "previews";
  previews: Array<Foreseen | Refused>;
  re: number;
};

/** The reply to `narrow`: what is left of the question. */
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
  level: string;
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

/** The reply to `look`; once the game is over, the view has all cards. */
export type Looked = {
  is: "looked";
  view: View;
  re: number;
};

/** The reply to `invite`: the ticket that opens the seat, shown only this once. */
export type Ticket = {
  is: "ticket";
  seat: number;
  ticket: string;
  re: number;
};

/** The reply to `ping`. */
export type Pong = {
  is: "pong";
  re: number;
};

/** The server closes the socket. */
export type Bye = {
  is: "bye";
  reason: string;
  again: number | null;
};

/** The game as this viewer sees it now; sent instead of `Shown` after `enter` with `brief`. */
export type BriefShown = {
  is: "shown";
  waiting?: Array<number>;
  wait?: string;
  ask?: BriefAsk | null;
  count?: number;
  may_undo?: boolean;
  since?: number;
  news?: Array<BriefNews>;
  turns?: Array<BriefTurn>;
  moments?: Array<BriefMoment>;
  takebacks?: number;
  clocks?: Array<ClockSeen>;
  is_open?: boolean;
  number?: number;
  scene?: Scene | null;
  change?: SceneChange | null;
  picture?: string;
};

/** A question put to this viewer. */
export type BriefAsk = {
  step: string;
  words: string;
  rule?: string;
  is_vast?: boolean;
  rows?: Array<[string, number, string, number, Array<string>]>;
  names?: Record<string, [string, string]>;
};

/** An event, as this viewer is told it. */
export type BriefNews = {
  words: string;
  by: number;
};

/** What was done in a turn, in one line. */
export type BriefTurn = {
  first: number;
  by: number;
  words?: string;
  gains?: Array<number>;
  shares?: Array<ShareSeen>;
  short?: string;
  harm?: string;
};

/** A position between two questions, as this viewer saw it. */
export type BriefMoment = {
  after: number;
  what: string;
  caption?: string;
  words?: string;
  by: number;
  headline?: string;
  sheet?: Array<SheetLine>;
  chips?: Array<ChipSeen>;
  number?: number;
  scene?: Scene | null;
  change?: SceneChange | null;
  picture?: string;
};

/** A patch for clients that asked to be told briefly. */
export type SceneChange = {
  of: number;
  count: number;
  zones?: Array<ZoneChange>;
  notes?: Array<Array<unknown>>;
  warnings?: Array<SceneWarning> | null;
};

/** What is different about one zone, field by field; all of it if the zone is new. An edit of a list is `[n, {field: value}]`, which changes fields of item n, or `[n, gone, item, ...]`: from n on, so many items are replaced by these. Edits are made one after the other. Fields of a new item that have their usual value are left out. */
export type ZoneChange = {
  at: number;
  zone?: Record<string, unknown>;
  spots?: Array<Array<unknown>>;
  pieces?: Array<Array<unknown>>;
  marks?: Array<Array<unknown>>;
};

/** The player of this session. */
export type Me = {
  name: string;
};

/** A new name for the player of this session. */
export type Rename = {
  name: string;
};

/** Where you are logged in, the latest first. */
export type SessionList = {
  sessions: Array<SessionSeen>;
};

/** A browser or program that is logged in as you. */
export type SessionSeen = {
  id: string;
  since: number;
  until: number;
  is_this: boolean;
};

/** End a session; there is no password, so that only another session leads back. */
export type Logout = {
  session?: string;
};

/** All that is stored about you. */
export type Everything = {
  person: string;
  name: string;
  since: number;
  tables: Array<OwnTable>;
  chat: Array<OwnLine>;
  records: Record<string, string>;
  more: Record<string, Array<Record<string, unknown>>>;
};

/** Your part in a table. */
export type OwnTable = {
  room: string;
  game: string;
  title: string;
  opened_it: boolean;
  seat: number | null;
  name: string;
  hints: number;
  phase: "open" | "over" | "playing";
  opened: number;
  changed: number;
  result: string;
};

/** A line of chat that you wrote. */
export type OwnLine = {
  room: string;
  text: string;
  at: number;
};

/** To be erased from this server, for ever. */
export type Erase = {
  name: string;
};

/** You are a stranger again. */
export type Erased = {
  tables: number;
};

/** The games and bots of this server. */
export type Catalogue = {
  version: string;
  games: Array<GameInfo>;
  bots: Array<string>;
};

/** A game of the catalogue. */
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
  presets: Array<PresetInfo>;
  plays_like: Record<string, string>;
};

/** An option of a game, with what a lobby needs to show a control for it. */
export type OptionInfo = {
  name: string;
  words: string;
  rule: string;
  kind: "number" | "numbers" | "one of" | "switch";
  default: unknown;
  choices: Array<string>;
  choices_words: Array<string>;
  low: number | null;
  high: number | null;
};

/** A named set of options; the others are as usual. */
export type PresetInfo = {
  name: string;
  words: string;
  rule: string;
  options: Record<string, unknown>;
};

/** The drawings of a game and its colours; each colour for a light and for a dark page. */
export type Art = {
  faces: Record<string, Face>;
  palette: Record<string, [string, string]>;
  example: string;
};

/** One drawing of a game. */
export type Face = {
  box: string;
  inside: string;
};

/** The first steps of a game on fixed positions, then a free game. */
export type Lesson = {
  seats: number;
  bot: string;
  options: Record<string, unknown>;
  steps: Array<LessonStep>;
};

/** One idea: a position, what to look at, and the one answer that is allowed. */
export type LessonStep = {
  title: string;
  text: string;
  rule: string;
  things: Array<string>;
  ask: string;
  scene: Scene | null;
  picture: string;
  answer: OptionSeen | null;
  praise: string;
  told: string;
  after: Scene | null;
  after_picture: string;
};

/** All that can be looked up in a game. */
export type Topics = {
  topics: Array<TopicSeen>;
};

/** A card, piece, tile or ability of a game: what it does. */
export type TopicSeen = {
  name: string;
  text: string;
  rule: string;
  note: string;
};

/** A rulebook. */
export type Book = {
  name: string;
  text: string;
  rules: Array<RuleSeen>;
};

/** One rule of a book; its id is also its anchor in the page. */
export type RuleSeen = {
  id: string;
  chapter: string;
  text: string;
};

/** Positions in which the rules of a book refuse an answer. */
export type BitesSeen = {
  bites: Array<BiteSeen>;
};

/** A position in which a rule refuses an answer. */
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

/** The balance reports of a game. */
export type LabReports = {
  title: string;
  reports: Array<LabReport>;
};

/** How a game plays with this number of players, shortened; `page` has all of it. */
export type LabReport = {
  seats: number;
  rules: number;
  page: string;
  command: string;
  levels: Array<LabLevel>;
  findings: Array<LabFinding>;
  variants: Array<LabVariant>;
};

/** What one level of bots made of a game. */
export type LabLevel = {
  bot: string;
  games: number;
  order: Array<LabFigure>;
};

/** A share of the win with half of its 95 % interval. */
export type LabFigure = {
  value: number;
  half: number;
};

/** Something that stands out in a report. */
export type LabFinding = {
  weight: string;
  words: string;
  levels: Array<string>;
  records: Array<string>;
};

/** Other options on the same deals. */
export type LabVariant = {
  words: string;
  options: Record<string, unknown>;
  pairs: number;
  order: Array<LabFigure>;
};

/** The player's own rooms, and open rooms to join. */
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
  result: Result | null;
};

/** A table to open. */
export type NewRoom = {
  game: string;
  seats?: number | null;
  bots?: Array<string>;
  friends?: Array<number>;
  options?: Record<string, unknown>;
  title?: string;
  is_public?: boolean;
  clock?: Bank | Days | null;
  stand_in?: string;
  hints?: boolean | null;
  concede?: boolean;
  sit?: boolean;
  start?: boolean;
  seals?: boolean;
};

/** The table was opened. */
export type Opened = {
  room: string;
  tickets: Array<SeatTicket>;
};

/** What opens a seat that is kept for a guest, once. */
export type SeatTicket = {
  seat: number;
  ticket: string;
};

/** A position of a finished game to be played on from, against bots. */
export type PlayOn = {
  at: number;
  seat: number;
  bot: string;
};

/** Whether you keep your name, and the ways back to it. */
export type Keeping = {
  name: string;
  since: number;
  handle: string;
  is_bot: boolean;
  has_code: boolean;
  keys: Array<KeySeen>;
  why_no_passkey: string;
};

/** A passkey of yours. */
export type KeySeen = {
  id: string;
  made: number;
  used: number;
};

/** A request that needs no words. */
export type Nothing = {
};

/** A new recovery code: it is shown this once, and any before it works no more. */
export type RecoveryCode = {
  code: string;
};

/** A ticket or a recovery code. */
export type Token = {
  token: string;
};

/** You are this person now, by a new cookie. */
export type Arrived = {
  name: string;
  was: Before | null;
  has_code: boolean;
};

/** The guest that you were on this device; `token` brings their tables with you. */
export type Before = {
  tables: number;
  token: string;
};

/** What another device needs to become you: for an address `/#move=TOKEN`. */
export type MoveLink = {
  token: string;
  until: number;
};

/** Who one becomes by a link to another device. */
export type Mover = {
  name: string;
};

/** Tables that are yours now. */
export type Brought = {
  tables: number;
};

/** What the browser asks an authenticator: options of WebAuthn in their JSON form. */
export type Ceremony = {
  options: Record<string, unknown>;
};

/** What the authenticator said, in the JSON form of WebAuthn. */
export type Credential = {
  credential: Record<string, unknown>;
};

/** A passkey, by its id. */
export type KeyId = {
  id: string;
};

/** Another name for addresses. */
export type Handle = {
  handle: string;
};

/** How you are called when it is your turn and you are away. */
export type Calling = {
  push_key: string;
  ways: Array<WaySeen>;
  zone: string;
  begins: number;
  ends: number;
};

/** A browser that calls you. */
export type WaySeen = {
  id: string;
  kind: string;
  fails: number;
};

/** What a browser gives a page that may send it messages. */
export type Subscribe = {
  endpoint: string;
  key: string;
  secret: string;
};

/** A webhook of Discord, or of a host that the operator names. */
export type Webhook = {
  address: string;
};

/** A way to be called. */
export type WayId = {
  id: string;
};

/** Where a calendar program finds the deadlines of your turns; an address before it is dead. */
export type CalendarLink = {
  path: string;
};

/** When you do not want to be called. */
export type QuietHours = {
  zone: string;
  begins: number;
  ends: number;
};

/** Some positions of a finished game, in order. */
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
  line: string;
  moments: Array<MomentSeen>;
};

/** The win chances of a finished game, from rollouts by quick bots that see all cards. */
export type Chances = {
  points: Array<Point>;
  turns: Array<Turn>;
  is_done: boolean;
};

/** The win chances of a position: each seat's expected share of the win. */
export type Point = {
  at: number;
  shares: Array<number>;
  error: number;
  games: number;
};

/** A turning point: the win chances changed much between two positions. */
export type Turn = {
  before: number;
  at: number;
};

/** Whether the dice of a game were fair and its rules kept. */
export type Verdict = {
  is_fair: boolean;
  words: string;
  is_checked: boolean;
};

/** All answers of chance of a finished game, so that a page can compare them with the seed. */
export type Draws = {
  draws: Array<Draw>;
};

/** One answer of chance: the odds of the answers in their order, and which was given. */
export type Draw = {
  at: number;
  odds: Array<number>;
  took: number;
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

/** Why an HTTP request failed. */
export type HttpProblem = {
  code: string;
  reason: string;
};

/** What is left out of changes of scenes. */
export const usual = {
  "Mark": {
    "x": 0.0,
    "y": 0.0,
    "size": 16.0,
    "tone": "ink",
    "anchor": "middle"
  },
  "Spot": {
    "shape": "rect",
    "face": "",
    "marks": []
  },
  "Piece": {
    "thing": "",
    "turn": 0,
    "level": 0,
    "owner": -1,
    "has_badge": true,
    "marks": []
  },
  "SeatNote": {},
  "Zone": {
    "ground": "",
    "is_bench": false,
    "is_row": false,
    "spots": [],
    "pieces": [],
    "marks": []
  }
} as const;
