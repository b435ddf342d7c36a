import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aForecast, forecast, forecastBatch } from '../../test/support/builders/forecast-builders.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
let slug: string;
let ann: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  ({ slug } = await aMarket(service.pool, service.clock.now()));
  ann = await service.anAgent();
});
afterAll(() => stopBalanced(service));

const code = 'PROBABILITY_LOOKS_LIKE_FRACTION';

describe('a forecast whose probability looks like a fraction', () => {
  it('is recorded as percent with a warning, the same on replay', async () => {
    const change = { probability: 0.62, clientForecastId: 'fraction' };
    const first = await forecast(service, ann, slug, change);
    expect([first.status, first.body.forecast.probability]).toEqual([201, 0.62]);
    expect(first.body.warnings).toEqual([
      { code, field: 'probability', message: 'probability 0.62 means 0.62 %; if you mean 62 %, send 62' },
    ]);
    const replay = await forecast(service, ann, slug, change);
    expect(replay.body).toMatchObject({ replayed: true, warnings: first.body.warnings });
  });

  it.each([
    [0, 0],
    [0.000_001, 1],
    [1, 1],
    [1.0001, 0],
    [62, 0],
  ])('probability %d has %d warnings', async (probability, count) => {
    const { status, body } = await forecast(service, ann, slug, { probability });
    expect([status, body.warnings.map((warning: { code: string }) => warning.code)]).toEqual([
      201,
      Array(count).fill(code),
    ]);
  });

  it('is identified by its index in a batch, the same on replay', async () => {
    const items = [aForecast(slug), aForecast(slug, { probability: 0.5 }), aForecast(slug, { probability: 1 })];
    const first = await forecastBatch(service, ann, items);
    expect(first.status).toBe(201);
    expect(first.body.warnings.map((warning: { field: string }) => warning.field)).toEqual([
      'forecasts[1].probability',
      'forecasts[2].probability',
    ]);
    const replay = await forecastBatch(service, ann, items);
    expect(replay.body).toMatchObject({ replayed: true, warnings: first.body.warnings });
    expect((await forecastBatch(service, ann, [aForecast(slug)])).body.warnings).toEqual([]);
  });
});
