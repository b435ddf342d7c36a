import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { errorTaxonomy } from '../http/errors.js';
import { budgets } from '../http/limits.js';

let service: OperatorService;
let free: TestAgent;
let pro: TestAgent;

const hour = 3_600_000;

beforeAll(async () => {
  service = await startOperatorService();
  [free, pro] = [await service.anAgent(), await service.anAgent('pro')];
});
afterAll(() => stopBalanced(service));

const quant = (json: unknown, headers = pro.headers) => service.call('POST', '/api/bot/quant', { headers, json });

describe('the configuration for bots', () => {
  it('is derived from the enforced tables', async () => {
    const { body, headers } = await service.call('GET', '/api/bot/config');
    expect(body.execution.errorTaxonomy).toEqual(errorTaxonomy);
    const reads = body.polling.budgets.find(({ name }: { name: string }) => name === 'reads');
    expect(reads).toMatchObject({ quota: budgets.reads.quota, windowSeconds: 3600, evenPaceSeconds: 6 });
    expect(body.execution.retry.codes).toContain('RATE_LIMITED');
    expect(body.execution.retry.codes).not.toContain('INVALID_PAYLOAD');
    expect(body.scopes).toContainEqual({ scope: 'bot:quant', plans: ['pro', 'enterprise'] });
    expect(body.plans.map(({ plan }: { plan: string }) => plan)).toEqual(['free', 'pro', 'enterprise']);
    expect(headers.get('cache-control')).toContain('max-age');
    // Every recommended endpoint exists.
    for (const { endpoint } of body.polling.endpoints) {
      const [method, path] = endpoint.split(' ');
      const query = path === '/api/clob/v2/orderbook' ? '?eventPubkey=nothing' : '';
      const reply = await service.call(method, path + query);
      expect([200, 401, 404], endpoint).toContain(reply.status);
      expect(reply.body.error ?? '').not.toMatch(/^\/\S+ not found\.$/);
    }
  });
});

describe('strategies', () => {
  it('list the matching markets', async () => {
    const soon = await service.anEvent({ endsAt: new Date(service.clock.now() + 5 * hour).toISOString() });
    const busy = await service.anEvent();
    await service.order(free, { eventSlug: busy.slug, amountCredits: 60 });
    const { body } = await service.call('GET', '/api/bot/strategies');
    const fits = (id: string) =>
      body.strategies
        .find((strategy: { id: string }) => strategy.id === id)
        .markets.map(({ slug }: { slug: string }) => slug);
    expect(fits('calendar')).toEqual([soon.slug]);
    expect(fits('market-making')).toEqual([busy.slug]);
    expect(fits('kelly-from-forecast')).toEqual(expect.arrayContaining([busy.slug, soon.slug]));
    expect(fits('fade-stale-prices')).toEqual([]);
    service.clock.forward(30 * hour);
    const later = await service.call('GET', `/api/bot/strategies?slugs=${busy.slug},${soon.slug},nope`);
    expect(later.body.missing).toEqual(['nope']);
    const stale = later.body.strategies.find((strategy: { id: string }) => strategy.id === 'fade-stale-prices');
    expect(stale.markets).toMatchObject([{ slug: busy.slug, buyLimitBps: null }]);
  });

  it('use your own probabilities', async () => {
    const { slug } = await service.anEvent();
    const ask = async (probability: number) => {
      const json = { slugs: [slug], probabilities: [{ slug, outcomeIndex: 1, probability }], unknown: true };
      const { body } = await service.call('POST', '/api/bot/strategies', { json });
      return body.strategies.find((strategy: { id: string }) => strategy.id === 'kelly-from-forecast').markets;
    };
    expect(await ask(61.5)).toMatchObject([{ slug, outcomeIndex: 1, buyLimitBps: 6150 }]);
    expect(await ask(51)).toEqual([]);
    expect((await service.call('POST', '/api/bot/strategies')).status).toBe(200);
  });
});

describe('quant metrics', () => {
  it('need the scope', async () => {
    for (const method of ['GET', 'POST']) {
      const none = await service.call(method, '/api/bot/quant');
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="presage"']);
      const bad = await service.call(method, '/api/bot/quant', { headers: { authorization: 'Bearer nonsense' } });
      expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
      const poor = await service.call(method, '/api/bot/quant', { headers: free.headers });
      expect([poor.status, poor.headers.get('www-authenticate')]).toEqual([
        403,
        'Bearer realm="presage", error="insufficient_scope", scope="bot:quant"',
      ]);
      expect((await service.call(method, '/api/bot/quant', { headers: pro.headers })).status).toBe(200);
    }
  });

  it('measure price moves', async () => {
    const { slug } = await service.anEvent();
    const prices = [5000];
    for (let turn = 0; turn < 6; turn += 1) {
      service.clock.forward(hour);
      const { body } = await service.order(free, { eventSlug: slug, amountCredits: 30, outcomeIndex: turn % 2 });
      prices.push(body.market.priceBps[0]);
    }
    const { body } = await quant({ slugs: [slug], lookbackHours: 24 });
    const [market] = body.markets;
    expect(body).toMatchObject({ lookbackHours: 24, intervalSeconds: 900, kelly: [], missing: [] });
    expect(market).toMatchObject({ slug, trades: 6, lookbackVolumeCredits: 180, liquidityCredits: 1000 });
    const [yes] = market.outcomes;
    const steps = prices.slice(1).map((price, index) => price - prices[index]);
    const squares = steps.reduce((sum, step) => sum + step * step, 0);
    expect(yes.volatilityBpsPerDay).toBeCloseTo(Math.sqrt(squares), 1);
    expect(yes).toMatchObject({
      changeBps: prices[6] - 5000,
      highBps: Math.max(...prices),
      lowBps: Math.min(...prices),
      largestStepBps: Math.max(...steps.map(Math.abs)),
    });
    expect(yes.depth).toHaveLength(3);
    // At 30 days the same trades fall into one interval.
    const month = await quant({ slugs: [slug], lookbackHours: 720 });
    expect(month.body.markets[0].outcomes[0].changeBps).toBe(prices[6] - 5000);
  });
});

describe('quant metrics of several markets', () => {
  it('correlate markets that move together', async () => {
    const [one, two, three] = [await service.anEvent(), await service.anEvent(), await service.anEvent()];
    const steps = [10, 40, 20, 60, 15, 50, 25, 70, 30, 45];
    for (const [turn, amountCredits] of steps.entries()) {
      service.clock.forward(hour);
      const side = turn % 2;
      for (const [index, { slug }] of [one, two, three].entries()) {
        const trader = await service.anAgent();
        const outcomeIndex = index === 2 ? 1 - side : side;
        await service.order(trader, { eventSlug: slug, amountCredits, outcomeIndex });
      }
    }
    const { body } = await quant({ slugs: [one.slug, two.slug, three.slug] });
    const between = (a: string, b: string) =>
      body.correlations.find((pair: { a: string; b: string }) => pair.a === a && pair.b === b);
    expect(body.correlations).toHaveLength(3);
    expect(between(one.slug, two.slug)).toMatchObject({ correlation: 1, samples: 10 });
    const [leadOne, leadThree] = [0, 2].map(index => {
      const outcomes = body.markets[index].outcomes as { priceBps: number }[];
      return outcomes[1].priceBps > outcomes[0].priceBps ? 1 : 0;
    });
    expect(between(one.slug, three.slug).correlation).toBeCloseTo(leadOne === leadThree ? -1 : 1, 3);
  });
});

describe('Kelly sizes', () => {
  it('size a forecast', async () => {
    const { slug } = await service.anEvent();
    const probabilities = [
      { slug, outcomeIndex: 0, probability: 60 },
      { slug, outcomeIndex: 1, probability: 40 },
      { slug: 'nope', outcomeIndex: 0, probability: 50 },
    ];
    const { body } = await quant({ slugs: [slug], probabilities, bankrollCredits: 1000, kellyFraction: 0.5 });
    expect(body.missing).toEqual(['nope']);
    const [yes, no] = body.kelly;
    expect(yes).toMatchObject({ slug, outcomeIndex: 0, edgeBps: 1000, fixedPriceFraction: 0.2 });
    expect(no).toMatchObject({ edgeBps: -1000, stakeCredits: 0, limitPriceBps: null });
    const placed = await service.order(pro, {
      eventSlug: slug,
      amountCredits: yes.stakeCredits,
      limitPriceBps: yes.limitPriceBps,
      timeInForce: 'FOK',
    });
    expect(placed.body.order.filledShares).toBeCloseTo(yes.shares, 3);
    const bad = await quant({ slugs: [slug], probabilities: [{ slug, outcomeIndex: 2, probability: 50 }] });
    expect([bad.status, bad.body.field]).toEqual([400, 'probabilities[0].outcomeIndex']);
    const tooSure = await quant({ probabilities: [{ slug, outcomeIndex: 0, probability: 101 }] });
    expect([tooSure.status, tooSure.body.field]).toEqual([400, 'probabilities[0].probability']);
  });

  it('stake nothing if orders are not accepted, and list unknown markets once', async () => {
    const { slug } = await service.anEvent();
    const probabilities = [slug, 'nope', 'neither'].map(name => ({ slug: name, outcomeIndex: 0, probability: 70 }));
    const asked = { slugs: [slug, 'nope'], probabilities };
    const kelly = async (more = {}) => (await quant({ ...asked, ...more })).body.kelly[0];
    const open = await kelly();
    expect(open).toMatchObject({ slug, status: 'active', edgeBps: 2000, fixedPriceFraction: 0.4 });
    expect(open.stakeCredits).toBeGreaterThan(100);
    const nothing = { stakeCredits: 0, shares: 0, limitPriceBps: null, expectedProfitCredits: 0 };
    expect(await kelly({ bankrollCredits: 0.02 })).toEqual({ ...open, ...nothing });
    const answer = { source: 'The test', note: '' };
    for (const [verb, status, body] of [
      ['pause', 'paused', {}],
      ['close', 'closed', {}],
      ['resolve', 'resolved', { winningOutcomeIndex: 0, ...answer }],
    ] as const) {
      expect((await service.operate('POST', `/events/${slug}/${verb}`, body)).status).toBe(200);
      const { sequence: _sequence, priceBps: _priceBps, ...row } = await kelly();
      expect(row).toMatchObject({ status, ...nothing });
    }
    const missing = ['nope', 'neither'];
    expect((await quant(asked)).body.missing).toEqual(missing);
    const strategies = await service.call('POST', '/api/bot/strategies', { headers: pro.headers, json: asked });
    expect(strategies.body.missing).toEqual(missing);
  });
});
