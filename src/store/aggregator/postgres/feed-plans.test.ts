import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillVenues } from '../../../../test/support/builders/fill-venues.js';
import { startTestService, type TestService } from '../../../../test/support/test-service.js';
import { lanesOf } from '../../../domain/aggregator/venue-market.js';
import { type FeedFilter, feedSorts } from '../interface.js';
import { pageStatement } from './feed.js';

let service: TestService;
const rows = 6_000;

beforeAll(async () => {
  service = await startTestService();
  await fillVenues(service.pool, rows, service.clock.now());
});
afterAll(() => service.stop());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

async function scansOf(filter: FeedFilter, isFew: boolean): Promise<Plan[]> {
  const { pool } = service;
  const [row] = await pool<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>`
    explain (analyze, format json) ${pageStatement(pool as never, filter, isFew) as never}`;
  return flat(row['QUERY PLAN'][0].Plan).filter(plan => plan['Relation Name'] !== undefined);
}

const limit = 51;
const base = {
  sources: ['venue-0', 'venue-1', 'venue-2', 'venue-3'],
  lanes: lanesOf({ status: 'active', includeResolved: false, tradableOnly: false }),
  category: null,
  words: null,
  after: null,
  limit,
};

it.each(feedSorts)('reads a page by %s through indexes, whatever the size of the table', async sort => {
  const now = service.clock.now();
  for (const category of [null, 'category-1']) {
    for (const after of [
      null,
      { key: sort === 'volume' ? 100 : sort === 'movers' ? 5000 : now + 86_400_000, id: 'x' },
    ]) {
      const scans = await scansOf({ ...base, category, after, sort }, false);
      expect(scans.length).toBeGreaterThan(1);
      for (const scan of scans) {
        expect(scan['Node Type']).toMatch(/Index/);
        const read = (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'];
        expect(read, `${sort} ${scan['Index Name']}`).toBeLessThanOrEqual(limit * 9);
      }
    }
  }
});

it('finds rare words through the text index', async () => {
  const scans = await scansOf({ ...base, words: ['number77'], sort: 'volume' }, true);
  expect(scans.map(scan => scan['Index Name'] ?? scan['Node Type'])).not.toContain('Seq Scan');
  expect(scans.reduce((read, scan) => read + scan['Actual Rows'] * scan['Actual Loops'], 0)).toBeLessThan(200);
});
