// The ticket of an invitation: removed from the address at once, kept as long as the page is open.

export interface Invitation {
  seat: number;
  ticket: string;
}

const FORM = /^#invite=([0-9]{1,2})\.([A-Za-z0-9_-]{1,64})$/;

export function invitation(): Invitation | null {
  const [, seat, ticket] = FORM.exec(location.hash) ?? [];
  if (seat && ticket) history.replaceState({ seat: Number(seat), ticket }, "", location.pathname);
  const kept = history.state as Partial<Invitation> | null;
  return kept?.ticket && kept.seat !== undefined ? { seat: kept.seat, ticket: kept.ticket } : null;
}

export function addressOf(room: string, seat: number, ticket: string): string {
  return `${location.origin}/t/${room}#invite=${seat}.${ticket}`;
}

const keyOf = (room: string) => `trivet-invites-${room}`;

/** Tickets that I may give away, by seat: a reload must not lose them.  They stay in this tab. */
export function keepTickets(room: string, tickets: Record<number, string>): void {
  try {
    if (Object.keys(tickets).length) sessionStorage.setItem(keyOf(room), JSON.stringify(tickets));
    else sessionStorage.removeItem(keyOf(room));
  } catch {
    // Without storage a new link can be made.
  }
}

export function keptTickets(room: string): Record<number, string> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(room)) ?? "{}") as Record<number, string>;
  } catch {
    return {};
  }
}
