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
