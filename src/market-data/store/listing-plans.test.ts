import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillTrades } from '../../../test/support/builders/fill-trades.js';
import { rowsRead, scansOf } from '../../../test/support/queries/plan-scans.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import type { Store } from '../../database/store.js';
import * as listingStore from './listing.js';
import { listStatement } from './listing.js';
import type { ListFilter, RankPosition } from './rows.js';

const now = Date.parse('2026-03-17T12:34:00Z');
const marketCount = 60;
/** Every event moves in every version, as in an arena where all markets trade. */
const versions = 50;
const retentionMs = 3_600_000;

let database: TestDatabase;
let store: Store;
let newest: number;

beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
  const { ids } = await fillTrades(database.pool, marketCount, 10, now);
  for (let made = 0; made < versions; made += 1) {
    await database.pool`
      update markets set volume = volume + 1000 * number, traders = traders + 1 where event_id = any(${ids}::text[])`;
    const renewed = await store.transact(tx => listingStore.renew(tx, { all: true, retentionMs }));
    newest = renewed?.version as number;
  }
  await database.pool`vacuum analyze event_ranks, event_listing, markets, events`;
});
afterAll(() => database.drop());

const filter = (given: Partial<ListFilter> = {}): ListFilter & { text: null } => ({
  sort: 'volume',
  version: newest,
  status: 'active',
  category: null,
  words: null,
  staleBefore: null,
  tradedOnly: false,
  now,
  opened: false,
  after: null,
  limit: 20,
  text: null,
  ...given,
});

/** The rows of the ranking that the list reads from the table. */
async function ranksRead(given: Partial<ListFilter>): Promise<number> {
  const scans = await scansOf(database.pool, listStatement(database.pool as never, filter(given)));
  return scans.filter(scan => scan['Relation Name'] === 'event_ranks').reduce((sum, scan) => sum + rowsRead(scan), 0);
}

const page = (given: Partial<ListFilter>) => store.read(reader => listingStore.page(reader, filter(given)));

describe('lists after many versions of the ranking', () => {
  it('have rows of all versions', async () => {
    const [{ rows }] = await database.pool<{ rows: number }[]>`
      select count(*)::int as rows from event_ranks where sort = 'volume'`;
    expect(rows).toBe(marketCount * versions);
  });

  it.each([
    ['by volume', {}],
    ['by traders', { sort: 'traders' }],
    ['of all statuses', { status: 'all' }],
    ['without stale markets', { staleBefore: now - 3_600_000 }],
  ] satisfies [string, Partial<ListFilter>][])('read one row per event %s', async (_name, given) => {
    expect(await ranksRead(given)).toBeLessThanOrEqual(marketCount);
  });

  it('read one row per match of a search', async () => {
    const { places } = await page({ limit: marketCount });
    const matches = places.map(({ no, value }): RankPosition => ({ no, value }));
    expect(matches).toHaveLength(marketCount);
    expect(await ranksRead({ words: { words: ['any'], matches } })).toBeLessThanOrEqual(marketCount);
  });

  it('list each event once in every version', async () => {
    for (const version of [newest - 40, newest - 1, newest]) {
      const { places } = await page({ version, limit: marketCount });
      expect(new Set(places.map(({ eventId }) => eventId)).size).toBe(marketCount);
      expect(places.map(({ value }) => value)).toEqual(places.map(({ value }) => value).sort((a, b) => b - a));
    }
    const [before, after] = await Promise.all([newest - 1, newest].map(version => page({ version })));
    expect(before.places[0].value).toBeLessThan(after.places[0].value);
  });
});

describe('lists by creation and by end', () => {
  it.each([
    ['newest', {}],
    ['ending', {}],
    ['newest', { category: 'test' }],
    ['ending', { staleBefore: now - 3_600_000, tradedOnly: true }],
  ] as const)('by %s with %j read only their page, in one index scan', async (sort, given) => {
    const statement = listStatement(database.pool as never, filter({ ...given, sort, version: null }));
    const scans = (await scansOf(database.pool, statement)).filter(({ 'Relation Name': name }) =>
      ['event_ranks', 'event_listing'].includes(name as string),
    );
    expect(scans.map(scan => scan['Index Name'])).toEqual([expect.stringContaining(`event_listing_${sort}`)]);
    expect(rowsRead(scans[0])).toBeLessThanOrEqual(20);
  });
});
