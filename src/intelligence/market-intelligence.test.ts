// Recomputes the figures from rows of fills, markets and events, with code that shares nothing with the service.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aForecast, forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { countReads } from '../../test/support/queries/count-reads.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { deleteOldIntelligence, recordSamples } from './record-samples.js';

const hour = 3_600_000;
const minute = 60_000;
let service: OperatorService;
let reader: TestAgent;
let agents: TestAgent[];
let two: { slug: string; id: string };
let three: { slug: string; id: string };
let quiet: { slug: string; id: string };

const data = async (path: string) => {
  const reply = await service.call('GET', `/api/data/${path}`, { headers: reader.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const sample = () => {
  const { store, clock, services } = service;
  return recordSamples({ ...services, store, clock: clock.now }, () => true);
};

beforeAll(async () => {
  service = await startOperatorService();
  reader = await service.anAgent('enterprise');
  agents = await Promise.all(Array.from({ length: 4 }, () => service.anAgent()));
  [two, three, quiet] = [
    await service.anEvent(),
    await service.anEvent({ outcomes: ['A', 'B', 'C'], liquidityCredits: 500 }),
    await service.anEvent({ prior: [9000, 1000] }),
  ];
  await sample();
  const buys = [30, 80, 15, 60, 25, 44, 12.5, 90, 33, 21, 70, 18];
  for (const [turn, amountCredits] of buys.entries()) {
    service.clock.forward(3.1 * hour);
    const agent = agents[(turn * 3) % 4];
    for (const { slug } of [two, three]) {
      const reply = await service.order(agent, { eventSlug: slug, amountCredits, outcomeIndex: turn % 2 });
      expect(reply.status, reply.text).toBe(201);
    }
    if (turn % 3 === 2)
      await service.order(agent, { eventSlug: two.slug, side: 'sell', amountShares: 7.25, outcomeIndex: turn % 2 });
    if (turn === 7) await forecast(service, agents[0], two.slug);
    await sample();
  }
});
afterAll(() => stopBalanced(service));

interface Fill {
  at: Date;
  credits: number;
  side: string;
  player_id: string;
  outcome: number;
  prices_bps: number[];
}

async function rowsOf(id: string) {
  const fills = await service.pool<Fill[]>`
    select at, credits, side, player_id, outcome, prices_bps from readable_fills where event_id = ${id} and public order by sequence, id`;
  const [market] = await service.pool<
    { shares: number[]; liquidity: number; opening_shares: number[]; volume: number }[]
  >`
    select m.shares, e.liquidity, e.opening_shares, m.volume from markets m join events e on e.id = m.event_id where e.id = ${id}`;
  return { fills, market };
}

const softmax = (shares: readonly number[], b: number) => {
  const weights = shares.map(share => Math.exp((share - Math.max(...shares)) / b));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map(weight => weight / sum);
};

/** The cost and proceeds of moving the price by 200 bps up and down, from the logarithmic scoring rule alone. */
function bookOf(shares: readonly number[], b: number, outcome: number) {
  const price = softmax(shares, b)[outcome];
  const up = Math.min(9999, Math.floor(price * 1e4 + 200)) / 1e4;
  const down = Math.max(1, Math.ceil(price * 1e4 - 200)) / 1e4;
  const ask = Math.round(b * Math.log((1 - price) / (1 - up)));
  const bid = Math.round(b * Math.log((1 - down) / (1 - price)));
  const bps = Math.round(price * 1e10) / 1e6;
  return { depthCredits: Math.min(ask, bid) / 1e6, spreadBps: Math.floor(bps) + 1 - (Math.ceil(bps) - 1) };
}

function pricesAt(fills: readonly Fill[], opening: readonly number[], at: number): readonly number[] {
  return fills.filter(fill => fill.at.getTime() <= at).at(-1)?.prices_bps ?? opening;
}

async function expected(id: string, hours: number) {
  const { fills, market } = await rowsOf(id);
  const now = service.clock.now();
  const from = now - hours * hour;
  const opening = softmax(market.opening_shares, market.liquidity).map(price => Math.round(price * 1e4));
  const within = fills.filter(fill => fill.at.getTime() > from);
  const sum = (rows: readonly Fill[]) => rows.reduce((total, { credits }) => total + credits, 0);
  const byPlayer = [...new Set(within.map(fill => fill.player_id))].map(id =>
    sum(within.filter(fill => fill.player_id === id)),
  );
  const [buy, sell] = ['buy', 'sell'].map(side => sum(within.filter(fill => fill.side === side)));
  const step = (hours * hour) / 96;
  return {
    outcomes: market.shares.map((_share, outcome) => {
      const series = Array.from({ length: 97 }, (_, index) => pricesAt(fills, opening, from + index * step)[outcome]);
      const squares = series.slice(1).reduce((total, price, index) => total + (price - series[index]) ** 2, 0);
      return {
        priceBps: series[96],
        changeBps: series[96] - series[0],
        volatilityBps: Math.sqrt(squares / (hours / 24)),
        ...bookOf(market.shares, market.liquidity, outcome),
      };
    }),
    volumeCredits: sum(fills) / 1e6,
    flow: {
      buyCredits: buy / 1e6,
      sellCredits: sell / 1e6,
      imbalance: buy + sell === 0 ? null : (buy - sell) / (buy + sell),
      largestTraderShare: buy + sell === 0 ? null : Math.max(...byPlayer) / (buy + sell),
    },
  };
}

function expectClose(actual: unknown, wanted: unknown, path = ''): void {
  if (typeof wanted === 'number') expect(Math.abs((actual as number) - wanted), path).toBeLessThan(1e-9);
  else if (wanted === null || typeof wanted !== 'object') expect(actual, path).toBe(wanted);
  else
    for (const [name, value] of Object.entries(wanted))
      expectClose((actual as Record<string, unknown>)[name], value, `${path}.${name}`);
}

describe('market intelligence', () => {
  it.each([1, 24, 100, 720])('equals figures recomputed from raw rows over %i hours', async hours => {
    const { markets, total, truncated, lookbackHours } = await data(`market-intelligence?lookbackHours=${hours}`);
    expect({ total, truncated, lookbackHours }).toEqual({ total: 3, truncated: false, lookbackHours: hours });
    expect(markets.map(({ eventSlug }: { eventSlug: string }) => eventSlug)).toEqual([
      two.slug,
      three.slug,
      quiet.slug,
    ]);
    for (const [index, { id }] of [two, three, quiet].entries())
      expectClose(markets[index], await expected(id, hours), id);
    expect(markets[0]).toMatchObject({ forecasters: 1, demo: false, status: 'active', health: { stale: false } });
    expect(markets[0]).not.toHaveProperty('venues');
  });

  it('counts a new trade immediately', async () => {
    await service.order(agents[1], { eventSlug: quiet.slug, amountCredits: 5 });
    const { markets } = await data('market-intelligence');
    const found = markets.find(({ eventSlug }: { eventSlug: string }) => eventSlug === quiet.slug);
    expectClose(found, await expected(quiet.id, 24));
    expect(found.flow).toMatchObject({ largestTraderShare: 1, sellCredits: 0 });
  });

  it('queries nothing for unchanged markets', async () => {
    await data('market-intelligence?lookbackHours=48');
    const reads = countReads(service.store);
    const before = reads();
    for (let turn = 0; turn < 5; turn += 1) await data('market-intelligence?lookbackHours=48');
    expect(reads() - before).toBe(0);
  });

  it('applies the requested bounds of markets, outcomes and volume', async () => {
    const small = await data('market-intelligence?limit=1&outcomeLimit=1&competitive=true');
    expect(small).toMatchObject({ total: 3, truncated: true });
    expect(small.markets).toHaveLength(1);
    expect(small.markets[0].outcomes).toHaveLength(1);
    expect(small.markets[0].venues).toEqual([]);
    const large = await data('market-intelligence?minVolumeUsd=100');
    expect(large.markets).toHaveLength(2);
    for (const query of [
      'limit=201',
      'lookbackHours=721',
      'outcomeLimit=101',
      'minVolumeUsd=-1',
      'signalType=momentum',
    ]) {
      const reply = await service.call('GET', `/api/data/market-intelligence?${query}`, { headers: reader.headers });
      expect([reply.status, reply.body.code], query).toEqual([400, 'INVALID_PAYLOAD']);
    }
  });
});

describe('the history of a figure', () => {
  const history = (query: string) => data(`market-intelligence/history?slug=${query}`);

  it('has the prices after trades, recomputed from raw rows', async () => {
    const { fills, market } = await rowsOf(two.id);
    const body = await history(`${two.slug}&timeframe=all&limit=5000&outcomeIndex=1`);
    expect(body).toMatchObject({
      metric: 'price',
      outcomeIndex: 1,
      timeframe: 'all',
      intervalSeconds: 60,
      truncated: false,
    });
    const opening = Math.round(softmax(market.opening_shares, market.liquidity)[1] * 1e4);
    const [first, ...rest] = body.points;
    expect(first.value).toBe(opening);
    const closes = new Map(fills.map(fill => [Math.floor(fill.at.getTime() / minute), fill.prices_bps[1]]));
    expect(rest.map(({ value }: { value: number }) => value)).toEqual([...closes.values()]);
    const ends = [...closes.keys()].map(start => Math.min((start + 1) * minute, service.clock.now()));
    expect(rest.map(({ at }: { at: string }) => Date.parse(at))).toEqual(ends);
  });

  it('sums volume per interval and chooses the finest interval that fits', async () => {
    const { fills } = await rowsOf(two.id);
    const body = await history(`${two.slug}&timeframe=7d&metric=volume&limit=60`);
    expect(body.intervalSeconds).toBe(3600);
    const sums = new Map<number, number>();
    for (const { at, credits, outcome } of fills) {
      const start = Math.floor(at.getTime() / hour) * hour;
      if (outcome === 0) sums.set(start, (sums.get(start) ?? 0) + credits / 1e6);
    }
    expect(body.points.map(({ at }: { at: string }) => Date.parse(at))).toEqual([...sums.keys()]);
    for (const { at, value } of body.points) expect(value).toBeCloseTo(sums.get(Date.parse(at)) as number, 9);
    expect((await history(`${two.slug}&timeframe=7d&limit=3`)).points).toHaveLength(3);
  });

  it('has spread, depth and participants when they changed', async () => {
    const rows = await service.pool<
      { at: Date; depths: number[]; spreads: number[]; traders: number; forecasters: number }[]
    >`
      select * from market_samples where event_id = ${three.id} order by at`;
    expect(rows).toHaveLength(13);
    const values = async (metric: string) =>
      (await history(`${three.slug}&metric=${metric}&timeframe=all&outcomeIndex=2`)).points.map(
        ({ value }: { value: number }) => value,
      );
    const changed = (list: number[]) => list.filter((value, index) => index === 0 || value !== list[index - 1]);
    expect(await values('depth')).toEqual(changed(rows.map(({ depths }) => depths[2] / 1e6)));
    expect(await values('spread')).toEqual(changed(rows.map(({ spreads }) => spreads[2])));
    expect(await values('traders')).toEqual([0, 1, 2, 3, 4]);
    const forecasters = await history(`${two.slug}&metric=forecasters&timeframe=all`);
    expect(forecasters.points.map(({ value }: { value: number }) => value)).toEqual([0, 1]);
    expect(Date.parse(forecasters.recordedFrom)).toBeLessThanOrEqual(Date.parse(forecasters.points[0].at));
    const sampled = await history(`${three.slug}&metric=traders&timeframe=1h`);
    expect(sampled.recordedFrom).toBe(rows[0].at.toISOString());
    const [{ opens_at: opensAt }] = await service.pool<{ opens_at: Date }[]>`
      select opens_at from markets where event_id = ${three.id}`;
    expect((await history(`${three.slug}&metric=price&timeframe=1h`)).recordedFrom).toBe(opensAt.toISOString());
    // The value in force at the start comes first.
    const recent = await history(`${three.slug}&metric=depth&timeframe=1h&outcomeIndex=2`);
    expect(recent.points[0].value).toBe(
      rows.filter(row => row.at.getTime() < service.clock.now() - hour).at(-1)!.depths[2] / 1e6,
    );
  });
});

describe('the recorder of samples', () => {
  it('stores no duplicates, keeps 90 days, and records forecasts without a trade', async () => {
    await sample();
    const before = await service.pool`select 1 from market_samples`;
    service.clock.forward(5 * minute);
    expect(await sample()).toBe(0);
    await service.call('POST', '/api/play/v1/forecasts', { headers: agents[2].headers, json: aForecast(three.slug) });
    expect(await sample()).toBe(1);
    expect(await service.pool`select 1 from market_samples`).toHaveLength(before.length + 1);
    const { store } = service;
    await deleteOldIntelligence({ store, clock: () => service.clock.now() + 91 * 24 * hour }, () => true);
    expect(await service.pool`select 1 from market_samples`).toHaveLength(0);
  });
});

describe('an invalid request for a history', () => {
  it('rejects unknown markets, outcomes, metrics and limits by name', async () => {
    for (const [query, status, field] of [
      ['slug=no-such-market', 404, 'slug'],
      ['', 400, 'slug'],
      [`slug=${two.slug}&outcomeIndex=2`, 400, 'outcomeIndex'],
      [`slug=${two.slug}&metric=mood`, 400, 'metric'],
      [`slug=${two.slug}&limit=5001`, 400, 'limit'],
    ] as const) {
      const reply = await service.call('GET', `/api/data/market-intelligence/history?${query}`, {
        headers: reader.headers,
      });
      expect([reply.status, reply.body.field], query).toEqual([status, field]);
    }
  });
});
