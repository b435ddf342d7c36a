import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { openRun, type Run, scenarioOf } from '../../test/support/builders/certification-run.js';
import { SseReader } from '../../test/support/sse-reader.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => stopBalanced(service));

/** A client of an agent in one scenario of a new run, without any fault handling. */
async function enter(id: string) {
  const agent: TestAgent = await service.anAgent();
  const run: Run = await openRun(service, agent);
  const { eventSlug } = scenarioOf(run, id);

  async function send(method: string, path: string, json?: object) {
    const headers = { ...agent.headers, 'content-type': 'application/json' };
    const body = json && JSON.stringify(json);
    const reply = await fetch(service.url + run.basePath + path, { method, headers, body });
    const told = (await reply.json()) as { code?: string; event?: { status: string } };
    return { status: reply.status, body: told };
  }

  return {
    eventSlug,
    slugOf: (other: string) => scenarioOf(run, other).eventSlug,
    get: (path: string) => send('GET', path),
    post: (path: string, json: object) => send('POST', path, json),
    order: (clientOrderId: string, more: object = {}) => {
      const wish = { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 };
      return send('POST', '/api/play/v1/orders', { ...wish, clientOrderId, ...more });
    },
    stream: (query = '', headers: Record<string, string> = {}) =>
      SseReader.open(`${service.url}${run.basePath}/api/events/${eventSlug}/stream${query}`, {
        ...agent.headers,
        ...headers,
      }),
    async verdict() {
      const reply = await service.call('GET', `/api/v1/sandbox/runs/${run.id}`, { headers: agent.headers });
      const { verdict, evidence } = scenarioOf(reply.body.run, id);
      return { verdict, text: evidence.join('\n') };
    },
  };
}

describe('a pause', () => {
  const paused = async () => {
    const client = await enter('market-paused');
    expect((await client.order('a')).body.code).toBe('MARKET_PAUSED');
    return client;
  };

  it('has not ended for a client that only slept', async () => {
    const client = await paused();
    expect((await client.get(`/api/events/${client.eventSlug}`)).body.event?.status).toBe('paused');
    service.clock.forward(3_000);
    expect((await client.order('a')).status).toBe(201);
    const { verdict, text } = await client.verdict();
    expect(verdict).toBe('failed');
    expect(text).toContain('although the market was last seen paused');
  });

  it('is not visible in a book without a status', async () => {
    const client = await paused();
    service.clock.forward(3_000);
    expect((await client.get(`/api/v1/markets/${client.eventSlug}/orderbook`)).status).toBe(200);
    expect((await client.order('a')).status).toBe(201);
    expect(await client.verdict()).toMatchObject({ verdict: 'failed' });
  });

  it.each<[string, (client: Awaited<ReturnType<typeof enter>>) => Promise<{ status: number }>]>([
    ['the event', client => client.get(`/api/v1/markets/${client.eventSlug}`)],
    ['a list of events', client => client.get(`/api/events?slugs=elsewhere,${client.eventSlug}`)],
    ['snapshots of many markets', client => client.post('/api/events/snapshots', { slugs: [client.eventSlug] })],
    ['what bots read', client => client.post('/api/events/bot-snapshot', { slugs: [client.eventSlug] })],
    [
      'a preview',
      ({ eventSlug, post }) =>
        post('/api/play/v1/orders/preview', {
          ...{ eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 },
        }),
    ],
  ])('has ended in %s', async (_, look) => {
    const client = await paused();
    service.clock.forward(3_000);
    expect((await look(client)).status).toBe(200);
    expect((await client.order('a')).status).toBe(201);
    expect(await client.verdict()).toMatchObject({ verdict: 'passed' });
  });
});

describe('failures of the service', () => {
  /** Two orders with measured pauses, including some milliseconds of latency. */
  const persist = async (...series: readonly (readonly number[])[]) => {
    const client = await enter('server-errors');
    for (const [wish, pauses] of series.entries()) {
      const statuses = [(await client.order(`wish-${wish}`)).status];
      for (const pause of pauses) {
        service.clock.forward(pause);
        statuses.push((await client.order(`wish-${wish}`)).status);
      }
      expect(statuses).toEqual([500, 500, 500, 500, 500, 201]);
    }
    return client.verdict();
  };

  it.each([
    ['doubled', [253, 506, 1004, 2003, 4007], [256, 503, 1007, 2004, 4003]],
    ['added to', [204, 406, 603, 805, 1003], [203, 403, 607, 803, 1006]],
    ['doubled up to a cap', [254, 503, 1006, 1003, 1004], [253, 507, 1003, 1005, 1007]],
  ])('fail a client with %s delays and no jitter', async (_, first, second) => {
    const { verdict, text } = await persist(first, second);
    expect([verdict, text]).toEqual(['failed', expect.stringContaining('they have no jitter')]);
  });

  it('pass a client whose delays have jitter', async () => {
    expect(await persist([87, 402, 731, 455, 3106], [203, 61, 544, 1808, 2290])).toMatchObject({ verdict: 'passed' });
  });
});

describe('an order with an unknown outcome', () => {
  const inDoubt = async (id: string, clientOrderId = 'a') => {
    const client = await enter(id);
    expect((await client.order(clientOrderId)).body.code).toBe('ACCEPTED_UNKNOWN_CONFIRMATION');
    return client;
  };

  it.each<[string, string, string]>([
    ['unknown-placed', '?clientOrderId=a', 'passed'],
    ['unknown-placed', '?clientOrderId=a&status=all', 'passed'],
    ['unknown-placed', '?status=all', 'passed'],
    ['unknown-placed', '?status=filled&limit=1', 'passed'],
    ['unknown-placed', '', 'failed'],
    ['unknown-placed', '?clientOrderId=b', 'failed'],
    ['unknown-placed', '?clientOrderId=a&status=open', 'failed'],
    ['unknown-not-placed', '?clientOrderId=a', 'passed'],
    ['unknown-not-placed', '?status=all', 'failed'],
    ['unknown-not-placed', '?status=filled&limit=1', 'failed'],
    ['unknown-not-placed', '?clientOrderId=a&status=filled', 'failed'],
  ])('in %s is looked up with "%s": %s', async (id, query, verdict) => {
    const client = await inDoubt(id);
    expect((await client.get(`/api/play/v1/orders${query}`)).status).toBe(200);
    await client.order('a');
    const judged = await client.verdict();
    expect(judged.verdict, judged.text).toBe(verdict);
    if (verdict === 'failed') expect(judged.text).toContain('was sent before any lookup');
  });

  it('is not found in a list whose page ends before it', async () => {
    const client = await inDoubt('unknown-placed');
    service.clock.forward(1_000);
    const elsewhere = await client.order('elsewhere', { eventSlug: client.slugOf('stream-sequence') });
    expect(elsewhere.status).toBe(201);
    await client.get('/api/play/v1/orders?status=filled&limit=1');
    await client.order('a');
    expect(await client.verdict()).toMatchObject({ verdict: 'failed' });
  });

  it('is found by the id that the arena assigned', async () => {
    const client = await inDoubt('unknown-placed');
    const [{ id }] = await service.pool<{ id: string }[]>`
      select o.id from readable_orders o join events e on e.id = o.event_id where e.slug = ${client.eventSlug}`;
    expect((await client.get(`/api/play/v1/orders/${id}`)).status).toBe(200);
    await client.order('a');
    expect(await client.verdict()).toMatchObject({ verdict: 'passed' });
  });
});

describe('two streams of one client', () => {
  it('each have the duplicate, the gap and then every trade, in order', async () => {
    const client = await enter('stream-sequence');
    const readers = [await client.stream(), await client.stream()];
    // The status contains the trade at which a stream begins.
    for (const reader of readers) await reader.kind('status', 1);
    const numbers = (reader: SseReader, kind: string) =>
      reader.received.filter(({ event }) => event === kind).map(({ data }) => data.sequence);
    await client.order('a');
    for (const reader of readers) await reader.kind('trade', 2);
    await client.order('b');
    for (const reader of readers) {
      await reader.until('the gap', () => numbers(reader, 'heartbeat').includes(2));
    }
    const resumed = await client.stream('', { 'last-event-id': '1' });
    await resumed.kind('trade', 1);
    await client.order('c');
    for (const reader of readers) {
      await reader.kind('trade', 3);
      expect(numbers(reader, 'trade')).toEqual([1, 1, 3]);
    }
    await resumed.kind('trade', 2);
    expect(numbers(resumed, 'trade')).toEqual([2, 3]);
    expect(await client.verdict()).toMatchObject({ verdict: 'passed' });
    for (const reader of [...readers, resumed]) reader.cut();
  });
});

describe('a gap', () => {
  const atGap = async () => {
    const client = await enter('stream-sequence');
    const reader = await client.stream();
    await client.order('a');
    await reader.kind('trade', 2);
    await client.order('b');
    await reader.until('the gap', received => received.some(({ data }) => data.sequence === 2));
    reader.cut();
    return client;
  };

  it.each<[string, (slug: string) => string, boolean]>([
    ['a replay', slug => `/api/v1/streams/replay?channel=trades&key=${slug}&afterSequence=1`, true],
    ['a replay of the book', slug => `/api/v1/streams/replay?channel=orderbook&key=${slug}&afterSequence=1`, false],
    ['a replay from behind it', slug => `/api/v1/streams/replay?channel=trades&key=${slug}&afterSequence=2`, false],
    ['a snapshot', slug => `/api/events/${slug}/snapshot`, true],
    ['the book', slug => `/api/v1/markets/${slug}/orderbook`, true],
    ['the trades', slug => `/api/events/${slug}/activity`, true],
    ['the event', slug => `/api/events/${slug}`, false],
    ['candles', slug => `/api/markets/${slug}/candles?outcomeIndex=0`, false],
    ['own orders there', slug => `/api/play/v1/orders?eventSlug=${slug}&status=all`, false],
  ])('and %s', async (_, path, closes) => {
    const client = await atGap();
    expect((await client.get(path(client.eventSlug))).status).toBe(200);
    await client.order('c');
    const { verdict, text } = await client.verdict();
    expect(verdict, text).toBe(closes ? 'passed' : 'failed');
    if (!closes) expect(text).toContain('c was sent before the gap was closed');
  });

  it('is not closed by a stream that was rejected', async () => {
    const client = await atGap();
    const refused = await client.get(`/api/events/${client.eventSlug}/orderbook/stream?depth=-1`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_PAYLOAD' } });
    await client.order('c');
    expect(await client.verdict()).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('c was sent before the gap was closed'),
    });
  });
});
