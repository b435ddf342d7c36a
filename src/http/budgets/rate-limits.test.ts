import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { SlidingWindow } from './sliding-window.js';

describe('the sliding window', () => {
  it('never lets more than its quota into any window, and rejects nothing else', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), steps, (quota, gaps) => {
        const window = new SlidingWindow(quota, 1000);
        const taken: number[] = [];
        let now = 1_000_000;
        for (const gap of gaps) {
          now += gap;
          const inside = taken.filter(moment => moment > now - 1000).length;
          expect(window.take(now)).toBe(inside < quota);
          if (inside < quota) taken.push(now);
          const left = quota - taken.filter(moment => moment > now - 1000).length;
          expect(window.remaining()).toBe(left);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('returns the seconds until one more is available', () => {
    const window = new SlidingWindow(2, 3_600_000);
    window.take(0);
    window.take(10_500);
    expect(window.take(1_000_000)).toBe(false);
    const wait = window.resetSeconds(1_000_000);
    expect(wait).toBe(2600);
    expect(window.take(1_000_000 + (wait - 1) * 1000)).toBe(false);
    expect(window.take(1_000_000 + wait * 1000)).toBe(true);
  });
});

describe('budgets', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ extraRoutes: probeRoutes, addressReadsPerMinute: 30 });
  });
  afterAll(() => service.stop());

  it('count a client address by the minute and state the remainder', async () => {
    const first = await service.call('GET', '/api/v1/status');
    expect(first.headers.get('ratelimit-policy')).toBe('"address";q=30;w=60');
    expect(first.headers.get('ratelimit')).toBe('"address";r=29;t=60');
    service.clock.forward(20_000);
    for (let index = 0; index < 29; index += 1) {
      // Unknown paths, invalid keys and wrong methods cost as much as other requests.
      const [method, path] = [
        ['GET', '/nothing'],
        ['GET', '/probe/required'],
        ['PUT', '/healthz'],
      ][index % 3];
      expect((await service.call(method, path)).status).not.toBe(429);
    }
    const refused = await service.call('GET', '/api/v1/status');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', retryable: true, retryAfterSeconds: 40 });
    expect(refused.body.error).toContain('The limit of 30 requests per address and minute');
    expect((await service.call('GET', '/healthz')).status).toBe(200);
    service.clock.forward(40_000);
    expect((await service.call('GET', '/api/v1/status')).status).toBe(200);
    service.clock.forward(60_000);
  });

  it('count an agent by the hour, for either key header, and not its address', async () => {
    const agent = await service.anAgent();
    const calls = Array.from({ length: 610 }, (_, index) =>
      service.call('GET', index % 2 === 0 ? '/probe/required' : '/probe/v1/optional', {
        headers: index % 4 === 0 ? { 'x-api-key': agent.key } : agent.headers,
      }),
    );
    const statuses = (await Promise.all(calls)).map(reply => reply.status);
    expect(statuses.filter(status => status === 200)).toHaveLength(600);
    expect(statuses.filter(status => status === 429)).toHaveLength(10);
    const refused = await service.call('GET', '/probe/required', { headers: agent.headers });
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(refused.headers.get('ratelimit-policy')).toBe('"reads";q=600;w=3600');
    expect((await service.call('GET', '/api/v1/status')).headers.get('ratelimit')).toBe('"address";r=29;t=60');
  });

  it('give an enterprise plan ten times the reads on routes with a scope', async () => {
    const agent = await service.anAgent('enterprise');
    const scoped = await service.call('GET', '/probe/scoped', { headers: agent.headers });
    expect(scoped.headers.get('ratelimit')).toBe('"reads";r=5999;t=3600');
    const plain = await service.call('GET', '/probe/required', { headers: agent.headers });
    expect(plain.headers.get('ratelimit')).toBe('"reads";r=599;t=3600');
  });
});
