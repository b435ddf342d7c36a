import { describe, expect, it } from 'vitest';
import { type Store, StoreUnavailable } from '../../database/store.js';
import type { EventRow, MarketRow } from '../../events/store/rows.js';
import type { CommittedWork } from '../desk/write-desk.js';
import type { LiveMarket } from './live-market.js';
import { LiveMarkets } from './live-markets.js';

/** A table of markets whose responses are held back until the test releases them. */
class Table {
  readonly sequences = new Map<string, number>();
  readonly asked: string[] = [];
  private held: (() => void)[] = [];
  holding = false;

  private async answer<T>(question: string, look: () => T): Promise<T> {
    this.asked.push(question);
    // Evaluated when queried, returned when the test releases it.
    const result = look();
    if (this.holding) await new Promise<void>(done => this.held.push(done));
    return result;
  }

  letGo(): void {
    this.holding = false;
    for (const done of this.held.splice(0)) done();
  }

  /** Rows for the two statements of live markets; whatever is part of another statement stays empty. */
  private readonly sql = (strings: TemplateStringsArray | string, ...values: readonly unknown[]) => {
    const text = typeof strings === 'string' ? '' : strings.join('?');
    const idList = values.find((value): value is string => typeof value === 'string' && value.startsWith('{'));
    const ids = idList === undefined || idList === '{}' ? [] : idList.slice(1, -1).split(',');
    if (text.includes('select event_id, sequence from markets')) {
      return this.answer(`sequences ${ids.join(' ')}`, () =>
        [...this.sequences].map(([event_id, sequence]) => ({ event_id, sequence })),
      );
    }
    if (text.includes(' as newest')) {
      return this.answer(`states ${ids.join(' ')}`, () => ids.flatMap(id => this.rowsOf(id)));
    }
    return null;
  };

  readonly store: Pick<Store, 'read'> = { read: work => work({ sql: this.sql, clock: null } as never) };

  private rowsOf(id: string): object[] {
    const sequence = this.sequences.get(id);
    if (sequence === undefined) return [];
    const [event, market] = [eventOf(id), marketOf(id, sequence)];
    const at = new Date(0);
    return [
      {
        ...{ id, slug: id, outcomes: event.outcomes, liquidity: event.liquidity, opening_shares: event.openingShares },
        ...{ event_id: id, status: market.status, sequence, shares: market.shares, account: market.account },
        ...{ price_bps: market.priceBps, outcome_traded_at: [], created_at: at, opens_at: at, ends_at: at },
        ...{ since: null, resting: [], ended: [], open_ids: null, newest: [] },
      },
    ];
  }
}

function eventOf(id: string): EventRow {
  return { id, slug: id, outcomes: ['Yes', 'No'], liquidity: 1e9, openingShares: [0, 0] } as unknown as EventRow;
}

function marketOf(eventId: string, sequence: number): MarketRow {
  return { eventId, status: 'active', sequence, shares: [0, 0], account: 1e9, priceBps: [5000, 5000] } as never;
}

/** A transaction of the write desk that raised a market from one sequence to another. */
function commit(id: string, from: number, to: number): CommittedWork {
  const patches = Array.from({ length: to - from }, (_value, index) => ({
    shares: [0, 0],
    account: 1e9,
    sequence: from + index + 1,
    changed: [],
    removed: [],
    added: null,
  }));
  const open = { event: eventOf(id), market: marketOf(id, to), changed: true, opened: from, patches };
  return { markets: new Map([[id, open]]), fills: [] } as never;
}

function setUp() {
  const table = new Table();
  let now = 0;
  const live = new LiveMarkets({ store: table.store, steady: () => now });
  live.onListening(true);
  table.sequences.set('a', 10).set('b', 20);
  const sequenceOf = async (id: string) => (await live.read([id])).get(id)?.market.sequence;
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { table, live, sequenceOf, pass };
}

describe('markets in memory', () => {
  it('are loaded once for concurrent callers, and together', async () => {
    const { table, live } = setUp();
    table.holding = true;
    const all = [live.read(['a', 'b']), live.read(['b']), live.read(['b', 'a', 'nowhere'])];
    table.letGo();
    const [first, second, third] = await Promise.all(all);
    expect([first.size, second.size, third.size]).toEqual([2, 1, 2]);
    expect(table.asked).toEqual(['states a b', 'states nowhere']);
    expect(first.get('b')).toBe(second.get('b'));
    await live.read(['a', 'b']);
    expect(table.asked).toHaveLength(2);
    expect(live.peek('nowhere')).toBeNull();
  });

  it('are not cached if a commit came between query and response', async () => {
    const { table, live, sequenceOf } = setUp();
    table.holding = true;
    const early = sequenceOf('a');
    table.sequences.set('a', 11);
    live.onMarketsChanged([{ eventId: 'a', sequence: 11 }]);
    // Later callers must not get the previous state.
    const late = sequenceOf('a');
    table.letGo();
    expect(await Promise.all([early, late])).toEqual([10, 11]);
    expect(live.peek('a')?.market.sequence).toBe(11);
  });

  it('advance with the commits of the write desk', async () => {
    const { table, live, sequenceOf } = setUp();
    await sequenceOf('a');
    table.sequences.set('a', 12);
    live.onMarketsChanged([{ eventId: 'a', sequence: 12 }]);
    expect(live.peek('a')).toBeNull();
    live.onCommitted(commit('a', 10, 12));
    expect(live.peek('a')).toMatchObject({ market: { sequence: 12 }, book: { sequence: 12 } });
    expect(table.asked).toEqual(['states a']);
    // A change that does not start at the market's sequence is ignored, and a change by another node still counts.
    live.onMarketsChanged([{ eventId: 'a', sequence: 15 }]);
    live.onCommitted(commit('a', 13, 14));
    expect(live.peek('a')).toBeNull();
  });
});

describe('markets in memory and their changes', () => {
  it('apply commits that were made during the load', async () => {
    const { table, live, sequenceOf } = setUp();
    table.holding = true;
    const reading = sequenceOf('a');
    for (const [from, to] of [
      [10, 11],
      [11, 13],
    ]) {
      live.onMarketsChanged([{ eventId: 'a', sequence: to }]);
      live.onCommitted(commit('a', from, to));
    }
    const later = sequenceOf('a');
    table.letGo();
    expect(await Promise.all([reading, later])).toEqual([13, 13]);
    expect(table.asked).toEqual(['states a']);
  });

  it('ignore known notifications, and evict markets without a sequence', async () => {
    const { table, live, sequenceOf } = setUp();
    await sequenceOf('a');
    live.onMarketsChanged([
      { eventId: 'a', sequence: 10 },
      { eventId: 'b', sequence: 3 },
    ]);
    expect(live.peek('a')?.market.sequence).toBe(10);
    live.onMarketsChanged([{ eventId: 'a', sequence: null }]);
    expect(live.peek('a')).toBeNull();
    expect(await sequenceOf('a')).toBe(10);
    expect(table.asked).toEqual(['states a', 'states a']);
  });
});

describe('markets in memory while the database is unreachable', () => {
  it('are served in their last known state, with its age', async () => {
    const { table, live, pass } = setUp();
    const { read } = table.store;
    const state = async () => (await live.read(['a'])).get('a') as LiveMarket;
    expect(live.staleMs(await state())).toBe(0);
    table.store.read = () => Promise.reject(new StoreUnavailable('away'));
    live.onListening(false);
    pass(700);
    expect(live.staleMs(await state())).toBe(700);
    pass(5_000);
    expect(live.staleMs(await state())).toBe(5_700);
    table.store.read = read;
    expect(live.staleMs(await state())).toBe(0);
    pass(1_500);
    table.store.read = () => Promise.reject(new StoreUnavailable('away'));
    expect(live.staleMs(await state())).toBe(1_500);
    table.store.read = read;
    expect(live.staleMs(await state())).toBe(0);
    await expect(live.read(['unknown'])).resolves.toEqual(new Map());
  });
});

describe('markets in memory without notifications', () => {
  it('are compared by sequence when the last check is a second old', async () => {
    const { table, live, sequenceOf, pass } = setUp();
    await sequenceOf('a');
    live.onListening(false);
    expect(live.peek('a')).toBeNull();
    await sequenceOf('a');
    pass(900);
    expect(await sequenceOf('a')).toBe(10);
    pass(200);
    expect(await sequenceOf('a')).toBe(10);
    table.sequences.set('a', 11);
    pass(900);
    expect(await sequenceOf('a')).toBe(10);
    pass(200);
    expect(await sequenceOf('a')).toBe(11);
    expect(table.asked).toEqual(['states a', 'states a', 'sequences a', 'sequences a', 'states a']);
  });

  it('are evicted when notifications resume, including loads in flight', async () => {
    const { table, live, sequenceOf, pass } = setUp();
    live.onListening(false);
    table.holding = true;
    const reading = sequenceOf('a');
    table.sequences.set('a', 11);
    live.onListening(true);
    const again = sequenceOf('a');
    table.letGo();
    expect(await Promise.all([again, reading])).toEqual([11, 10]);
    expect(live.peek('a')?.market.sequence).toBe(11);
    // An occasional check of the row is harmless even while notifications arrive.
    pass(60_001);
    expect(live.peek('a')).toBeNull();
  });

  it('report a failure to every waiting caller, and retry', async () => {
    const { table, live, sequenceOf } = setUp();
    const { read } = table.store;
    table.store.read = () => Promise.reject(new Error('no connection'));
    const results = await Promise.allSettled([sequenceOf('a'), live.read(['a', 'b'])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    table.store.read = read;
    expect(await sequenceOf('a')).toBe(10);
  });

  it('are bounded, and recently used ones stay', async () => {
    const { table, live } = setUp();
    const ids = Array.from({ length: 6_000 }, (_value, index) => `m${index}`);
    for (const id of ids) table.sequences.set(id, 1);
    await live.read(ids.slice(0, 4_999));
    await live.read(['a']);
    live.onMarketsChanged([{ eventId: 'm7', sequence: 1 }]);
    await live.read(ids.slice(4_999, 5_500));
    live.peek('m5400');
    await live.read(ids.slice(5_500));
    const kept = ids.filter(id => live.peek(id)).length;
    expect(kept).toBeLessThanOrEqual(5_000);
    expect(kept).toBeGreaterThan(4_000);
    expect(live.peek('m5400')).not.toBeNull();
  });
});
