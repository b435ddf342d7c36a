import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Event } from '../../../client/client';
import { useMinWidth } from '../../shell/use-min-width';
import { dropStoredTicket, storedTicket } from './ticket/stored-ticket';
import type { TicketState } from './ticket/ticket-state';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the sheet of the market page is open in this entry. */
    readonly sheet?: boolean;
  }
}

const route = getRouteApi('/events/$slug');

/** An order that a click elsewhere on the page proposes, such as a level of the book. */
interface Proposal {
  readonly side: 'buy' | 'sell';
  readonly limitPriceBps: number | null;
  /** Credits of a buy, shares of a sell. */
  readonly amount: number | null;
}

interface MarketContextValue {
  readonly event: Event;
  readonly outcome: Event['outcomes'][number];
  chooseOutcome(index: number): void;
  /** Outlives the ticket, which is in the sheet of a narrow window and in the column of a wide one. */
  readonly ticket: TicketState;
  changeTicket(change: Partial<TicketState>): void;
  /** Fills the ticket and scrolls it into view. */
  propose(order: Proposal): void;
  /** Whether the ticket is open on a phone. */
  readonly isSheetOpen: boolean;
  setSheetOpen(isOpen: boolean): void;
}

const Context = createContext<MarketContextValue | null>(null);

export function useMarket(): MarketContextValue {
  const value = useContext(Context);
  if (value === null) throw new Error('useMarket needs a MarketProvider');
  return value;
}

export function useMarketSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  /** Keeps the state of the entry, which has the sheet. */
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: old => ({ ...old, ...change }), replace: true, state: true, resetScroll: false });
  return { search, set };
}

/** The first outcome of two, the likeliest of more. It does not change with prices. */
function firstShown({ outcomes }: Event): number {
  if (outcomes.length === 2) return 0;
  return outcomes.reduce((best, next) => (next.priceBps > best.priceBps ? next : best)).index;
}

/** Opening the sheet adds a history entry, so that Back closes it and stays on the market. */
function useSheet() {
  const { history } = useRouter();
  const navigate = route.useNavigate();
  const isSheetOpen = useLocation({ select: ({ state }) => state.sheet === true });
  const { search, set } = useMarketSearch();
  const chosen = useRef<typeof search | null>(null);
  const setSheetOpen = (isOpen: boolean) => {
    if (isOpen === isSheetOpen) return;
    if (isOpen) {
      void navigate({ search: old => old, state: { sheet: true }, resetScroll: false });
      return;
    }
    chosen.current = search;
    history.back();
  };
  // The entry below still has the outcome and side from before; the page must show those of the order.
  useEffect(() => {
    if (isSheetOpen || chosen.current === null) return;
    const { outcome, side, panel } = chosen.current;
    chosen.current = null;
    set({ outcome, side, panel });
  }, [isSheetOpen, set]);
  return { isSheetOpen, setSheetOpen };
}

export function MarketProvider({ event, children }: { event: Event; children: ReactNode }) {
  const { search, set } = useMarketSearch();
  const [ticket, changeTicket] = useReducer(
    (old: TicketState, next: Partial<TicketState>) => ({ ...old, ...next }),
    event.slug,
    storedTicket,
  );
  useEffect(dropStoredTicket, []);
  const { isSheetOpen, setSheetOpen } = useSheet();
  const isWide = useMinWidth('lg');
  const [first] = useState(() => firstShown(event));
  const outcome = event.outcomes[search.outcome ?? first] ?? event.outcomes[0];
  const value = useMemo(
    (): MarketContextValue => ({
      event,
      outcome,
      chooseOutcome: index => set({ outcome: index === first ? undefined : index }),
      ticket,
      changeTicket,
      propose({ side, limitPriceBps, amount }) {
        changeTicket({
          ...(limitPriceBps === null ? { kind: 'market' } : { kind: 'limit', limit: String(limitPriceBps / 100) }),
          ...(amount === null ? {} : { amount: String(amount) }),
        });
        set({ panel: undefined, side: side === 'sell' ? 'sell' : undefined });
        if (!isWide) setSheetOpen(true);
      },
      isSheetOpen,
      setSheetOpen,
    }),
    [event, outcome, first, ticket, isSheetOpen, setSheetOpen, isWide, set],
  );
  return <Context value={value}>{children}</Context>;
}
