import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { RunClient } from '../../test/support/builders/certification-run.js';
import type { Received } from '../../test/support/sse-reader.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => stopBalanced(service));

const scenario = 'market-paused';
const longestPauseMs = 3_000;

async function paused(at: TestService = service): Promise<RunClient> {
  const entered = await RunClient.enter(service);
  const client = new RunClient(at, entered.agent, entered.run);
  expect((await client.order(scenario, 'a')).body.code).toBe('MARKET_PAUSED');
  return client;
}

const tells = (status: string) => (received: readonly Received[]) =>
  received.some(({ data }) => (data.status ?? data.market?.status) === status);

async function marketStatus(client: RunClient): Promise<string> {
  const [{ status }] = await service.pool<{ status: string }[]>`
    select m.status from markets m join events e on e.id = m.event_id where e.slug = ${client.slug(scenario)}`;
  return status;
}

const reopened = (client: RunClient) =>
  expect.poll(() => marketStatus(client), { timeout: 10_000, interval: 50 }).toBe('active');

describe('a client that only listens', () => {
  it.each([
    ['to trades', (slug: string) => `/api/events/${slug}/stream`],
    ['to trades, with a snapshot first', (slug: string) => `/api/events/${slug}/stream?snapshot=true`],
    ['to the book', (slug: string) => `/api/events/${slug}/orderbook/stream`],
  ])('%s sees the end of the pause and passes', async (_, pathOf) => {
    const client = await RunClient.enter(service);
    const reader = await client.stream(pathOf(client.slug(scenario)));
    await reader.kind('heartbeat');
    expect((await client.order(scenario, 'a')).body.code).toBe('MARKET_PAUSED');
    await reader.until('the pause', tells('paused'));
    const before = reader.received.length;
    service.clock.forward(longestPauseMs);
    await reader.until('the end of the pause', received => tells('active')(received.slice(before)));
    expect((await client.order(scenario, 'a')).status).toBe(201);
    const { verdict, text, trace } = await client.verdict(service, scenario);
    expect([verdict, text]).toEqual(['passed', expect.stringContaining('ordered again when it was active')]);
    const kinds = trace.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== 'message');
    // Whether the line of the clock or that of the order comes first depends on timing.
    expect(kinds.filter((kind: string) => kind !== 'market')).toEqual(['stream', 'order', 'order']);
    expect(trace.filter(({ fault }: { fault: string }) => fault === 'market-resumed')).toHaveLength(1);
    reader.cut();
  });

  it('fails a client that orders before it sees the market active', async () => {
    const client = await RunClient.enter(service);
    const reader = await client.stream(`/api/events/${client.slug(scenario)}/stream`);
    expect((await client.order(scenario, 'a')).body.code).toBe('MARKET_PAUSED');
    await reader.until('the pause', tells('paused'));
    expect((await client.order(scenario, 'a')).body.code).toBe('MARKET_PAUSED');
    const { verdict, text } = await client.verdict(service, scenario);
    expect([verdict, text]).toEqual(['failed', expect.stringContaining('1 more order(s) were sent during the pause')]);
    reader.cut();
  });
});

describe('the end of a pause', () => {
  it('is invisible to a client that neither reads nor subscribes', async () => {
    const client = await paused();
    service.clock.forward(longestPauseMs);
    await reopened(client);
    expect((await client.order(scenario, 'a')).status).toBe(201);
    const { verdict, text } = await client.verdict(service, scenario);
    expect([verdict, text]).toEqual(['failed', expect.stringContaining('without checking')]);
  });

  it('happens even if the node that paused the market has stopped', async () => {
    const other = await startTestService({ beside: service });
    const client = await paused(other);
    await other.stop();
    expect(await marketStatus(client)).toBe('paused');
    service.clock.forward(longestPauseMs);
    await reopened(client);
  });

  it('happens even if a node stopped between recording and applying it', async () => {
    const client = await paused();
    const { trace: before } = await client.verdict(service, scenario);
    const entry = { ...before[0], kind: 'read', fault: 'market-resumed', number: 2, at: service.clock.now() };
    await service.pool`insert into sandbox_trace (run_id, number, entry)
      values (${client.run.id}, 2, ${service.pool.json(entry)}::jsonb)`;
    service.clock.forward(longestPauseMs);
    await reopened(client);
    const { trace } = await client.verdict(service, scenario);
    expect(trace.filter(({ fault }: { fault: string }) => fault === 'market-resumed')).toHaveLength(1);
  });

  it('does not happen early', async () => {
    const [early, late] = [await paused(), await paused()];
    await service.pool`update sandbox_runs set seed = 8 where id = ${late.run.id}`;
    await service.pool`update sandbox_runs set seed = 0 where id = ${early.run.id}`;
    service.clock.forward(2_000);
    // The job has finished one pass when it has opened the market with the shorter pause.
    await reopened(early);
    expect(await marketStatus(late)).toBe('paused');
    service.clock.forward(1_000);
    await reopened(late);
  });
});
