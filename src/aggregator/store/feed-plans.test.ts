import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillVenues } from '../../../test/support/builders/fill-venues.js';
import { rowsRead, scansOf } from '../../../test/support/queries/plan-scans.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { statusGroupsOf } from '../rules/venue-market.js';
import { pageStatement } from './feed.js';
import { type FeedFilter, feedSorts } from './rows.js';

let service: TestService;
const rows = 6_000;

beforeAll(async () => {
  service = await startTestService();
  await fillVenues(service.pool, rows, service.clock.now());
});
afterAll(() => service.stop());

const pageScans = (filter: FeedFilter, isFew: boolean) =>
  scansOf(service.pool, pageStatement(service.pool as never, filter, isFew));

const limit = 51;
const base = {
  sources: ['venue-0', 'venue-1', 'venue-2', 'venue-3'],
  statusGroups: statusGroupsOf({ status: 'active', includeResolved: false, tradableOnly: false }),
  category: null,
  words: null,
  after: null,
  limit,
};

it.each(feedSorts)('reads a page by %s through indexes, regardless of the size of the table', async sort => {
  const now = service.clock.now();
  for (const category of [null, 'category-1']) {
    for (const after of [
      null,
      { key: sort === 'volume' ? 100 : sort === 'movers' ? 5000 : now + 86_400_000, id: 'x', version: 0 },
    ]) {
      const scans = await pageScans({ ...base, category, after, sort }, false);
      expect(scans.length).toBeGreaterThan(1);
      for (const scan of scans) {
        expect(scan['Node Type']).toMatch(/Index/);
        const read = rowsRead(scan);
        expect(read, `${sort} ${scan['Index Name']}`).toBeLessThanOrEqual(limit * 9);
      }
    }
  }
});

it('finds rare words through the text index', async () => {
  const scans = await pageScans({ ...base, words: ['number77'], sort: 'volume' }, true);
  expect(scans.map(scan => scan['Index Name'] ?? scan['Node Type'])).not.toContain('Seq Scan');
  expect(scans.reduce((read, scan) => read + scan['Actual Rows'] * scan['Actual Loops'], 0)).toBeLessThan(200);
});

/** Versions in which every rank by volume changes by one and a tenth of the prices change. */
async function makeVersions(count: number): Promise<void> {
  const { pool, clock } = service;
  for (let version = 1; version <= count; version += 1) {
    await pool`
      with ended as (
        update venue_ranks set until = ${version} where until = 2147483647 and source like 'venue-%'
          and (sort = 'volume' or hashtext(market_id) % 10 = ${version % 10}) returning *
      )
      insert into venue_ranks (market_id, sort, key, since, source, lane, category)
      select market_id, sort, key + 1, ${version}, source, lane, category from ended`;
    await pool`insert into venue_rank_versions (version, made_at) values (${version}, ${new Date(clock.now())})`;
  }
  await pool`vacuum analyze venue_ranks`;
}

it('reads pages of versions through indexes after all ranks have changed several times', async () => {
  const versions = 6;
  await makeVersions(versions);
  for (const sort of ['volume', 'movers'] as const) {
    for (const version of [0, 3, versions]) {
      for (const category of [null, 'category-1']) {
        const after = { key: sort === 'volume' ? 100 : 5000, id: 'x', version };
        for (const scan of await pageScans({ ...base, category, after, sort }, false)) {
          expect(scan['Node Type']).toMatch(/Index/);
          const read = rowsRead(scan);
          expect(read, `${sort} ${version} ${scan['Index Name']}`).toBeLessThanOrEqual(limit * 9 * (versions + 1));
        }
      }
    }
  }
});
