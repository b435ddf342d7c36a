import { emptyTicket, type TicketState } from './ticket-state';

const key = 'presage.ticket';

interface StoredTicket {
  readonly slug: string;
  readonly ticket: TicketState;
}

/** Stores a ticket in this tab until its market is opened again. */
export function storeTicket(slug: string, ticket: TicketState): void {
  try {
    if (ticket.amount !== '') sessionStorage.setItem(key, JSON.stringify({ slug, ticket } satisfies StoredTicket));
  } catch {
    // Without storage the person types the order again.
  }
}

/** Returns the stored ticket of this market, otherwise an empty one. */
export function storedTicket(slug: string): TicketState {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredTicket | null;
    return stored?.slug === slug ? { ...emptyTicket, ...stored.ticket } : emptyTicket;
  } catch {
    return emptyTicket;
  }
}

export function dropStoredTicket(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to drop.
  }
}
