import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { trade, walkPages } from '../../test/support/play-actions.js';
import { rebuildCandles } from '../../test/support/rebuild-candles.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { seededSource } from '../kernel/random-source.js';
import { foldPublicTrades } from './read-candles.js';

let service: TestService;
let agents: TestAgent[];
beforeAll(async () => {
  service = await startTestService();
  agents = await Promise.all(Array.from({ length: 3 }, () => service.anAgent()));
});
afterAll(() => stopBalanced(service));

const widths = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400, '1d': 86_400 };
const candlesOf = (slug: string, query: string) =>
  walkPages(service, `/api/markets/${slug}/candles?${query}`, 'candles');

async function expectRebuilt(market: { id: string; slug: string }, outcomes: number, opening: readonly number[]) {
  for (const [resolution, seconds] of Object.entries(widths)) {
    for (let outcome = 0; outcome < outcomes; outcome += 1) {
      const served = await candlesOf(market.slug, `resolution=${resolution}&outcomeIndex=${outcome}&limit=7`);
      const rebuilt = await rebuildCandles(service.pool, market.id, outcome, seconds, opening[outcome]);
      served.sort((a, b) => ((a as { start: string }).start < (b as { start: string }).start ? -1 : 1));
      expect(served, `${resolution} of outcome ${outcome}`).toEqual(rebuilt);
    }
  }
}

describe('candles', () => {
  it('show an order immediately, starting at the opening price', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now(), { prior: [6000, 4000] });
    const bare = await service.call('GET', `/api/markets/${slug}/candles`);
    expect(bare.body).toMatchObject({
      eventSlug: slug,
      outcomeIndex: 0,
      resolution: '1h',
      candles: [],
      nextCursor: null,
    });
    const { body } = await trade(service, agents[0], slug, { amountCredits: 50 });
    const close = body.market.priceBps[0];
    const start = '2026-03-17T12:00:00.000Z';
    const [candle] = await candlesOf(slug, '');
    expect(candle).toEqual({ start, open: 6000, high: close, low: 6000, close, volumeCredits: 50, trades: 1 });
    // Another outcome's price changes too, without volume.
    const [other] = await candlesOf(slug, 'outcomeIndex=1&resolution=1m');
    expect(other).toMatchObject({
      open: 4000,
      high: 4000,
      close: body.market.priceBps[1],
      volumeCredits: 0,
      trades: 0,
    });
  });

  it('match the recorded trades', { timeout: 120_000 }, async () => {
    const chance = seededSource('candles');
    const outcomes = ['A', 'B', 'C'];
    const market = await aMarket(service.pool, service.clock.now(), { outcomes, prior: [5000, 3000, 2000] });
    for (let turn = 0; turn < 90; turn += 1) {
      service.clock.forward(Math.floor(chance.next() ** 4 * 20_000_000));
      const outcomeIndex = Math.floor(chance.next() * 3);
      const limitPriceBps = chance.next() < 0.3 ? 1000 + Math.floor(chance.next() * 4000) : 9900;
      await trade(service, agents[turn % 3], market.slug, {
        outcomeIndex,
        limitPriceBps,
        amountCredits: 1 + Math.floor(chance.next() * 8000) / 100,
      });
      // Occasional reads make folding happen in several steps.
      if (chance.next() < 0.2) await candlesOf(market.slug, 'resolution=1m');
    }
    await expectRebuilt(market, 3, [5000, 3000, 2000]);
  });
});

describe('candles while trades are folded', () => {
  it('are not lost or duplicated when several nodes fold concurrently', async () => {
    const market = await aMarket(service.pool, service.clock.now());
    for (let turn = 0; turn < 20; turn += 1) {
      await trade(service, agents[turn % 3], market.slug, { outcomeIndex: turn % 2 });
      const fold = { eventIds: [market.id], wait: turn % 2 === 0 };
      await Promise.all(Array.from({ length: 4 }, () => foldPublicTrades(service.store, fold)));
    }
    await expectRebuilt(market, 2, [5000, 5000]);
    const [{ volume }] = await service.pool`select volume from candle_progress where event_id = ${market.id}`;
    const [{ traded }] = await service.pool`select volume as traded from markets where event_id = ${market.id}`;
    expect(volume).toBe(traded);
  });

  it('include a trade whose time is before the last one’s, because they are ordered by sequence', async () => {
    const market = await aMarket(service.pool, service.clock.now());
    await trade(service, agents[0], market.slug);
    await candlesOf(market.slug, '');
    service.clock.forward(-90_000);
    await trade(service, agents[1], market.slug, { outcomeIndex: 1, amountCredits: 30 });
    service.clock.forward(90_000);
    const served = await candlesOf(market.slug, 'resolution=1m&outcomeIndex=1');
    expect(served).toEqual(await rebuildCandles(service.pool, market.id, 1, 60, 5000));
    expect(served).toHaveLength(2);
  });
});

describe('filled candles at the end of trading', () => {
  /** A market open for three minutes, with a trade at the opening. */
  async function shortMarket() {
    service.clock.forward(60_000 - (service.clock.now() % 60_000));
    const opensAt = service.clock.now();
    const { slug, id } = await aMarket(service.pool, opensAt, { endsAt: opensAt + 180_000 });
    await trade(service, agents[0], slug, { amountCredits: 20 });
    const minutes = async () => {
      const { body } = await service.call('GET', `/api/markets/${slug}/candles?resolution=1m&fill=previous`);
      return body.candles.map(({ start }: { start: string }) => (Date.parse(start) - opensAt) / 60_000);
    };
    return { opensAt, id, minutes };
  }

  it('exist up to the last moment, but not at the end itself', async () => {
    const { minutes } = await shortMarket();
    const seen: number[][] = [];
    for (const ms of [0, 60_000, 119_999, 1, 3_600_000]) {
      service.clock.forward(ms);
      seen.push(await minutes());
    }
    expect(seen).toEqual([[0], [0, 1], [0, 1, 2], [0, 1, 2], [0, 1, 2]]);
  });

  // The last case: an operator closed the market in the millisecond of its trade.
  it.each([
    [120_000, [0, 1]],
    [120_001, [0, 1, 2]],
    [119_999, [0, 1]],
    [0, [0]],
  ])('stop when an operator closed the market after %i ms', async (ms, expected) => {
    const { opensAt, id, minutes } = await shortMarket();
    service.clock.forward(3_600_000);
    const closedAt = new Date(opensAt + ms);
    await service.pool`update markets set status = 'closed', closed_at = ${closedAt} where event_id = ${id}`;
    expect(await minutes()).toEqual(expected);
  });
});

describe('candles without trades', () => {
  it('repeat the last close, or the opening price', async () => {
    service.clock.forward(60_000 - (service.clock.now() % 60_000));
    const { slug } = await aMarket(service.pool, service.clock.now(), { prior: [7000, 3000] });
    service.clock.forward(150_000);
    await trade(service, agents[0], slug, { amountCredits: 20 });
    service.clock.forward(120_000);
    const { body } = await service.call('GET', `/api/v1/markets/${slug}/history?resolution=1m&fill=previous&limit=3`);
    expect(body.candles).toHaveLength(3);
    const [first, second, third] = body.candles;
    expect(first).toMatchObject({ open: 7000, trades: 1, volumeCredits: 20 });
    for (const flat of [second, third]) {
      expect(flat).toMatchObject({
        open: first.close,
        high: first.close,
        low: first.close,
        close: first.close,
        trades: 0,
      });
    }
    const earlier = await service.call(
      'GET',
      `/api/markets/${slug}/history?resolution=1m&fill=previous&limit=3&cursor=${body.nextCursor}`,
    );
    expect(earlier.body.candles.map((candle: { open: number }) => candle.open)).toEqual([7000, 7000]);
    expect(earlier.body.nextCursor).toBeNull();
  });

  it('cover a timeframe on one page', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    await trade(service, agents[0], slug);
    service.clock.forward(26 * 3_600_000);
    await trade(service, agents[1], slug);
    const at = async (timeframe: string) =>
      (await service.call('GET', `/api/markets/${slug}/candles?timeframe=${timeframe}&fill=previous`)).body;
    expect(await at('1h')).toMatchObject({ resolution: '1m', nextCursor: null });
    expect((await at('24h')).candles).toHaveLength(97);
    expect((await at('all')).resolution).toBe('15m');
    const traded = await service.call('GET', `/api/markets/${slug}/candles?timeframe=24h`);
    expect(traded.body.candles).toHaveLength(1);
  });

  it.each([
    ['resolution', 'resolution=2m'],
    ['timeframe', 'timeframe=1y'],
    ['outcomeIndex', 'outcomeIndex=2'],
    ['outcomeIndex', 'outcomeIndex=-1'],
    ['from', 'from=yesterday'],
    ['to', 'from=2026-03-17T12:00:00Z&to=2026-03-17T11:00:00Z'],
    ['limit', 'limit=201'],
    ['cursor', 'cursor=AAAA'],
  ])('are rejected with an invalid %s', async (field, query) => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const reply = await service.call('GET', `/api/markets/${slug}/candles?${query}`);
    expect(reply.body).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });

  it('return 404 for an unknown market', async () => {
    expect((await service.call('GET', '/api/markets/no-such-event/candles')).status).toBe(404);
  });
});

it.each([
  ['1h', 61, '1m'],
  ['1h', 60, '5m'],
  ['24h', 60, '1h'],
  ['7d', 60, '4h'],
  ['30d', 60, '1d'],
  ['all', 60, '1h'],
  ['all', 3, '1d'],
])('candles are wide enough to cover %s with a limit of %i', async (timeframe, limit, resolution) => {
  const { slug } = await aMarket(service.pool, service.clock.now());
  service.clock.forward(26 * 3_600_000);
  const path = `/api/markets/${slug}/candles?timeframe=${timeframe}&limit=${limit}&fill=previous`;
  const { body } = await service.call('GET', path);
  expect(body).toMatchObject({ resolution, nextCursor: null });
  const narrow = await service.call('GET', `${path}&resolution=1m`);
  expect(narrow.body.resolution).toBe('1m');
});
