import { describe, expect, it } from 'vitest';
import { reportedMarkets } from './faulted-request.js';
import { maxReportedOrders } from './rules/trace.js';

const stale = { scenario: 'stale-book', eventId: 'evt_1', slug: 'cert-stale', pubkey: 'StalePubkey' } as const;
const paused = { scenario: 'market-paused', eventId: 'evt_2', slug: 'cert-paused', pubkey: 'PausedPubkey' } as const;

const told = (body: unknown, status = 200) =>
  reportedMarkets({ status, headers: {}, body: JSON.stringify(body) }, [stale, paused]);

const trade = { id: 'trd_1', eventSlug: stale.slug, against: 'maker', sequence: 88 };

describe('market state in a response', () => {
  it.each<[string, unknown]>([
    ['an event', { event: { slug: stale.slug, eventPubkey: stale.pubkey, status: 'active', sequence: 7 } }],
    ['a book', { eventSlug: stale.slug, sequence: 7, status: 'active', depth: 5 }],
    ['an event by its public key', { events: [{ eventPubkey: stale.pubkey, sequence: 7, status: 'active' }] }],
    [
      'a snapshot whose trades have larger numbers',
      {
        snapshots: [
          { slug: stale.slug, sequence: 7, tradesSequence: 900, status: 'active', lastTrades: [trade, trade] },
        ],
      },
    ],
    [
      'an event beside a message of a channel that has come further',
      {
        messages: { channel: 'trades', key: stale.slug, sequence: 900, trade },
        book: { channel: 'orderbook', key: stale.slug, slug: stale.slug, sequence: 901 },
        event: { slug: stale.slug, status: 'active', sequence: 7 },
      },
    ],
  ])('%s', (_, body) => {
    expect(told(body)).toContainEqual(
      expect.objectContaining({ scenario: 'stale-book', status: 'active', sequence: 7 }),
    );
  });

  it('is its sequence, next to that of another market', () => {
    const body = {
      events: [paused, stale].map(({ slug }, index) => ({ slug, status: 'active', sequence: 50 - index })),
    };
    expect(told(body)).toEqual([
      { scenario: 'market-paused', status: 'active', sequence: 50 },
      { scenario: 'stale-book', status: 'active', sequence: 49 },
    ]);
  });

  it('is the sequence of the market in a preview, and absent in a list of trades', () => {
    const preview = {
      order: { eventSlug: stale.slug, status: 'filled' },
      market: { eventSlug: stale.slug, sequence: 9 },
    };
    expect(told(preview)).toEqual([{ scenario: 'stale-book', status: null, sequence: 9 }]);
    expect(told({ trades: [trade] })).toEqual([{ scenario: 'stale-book', status: null, sequence: null }]);
  });

  it('is the number of the last message in a replay, and no market sequence', () => {
    const messages = [4, 5].map(sequence => ({ channel: 'trades', key: stale.slug, sequence, kind: 'trade', trade }));
    const replay = { channel: 'trades', key: stale.slug, messages, lastSequence: 900 };
    expect(told(replay)).toEqual([{ scenario: 'stale-book', status: null, sequence: null, lastMessage: 5 }]);
    expect(told({ ...replay, messages: [] })).toEqual([{ scenario: 'stale-book', status: null, sequence: null }]);
    expect(told({ ...replay, channel: 'orderbook' })).toEqual([]);
  });

  it('is absent in errors, non-JSON bodies and responses about other markets', () => {
    expect(told({ event: { slug: stale.slug, sequence: 7 } }, 404)).toEqual([]);
    expect(reportedMarkets({ status: 200, headers: {}, body: 'no' }, [stale])).toEqual([]);
    expect(told({ event: { slug: 'elsewhere', sequence: 7 } })).toEqual([]);
  });
});

describe('orders in a response', () => {
  const order = (clientOrderId: string | null, eventSlug: string = stale.slug) => ({
    ...{ clientOrderId, eventSlug, status: 'filled', sequence: 99 },
  });

  it('are their ids by market, without its status or sequence', () => {
    expect(told({ orders: [order('a'), order('b', paused.slug), order('c'), order('d', 'elsewhere')] })).toEqual([
      { scenario: 'stale-book', status: null, sequence: null, orders: ['a', 'c'] },
      { scenario: 'market-paused', status: null, sequence: null, orders: ['b'] },
    ]);
    expect(told({ order: order('a'), fills: [] })[0].orders).toEqual(['a']);
    expect(told({ order: order(null) })[0]).not.toHaveProperty('orders');
  });

  it('are bounded', () => {
    const many = Array.from({ length: 100 }, (_, index) => order(`co-${index}`));
    expect(told({ orders: many })[0].orders).toHaveLength(maxReportedOrders);
  });
});
