import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aForecast, forecast, forecastBatch, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { createPostgresStore } from '../database/postgres-store.js';

let service: TestService;
/** A second node over the same database, with the same clock. */
let other: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { clock, pool } = service;
  other = await startTestService({ store: createPostgresStore(pool, clock.now), clock: clock.now });
});
afterEach(() => assertBooksBalance(service.store));
afterAll(async () => {
  await other.stop();
  await service.stop();
});

async function scene() {
  const { slug, id } = await aMarket(service.pool, service.clock.now());
  return { slug, id, ann: await service.anAgent(), bob: await service.anAgent() };
}

const node = (index: number) => (index % 2 === 0 ? service : other);
const count = (statuses: readonly number[], status: number) => statuses.filter(one => one === status).length;

/** Writes are counted in periods of five minutes, so one is available after 60 to 65 minutes; some were made minutes ago. */
const isAnHour = (seconds: number) => seconds > 3300 && seconds <= 3900;

describe('idempotency', () => {
  it('replays by the body’s id, costs a read, and rejects a different body', async () => {
    const { slug, ann, bob } = await scene();
    const change = { clientForecastId: 'same', rationale: 'a hunch' };
    const first = await forecast(service, ann, slug, change);
    service.clock.forward(5000);
    await forecast(service, ann, slug);
    const again = await forecast(service, ann, slug, change, { 'idempotency-key': '"same"' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('ratelimit-policy')).toBe('"reads";q=600;w=3600');
    for (const difference of [{ probability: 61 }, { rationale: 'another' }, { rationale: undefined }]) {
      const refused = await forecast(service, ann, slug, { ...change, ...difference });
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'IDEMPOTENT_REPLAY', field: 'clientForecastId' });
    }
    expect((await forecast(service, ann, slug)).headers.get('ratelimit')).toMatch(/^"forecasts";r=117;t=\d{4}$/);
    expect((await forecast(service, bob, slug, change)).status).toBe(201);
  });

  it('still replays after the event is closed or the budget is exhausted', async () => {
    const { slug, ann } = await scene();
    const first = await forecast(service, ann, slug, { clientForecastId: 'kept' });
    const batch = Array.from({ length: 100 }, () => aForecast(slug));
    expect((await forecastBatch(service, ann, batch)).status).toBe(201);
    expect(
      (
        await forecastBatch(
          service,
          ann,
          batch.slice(0, 19).map(() => aForecast(slug)),
        )
      ).status,
    ).toBe(201);
    expect((await forecast(service, ann, slug)).status).toBe(429);
    expect((await forecast(service, ann, slug, { clientForecastId: 'kept' })).body.forecast).toEqual(
      first.body.forecast,
    );
    service.clock.forward(31 * 86_400_000);
    expect((await forecast(service, ann, slug, { clientForecastId: 'kept' })).status).toBe(200);
    expect((await forecast(service, ann, slug)).body.code).toBe('MARKET_CLOSED');
  });

  it('is not consumed by a rejected forecast or an order with the same id', async () => {
    const { slug, ann } = await scene();
    expect((await forecast(service, ann, slug, { clientForecastId: 'x', outcomeIndex: 5 })).status).toBe(400);
    const order = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 };
    const json = { ...order, clientOrderId: 'x' };
    expect((await service.call('POST', '/api/play/v1/orders', { json, headers: ann.headers })).status).toBe(201);
    expect((await forecast(service, ann, slug, { clientForecastId: 'x' })).status).toBe(201);
  });

  it('gives 100 parallel copies on two nodes one effect', async () => {
    const { slug, id, ann } = await scene();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => forecast(node(index), ann, slug, { clientForecastId: 'burst' })),
    );
    const statuses = replies.map(reply => reply.status);
    expect([count(statuses, 201), count(statuses, 200)]).toEqual([1, 99]);
    expect(new Set(replies.map(reply => JSON.stringify(reply.body.forecast))).size).toBe(1);
    const rows = await service.pool`select forecasters from event_forecasters where event_id = ${id}`;
    expect([...rows]).toEqual([{ forecasters: 1 }]);
  });
});

describe('limits', () => {
  it('let exactly 120 of 200 concurrent forecasts on two nodes pass, counting rejected ones', async () => {
    const { slug, ann, bob } = await scene();
    expect((await forecast(service, ann, slug, { probability: 'high' })).status).toBe(400);
    service.clock.forward(300_000);
    const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => forecast(node(index), ann, slug)));
    const statuses = replies.map(reply => reply.status);
    expect([count(statuses, 201), count(statuses, 429)]).toEqual([119, 81]);
    for (const reply of replies.filter(({ status }) => status === 429)) {
      expect(Number(reply.headers.get('retry-after'))).toSatisfy(isAnHour);
      expect(reply.headers.get('ratelimit')).toMatch(/^"forecasts";r=0;t=\d{4}$/);
    }
    expect((await forecast(service, bob, slug)).status).toBe(201);
    const [refused] = replies.filter(({ status }) => status === 429);
    service.clock.forward(1000 * Number(refused.headers.get('retry-after')));
    expect((await forecast(other, ann, slug)).status).toBe(201);
    expect((await forecast(service, ann, slug)).status).toBe(429);
    const account = await service.call('GET', '/api/play/v1/account', { headers: ann.headers });
    expect(account.body.limits.forecasts).toEqual({ quota: 120, windowSeconds: 3600, remaining: 0 });
    expect(account.body.limits.orders.remaining).toBe(120);
  });

  it('are chained without a gap when many arrive concurrently', async () => {
    const { slug, ann } = await scene();
    await Promise.all(Array.from({ length: 60 }, (_, index) => forecast(node(index), ann, slug)));
    const { forecasts } = (await ownForecasts(service, ann, '?status=all&limit=200')).body;
    expect(forecasts).toHaveLength(60);
    for (const [index, row] of forecasts.entries()) {
      const older = forecasts[index + 1];
      expect(row.supersedes).toBe(older?.id ?? null);
      if (older) expect(older).toMatchObject({ status: 'superseded', supersededAt: row.recordedAt });
    }
    expect((await ownForecasts(service, ann)).body.forecasts).toHaveLength(1);
  });
});

describe('many players at once', () => {
  it('are all counted as forecasters, while others trade', async () => {
    const { slug, id } = await scene();
    const agents = await Promise.all(Array.from({ length: 30 }, () => service.anAgent()));
    const order = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9999 };
    const replies = await Promise.all(
      agents.flatMap((agent, index) => [
        forecast(node(index), agent, slug),
        node(index + 1).call('POST', '/api/play/v1/orders', {
          json: { ...order, clientOrderId: 'o' },
          headers: agent.headers,
        }),
        forecast(node(index + 1), agent, slug, { outcomeIndex: 1 }),
      ]),
    );
    expect(replies.map(reply => reply.status)).toEqual(replies.map(() => 201));
    const rows = await service.pool`select forecasters from event_forecasters where event_id = ${id}`;
    expect([...rows]).toEqual([{ forecasters: 30 }]);
  });
});
