import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { trade, walkPages } from '../../test/support/play-actions.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { dayMs } from '../kernel/time.js';

let service: TestService;
let ann: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  ann = await service.anAgent();
});
afterAll(() => service.stop());

const slugs = (body: { events: { slug: string }[] }) => body.events.map(event => event.slug);

async function listed(query: string): Promise<string[]> {
  const reply = await service.call('GET', `/api/events?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return slugs(reply.body);
}

describe('the ranking of a list', () => {
  it('shows the previous ranking while a new one is made', async () => {
    const category = 'renewed lists';
    for (const slug of ['renewed-0', 'renewed-1']) await aMarket(service.pool, service.clock.now(), { category, slug });
    await trade(service, ann, 'renewed-0', { amountCredits: 5 });
    service.clock.forward(20_000);
    const order = () => listed('category=renewed%20lists&sort=volume');
    expect(await order()).toEqual(['renewed-0', 'renewed-1']);
    await trade(service, ann, 'renewed-1', { amountCredits: 50 });
    await service.pool.begin(async sql => {
      await sql`lock table ranking_versions in exclusive mode`;
      service.clock.forward(16_000);
      expect(await order()).toEqual(['renewed-0', 'renewed-1']);
    });
    await expect.poll(order).toEqual(['renewed-1', 'renewed-0']);
  });
});

describe('the list of events', () => {
  it('supports every sort order, page by page', async () => {
    const now = service.clock.now();
    const category = 'orders of lists';
    for (let index = 0; index < 5; index += 1) {
      service.clock.forward(1);
      const endsAt = now + (5 - index) * dayMs;
      await aMarket(service.pool, service.clock.now(), { category, slug: `ordered-${index}`, endsAt });
    }
    for (const [slug, amountCredits] of [
      ['ordered-1', 30],
      ['ordered-3', 200],
      ['ordered-4', 5],
    ] as const) {
      await trade(service, ann, slug, { amountCredits });
    }
    await trade(service, await service.anAgent(), 'ordered-4', { amountCredits: 1 });
    const order = async (sort: string) => {
      const events = await walkPages<{ slug: string }>(
        service,
        `/api/events?category=${encodeURIComponent(category)}&sort=${sort}&limit=2`,
        'events',
      );
      return events.map(event => Number(event.slug.at(-1)));
    };
    service.clock.forward(20_000);
    expect(await order('volume')).toEqual([3, 1, 4, 2, 0]);
    expect(await order('movers')).toEqual([3, 1, 4, 2, 0]);
    expect(await order('traders')).toEqual([4, 3, 1, 2, 0]);
    expect(await order('trending')).toEqual([3, 1, 4, 2, 0]);
    expect(await order('newest')).toEqual([4, 3, 2, 1, 0]);
    expect(await order('ending')).toEqual([4, 3, 2, 1, 0]);
    // A day later there are no price changes within the last day.
    service.clock.forward(dayMs + 60_000);
    expect(await order('movers')).toEqual([3, 2, 1, 0]);
    expect(await order('trending')).toEqual([3, 2, 1, 0]);
    await trade(service, ann, 'ordered-0', { amountCredits: 5 });
    service.clock.forward(20_000);
    expect(await order('trending')).toEqual([0, 3, 2, 1]);
    expect(await order('volume')).toEqual([3, 1, 0, 2]);
  });

  it('applies the clock to the status before jobs store it', async () => {
    const now = service.clock.now();
    const of = (status: string) => listed(`category=clockwork&status=${status}`);
    await service.pool.begin(async sql => {
      // Locks the rows, so that jobs can't store the new status.
      const { id } = await aMarket(service.pool, now, {
        ...{ category: 'clockwork', slug: 'clock-event', opensAt: now + dayMs, endsAt: now + 2 * dayMs },
      });
      await sql`select 1 from markets where event_id = ${id} for update`;
      expect([await of('scheduled'), await of('active'), await of('all')]).toEqual([
        ['clock-event'],
        [],
        ['clock-event'],
      ]);
      service.clock.forward(dayMs);
      expect([await of('scheduled'), await of('active'), await of('closed')]).toEqual([[], ['clock-event'], []]);
      service.clock.forward(dayMs);
      expect([await of('active'), await of('closed'), await of('all')]).toEqual([[], ['clock-event'], ['clock-event']]);
    });
    await service.pool`update markets set status = 'resolved' where event_id = (select id from events where slug = 'clock-event')`;
    expect([await of('closed'), await of('resolved'), await of('void')]).toEqual([[], ['clock-event'], []]);
  });
});

describe('GET /api/events/categories', () => {
  it('counts open and all events of each category, the largest first', async () => {
    const now = service.clock.now();
    for (const slug of ['counted-1', 'counted-2', 'counted-3']) {
      await aMarket(service.pool, now, { category: 'counted', slug, endsAt: now + dayMs });
    }
    await service.pool`update markets set status = 'resolved' where event_id = (select id from events where slug = 'counted-3')`;
    service.clock.forward(60_001);
    const { status, body } = await service.call('GET', '/api/events/categories');
    expect(status).toBe(200);
    expect(body.categories).toContainEqual({ category: 'counted', open: 2, total: 3 });
    const open = body.categories.map((each: { open: number }) => each.open);
    expect(open).toEqual([...open].sort((a, b) => b - a));
    expect(body.nextCursor).toBeNull();
  });
});

describe('filters of the list of events', () => {
  it('omit stale events, and optionally those that never traded', async () => {
    const category = 'category=staleness';
    const now = service.clock.now();
    const endsAt = now + 60 * dayMs;
    for (const slug of ['stale-one', 'stale-two']) {
      await aMarket(service.pool, now, { category: 'staleness', slug, endsAt });
    }
    expect(await listed(`${category}&sort=newest&includeEmptyV2=false`)).toEqual([]);
    service.clock.forward(6.5 * dayMs);
    await trade(service, ann, 'stale-one');
    expect(await listed(`${category}&includeEmptyV2=0`)).toEqual(['stale-one']);
    expect((await listed(category)).sort()).toEqual(['stale-one', 'stale-two']);
    service.clock.forward(0.6 * dayMs);
    expect(await listed(category)).toEqual(['stale-one']);
    expect(await listed(`${category}&staleDays=8`)).toHaveLength(2);
    expect(await listed(`${category}&includeStale=true`)).toHaveLength(2);
    expect((await service.call('GET', `/api/play/v1/discovery?${category}`)).body.events).toHaveLength(2);
    service.clock.forward(6.3 * dayMs);
    expect(await listed(category)).toEqual(['stale-one']);
    service.clock.forward(0.2 * dayMs);
    expect(await listed(category)).toEqual([]);
    expect(await listed(`${category}&status=all`)).toEqual([]);
  });

  it('find word prefixes, including new texts of operators', async () => {
    await aMarket(service.pool, service.clock.now(), { slug: 'harbour-traffic-record', category: 'shipping' });
    await aMarket(service.pool, service.clock.now(), { slug: 'harbour-fees-vote', category: 'shipping' });
    expect((await listed('q=harbour')).sort()).toEqual(['harbour-fees-vote', 'harbour-traffic-record']);
    expect(await listed('q=HARB%20traf')).toEqual(['harbour-traffic-record']);
    expect(await listed('q=arbour')).toEqual([]);
    expect(await listed('q=harbour&category=rivers')).toEqual([]);
    await service.pool`update events set description = 'About lighthouses.', category = 'rivers' where slug = 'harbour-fees-vote'`;
    expect(await listed('q=lighthouse&category=rivers')).toEqual(['harbour-fees-vote']);
    expect(await listed('q=lighthouse&category=shipping')).toEqual([]);
  });

  it('find every matching event once, wherever it is in the ranking', async () => {
    const made: string[] = [];
    for (let index = 0; index < 24; index += 1) {
      service.clock.forward(1);
      const { id, slug } = await aMarket(service.pool, service.clock.now(), { slug: `ferry-route-${index}` });
      if (index % 12 !== 0) await service.pool`update markets set status = 'paused' where event_id = ${id}`;
      made.unshift(slug);
    }
    const walked = async (query: string) =>
      slugs({ events: await walkPages(service, `/api/events?q=ferry&sort=newest&limit=1&${query}`, 'events') });
    expect(await walked('status=active')).toEqual(['ferry-route-12', 'ferry-route-0']);
    expect(await walked('status=all')).toEqual(made);
    expect(await listed('q=ferry&sort=newest&status=paused&limit=3')).toEqual(
      [23, 22, 21].map(no => `ferry-route-${no}`),
    );
  });
});

describe('events by their names', () => {
  it('are returned in the requested order, and unknown ones are listed', async () => {
    const now = service.clock.now();
    const [one, two] = [await aMarket(service.pool, now), await aMarket(service.pool, now, { category: 'named' })];
    await service.pool`update markets set status = 'void' where event_id = ${two.id}`;
    const asked = `pub${two.id}, ${one.slug},nobody-knows,${two.slug}`;
    const reply = await service.call('GET', `/api/events?slugs=${encodeURIComponent(asked)}`);
    expect(slugs(reply.body)).toEqual([two.slug, one.slug]);
    expect(reply.body).toMatchObject({ nextCursor: null, missing: ['nobody-knows'] });
    const some = await service.call('GET', `/api/events?slugs=${one.slug},${two.slug}&status=void&category=named`);
    expect(some.body).toMatchObject({ missing: [] });
    expect(slugs(some.body)).toEqual([two.slug]);
    const many = Array.from({ length: 201 }, (_, index) => `slug-${index}`).join(',');
    expect((await service.call('GET', `/api/events?slugs=${many}`)).body).toMatchObject({ field: 'slugs' });
  });

  it('are returned by every name, with the volume of a day', async () => {
    const { id, slug } = await aMarket(service.pool, service.clock.now());
    await trade(service, ann, slug, { amountCredits: 12.5 });
    service.clock.forward(dayMs - 120_000);
    await trade(service, ann, slug, { amountCredits: 5 });
    const at = async (path: string) => (await service.call('GET', path)).body.event;
    for (const path of [`/api/events/${slug}`, `/api/v1/markets/${slug}`, `/api/events/pub${id}`]) {
      expect(await at(path)).toMatchObject({ id, volumeCredits: 17.5, volume24hCredits: 17.5 });
    }
    // The job that folds trades uses the real clock, so a read folds them.
    await service.call('GET', `/api/markets/${slug}/candles`);
    service.clock.forward(120_000 + 60_000);
    expect(await at(`/api/events/${slug}`)).toMatchObject({ volumeCredits: 17.5, volume24hCredits: 5 });
    service.clock.forward(dayMs);
    expect(await at(`/api/events/${slug}`)).toMatchObject({ volumeCredits: 17.5, volume24hCredits: 0 });
    expect((await service.call('GET', '/api/events/no-such-event')).body.code).toBe('NOT_FOUND');
    expect((await service.call('GET', `/api/events/${'x'.repeat(150)}`)).status).toBe(404);
  });
});

describe('the most traded events', () => {
  it('are those of the look-back, with leading outcomes and price changes', async () => {
    const now = service.clock.now();
    const outcomes = ['A', 'B', 'C'];
    const [old, fresh] = [
      await aMarket(service.pool, now, { outcomes }),
      await aMarket(service.pool, now, { outcomes }),
    ];
    await trade(service, ann, old.slug, { amountCredits: 300 });
    service.clock.forward(3 * 3_600_000);
    await trade(service, ann, old.slug, { amountCredits: 10, outcomeIndex: 1 });
    const { body } = await trade(service, ann, fresh.slug, { amountCredits: 90, outcomeIndex: 2 });
    const top = async (query: string) => (await service.call('GET', `/api/events/top?${query}`)).body;
    expect((await top('')).nextCursor).toBeNull();
    const recent = await top('lookbackHours=1&outcomeLimit=1');
    expect(slugs(recent)).toEqual([fresh.slug, old.slug]);
    const priceBps = body.market.priceBps[2];
    expect(recent.events[0]).toMatchObject({
      lookbackVolumeCredits: 90,
      lookbackTrades: 1,
      outcomeCount: 3,
      outcomes: [{ index: 2, label: 'C', priceBps, previousBps: 3333, changeBps: priceBps - 3333 }],
      largestMoveBps: priceBps - 3333,
    });
    expect(recent.events[1].lookbackVolumeCredits).toBe(10);
    expect(slugs(await top('lookbackHours=48')).slice(0, 2)).toEqual([old.slug, fresh.slug]);
    await service.pool`update markets set status = 'resolved' where event_id = ${fresh.id}`;
    service.clock.forward(10_000);
    expect(slugs(await top('lookbackHours=1'))).toEqual([old.slug]);
    expect(slugs(await top('lookbackHours=1&includeResolved=true&limit=1'))).toEqual([fresh.slug]);
  });
});
