import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillTrades } from '../../../test/support/builders/fill-trades.js';
import { rowsRead, scansOf } from '../../../test/support/queries/plan-scans.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import type { SqlPart } from '../../database/pool.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import * as liveStore from '../../exchange/store/live.js';
import { pointStatement } from '../../exchange/store/live.js';
import * as figureStore from './market-figures.js';
import { flowStatement } from './market-figures.js';

const now = Date.parse('2026-03-17T12:34:00Z');
const minute = 60_000;
const hours = 6;
const from = now - hours * 60 * minute;
const spanMs = 15 * minute;
const maxTrades = 5_000;
/** Two days of trades, one a minute; the look-back contains 360 of them. */
const trades = 2_880;
const inLookBack = hours * 60;
const marketCount = 12;

let database: TestDatabase;
let markets: { eventId: string; upTo: number }[];

beforeAll(async () => {
  database = await cloneDatabase();
  const { ids, sequence } = await fillTrades(database.pool, marketCount, trades, now);
  markets = ids.map(eventId => ({ eventId, upTo: sequence }));
});
afterAll(() => database.drop());

const statements: readonly [string, () => SqlPart][] = [
  ['price points', () => pointStatement(database.pool as never, { markets, from, spanMs, maxTrades })],
  ['flows', () => flowStatement(database.pool as never, { markets, from, maxTrades })],
];

it.each(statements)(
  'reads %s of all markets through indexes, two hours more than the look-back',
  async (_name, make) => {
    const scans = await scansOf(database.pool, make());
    expect(scans.length).toBeGreaterThan(1);
    for (const scan of scans) expect(scan['Node Type'], scan['Relation Name']).toMatch(/Index/);
    const read = scans
      .filter(scan => scan['Relation Name']?.startsWith('fills'))
      .reduce((sum, scan) => sum + rowsRead(scan), 0);
    expect(read).toBeGreaterThanOrEqual(marketCount * inLookBack);
    expect(read).toBeLessThanOrEqual(marketCount * (inLookBack + 120 + (2 * inLookBack * minute) / spanMs));
  },
);

it('gives the points and flows that the trades have', async () => {
  const store = createPostgresStore(database.pool);
  const [points, flows] = await store.read(reader =>
    Promise.all([
      liveStore.points(reader, { markets, from, spanMs, maxTrades }),
      figureStore.flows(reader, { markets, from, maxTrades }),
    ]),
  );
  const rows = await database.pool<
    { at: Date; prices_bps: number[]; credits: number; side: string; outcome: number }[]
  >`
    select * from readable_fills where event_id = ${markets[3].eventId} and at > ${new Date(from)} order by sequence`;
  const bySpan = new Map<number, { span: number; trades: number; priceBps: number[] }>();
  for (const { at, prices_bps: priceBps } of rows) {
    const span = Math.floor((at.getTime() - from) / spanMs);
    bySpan.set(span, { span, trades: (bySpan.get(span)?.trades ?? 0) + 1, priceBps });
  }
  expect(points.get(markets[3].eventId)).toEqual([...bySpan.values()]);
  const flow = flows.find(({ eventId }) => eventId === markets[3].eventId);
  expect(flow).toMatchObject({ trades: inLookBack, traders: 40, oldestAt: rows[0].at.getTime() });
  const bought = rows.filter(row => row.side === 'buy' && row.outcome === 1);
  expect(flow?.outcomes[1].buy).toBe(bought.reduce((sum, row) => sum + row.credits, 0));
});
