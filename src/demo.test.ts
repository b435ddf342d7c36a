import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../test/support/assert-books-balance.js';
import { aMarket } from '../test/support/builders/market-builders.js';
import { cloneDemo, seedInto } from '../test/support/demo-database.js';
import { walkPages } from '../test/support/play-actions.js';
import { rebuildCandles } from '../test/support/rebuild-candles.js';
import { cloneDatabase, type TestDatabase } from '../test/support/test-database.js';
import { startTestService } from '../test/support/test-service.js';
import { waitForScores } from '../test/support/wait-for-scores.js';
import { createPostgresStore } from './database/postgres-store.js';
import { displayedPrices } from './engine/prices.js';
import { RecordVerifier } from './record/rules/verify-record.js';
import { runToEnd } from './scoring/rules/score-forecasts.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

const seed = () => seedInto(database.pool);

const counted = async (query: string): Promise<Record<string, number>> => {
  const rows = await database.pool.unsafe<{ name: string; count: number }[]>(query);
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
};

async function expectLivelyArena(): Promise<void> {
  const status = await counted('select status as name, count(*) from markets group by 1');
  expect(status.active).toBeGreaterThanOrEqual(24);
  expect(status.resolved).toBeGreaterThanOrEqual(40);
  for (const name of ['void', 'closed', 'paused', 'scheduled']) expect(status[name], name).toBeGreaterThan(0);
  const kinds = await counted(
    'select concat(time_in_force, side, status) as name, count(*) from readable_orders group by 1',
  );
  for (const name of ['GTCbuyopen', 'GTCsellopen', 'GTCbuycancelled', 'IOCbuyfilled', 'IOCsellfilled', 'FOKbuyfilled'])
    expect(kinds[name], name).toBeGreaterThan(10);
  expect(kinds.GTCbuyexpired).toBeGreaterThan(0);
  const books = await database.pool`
    select e.slug, m.open_orders, m.traders from markets m join events e on e.id = m.event_id where m.status = 'active'`;
  for (const { slug, open_orders, traders } of books) {
    expect(open_orders, slug).toBeGreaterThanOrEqual(2);
    expect(traders, slug).toBeGreaterThanOrEqual(3);
  }
  const [{ right, all }] = await database.pool`
    select count(*) filter (where price_bps[(resolution->>'winningOutcome')::int + 1] = (select max(p) from unnest(price_bps) p)) as right,
           count(*) as all from markets m join resolutions r on r.event_id = m.event_id and r.version = m.resolution_version
    where resolution->>'kind' = 'outcome'`;
  expect(right / all).toBeGreaterThan(0.75);
}

/** Enough for scoring: many forecasters per event, many resolved events for most forecasters. */
async function expectForecasts(): Promise<void> {
  const events = await database.pool`
    select e.slug, m.status, count(distinct f.player_id)::int as players
    from markets m join events e on e.id = m.event_id left join forecasts f on f.event_id = m.event_id
    where m.status <> 'scheduled' group by 1, 2`;
  for (const { slug, players } of events) expect(players, slug).toBeGreaterThanOrEqual(6);
  const players = await database.pool`
    select f.player_id, count(distinct f.event_id)::int as events from forecasts f
      join markets m on m.event_id = f.event_id where m.status = 'resolved' group by 1`;
  expect(players).toHaveLength(15);
  expect(players.filter(({ events: resolved }) => resolved >= 10).length).toBeGreaterThanOrEqual(12);
  const ends = await counted(`select coalesce(ended_by, 'standing') as name, count(*) from forecasts group by 1`);
  expect(ends.superseded).toBeGreaterThan(1000);
  expect(ends.standing).toBeGreaterThan(1000);
  expect(ends.withdrawn).toBeGreaterThan(20);
  const late = await counted(`
    select 'rows' as name, count(*) from forecasts f join markets m on m.event_id = f.event_id
    where f.at not between m.opens_at and least(m.ends_at, coalesce(m.closed_at, m.ends_at))`);
  expect(late.rows).toBe(0);
  const stamps = await counted(`
    select case when f.market_price_bps = t.prices_bps[f.outcome + 1] then 'right' else 'wrong' end as name, count(*)
    from forecasts f cross join lateral (
      select prices_bps from readable_fills where event_id = f.event_id and public and at <= f.at
      order by sequence desc limit 1) as t group by 1`);
  expect(stamps.right).toBeGreaterThan(1000);
  expect(stamps.wrong).toBeUndefined();
}

/** House players count as separate owners, so most events count for edge even for those who traded them. */
async function expectEdgeEvents(): Promise<void> {
  const [{ resolved, counting }] = await database.pool`
    select count(*)::int as resolved, count(*) filter (where owners >= 6 and 2 * largest <= total)::int as counting from (
      select m.event_id, count(t.*) as owners, max(t.credits) as largest, sum(t.credits) as total from markets m
        left join lateral (
          select sum(f.credits) as credits from readable_fills f where f.event_id = m.event_id
          group by f.player_id having sum(f.credits) >= 100000000) as t on true
      where m.status = 'resolved' group by m.event_id) as events`;
  expect(counting / resolved).toBeGreaterThan(0.8);
}

/** Every outcome of every event in a coarse width, and one outcome of some events in a fine one. */
async function expectExactCandles(): Promise<void> {
  const { pool } = database;
  const service = await startTestService({ store: createPostgresStore(pool), clock: Date.now });
  const events = await pool<{ id: string; slug: string; shares: number[]; liquidity: number; traded: boolean }[]>`
    select e.id, e.slug, e.opening_shares as shares, e.liquidity, m.volume > 0 as traded
    from events e join markets m on m.event_id = e.id`;
  for (const [index, { id, slug, shares, liquidity, traded }] of events.entries()) {
    const opening = displayedPrices(shares, liquidity);
    for (const [resolution, seconds] of Object.entries({ '15m': 900, '1d': 86_400 })) {
      if (resolution === '15m' && index % 5 > 0) continue;
      for (let outcome = 0; outcome < shares.length; outcome += resolution === '1d' ? 1 : 9) {
        const path = `/api/markets/${slug}/candles?resolution=${resolution}&outcomeIndex=${outcome}&limit=200`;
        const served = await walkPages<{ start: string }>(service, path, 'candles');
        served.sort((a, b) => (a.start < b.start ? -1 : 1));
        expect(served, path).toEqual(await rebuildCandles(pool, id, outcome, seconds, opening[outcome]));
        expect(served.length > 0, path).toBe(traded);
      }
    }
  }
  await service.stop();
}

/** House players belong to the arena in every public object that shows a player. */
async function expectHousePlayers(): Promise<void> {
  const { pool } = database;
  const [counts] = await pool`
    select (select count(*) from agent_keys)::int as keys, (select count(*) from people)::int as people,
      (select count(*) from players where house)::int as house, (select count(*) from agents where owner_id is null)::int as arena`;
  expect(counts).toEqual({ keys: 0, people: 0, house: 15, arena: 15 });
  const service = await startTestService({ store: createPostgresStore(pool), clock: Date.now });
  await waitForScores({ pool, clock: { forward: () => {} } as never });
  const board = (await service.call('GET', '/api/leaderboards/brier')).body;
  expect(board).toMatchObject({ events: 'demo', nextCursor: null });
  expect(board.rows).toHaveLength(15);
  for (const { player, demo } of board.rows) {
    expect([player.house, player.owner, demo], player.handle).toEqual([true, null, true]);
  }
  const { handle } = board.rows[0].player;
  const { player } = (await service.call('GET', `/api/players/${handle}`)).body;
  expect(player).toMatchObject({ house: true, owner: null });
  const [{ slug }] =
    await pool`select slug from events e join markets m on m.event_id = e.id order by m.volume desc limit 1`;
  const { trades } = (await service.call('GET', `/api/events/${slug}/activity?limit=5`)).body;
  const { lastTrades } = (await service.call('GET', `/api/events/${slug}/snapshot`)).body;
  const verifier = new RecordVerifier({ newHash: () => createHash('sha256') });
  const record = await (await fetch(`${service.url}/api/record/export`)).text();
  for (const line of record.trim().split('\n')) runToEnd(verifier.take(line));
  expect(verifier.finish()).toMatchObject({ events: 'demo', complete: true, differences: [], counts: { players: 15 } });
  for (const trade of [...trades, ...lastTrades]) expect(trade.player.house).toBe(true);
  expect(trades.length + lastTrades.length).toBeGreaterThan(5);
  await service.stop();
}

describe('the demo arena', () => {
  it('resumes after an interruption, is filled by one of two nodes, and its books balance', {
    timeout: 180_000,
  }, async () => {
    await database.drop();
    const demo = await cloneDemo();
    database = demo;
    const { ordersBefore, resumed } = demo.seeding;
    expect(ordersBefore).toBeGreaterThan(50);
    const said = resumed.join('\n');
    expect(said.match(/going on with the demonstration events/g)).toHaveLength(1);
    expect(said.match(/another node fills the demo arena/g)).toHaveLength(1);
    expect(said.match(/demo arena filled: \d+ events/g)).toHaveLength(1);
    await assertBooksBalance(createPostgresStore(database.pool));
    await expectLivelyArena();
    await expectForecasts();
    await expectEdgeEvents();
    await expectExactCandles();
    const unsettled = await counted(
      `select 'rows' as name, count(*) from markets where settled_version < resolution_version`,
    );
    expect(unsettled.rows).toBe(0);
    const days = await database.pool`
      select count(distinct day)::int as days from grants where player_id in (select player_id from readable_orders) group by player_id`;
    for (const { days: given } of days) expect(given).toBeGreaterThan(85);
    await expectHousePlayers();
    const requests = await counted('select status as name, count(*) from market_requests where demo group by 1');
    expect(requests).toEqual({ open: 9, declined: 1 });
    expect(await seed()).toEqual([]);
  });

  it('is not created in an arena with events', async () => {
    await aMarket(database.pool, Date.now());
    expect(await seed()).toEqual([]);
    expect(await counted(`select 'rows' as name, count(*) from events`)).toEqual({ rows: 1 });
  });
});
