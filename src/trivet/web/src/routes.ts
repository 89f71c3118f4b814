// Made by `python -m tools.schema`: do not edit.

import type { Arrived, Art, Better, BitesSeen, Book, Brought, CalendarLink, Calling, Catalogue, Ceremony, Chances, Credential, Draws, Erase, Erased, Everything, Frames, Handle, Keeping, KeyId, LabReports, Lesson, Lobby, Logout, Me, MoveLink, Mover, NewRoom, Nothing, Opened, PlayOn, QuietHours, RecoveryCode, Rename, SessionList, Subscribe, Token, Topics, Verdict, WayId, Webhook } from "./wire";

/** How requests travel. */
export interface Sender {
  call<T>(address: string, body?: unknown): Promise<T>;
  kept<T>(address: string): Promise<T>; // a reply that does not change while the page is open
  text(address: string): Promise<string>;
}

/** What an address is followed by: "?at=30&theme=dark". */
export function asked(query: object): string {
  const all = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return all.length ? `?${new URLSearchParams(all)}` : "";
}

const part = encodeURIComponent;

export const routes = ({ call, kept, text }: Sender) => ({
  me: () => call<Me>("/api/me"),
  rename: (body: Rename) => call<Me>("/api/me", body),
  sessionsOf: () => call<SessionList>("/api/sessions"),
  logout: (body: Logout) => call<SessionList>("/api/logout", body),
  everything: () => call<Everything>("/api/me/everything"),
  erase: (body: Erase) => call<Erased>("/api/me/erase", body),
  games: () => kept<Catalogue>("/api/games"),
  art: (game: string) => kept<Art>(`/api/games/${part(game)}/art`),
  lesson: (game: string) => kept<Lesson>(`/api/games/${part(game)}/lesson`),
  topics: (game: string) => kept<Topics>(`/api/games/${part(game)}/topics`),
  rules: (book: string) => kept<Book>(`/api/rules/${part(book)}`),
  bites: (book: string) => kept<BitesSeen>(`/api/rules/${part(book)}/bites`),
  lab: (game: string) => kept<LabReports>(`/api/lab/${part(game)}`),
  lobby: () => call<Lobby>("/api/lobby"),
  openRoom: (body: NewRoom) => call<Opened>("/api/rooms", body),
  playOn: (room: string, body: PlayOn) => call<Opened>(`/api/records/${part(room)}/play`, body),
  keeping: () => call<Keeping>("/api/me/keeping"),
  code: (body: Nothing) => call<RecoveryCode>("/api/me/code", body),
  recover: (body: Token) => call<Arrived>("/api/me/recover", body),
  moveLink: (body: Nothing) => call<MoveLink>("/api/me/move-link", body),
  mover: (body: Token) => call<Mover>("/api/me/mover", body),
  move: (body: Token) => call<Arrived>("/api/me/move", body),
  bring: (body: Token) => call<Brought>("/api/me/bring", body),
  beginKeeping: (body: Nothing) => call<Ceremony>("/api/me/passkey/begin", body),
  keep: (body: Credential) => call<Keeping>("/api/me/passkey", body),
  beginSignIn: (body: Nothing) => call<Ceremony>("/api/me/sign-in/begin", body),
  signIn: (body: Credential) => call<Arrived>("/api/me/sign-in", body),
  dropKey: (body: KeyId) => call<Keeping>("/api/me/passkey/drop", body),
  handle: (body: Handle) => call<Keeping>("/api/me/handle", body),
  bot: (body: Nothing) => call<Keeping>("/api/me/bot", body),
  calling: () => call<Calling>("/api/me/calling"),
  subscribe: (body: Subscribe) => call<Calling>("/api/me/calling", body),
  webhook: (body: Webhook) => call<Calling>("/api/me/webhook", body),
  unsubscribe: (body: WayId) => call<Calling>("/api/me/calling/drop", body),
  calendarLink: (body: Nothing) => call<CalendarLink>("/api/me/calendar", body),
  calendar: (token: string) => `/calendar/${part(token)}`,
  quiet: (body: QuietHours) => call<Calling>("/api/me/quiet", body),
  record: (room: string) => text(`/api/records/${part(room)}`),
  frames: (room: string, query: { viewer?: string; from?: number; count?: number } = {}) => call<Frames>(`/api/records/${part(room)}/frames${asked(query)}`),
  chances: (room: string) => call<Chances>(`/api/records/${part(room)}/chances`),
  verdict: (room: string) => call<Verdict>(`/api/records/${part(room)}/verdict`),
  draws: (room: string) => call<Draws>(`/api/records/${part(room)}/draws`),
  picture: (room: string, query: { at?: number; theme?: string } = {}) => `/api/records/${part(room)}/picture${asked(query)}`,
  better: (room: string, query: { before?: number; at?: number } = {}) => call<Better>(`/api/records/${part(room)}/better${asked(query)}`),
});
