// Recomputes strengths and evidence from raw rows, with code that shares nothing with the service.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { publishCrowdBatches } from '../scoring/refresh-leaderboards.js';
import { judgeSignals, publishSignals } from './publish-signals.js';
import { recordSamples } from './record-samples.js';
import * as signalStore from './store/signals.js';

const hour = 3_600_000;
const day = 24 * hour;
type Event = { slug: string; id: string };
let service: OperatorService;
let reader: TestAgent;
let agents: TestAgent[];
let moving: Event;
let mispriced: Event;
let thin: Event;
let ending: Event;

interface Signal {
  id: string;
  type: string;
  eventSlug: string;
  outcomeIndex: number;
  direction: string;
  strength: number;
  evidence: Record<string, number | string | null>;
  detectedAt: string;
  expiresAt: string;
  backtest: { n: number; hits: number; hitRate: number; low: number; high: number } | null;
}

const tools = () => ({ ...service.services, clock: service.clock.now });
const signals = async (query = ''): Promise<Signal[]> => {
  const reply = await service.call('GET', `/api/data/signals?limit=200${query}`, { headers: reader.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.signals;
};
const found = async (type: string, event: Event): Promise<Signal> => {
  const of = (await signals(`&signalType=${type}`)).filter(({ eventSlug }) => eventSlug === event.slug);
  expect(of, `${type} in ${event.slug}`).toHaveLength(1);
  return of[0];
};
const inDays = (days: number) => new Date(service.clock.now() + days * day).toISOString();
const publish = async () => {
  // The job uses candles folded by other jobs; the test must not wait for them.
  await service.services.marketData.history.flushSome();
  await sample();
  return publishSignals(tools(), () => true);
};
const sample = () => recordSamples(tools(), () => true);
const near = (actual: unknown, wanted: number) => expect(Math.abs((actual as number) - wanted)).toBeLessThan(1e-9);

async function order(agent: TestAgent, event: Event, fields: Partial<Parameters<OperatorService['order']>[1]>) {
  const reply = await service.order(agent, { eventSlug: event.slug, ...fields });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.order;
}

beforeAll(async () => {
  service = await startOperatorService();
  reader = await service.anAgent('pro');
  agents = await Promise.all(Array.from({ length: 9 }, () => service.anAgent()));
  const past = { endsAt: inDays(30) };
  [moving, mispriced, thin, ending] = [
    await service.anEvent(past),
    await service.anEvent(past),
    await service.anEvent(past),
    await service.anEvent({ endsAt: inDays(2.5) }),
  ];
  for (const [index, probability] of [70, 75, 80, 85, 80, 80, 75, 95].entries()) {
    expect((await forecast(service, agents[index], mispriced.slug, { probability })).status).toBe(201);
  }
  // Too few for a batch, so they are sealed and must not affect a signal.
  for (const agent of agents.slice(0, 7)) await forecast(service, agent, thin.slug, { probability: 5 });
  await order(agents[0], thin, { amountCredits: 600 });
  const resting = [
    await order(agents[0], thin, { side: 'sell', amountShares: 500, limitPriceBps: 7350, timeInForce: 'GTC' }),
    await order(agents[1], thin, { amountCredits: 400, limitPriceBps: 7150, timeInForce: 'GTC' }),
  ];
  for (let turn = 0; turn < 20; turn += 1) {
    service.clock.forward(2.4 * hour);
    await order(agents[turn % 3], moving, { amountCredits: 6 + turn, outcomeIndex: turn % 2 });
    if (turn % 4 === 0) await sample();
  }
  await withJobHeld(service.store, 'publishing crowd means', () => publishCrowdBatches(tools()));
  for (const { id } of resting) {
    await service.call('DELETE', `/api/play/v1/orders/${id}`, {
      headers: (id === resting[0].id ? agents[0] : agents[1]).headers,
    });
  }
  for (const [turn, agent] of agents.slice(3, 6).entries()) {
    service.clock.forward(0.2 * hour);
    await order(agent, moving, { amountCredits: 150 + 20 * turn });
  }
  await order(agents[7], moving, { amountCredits: 25, outcomeIndex: 1 });
  await publish();
});
afterAll(() => stopBalanced(service));

interface Fill {
  at: number;
  outcome: number;
  side: string;
  player_id: string;
  credits: number;
  prices_bps: number[];
  sequence: number;
}

async function fillsOf({ id }: Event): Promise<Fill[]> {
  const rows = await service.pool<(Omit<Fill, 'at'> & { at: Date })[]>`
    select * from readable_fills where event_id = ${id} and public order by sequence, id`;
  return rows.map(row => ({ ...row, at: row.at.getTime() }));
}

const logit = (bps: number) => Math.log(bps / (10_000 - bps));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('signals, recomputed from raw rows', () => {
  it('momentum: the change of log-odds in an hour against its own volatility', async () => {
    const { strength, evidence, direction, expiresAt, detectedAt } = await found('momentum', moving);
    const now = service.clock.now();
    const fills = await fillsOf(moving);
    const at = (time: number) => fills.filter(fill => fill.at <= time).at(-1)?.prices_bps[0] ?? 5000;
    const points = Array.from({ length: 97 }, (_, index) => logit(at(now - day + index * (hour / 4))));
    const change = points[96] - points[92];
    const steps = points.slice(1, 93).map((point, index) => point - points[index]);
    const volatility = 2 * Math.sqrt(sum(steps.map(step => step * step)) / 92);
    const z = change / Math.max(volatility, 0.05);
    const traders = new Set(fills.filter(fill => fill.at > now - hour).map(fill => fill.player_id)).size;
    near(evidence.z, z);
    near(evidence.volatilityLogOdds, volatility);
    near(strength, z / (z + 3));
    expect(evidence).toMatchObject({ traders, changeBps: at(now) - at(now - hour) });
    expect(direction).toBe('up');
    expect(Date.parse(expiresAt) - Date.parse(detectedAt)).toBe(6 * hour);
  });

  it('unusual flow: an hour against a week of hours, and its imbalance', async () => {
    const { strength, evidence, direction, outcomeIndex } = await found('unusual-flow', moving);
    const now = service.clock.now();
    const fills = await fillsOf(moving);
    const recent = fills.filter(fill => fill.at > now - hour);
    const credits = sum(recent.map(fill => fill.credits)) / 1e6;
    const net =
      sum(recent.map(fill => (fill.outcome === 0 ? 1 : -1) * (fill.side === 'buy' ? 1 : -1) * fill.credits)) / 1e6;
    const until = Math.floor((now - hour) / hour);
    const opened = Math.ceil(Date.parse('2026-03-17T12:00:00.000Z') / hour);
    const hours = Array.from({ length: Math.min(168, until - opened) }, (_, index) => until - 1 - index).map(
      start => sum(fills.filter(fill => Math.floor(fill.at / hour) === start).map(fill => fill.credits)) / 1e6,
    );
    const mean = sum(hours) / hours.length;
    const deviation = Math.sqrt(sum(hours.map(each => (each - mean) ** 2)) / hours.length);
    const z = (credits - mean) / Math.max(deviation, mean, 10);
    const players = [...new Set(recent.map(fill => fill.player_id))];
    const largest = Math.max(
      ...players.map(id => sum(recent.filter(fill => fill.player_id === id).map(fill => fill.credits)) / 1e6),
    );
    for (const [name, value] of Object.entries({ z, credits, meanHourCredits: mean, deviationCredits: deviation })) {
      near(evidence[name], value);
    }
    near(evidence.imbalance, net / credits);
    near(evidence.largestTraderShare, largest / credits);
    near(strength, (z / (z + 3)) * (net / credits));
    expect([direction, outcomeIndex, evidence.traders]).toEqual(['up', 0, players.length]);
  });
});

describe('signals without trades, recomputed from raw rows', () => {
  it('mispricing: the published crowd mean against the price', async () => {
    const { strength, evidence, direction } = await found('mispricing', mispriced);
    const [batch] = await service.pool<{ percent: number; size: number }[]>`
      select percent, size from crowd_batches where event_id = ${mispriced.id}`;
    expect(batch).toEqual({ percent: 80, size: 8 });
    const spread = evidence.spreadBps as number;
    const excess = 8000 - 5000 - spread - 250;
    near(evidence.excessBps, excess);
    near(strength, excess / (excess + 1000));
    expect([direction, evidence.reference, evidence.gapBps, evidence.forecasters]).toEqual(['up', 'crowd', 3000, 8]);
  });

  it('mispricing: ignores sealed forecasts that no batch has published', async () => {
    const [{ forecasts }] =
      await service.pool`select count(*)::int as forecasts from forecasts where event_id = ${thin.id}`;
    expect(forecasts).toBe(7);
    const slugs = (await signals('&signalType=mispricing')).map(({ eventSlug }) => eventSlug);
    expect(slugs).toEqual([mispriced.slug]);
  });

  it('liquidity: the depth against its time-weighted median of a day', async () => {
    const { strength, evidence, direction } = await found('liquidity', thin);
    const now = service.clock.now();
    const rows = await service.pool<{ at: Date; depths: number[] }[]>`
      select at, depths from market_samples where event_id = ${thin.id} order by at`;
    const minutes: number[] = [];
    for (let at = now - day; at < now; at += 60_000) {
      minutes.push((rows.filter(row => row.at.getTime() <= at).at(-1)?.depths[0] ?? Number.NaN) / 1e6);
    }
    const median = [...minutes].sort((a, b) => a - b)[Math.ceil(minutes.length / 2) - 1];
    near(evidence.usualDepthCredits, median);
    near(strength, 1 - (evidence.depthCredits as number) / median);
    expect(direction).toBe('none');
    expect(strength).toBeGreaterThan(0.5);
  });

  it('stale and resolution-near: inactivity, time left and uncertainty', async () => {
    const now = service.clock.now();
    const [market] = await service.pool<{ opens_at: Date; ends_at: Date; price_bps: number[] }[]>`
      select * from markets where event_id = ${ending.id}`;
    const quiet = (now - market.opens_at.getTime()) / hour;
    const left = (market.ends_at.getTime() - now) / hour;
    const stale = await found('stale', ending);
    near(stale.strength, quiet / (quiet + left));
    near(stale.evidence.quietHours, quiet);
    const resolution = await found('resolution-near', ending);
    // Even odds have maximum uncertainty.
    near(resolution.evidence.uncertainty, 1);
    near(resolution.strength, 1 - left / 24);
    expect(Date.parse(resolution.expiresAt)).toBe(market.ends_at.getTime());
  });
});

describe('the list of signals', () => {
  it('does not repeat signals in force, and publishes again once they have expired', async () => {
    const before = await signals();
    expect(await publish()).toBe(0);
    service.clock.forward(2.5 * hour);
    expect(await publish()).toBe(1);
    const after = await signals();
    expect(after).toHaveLength(before.length + 1);
    expect(after[0].type).toBe('liquidity');
    expect(after.map(({ detectedAt }) => detectedAt)).toEqual(
      after
        .map(({ detectedAt }) => detectedAt)
        .sort()
        .reverse(),
    );
  });

  it('filters by type, look-back, volume and resolution, and reports what it excludes', async () => {
    const call = async (query: string) =>
      (await service.call('GET', `/api/data/signals?${query}`, { headers: reader.headers })).body;
    expect(await call('limit=2')).toMatchObject({
      truncated: true,
      total: (await signals()).length,
      lookbackHours: 24,
    });
    expect((await call('lookbackHours=1')).signals).toHaveLength(1);
    const busy = (await call('minVolumeUsd=100')).signals as Signal[];
    expect(new Set(busy.map(({ eventSlug }) => eventSlug))).toEqual(new Set([moving.slug, thin.slug]));
    const wrong = await service.call('GET', '/api/data/signals?signalType=hunch', { headers: reader.headers });
    expect([wrong.status, wrong.body.field]).toEqual([400, 'signalType']);
    await service.operate('POST', `/events/${ending.slug}/void`, { source: 'test', note: '' });
    expect((await signals()).some(({ eventSlug }) => eventSlug === ending.slug)).toBe(false);
    expect((await signals('&includeResolved=true')).some(({ eventSlug }) => eventSlug === ending.slug)).toBe(true);
  });
});

const judge = () => judgeSignals(tools(), () => true);

describe('the backtest of signals', () => {
  it('judges published signals by the trades of the following day', async () => {
    const [momentum] = await signals('&signalType=momentum');
    const spread = async (id: string) =>
      (await service.pool<{ spread_bps: number; price_bps: number }[]>`select * from signals where id = ${id}`)[0];
    const { price_bps: price, spread_bps: width } = await spread(momentum.id);
    // One more step up, which exceeds the spread; mispricing gets no trade.
    await order(agents[5], moving, { amountCredits: 60 });
    const moved = (await fillsOf(moving)).at(-1)?.prices_bps[0] as number;
    expect(moved - price).toBeGreaterThan(width);
    service.clock.forward(day);
    await judge();
    const rows = await service.pool<{ type: string; direction: string; hit: boolean | null }[]>`
      select type, direction, hit from signals order by id`;
    const hits = (type: string) => rows.filter(row => row.type === type).map(row => row.hit);
    expect(hits('momentum')).toEqual([true]);
    expect(hits('unusual-flow')).toEqual([true]);
    expect(hits('mispricing')).toEqual([false]);
    // A signal without a direction makes no prediction, so it is not judged.
    for (const row of rows) if (row.direction === 'none') expect(row.hit).toBeNull();
    await judge();
    const counts = await service.pool`select type, demo, n, hits from signal_backtests order by type`;
    expect([...counts]).toEqual([
      { type: 'mispricing', demo: false, n: 1, hits: 0 },
      { type: 'momentum', demo: false, n: 1, hits: 1 },
      { type: 'unusual-flow', demo: false, n: 1, hits: 1 },
    ]);
  });
});

describe('the hit rate of signals', () => {
  it('is null below 30, and has a Wilson interval from 30 on, recomputed from signals and trades', async () => {
    expect((await signals('&lookbackHours=720&signalType=momentum'))[0].backtest).toBeNull();
    const [{ sequence }] = await service.pool<
      { sequence: number }[]
    >`select sequence from markets where event_id = ${moving.id}`;
    const price = (await fillsOf(moving)).at(-1)?.prices_bps[0] as number;
    const now = service.clock.now();
    const made = Array.from({ length: 39 }, (_, index) => ({
      ...{ id: service.services.newId('sig', now), eventId: moving.id, demo: false, sequence, detectedAt: now },
      ...{ type: 'momentum' as const, outcome: 0, direction: index % 3 === 0 ? ('up' as const) : ('down' as const) },
      ...{
        strength: 0.5,
        evidence: { formula: 'a test' },
        priceBps: price,
        spreadBps: index * 4,
        expiresAt: now + hour,
      },
    }));
    await service.store.transact(tx => signalStore.publishSignals(tx, made));
    service.clock.forward(3 * hour);
    await order(agents[6], moving, { amountCredits: 8 });
    service.clock.forward(5 * hour);
    await order(agents[6], moving, { amountCredits: 30, outcomeIndex: 1 });
    // Too late for all of them.
    service.clock.forward(day);
    await order(agents[6], moving, { amountCredits: 300 });
    await judge();
    const later = (await fillsOf(moving)).filter(fill => fill.sequence > sequence && fill.at <= now + day);
    const hits = made.filter(({ direction, priceBps, spreadBps }) =>
      later.some(({ prices_bps: [at] }) => (direction === 'up' ? at - priceBps : priceBps - at) > spreadBps),
    ).length;
    expect(hits).toBeGreaterThan(3);
    expect(hits).toBeLessThan(36);
    const { backtest } = (await signals('&lookbackHours=720&signalType=momentum'))[0];
    const [n, all] = [40, hits + 1];
    // The bounds of the Wilson interval are the rates whose score test equals 1.96.
    const score = (rate: number) => Math.abs(all / n - rate) / Math.sqrt((rate * (1 - rate)) / n);
    expect(backtest).toMatchObject({ n, hits: all });
    near(backtest?.hitRate, all / n);
    near(score(backtest?.low ?? 0), 1.959963984540054);
    near(score(backtest?.high ?? 0), 1.959963984540054);
  });
});

describe('reads of signals', () => {
  it('use indexes', async () => {
    const explain = async (query: string) =>
      (await service.pool.unsafe(`explain ${query}`))
        .map((row: Record<string, string>) => row['QUERY PLAN'])
        .join('\n');
    const newest = 'order by detected_at desc, id desc limit 50';
    expect(await explain(`select * from signals where detected_at > now() ${newest}`)).toContain('signals_detected');
    expect(await explain(`select * from signals where type = 'stale' and detected_at > now() ${newest}`)).toContain(
      'signals_type',
    );
    expect(await explain("select * from signals where event_id = 'x' and expires_at > now()")).toContain(
      'signals_market',
    );
    const due =
      "select * from signals where hit is null and direction <> 'none' and detected_at < now() order by detected_at";
    expect(await explain(due)).toContain('signals_due');
    const samples = "select * from market_samples where event_id = 'x' and at > now() order by at";
    expect(await explain(samples)).toContain('market_samples_pkey');
  });
});
