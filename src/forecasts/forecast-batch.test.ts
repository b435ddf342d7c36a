import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aForecast, forecast, forecastBatch, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
let slug: string;
let wide: string;
let ann: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  const now = service.clock.now();
  ({ slug } = await aMarket(service.pool, now));
  ({ slug: wide } = await aMarket(service.pool, now, { outcomes: ['A', 'B', 'C', 'D'] }));
});
afterEach(() => assertBooksBalance(service.store));
afterAll(() => service.stop());

async function newcomer(): Promise<void> {
  ann = await service.anAgent();
}

const recorded = async () => (await ownForecasts(service, ann, '?status=all&limit=200')).body.forecasts;

/** Writes are counted in periods of five minutes, so one is available after 60 to 65 minutes; some were made seconds ago. */
const isAnHour = (seconds: number) => seconds > 3500 && seconds <= 3900;

describe('a batch', () => {
  it('records all of its forecasts in order, each as one write', async () => {
    await newcomer();
    const items = [0, 1, 2, 3].map(outcomeIndex => aForecast(wide, { outcomeIndex, probability: 10 * outcomeIndex }));
    const reply = await forecastBatch(service, ann, [...items, aForecast(slug)]);
    expect(reply.status).toBe(201);
    expect(reply.body.replayed).toBe(false);
    expect(reply.headers.get('ratelimit')).toMatch(/^"forecasts";r=115;t=\d{4}$/);
    const views = reply.body.forecasts;
    expect(views.map((view: { probability: number }) => view.probability)).toEqual([0, 10, 20, 30, 60]);
    expect(views.map((view: { eventSlug: string }) => view.eventSlug)).toEqual([wide, wide, wide, wide, slug]);
    expect(new Set((await recorded()).map((row: { id: string }) => row.id))).toEqual(
      new Set(views.map((view: { id: string }) => view.id)),
    );
  });

  it('may replace a forecast within itself', async () => {
    await newcomer();
    const items = [aForecast(slug), aForecast(slug, { outcomeIndex: 1 }), aForecast(slug)];
    const [a, b, c] = (await forecastBatch(service, ann, items)).body.forecasts;
    expect([a.supersedes, b.supersedes, c.supersedes]).toEqual([null, a.id, b.id]);
    expect((await recorded()).map((row: { status: string }) => row.status)).toEqual([
      'open',
      'superseded',
      'superseded',
    ]);
  });
});

describe('a batch with an error', () => {
  it.each([
    ['probability', { probability: 101 }, 'INVALID_PAYLOAD', 115],
    ['clientForecastId', { clientForecastId: undefined }, 'INVALID_PAYLOAD', 115],
    ['outcomeIndex', { outcomeIndex: 9 }, 'INVALID_PAYLOAD', 115],
    ['eventSlug', { eventSlug: 'no-such-event' }, 'NOT_FOUND', 115],
  ])('is rejected as a whole for a bad %s, by name', async (field, bad, code, left) => {
    await newcomer();
    const items = Array.from({ length: 5 }, (_, index) => aForecast(slug, index === 3 ? bad : {}));
    const reply = await forecastBatch(service, ann, items);
    expect(reply.body).toMatchObject({ code, field: `forecasts[3].${field}` });
    expect(reply.body.error).toMatch(/^forecasts\[3\][.:]/);
    expect(await recorded()).toEqual([]);
    // A rejected batch costs as many writes as it has forecasts, regardless of when it is rejected.
    expect(reply.headers.get('ratelimit')).toContain(`"forecasts";r=${left};`);
  });

  it('costs at most the longest allowed batch, one write without a list, and is limited by the remaining budget', async () => {
    await newcomer();
    const broken = await service.call('POST', '/api/play/v1/forecasts/batch', { json: {}, headers: ann.headers });
    expect([broken.status, broken.headers.get('ratelimit')]).toEqual([
      400,
      expect.stringMatching(/^"forecasts";r=119;t=\d{4}$/),
    ]);
    const long = await forecastBatch(service, ann, Array(150).fill({}));
    expect([long.status, long.headers.get('ratelimit')]).toEqual([
      400,
      expect.stringMatching(/^"forecasts";r=19;t=\d{4}$/),
    ]);
    const limited = await forecastBatch(service, ann, Array(20).fill({}));
    expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(limited.headers.get('ratelimit')).toMatch(/^"forecasts";r=19;t=\d{4}$/);
    expect((await forecastBatch(service, ann, Array(19).fill({}))).headers.get('ratelimit')).toContain('r=0;');
  });

  it('is rejected as a whole if one of its events is closed', async () => {
    await newcomer();
    const now = service.clock.now();
    const { slug: ending } = await aMarket(service.pool, now, { endsAt: now + 60_000 });
    service.clock.forward(60_000);
    const reply = await forecastBatch(service, ann, [aForecast(slug), aForecast(ending)]);
    expect(reply.body).toMatchObject({ code: 'MARKET_CLOSED', field: 'forecasts[1].eventSlug', status: 'closed' });
    expect(await recorded()).toEqual([]);
  });

  it('has 1 to 100 forecasts', async () => {
    await newcomer();
    for (const size of [0, 101]) {
      const reply = await forecastBatch(
        service,
        ann,
        Array.from({ length: size }, () => aForecast(slug)),
      );
      expect(reply.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'forecasts' });
    }
  });

  it('is not recorded in part if the budget does not suffice', async () => {
    await newcomer();
    const many = () => Array.from({ length: 70 }, () => aForecast(slug));
    expect((await forecastBatch(service, ann, many())).status).toBe(201);
    const refused = await forecastBatch(service, ann, many());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toSatisfy(isAnHour);
    expect(await recorded()).toHaveLength(70);
    expect((await forecastBatch(service, ann, many().slice(0, 50))).status).toBe(201);
  });
});

describe('repeated batches', () => {
  it('return the first result if all ids and bodies are the same', async () => {
    await newcomer();
    const items = [aForecast(slug), aForecast(wide), aForecast(slug)];
    const first = await forecastBatch(service, ann, items);
    const again = await forecastBatch(service, ann, items);
    expect(again.status).toBe(200);
    const replayedIds = items.map(item => item.clientForecastId);
    expect(first.body.replayedIds).toEqual([]);
    expect(again.body).toEqual({ ...first.body, replayedIds, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    expect(again.headers.get('ratelimit-policy')).toBe('"reads";q=600;w=3600');
    expect(await recorded()).toHaveLength(3);
    const single = await service.call('POST', '/api/play/v1/forecasts', { json: items[1], headers: ann.headers });
    expect(single.status).toBe(200);
    expect(single.body.forecast).toEqual(first.body.forecasts[1]);
  });

  it('record new items and return the others unchanged', async () => {
    await newcomer();
    const [old, fresh] = [aForecast(slug), aForecast(slug)];
    const first = (await forecast(service, ann, slug, old)).body.forecast;
    const mixed = await forecastBatch(service, ann, [fresh, old]);
    expect(mixed.status).toBe(201);
    expect(mixed.body).toMatchObject({ replayed: false, replayedIds: [old.clientForecastId] });
    expect(mixed.body.forecasts[1]).toEqual(first);
    expect(mixed.body.forecasts[0].supersedes).toBe(first.id);
    expect(mixed.headers.get('ratelimit')).toMatch(/^"forecasts";r=118;t=\d{4}$/);
  });

  it('are rejected if an id was used with a different body or is duplicated', async () => {
    await newcomer();
    const [old, fresh] = [aForecast(slug), aForecast(slug)];
    await forecast(service, ann, slug, old);
    const other = await forecastBatch(service, ann, [fresh, { ...old, probability: 1 }]);
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'IDEMPOTENT_REPLAY', field: 'forecasts[1].clientForecastId' });
    for (const twice of [
      [fresh, aForecast(slug), fresh],
      [old, aForecast(slug), { ...old, probability: 2 }],
    ]) {
      const reply = await forecastBatch(service, ann, twice);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'forecasts[2].clientForecastId' });
    }
    expect(await recorded()).toHaveLength(1);
  });

  it('have one effect when many copies arrive concurrently', async () => {
    await newcomer();
    const items = Array.from({ length: 20 }, () => aForecast(slug));
    const replies = await Promise.all(Array.from({ length: 20 }, () => forecastBatch(service, ann, items)));
    expect(replies.map(reply => reply.status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(await recorded()).toHaveLength(20);
  });
});
