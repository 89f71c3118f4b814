// The conversation with a room: keeps what the server sent, reconnects, and sends again what was lost.

import { dial, type Line } from "#post";
import { me } from "../api";
import { note } from "../journal";
import { SceneKeeper } from "../scene/brief";
import type { BriefShown, ChatLine as Spoken, NewsItem, RoomNotice, RoomRequest, RoomSeen, Shown, TurnSeen } from "../wire";

export type Health = "connecting" | "well" | "lost" | "gone";
type Reply = Exclude<RoomNotice, { is: "room" | "shown" | "lines" | "bye" }>;
type Plain<T> = T extends { re?: number } ? Omit<T, "re"> : never;
export type Wished = Plain<RoomRequest>;

const FIRST_WAIT = 250; // milliseconds before the next try; doubled each time
const LONGEST_WAIT = 2500;
const PULSE = 5000;
const PATIENCE = 2500; // for a pong
const BREATH = 500; // before something is said again that was said too fast
const FINAL = [4403, 4404, 4410]; // codes of a closed socket after which there is no coming back
const NO_SESSION = 4401;

export class RoomSocket {
  health = $state<Health>("connecting");
  trouble = $state(""); // why the connection was lost
  ms = $state(0); // round-trip time
  room = $state.raw<RoomSeen | null>(null);
  shown = $state.raw<Shown | null>(null);
  shownAt = 0; // when it came, by performance.now()
  news = $state.raw<NewsItem[]>([]);
  turns = $state.raw<TurnSeen[]>([]);
  spoken = $state.raw<{ players: Spoken[]; watchers: Spoken[] }>({ players: [], watchers: [] });
  first = $state.raw({ players: 0, watchers: 0 }); // the numbers of the first of these lines

  private socket: Line | null = null;
  private number = 0;
  private wait = FIRST_WAIT;
  private isClosed = false;
  private timer = 0;
  private pulse = 0;
  private readonly scenes = new SceneKeeper();
  private readonly owed = new Map<number, { wish: Wished; settle: (reply: Reply) => void }>();
  private readonly onOnline = () => this.again(0);

  constructor(private readonly id: string) {
    addEventListener("online", this.onOnline);
    void this.connect();
    this.pulse = window.setInterval(() => void this.beat(), PULSE);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this.onOnline);
    this.socket?.close();
  }

  /** Send a request and wait for its reply; while offline it is kept and sent after reconnecting. */
  say(wish: Wished): Promise<Reply> {
    const re = ++this.number;
    return new Promise((settle) => {
      this.owed.set(re, { wish, settle });
      if (this.health === "well") this.send(wish, re);
    });
  }

  private send(wish: Wished, re: number): void {
    if (!this.socket?.isOpen) return;
    if (wish.do !== "ping") note(`said ${JSON.stringify(wish)}`);
    this.socket.send(JSON.stringify({ ...wish, re }));
  }

  private async connect(): Promise<void> {
    try {
      await me(); // a guest needs a cookie before the socket
    } catch {
      this.lose();
      return;
    }
    if (this.isClosed) return;
    const socket = dial(this.id);
    this.socket = socket;
    socket.onopen = () => this.enter(socket);
    socket.onheard = (text) => this.hear(JSON.parse(text) as RoomNotice);
    socket.onend = (code, reason) => {
      if (this.socket !== socket || this.isClosed) return;
      this.socket = null;
      if (FINAL.includes(code)) {
        this.health = "gone";
        this.trouble = reason;
      } else if (code === NO_SESSION) {
        location.reload();
      } else {
        this.lose();
      }
    };
  }

  /** A page of older lines of chat, of each channel that has some. */
  async earlier(): Promise<void> {
    for (const channel of ["players", "watchers"] as const) {
      const before = this.first[channel];
      if (!before) continue;
      const reply = await this.say({ do: "earlier", channel, before });
      if (reply.is !== "earlier" || this.first[channel] !== before) continue;
      this.first = { ...this.first, [channel]: reply.since };
      this.spoken = { ...this.spoken, [channel]: [...reply.lines, ...this.spoken[channel]] };
    }
  }

  private enter(socket: Line): void {
    this.scenes.forget();
    const wish: RoomRequest = {
      do: "enter",
      re: 0,
      news: this.news.length,
      takebacks: this.shown?.takebacks ?? 0,
      lines: this.first.players + this.spoken.players.length,
      asides: this.first.watchers + this.spoken.watchers.length,
      scenes: true,
      brief: true,
    };
    socket.send(JSON.stringify(wish));
  }

  private lose(): void {
    note("the line is lost");
    if (this.health !== "gone") this.health = "lost";
    this.again(this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  private again(wait: number): void {
    clearTimeout(this.timer);
    if (this.isClosed || this.socket || this.health === "gone") return;
    this.timer = window.setTimeout(() => void this.connect(), wait);
  }

  private hear(notice: RoomNotice): void {
    if (notice.is !== "pong") note(`heard ${notice.is}${"reason" in notice ? `: ${notice.reason}` : ""}`);
    switch (notice.is) {
      case "room":
        this.room = notice;
        if (this.health !== "well") this.recover();
        return;
      case "shown": {
        const shown = this.scenes.whole(notice as BriefShown);
        this.news = [...this.news.slice(0, shown.since), ...shown.news];
        this.turns = [...this.turns.filter((turn) => turn.first < (shown.turns[0]?.first ?? shown.since)), ...shown.turns];
        if (this.scenes.isBehind) return void this.say({ do: "again" });
        this.shownAt = performance.now();
        this.shown = shown;
        return;
      }
      case "lines": {
        const { channel, since } = notice;
        const has = this.spoken[channel];
        const isGap = since < this.first[channel] || since > this.first[channel] + has.length;
        const before = isGap ? [] : has.slice(0, since - this.first[channel]);
        if (isGap) this.first = { ...this.first, [channel]: since };
        this.spoken = { ...this.spoken, [channel]: [...before, ...notice.lines] };
        return;
      }
      case "bye":
        return; // the server closes the socket next
      default: {
        if (notice.is === "failed" && notice.code === "too-fast") return this.sayAgain(notice.re);
        const owed = this.owed.get(notice.re);
        this.owed.delete(notice.re);
        owed?.settle(notice);
      }
    }
  }

  /** The server did nothing because of its rate limit: send the request again a little later. */
  private sayAgain(re: number): void {
    const socket = this.socket;
    window.setTimeout(() => {
      const owed = this.owed.get(re);
      if (this.socket !== socket || !socket) return; // the next socket sends all open requests
      if (owed) this.send(owed.wish, re);
      else if (this.health !== "well") this.enter(socket);
    }, BREATH);
  }

  /** Connected (again): send all open requests.  The server counts a repeated answer once. */
  private recover(): void {
    this.health = "well";
    this.wait = FIRST_WAIT;
    for (const [re, { wish }] of this.owed) {
      if (wish.do === "ping") this.owed.delete(re);
      else this.send(wish, re);
    }
    void this.beat();
  }

  private async beat(): Promise<void> {
    const socket = this.socket;
    if (this.health !== "well" || !socket) return;
    const began = performance.now();
    const late = window.setTimeout(() => {
      if (this.socket !== socket || this.isClosed) return;
      this.socket = null; // it may take minutes to close by itself
      socket.close();
      this.lose();
    }, PATIENCE);
    await this.say({ do: "ping" });
    clearTimeout(late);
    this.ms = Math.round(performance.now() - began);
  }
}
