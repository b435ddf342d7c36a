import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';

let service: OperatorService;
let ada: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  ada = await service.anAgent();
});
afterAll(() => service.stop());

const hour = 3_600_000;
const day = 24 * hour;

async function health(slug: string, query = '') {
  const reply = await service.call('GET', `/api/events/${slug}/health${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

async function listed(query = ''): Promise<string[]> {
  service.clock.forward(10_001);
  const reply = await service.call('GET', `/api/events/health?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.health.map(({ slug }: { slug: string }) => slug);
}

describe('the health of a market', () => {
  it('follows the events in it', async () => {
    const { slug } = await service.anEvent({ endsAt: new Date(service.clock.now() + 20 * day).toISOString() });
    const fresh = await health(slug);
    expect(fresh).toMatchObject({ status: 'active', lastTradeAgeSeconds: null, stale: false, spreadBps: 2 });
    expect(fresh.advice.code).toBe('trade');
    expect(fresh.parts.map(({ name }: { name: string }) => name)).toEqual([
      'recency',
      'depth',
      'spread',
      'traders',
      'orders',
    ]);
    await service.order(ada, { eventSlug: slug, amountCredits: 10 });
    await service.order(ada, { eventSlug: slug, amountCredits: 10, limitPriceBps: 4000 });
    expect(await health(slug)).toMatchObject({ openOrders: 1, traders: 1, lastTradeAgeSeconds: 0, volumeCredits: 10 });
    expect((await health(slug)).score).toBeGreaterThan(fresh.score);
    service.clock.forward(90_000);
    expect(await health(slug)).toMatchObject({ lastTradeAgeSeconds: 90 });
    service.clock.forward(7 * day);
    expect(await health(slug)).toMatchObject({ stale: true, advice: { code: 'quote-only' } });
    expect((await health(slug, '?staleDays=9')).stale).toBe(false);
    await service.operate('POST', `/events/${slug}/pause`, {});
    expect(await health(slug)).toMatchObject({ status: 'paused', advice: { code: 'wait' } });
    await service.operate('POST', `/events/${slug}/close`, {});
    expect(await health(slug)).toMatchObject({ status: 'closed', score: 0, advice: { code: 'await-resolution' } });
    service.clock.forward(day);
    expect(await health(slug)).toMatchObject({ resolutionOverdue: false });
    service.clock.forward(hour);
    expect(await health(slug)).toMatchObject({ resolutionOverdue: true, advice: { code: 'resolution-overdue' } });
    await service.operate('POST', `/events/${slug}/void`, { source: 'The test', note: 'Called off.' });
    expect(await health(slug)).toMatchObject({ status: 'void', resolutionOverdue: false, advice: { code: 'leave' } });
  });
});

describe('the list of healths', () => {
  it('is sorted by volume, with filters', async () => {
    const [big, small, quiet] = [await service.anEvent(), await service.anEvent(), await service.anEvent()];
    const made = [big, small, quiet].map(({ slug }) => slug);
    const own = async (query = '') => (await listed(query)).filter(slug => made.includes(slug));
    await service.order(ada, { eventSlug: big.slug, amountCredits: 300 });
    await service.order(ada, { eventSlug: small.slug, amountCredits: 30 });
    await service.order(ada, { eventSlug: small.slug, amountCredits: 30, limitPriceBps: 1000 });
    expect(await own()).toEqual([big.slug, small.slug, quiet.slug]);
    expect(await own('limit=1')).toEqual([big.slug]);
    expect(await own('minVolumeUsd=100')).toEqual([big.slug]);
    expect(await own('minVolumeUsd=0.5')).toEqual([big.slug, small.slug]);
    expect(await own('minOpenOrders=1')).toEqual([small.slug]);
    service.clock.forward(8 * day);
    expect(await own()).toEqual([]);
    expect(await own('includeStale=1')).toEqual([big.slug, small.slug, quiet.slug]);
    expect(await own('staleDays=9')).toEqual([big.slug, small.slug, quiet.slug]);
    await service.operate('POST', `/events/${big.slug}/void`, { source: 'The test', note: 'Called off.' });
    expect(await own('includeStale=1')).toEqual([small.slug, quiet.slug]);
    expect(await own('includeStale=1&includeResolved=1')).toEqual([big.slug, small.slug, quiet.slug]);
  });

  it('contains unresolved markets, with advice', async () => {
    const [paused, early, late, active] = [
      await service.anEvent(),
      await service.anEvent(),
      await service.anEvent(),
      await service.anEvent(),
    ];
    const opensAt = new Date(service.clock.now() + 5 * day).toISOString();
    const scheduled = await service.anEvent({ opensAt, endsAt: new Date(service.clock.now() + 9 * day).toISOString() });
    await service.operate('POST', `/events/${paused.slug}/pause`, {});
    await service.operate('POST', `/events/${early.slug}/close`, {});
    service.clock.forward(day + hour);
    await service.operate('POST', `/events/${late.slug}/close`, {});
    const list = async () => {
      service.clock.forward(10_001);
      const { body } = await service.call('GET', '/api/events/health?limit=200');
      expect(body.nextCursor).toBeNull();
      const rows = body.health as { slug: string; resolutionOverdue: boolean; advice: { code: string } }[];
      return Object.fromEntries(
        rows.map(({ slug, resolutionOverdue, advice }) => [slug, [advice.code, resolutionOverdue]]),
      );
    };
    expect(await list()).toMatchObject({
      [paused.slug]: ['wait', false],
      [scheduled.slug]: ['wait', false],
      [early.slug]: ['resolution-overdue', true],
      [late.slug]: ['await-resolution', false],
      [active.slug]: ['trade', false],
    });
    await service.operate('POST', `/events/${early.slug}/void`, { source: 'The test', note: 'Called off.' });
    expect(await list()).not.toHaveProperty([early.slug]);
    // Traded markets are tested elsewhere: without names, snapshots cover active markets only.
    const { body } = await service.call('GET', '/api/events/snapshots?limit=200');
    const shown = body.snapshots.map(({ slug }: { slug: string }) => slug);
    expect(shown).toContain(active.slug);
    for (const { slug } of [paused, late, scheduled]) expect(shown).not.toContain(slug);
  });
});

describe('the health of markets', () => {
  it('is returned for many at once', async () => {
    const [one, two] = [await service.anEvent(), await service.anEvent()];
    const { body } = await service.call('GET', `/api/events/health-snapshots?slugs=${one.slug},${two.slug},nope`);
    expect(body.health).toEqual([await health(one.slug), await health(two.slug)]);
    expect(body.missing).toEqual(['nope']);
    const chosen = await service.call('POST', '/api/events/health-snapshots', {
      json: { slugs: [two.slug], fields: ['score', 'advice'], staleDays: 3 },
    });
    expect(Object.keys(chosen.body.health[0])).toEqual(['slug', 'eventPubkey', 'sequence', 'asOf', 'score', 'advice']);
    expect(chosen.body.staleDays).toBe(3);
    const unnamed = await service.call('POST', '/api/events/health-snapshots');
    expect(unnamed.body.health.length).toBeGreaterThanOrEqual(2);
  });

  it('is 404 for an unknown market', async () => {
    expect((await service.call('GET', '/api/events/nope/health')).status).toBe(404);
    expect((await service.call('GET', '/api/events/nope/snapshot')).status).toBe(404);
  });
});
