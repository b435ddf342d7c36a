import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  BookCopy,
  type Event,
  type EventList,
  type Order,
  type OrderbookSnapshot,
  type StreamMessage,
  type Trade,
  type TradeList,
} from '../../client/client';
import { accountQuery } from '../api/own-queries';
import { useTopics } from './live';

type Pages<T> = InfiniteData<T, string | null>;

function withPrices(event: Event, priceBps: ReadonlyMap<number, number>, sequence: number): Event {
  if (sequence < event.sequence) return event;
  const outcomes = event.outcomes.map(outcome => ({
    ...outcome,
    priceBps: priceBps.get(outcome.index) ?? outcome.priceBps,
  }));
  return { ...event, outcomes, sequence };
}

/** Updates the prices in every cached copy of an event. */
function patchEvent(queries: QueryClient, slug: string, change: (event: Event) => Event): void {
  queries.setQueryData<Event>(['event', slug], event => event && change(event));
  const inList = (event: Event) => (event.slug === slug ? change(event) : event);
  queries.setQueriesData<Pages<EventList>>({ queryKey: ['events'] }, pages => {
    if (!pages?.pages.some(({ events }) => events.some(event => event.slug === slug))) return pages;
    return { ...pages, pages: pages.pages.map(page => ({ ...page, events: page.events.map(inList) })) };
  });
}

function addTrade(queries: QueryClient, slug: string, trade: Trade): void {
  queries.setQueryData<Pages<TradeList>>(['trades', slug], pages => {
    const [first, ...rest] = pages?.pages ?? [];
    if (!pages || !first || pages.pages.some(({ trades }) => trades.some(({ id }) => id === trade.id))) return pages;
    return { ...pages, pages: [{ ...first, trades: [trade, ...first.trades] }, ...rest] };
  });
}

function takeTrades(queries: QueryClient, message: StreamMessage<'trades'>): void {
  const { key: slug } = message;
  if (message.kind === 'trade')
    addTrade(queries, slug, { ...message.trade, player: { retired: false, ...message.trade.player } });
  if (message.kind === 'top') {
    const prices = new Map(message.outcomes.map(({ outcomeIndex, midBps }) => [outcomeIndex, midBps]));
    patchEvent(queries, slug, event => withPrices(event, prices, message.marketSequence));
  }
  if (message.kind === 'snapshot') {
    const { priceBps, sequence } = message.market;
    patchEvent(queries, slug, event =>
      withPrices(event, new Map(priceBps.map((price, index) => [index, price])), sequence),
    );
    if (message.reason !== 'asked') void queries.invalidateQueries({ queryKey: ['trades', slug] });
  }
  if (message.kind === 'status') {
    const event = queries.getQueryData<Event>(['event', slug]);
    if (event && event.status !== message.status) void queries.invalidateQueries({ queryKey: ['event', slug] });
  }
}

/** Keeps prices of these events and, for an open market page, its trades current. */
export function useLiveMarkets(slugs: readonly string[], onTrade?: (slug: string, trade: Trade) => void): void {
  const queries = useQueryClient();
  useTopics(
    slugs.map(slug => `trades:${slug}` as const),
    message => {
      if (message.channel !== 'trades') return;
      takeTrades(queries, message);
      if (message.kind === 'trade')
        onTrade?.(message.key, { ...message.trade, player: { retired: false, ...message.trade.player } });
    },
  );
}

/** Keeps the order book of an event current. */
export function useLiveBook(slug: string): void {
  const queries = useQueryClient();
  const copy = useRef<BookCopy | null>(null);
  useTopics([`orderbook:${slug}`], message => {
    if (message.channel !== 'orderbook' || (message.kind !== 'snapshot' && message.kind !== 'delta')) return;
    if (message.kind === 'snapshot') copy.current = new BookCopy();
    const book = copy.current;
    if (book === null || (message.kind === 'delta' && message.previousSequence !== book.sequence)) {
      copy.current = null;
      void queries.invalidateQueries({ queryKey: ['book', slug] });
      return;
    }
    book.take(message);
    const { sequence, outcomes } = book;
    queries.setQueryData<OrderbookSnapshot>(['book', slug], old =>
      old && sequence !== null
        ? {
            ...old,
            sequence,
            asOf: message.at,
            status: message.status,
            outcomes: outcomes.map(each => ({ ...each, bids: [...each.bids], asks: [...each.asks] })),
          }
        : old,
    );
  });
}

/** Reads an event again with everything that its resolution changes. No stream announces proposals and scores. */
export function refreshEvent(queries: QueryClient, slug: string): void {
  for (const queryKey of [
    ['event', slug],
    ['own', 'score', slug],
    ['event-scores', slug],
    ['own', 'positions'],
  ])
    void queries.invalidateQueries({ queryKey });
}

function putOrder(queries: QueryClient, order: Order): void {
  for (const eventSlug of [order.eventSlug, null]) {
    queries.setQueryData<Order[]>(['own', 'orders', 'open', eventSlug], orders => {
      if (!orders) return orders;
      const others = orders.filter(({ id }) => id !== order.id);
      return order.status === 'open' ? [order, ...others] : others;
    });
  }
}

type OwnMessage = StreamMessage<'user'>;

/** One order causes several messages. */
const readAgainMs = 250;

function refreshOwn(queries: QueryClient, names: readonly string[]): void {
  for (const name of names) void queries.invalidateQueries({ queryKey: ['own', name] });
}

/** Keeps balance, positions and open orders current. `onMessage` receives fills and settlements, for toasts. */
export function useLiveUser(handle: string | null, onMessage: (message: OwnMessage) => void): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAgain = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => refreshOwn(queries, ['account', 'positions', 'activity']), readAgainMs);
  };
  useTopics(handle === null ? [] : [`user:${handle}`], message => {
    if (message.channel !== 'user') return;
    if (message.kind === 'order') putOrder(queries, message.order);
    if (message.kind === 'snapshot') {
      // No message tells what happened between the first read, which may not have ended, and the subscription.
      const isCurrent = () => (queries.getQueryData(accountQuery.queryKey)?.userSequence ?? -1) >= message.sequence;
      setTimeout(() => isCurrent() || refreshOwn(queries, ['account', 'orders', 'positions', 'activity']), readAgainMs);
      return;
    }
    onMessage(message);
    if (message.kind === 'notifications') {
      void queries.invalidateQueries({ queryKey: ['own', 'notifications'] });
      return;
    }
    readAgain();
  });
}
