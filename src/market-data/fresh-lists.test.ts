import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { countReads } from '../../test/support/queries/count-reads.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { waitForListening, waitUntil } from '../../test/support/wait-until.js';

let here: OperatorService;
let there: TestService;
let ada: TestAgent;
let reads: () => number;

beforeAll(async () => {
  here = await startOperatorService();
  there = await startTestService({ beside: here });
  reads = countReads(here.store);
  ada = await here.anAgent();
  await Promise.all([waitForListening(here), waitForListening(there)]);
});
afterAll(async () => {
  await assertBooksBalance(here.store);
  await there.stop();
  await here.stop();
});

interface Listed {
  readonly slug: string;
  readonly sequence: number;
  readonly status: string;
  readonly forecasters: number;
  readonly volumeCredits: number;
  readonly volume24hCredits: number;
}

async function list(query: string, node: TestService = here): Promise<Listed[]> {
  const reply = await node.call('GET', `/api/events?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.events;
}

async function expectAsSingle(query: string): Promise<void> {
  for (const node of [here, there]) {
    for (const listed of await list(query, node)) {
      expect(listed).toEqual((await here.call('GET', `/api/events/${listed.slug}`)).body.event);
    }
  }
}

describe('lists from cached texts', () => {
  it('are current on every node after any change', async () => {
    const query = 'category=fresh&sort=newest&status=all';
    const made = [];
    for (let index = 0; index < 3; index += 1) made.push(await here.anEvent({ category: 'fresh' }));
    const [one, two, three] = made.map(({ slug }) => slug);
    await expectAsSingle(query);
    const steps: (() => Promise<{ status: number; text: string }>)[] = [
      () => here.order(ada, { eventSlug: one, amountCredits: 20 }),
      () => here.order(ada, { eventSlug: one, amountCredits: 20, limitPriceBps: 1000 }),
      () => forecast(here, ada, two, { probability: 61 }),
      () => here.operate('PATCH', `/events/${three}`, { description: 'Another text.' }),
      () => here.operate('POST', `/events/${two}/pause`, {}),
      () => here.operate('POST', `/events/${one}/void`, { source: 'The test', note: 'Called off.' }),
    ];
    for (const step of steps) {
      const done = await step();
      expect(done.status, done.text).toBeLessThan(300);
      await expectAsSingle(query);
    }
    here.clock.forward(25 * 3_600_000);
    await expectAsSingle(query);
    expect((await list(query)).map(({ volume24hCredits }) => volume24hCredits)).toEqual([0, 0, 0]);
    // Closing a market changes its sequence between two reads.
    await withJobHeld(here.store, 'closing markets', async () => {
      here.clock.forward(20 * 86_400_000);
      await expectAsSingle(query);
    });
  });

  it('follow the clock to the millisecond, and manual changes', async () => {
    const query = 'category=clock&status=all';
    const [opensAt, endsAt] = [2_000, 5_000].map(ms => new Date(here.clock.now() + ms).toISOString());
    const { id } = await here.anEvent({ category: 'clock', opensAt, endsAt });
    const seen: string[] = [];
    for (const ms of [0, 1_999, 1, 2_999, 1]) {
      here.clock.forward(ms);
      seen.push((await list(query))[0].status);
    }
    expect(seen).toEqual(['scheduled', 'scheduled', 'active', 'active', 'closed']);
    await here.pool`update events set title = 'Corrected by hand' where id = ${id}`;
    expect(await list(query)).toMatchObject([{ title: 'Corrected by hand' }]);
  });

  it('reload only changed events, and unchanged lists are the same bytes', async () => {
    const query = 'category=kept&sort=newest';
    for (let index = 0; index < 3; index += 1) await here.anEvent({ category: 'kept' });
    const [{ slug }] = await list(query);
    const first = await here.call('GET', `/api/events?${query}`);
    const counts: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const before = reads();
      const again = await here.call('GET', `/api/events?${query}`);
      counts.push(reads() - before);
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    }
    // Jobs of the service read now and then, too.
    expect(Math.min(...counts)).toBe(1);
    await here.order(ada, { eventSlug: slug, amountCredits: 5 });
    const third = await here.call('GET', `/api/events?${query}`);
    expect(third.headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect(third.body.events[0]).toMatchObject({ slug, sequence: 2, volumeCredits: 5, volume24hCredits: 5 });
  });
});

describe('lists of new events', () => {
  it('include an event as soon as it opens', async () => {
    const category = 'openings';
    await list(`category=${category}`);
    const opensAt = here.clock.now() + 3_000;
    const { slug } = await here.anEvent({ category, opensAt: new Date(opensAt).toISOString() });
    expect(await list(`category=${category}`)).toEqual([]);
    here.clock.forward(2_999);
    expect(await list(`category=${category}`)).toEqual([]);
    here.clock.forward(1);
    expect(await list(`category=${category}`)).toMatchObject([{ slug, status: 'active' }]);
  });
});

describe('cached searches', () => {
  const search = async (node: TestService, q: string) => {
    const { body } = await node.call('GET', `/api/search?kind=events&q=${q}`);
    const { events } = body as { events: { slug: string; status: string; snippet: string }[] };
    return events.map(({ status, snippet }) => `${status}: ${snippet}`);
  };
  const listed = async (node: TestService, q: string) => (await list(`q=${q}&status=all`, node)).length;

  it('find new and edited events immediately, and show events in their current state', async () => {
    for (const node of [here, there]) {
      expect([await search(node, 'zeppelin'), await listed(node, 'zeppelin')]).toEqual([[], 0]);
    }
    const { slug } = await here.anEvent({ title: 'Will the zeppelin fly?', description: 'Over the lake.' });
    expect([await search(here, 'zeppelin'), await listed(here, 'zeppelin')]).toEqual([['active: Over the lake.'], 1]);
    await waitUntil('found there', async () => (await search(there, 'zeppelin')).length === 1);
    expect(await listed(there, 'zeppelin')).toBe(1);
    await here.operate('POST', `/events/${slug}/pause`, {});
    for (const node of [here, there]) expect(await search(node, 'zeppelin')).toEqual(['paused: Over the lake.']);
    expect([await search(here, 'glacier'), await listed(here, 'glacier')]).toEqual([[], 0]);
    expect(await search(there, 'glacier')).toEqual([]);
    await here.operate('PATCH', `/events/${slug}`, { description: 'Over the glacier.' });
    expect([await search(here, 'glacier'), await listed(here, 'glacier')]).toEqual([['paused: Over the glacier.'], 1]);
    await waitUntil('found there', async () => (await search(there, 'glacier')).length === 1);
  });

  it('cost one check of the events', async () => {
    await here.anEvent({ title: 'Will the lantern be lit?' });
    await search(here, 'lantern');
    const before = reads();
    expect(await search(here, 'lantern')).toHaveLength(1);
    expect(reads() - before).toBe(1);
  });
});
