import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { ApiError } from '../http/errors.js';
import { withPracticeAdvice } from './routes.js';

let service: TestService;
let agent: TestAgent;
/** In list order: two open events and one upcoming event. */
let series: { slug: string; status: string; opensAt: string; endsAt: string }[];
beforeAll(async () => {
  service = await startTestService({ practice: true });
  agent = await service.anAgent();
  await vi.waitFor(
    async () => {
      service.clock.forward(1_001);
      series = (await service.call('GET', '/api/practice/events')).body.events;
      expect(series.map(({ status }) => status)).toEqual(['active', 'active', 'scheduled']);
    },
    { timeout: 20_000 },
  );
});
afterAll(() => stopBalanced(service));

const send = (path: string, body: object) =>
  service.call('POST', `/api/play/v1${path}`, {
    body: JSON.stringify(body),
    headers: { ...agent.headers, 'content-type': 'application/json' },
  });
const orderOn = (eventSlug: string) => ({
  ...{ eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 },
});
let count = 0;
const newId = () => {
  count += 1;
  return `try-${count}`;
};
const forecastOn = (eventSlug: string) => ({ eventSlug, outcomeIndex: 0, probability: 40, clientForecastId: newId() });

/** Every way to play on an event that is not open. */
const attempts = (slug: string) => [
  send('/orders', { ...orderOn(slug), clientOrderId: newId() }),
  send('/orders/preview', orderOn(slug)),
  send('/forecasts', forecastOn(slug)),
  send('/forecasts/batch', { forecasts: [forecastOn(series[1].slug), forecastOn(slug)] }),
];

describe('a practice event that is not open', () => {
  it('reports when it opens, and which one is open now', async () => {
    const { slug, opensAt } = series[2];
    const { slug: open, endsAt } = series[1];
    for (const attempt of attempts(slug)) {
      const { status, body } = await attempt;
      expect([status, body.code, body.status, body.opensAt]).toEqual([409, 'MARKET_CLOSED', 'scheduled', opensAt]);
      expect(body.error).toContain(`it opens at ${opensAt}`);
      expect(body.remediation).toContain(`${open} is open until ${endsAt}: send it there.`);
    }
  });

  it('reports the same after it has ended', async () => {
    const [first] = series;
    await withJobHeld(service.store, 'running practice events', async () => {
      service.clock.forward(Date.parse(first.endsAt) - service.clock.now());
      const { body } = await send('/orders', { ...orderOn(first.slug), clientOrderId: newId() });
      expect(body).toMatchObject({ code: 'MARKET_CLOSED', status: 'closed', error: 'The market is closed.' });
      expect(body.remediation).toMatch(/^practice-\d+ is open until /);
    });
  });

  it('reports when the next one opens if none is open', async () => {
    const empty = await startTestService();
    const closed = new ApiError('MARKET_CLOSED', 'The market is closed.', { extra: { status: 'closed' } });
    const adviceOf = async (opensPractice: boolean) => {
      const around = {
        store: empty.store,
        clock: () => Date.parse('2026-03-17T12:00:30Z'),
        settings: { opensPractice },
      };
      const error = (await withPracticeAdvice(around, 'practice-1', closed)) as ApiError;
      expect(error.details.extra).toEqual({ status: 'closed' });
      return error.details.remediation;
    };
    expect(await adviceOf(true)).toContain('None is open now; the next one opens at 2026-03-17T12:02:00.000Z.');
    expect(await adviceOf(false)).toContain('this arena opens no more of them');
    const around = { store: empty.store, clock: () => 0, settings: { opensPractice: true } };
    expect(await withPracticeAdvice(around, 'rain-in-london', closed)).toBe(closed);
    await empty.stop();
  });
});
