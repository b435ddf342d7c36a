import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aForecast, forecast, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { CallOptions } from '../../test/support/test-service.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterEach(() => assertBooksBalance(service.store));
afterAll(() => service.stop());

async function scene(fields: Record<string, unknown> = {}) {
  const { slug, id } = await service.anEvent(fields);
  return { slug, id, ann: await service.anAgent(), bob: await service.anAgent() };
}

const three = { outcomes: ['A', 'B', 'C'] };
const move = (slug: string, verb: string, body: object = {}) =>
  service.operate('POST', `/events/${slug}/${verb}`, { note: 'for a test', ...body });

describe('POST /api/play/v1/forecasts', () => {
  it('records a probability with the current price and sequence, and moves no credits', async () => {
    const { slug, ann, bob } = await scene();
    const traded = await service.order(bob, { eventSlug: slug, amountCredits: 200 });
    service.clock.forward(1000);
    const { status, body, headers } = await forecast(service, ann, slug, {
      probability: 71.25,
      clientForecastId: 'one',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      forecast: {
        id: expect.stringMatching(/^fct_/),
        clientForecastId: 'one',
        eventSlug: slug,
        outcomeIndex: 0,
        probability: 71.25,
        marketPriceBps: traded.body.market.priceBps[0],
        marketSequence: traded.body.market.sequence,
        recordedAt: new Date(service.clock.now()).toISOString(),
        supersedes: null,
      },
      warnings: [],
      replayed: false,
    });
    expect(headers.get('ratelimit-policy')).toBe('"forecasts";q=120;w=3600');
    expect(headers.get('ratelimit')).toMatch(/^"forecasts";r=119;t=\d{4}$/);
    expect(await service.available(ann)).toBe(10_000);
    const { activity } = (await service.call('GET', '/api/play/v1/activity', { headers: ann.headers })).body;
    expect(activity[0]).toMatchObject({
      kind: 'forecast',
      credits: 0,
      balanceAfter: 10_000,
      eventSlug: slug,
      outcomeIndex: 0,
      probability: 71.25,
      forecastId: body.forecast.id,
    });
  });

  it('accepts the event’s public key, and counts each forecaster of an event once', async () => {
    const { slug, id, ann, bob } = await scene();
    const shown = async () => {
      const found = await service.call('GET', `/api/play/v1/discovery?q=${slug}`);
      return found.body.events.find((event: { slug: string }) => event.slug === slug);
    };
    const { eventPubkey, forecasters } = await shown();
    expect(forecasters).toBe(0);
    expect((await forecast(service, ann, eventPubkey)).body.forecast.eventSlug).toBe(slug);
    await forecast(service, ann, slug, { outcomeIndex: 1 });
    expect((await shown()).forecasters).toBe(1);
    await forecast(service, bob, slug);
    expect((await shown()).forecasters).toBe(2);
    expect(id).toMatch(/^evt_/);
  });

  it('credits the grant of the day', async () => {
    const { slug, ann } = await scene();
    service.clock.forward(86_400_000);
    expect((await forecast(service, ann, slug)).status).toBe(201);
    expect(await service.available(ann)).toBe(11_000);
  });
});

describe('probabilities', () => {
  it.each([
    [33.33335, 33.3334],
    [33.333349, 33.3333],
    [0, 0],
    [100, 100],
    [0.1 + 0.2, 0.3],
  ])('of %d are stored as %d', async (sent, kept) => {
    const { slug, ann } = await scene();
    const { body } = await forecast(service, ann, slug, { probability: sent });
    expect(body.forecast.probability).toBe(kept);
    const own = await ownForecasts(service, ann, `/${body.forecast.id}`);
    expect(own.body.forecast.probability).toBe(kept);
  });
});

describe('bad forecasts', () => {
  function raw(slug: string, probability: string): CallOptions {
    const body = JSON.stringify(aForecast(slug, { probability: '@' })).replace('"@"', probability);
    return { body, headers: { 'content-type': 'application/json' } };
  }

  it.each([
    ['NaN', 400, 'INVALID_JSON', 'body'],
    ['"50"', 400, 'INVALID_PAYLOAD', 'probability'],
    ['null', 400, 'INVALID_PAYLOAD', 'probability'],
    ['true', 400, 'INVALID_PAYLOAD', 'probability'],
    ['1e400', 400, 'INVALID_PAYLOAD', 'probability'],
    ['100.00001', 400, 'INVALID_PAYLOAD', 'probability'],
    ['-0.00001', 400, 'INVALID_PAYLOAD', 'probability'],
    ['[50]', 400, 'INVALID_PAYLOAD', 'probability'],
  ])('with the probability %s are rejected', async (text, status, code, field) => {
    const { slug, ann } = await scene();
    const sent = raw(slug, text);
    const headers = { ...sent.headers, ...ann.headers };
    const reply = await service.call('POST', '/api/play/v1/forecasts', { ...sent, headers });
    expect({ status: reply.status, code: reply.body.code, field: reply.body.field }).toEqual({ status, code, field });
    expect(reply.headers.get('ratelimit')).toMatch(/^"forecasts";r=119;t=\d{4}$/);
  });

  it('with -0 are forecasts of 0', async () => {
    const { slug, ann } = await scene();
    const sent = raw(slug, '-0');
    const headers = { ...sent.headers, ...ann.headers };
    const reply = await service.call('POST', '/api/play/v1/forecasts', { ...sent, headers });
    expect(reply.status).toBe(201);
    expect(reply.text).toContain('"probability":0,');
  });

  it.each([
    ['no id', { clientForecastId: undefined }, 400, 'INVALID_PAYLOAD', 'clientForecastId'],
    ['an id that ends with a space', { clientForecastId: 'one ' }, 400, 'INVALID_PAYLOAD', 'clientForecastId'],
    ['an empty id', { clientForecastId: '' }, 400, 'INVALID_PAYLOAD', 'clientForecastId'],
    ['an unknown event', { eventSlug: 'no-such-event' }, 404, 'NOT_FOUND', 'eventSlug'],
    ['an outcome that is not there', { outcomeIndex: 2 }, 400, 'INVALID_PAYLOAD', 'outcomeIndex'],
    ['half an outcome', { outcomeIndex: 0.5 }, 400, 'INVALID_PAYLOAD', 'outcomeIndex'],
    ['an unknown member', { confidence: 3 }, 400, 'INVALID_PAYLOAD', 'confidence'],
    ['a rationale that is no text', { rationale: 7 }, 400, 'INVALID_PAYLOAD', 'rationale'],
    ['a rationale too long', { rationale: '🌦'.repeat(4001) }, 400, 'INVALID_PAYLOAD', 'rationale'],
  ])('with %s are rejected and counted', async (_name, change, status, code, field) => {
    const { slug, ann } = await scene();
    const reply = await forecast(service, ann, slug, change);
    expect({ status: reply.status, code: reply.body.code, field: reply.body.field }).toEqual({ status, code, field });
    expect(reply.headers.get('ratelimit')).toMatch(/^"forecasts";r=119;t=\d{4}$/);
    expect((await ownForecasts(service, ann, '?status=all')).body.forecasts).toEqual([]);
  });

  it('need the id in the body even if the header has it, and the same in both', async () => {
    const { slug, ann } = await scene();
    const key = { 'idempotency-key': 'mine' };
    const without = await forecast(service, ann, slug, { clientForecastId: undefined }, key);
    expect(without.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'clientForecastId' });
    const other = await forecast(service, ann, slug, { clientForecastId: 'yours' }, key);
    expect(other.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'clientForecastId' });
    expect(other.headers.get('ratelimit')).toMatch(/^"forecasts";r=118;t=\d{4}$/);
    expect((await forecast(service, ann, slug, { clientForecastId: 'mine' }, key)).status).toBe(201);
  });
});

describe('the replaced forecast', () => {
  it('is the last one on either outcome if there are two', async () => {
    const { slug, ann, bob } = await scene();
    const first = (await forecast(service, ann, slug)).body.forecast;
    await forecast(service, bob, slug);
    const second = (await forecast(service, ann, slug, { outcomeIndex: 1, probability: 30 })).body.forecast;
    expect(second.supersedes).toBe(first.id);
    const third = (await forecast(service, ann, slug)).body.forecast;
    expect(third.supersedes).toBe(second.id);
    const { forecasts } = (await ownForecasts(service, ann, '?status=all')).body;
    expect(forecasts.map((row: { id: string; status: string; supersededAt: string | null }) => row)).toMatchObject([
      { id: third.id, status: 'open', supersededAt: null },
      { id: second.id, status: 'superseded', supersededAt: third.recordedAt },
      { id: first.id, status: 'superseded', supersededAt: second.recordedAt },
    ]);
    // The clock stands still here, but every forecast has a distinct time.
    expect(first.recordedAt < second.recordedAt && second.recordedAt < third.recordedAt).toBe(true);
  });

  it('is the last one on the same outcome if there are more', async () => {
    const { slug, ann } = await scene(three);
    const [a, b] = [0, 1].map(outcomeIndex => ({ outcomeIndex }));
    const first = (await forecast(service, ann, slug, a)).body.forecast;
    expect((await forecast(service, ann, slug, b)).body.forecast.supersedes).toBeNull();
    expect((await forecast(service, ann, slug, a)).body.forecast.supersedes).toBe(first.id);
    const { forecasts } = (await ownForecasts(service, ann)).body;
    expect(forecasts.map((row: { outcomeIndex: number }) => row.outcomeIndex)).toEqual([0, 1]);
  });
});

describe('forecasts and the life of an event', () => {
  it('are accepted while it is active or paused, even while trading is paused', async () => {
    const { slug, ann } = await scene();
    await move(slug, 'pause');
    expect((await forecast(service, ann, slug)).status).toBe(201);
    await move(slug, 'resume');
    await service.operate('POST', '/trading/pause');
    expect((await forecast(service, ann, slug)).status).toBe(201);
    await service.operate('POST', '/trading/resume');
  });

  it('are rejected before it opens and after its end, by the clock', async () => {
    const opensAt = new Date(service.clock.now() + 60_000).toISOString();
    const endsAt = new Date(service.clock.now() + 120_000).toISOString();
    const { slug, ann } = await scene({ opensAt, endsAt });
    const early = await forecast(service, ann, slug);
    expect(early.body).toMatchObject({ code: 'MARKET_CLOSED', status: 'scheduled' });
    service.clock.forward(60_000);
    expect((await forecast(service, ann, slug)).status).toBe(201);
    service.clock.forward(60_000);
    expect((await forecast(service, ann, slug)).body).toMatchObject({ code: 'MARKET_CLOSED', status: 'closed' });
  });

  it.each([
    ['closed', 'close', {}],
    ['resolved', 'resolve', { winningOutcomeIndex: 0, source: 'x' }],
    ['void', 'void', { source: 'x' }],
  ])('are rejected once it is %s', async (status, verb, body) => {
    const { slug, ann } = await scene();
    expect((await forecast(service, ann, slug)).status).toBe(201);
    expect((await move(slug, verb, body)).status).toBe(200);
    const reply = await forecast(service, ann, slug);
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ code: 'MARKET_CLOSED', status });
  });
});
