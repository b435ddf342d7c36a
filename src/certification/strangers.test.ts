import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { finishRun, RunClient, scenarioOf } from '../../test/support/builders/certification-run.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { routes } from '../features.js';
import { pathParameters } from '../http/route.js';

let service: TestService;
let client: RunClient;
let stranger: TestAgent;
let slug: string;
let pubkey: string;

beforeAll(async () => {
  service = await startTestService();
  [client, stranger] = await Promise.all([RunClient.enter(service), service.anAgent()]);
  slug = client.slug('stream-sequence');
  [{ pubkey }] = await service.pool<{ pubkey: string }[]>`select pubkey from events where slug = ${slug}`;
  // Their owner looks the events up first, which fills the caches.
  for (const name of [slug, pubkey])
    expect((await client.send('GET', `/api/events/${name}/snapshot`)).status).toBe(200);
});
afterAll(() => stopBalanced(service));

const order = () => ({ eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 });
const forecast = (clientForecastId: string) => ({
  eventSlug: slug,
  outcomeIndex: 0,
  probability: 50,
  clientForecastId,
});

/** The URLs of all reads of one event. */
const readsOf = (name: string) =>
  routes
    // Requests, venues and fixtures have other ids.
    .filter(({ path, aliases = [] }) =>
      [path, ...aliases].some(each => /^\/api\/(v1\/)?(events|markets)\/\{/.test(each)),
    )
    .filter(({ method, area, path }) => method === 'GET' && area !== 'operator' && /\{(slug|id)\}/.test(path))
    .flatMap(route => [route.path, ...(route.aliases ?? [])].map(path => ({ route, path })))
    .filter(({ route }) => pathParameters(route.path).length === 1)
    .map(({ route, path }) => {
      const query = route.request?.query as { properties?: object } | undefined;
      const takesOutcome = 'outcomeIndex' in (query?.properties ?? {});
      return { route, path: `${path.replace(/\{\w+\}/, name)}${takesOutcome ? '?outcomeIndex=0' : ''}` };
    });

describe('an event of a run, outside the base path', () => {
  it('is hidden from every read, by slug or public key, for every caller', async () => {
    const reads = [...readsOf(slug), ...readsOf(pubkey)];
    expect(reads.length).toBeGreaterThan(20);
    for (const { path } of reads) {
      for (const headers of [{}, stranger.headers, client.agent.headers]) {
        const reply = await fetch(service.url + path, { headers: headers as Record<string, string> });
        expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([path, 404, 'NOT_FOUND']);
      }
    }
  });

  it('is visible to its own agent under the base path', async () => {
    const served = readsOf(slug).filter(({ route }) => !route.streams && route.area !== 'record');
    expect(served.length).toBeGreaterThan(8);
    for (const { path } of served) {
      const takesOutcome = path.includes('candles') || path.includes('history');
      const { status } = await client.send('GET', takesOutcome ? path : path.split('?')[0]);
      expect([path, status]).toEqual([path, 200]);
    }
    const other = await RunClient.enter(service);
    expect(await other.send('GET', `/api/events/${slug}`)).toMatchObject({ status: 404, body: { field: 'slug' } });
    expect(await other.send('GET', `/api/v1/markets/${slug}`)).toMatchObject({ status: 404, body: { field: 'id' } });
    expect((await other.send('GET', `/api/events/${slug}/snapshot`)).status).toBe(404);
    const { status } = await other.send('POST', '/api/play/v1/orders', { ...order(), clientOrderId: 'elsewhere' });
    expect(status).toBe(404);
  });

  it('is reported as not found, and in no list', async () => {
    const names = [slug, pubkey];
    for (const path of [
      '/api/events',
      '/api/events/snapshots',
      '/api/events/health-snapshots',
      '/api/bot/strategies',
    ]) {
      const { body } = await service.call('GET', `${path}?slugs=${names.join(',')}`);
      expect([path, body.missing]).toEqual([path, names]);
      expect(JSON.stringify({ ...body, missing: [] })).not.toContain(slug);
    }
    for (const path of ['/api/events/snapshots', '/api/events/bot-snapshot', '/api/events/health-snapshots']) {
      const { body } = await service.call('POST', path, { json: { slugs: names } });
      expect([path, body.missing]).toEqual([path, names]);
    }
    const json = { probabilities: [{ slug, outcomeIndex: 0, probability: 60 }] };
    expect((await service.call('POST', '/api/bot/strategies', { json })).body.missing).toEqual([slug]);
    expect((await client.order('stream-sequence', 'seen')).status).toBe(201);
    expect((await client.send('POST', '/api/play/v1/forecasts', forecast('seen'))).status).toBe(201);
    const player = `/api/players/${client.agent.playerId.replace('_', '-')}`;
    const lists = [
      player,
      `${player}/forecasts`,
      '/api/record/export',
      '/api/events?limit=200&includeStale=true',
      `/api/search?q=${slug}`,
      '/api/search?q=certification',
      '/api/events/health?includeStale=true',
      '/api/practice',
    ];
    for (const path of lists)
      expect([path, (await service.call('GET', path)).text.includes('cert-')]).toEqual([path, false]);
    const book = await service.call('GET', `/api/clob/v2/orderbook?eventPubkey=${pubkey}&outcomeIndex=0`);
    expect(book.status).toBe(404);
  });
});

describe('other callers that know the slug', () => {
  it('can neither order, preview, forecast nor replay', async () => {
    const { headers } = stranger;
    const calls: [string, string, object?][] = [
      ['POST', '/api/play/v1/orders', { ...order(), clientOrderId: 'a' }],
      ['POST', '/api/play/v1/orders', { ...order(), eventSlug: pubkey, clientOrderId: 'b' }],
      ['POST', '/api/play/v1/orders/preview', order()],
      ['GET', `/api/play/v1/orders?eventSlug=${slug}`],
      ['DELETE', `/api/play/v1/orders?eventSlug=${slug}`],
      ['POST', '/api/play/v1/forecasts', forecast('a')],
      ['GET', `/api/play/v1/forecasts?eventSlug=${slug}`],
      ['GET', `/api/v1/streams/replay?channel=trades&key=${slug}&afterSequence=0`],
      ['GET', `/api/v1/streams/replay?channel=orderbook&key=${pubkey}&afterSequence=0`],
    ];
    for (const [method, path, json] of calls) {
      const reply = await service.call(method, path, { headers, json });
      expect([method, path, reply.status, reply.body.code]).toEqual([method, path, 404, 'NOT_FOUND']);
    }
    const json = { forecasts: [forecast('b')] };
    const batch = await service.call('POST', '/api/play/v1/forecasts/batch', { headers, json });
    expect(batch.text).toContain('NOT_FOUND');
    const [{ made }] = await service.pool<{ made: number }[]>`
      select (select count(*) from readable_orders where player_id = ${stranger.playerId})::int
        + (select count(*) from forecasts where player_id = ${stranger.playerId})::int as made`;
    expect(made).toBe(0);
  });

  it('rejects a subscription over a WebSocket', async () => {
    for (const { headers } of [stranger, client.agent]) {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers });
      await once(socket, 'open');
      for (const channel of ['trades', 'orderbook']) {
        socket.send(JSON.stringify({ type: 'subscribe', channel, key: slug }));
        const [data] = await once(socket, 'message');
        expect(JSON.parse(String(data))).toMatchObject({ type: 'error', channel, code: 'NOT_FOUND', field: 'key' });
      }
      socket.close();
    }
  });

  it('can’t use it over MCP', async () => {
    const mcp = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const requestInit = { headers: stranger.headers };
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
    const calls: [string, object][] = [
      ['get_market', { eventSlug: slug }],
      ['get_order_book', { eventSlug: slug }],
      ['list_trades', { eventSlug: slug }],
      ['play_place_order', { ...order(), clientOrderId: 'by-tool' }],
      ['play_preview_order', order()],
      ['play_record_forecast', forecast('by-tool')],
    ];
    for (const [name, args] of calls) {
      const result = await mcp.callTool({ name, arguments: args as Record<string, unknown> });
      expect([name, result.isError, JSON.stringify(result.content).includes('NOT_FOUND')]).toEqual([name, true, true]);
    }
    await mcp.close();
  });
});

describe('an order of the agent that bypassed the run', () => {
  it('is accepted and appears on its stream, though the agent can’t read the event there', async () => {
    const own = await RunClient.enter(service);
    const eventSlug = own.slug('reply-lost');
    const { headers } = own.agent;
    const json = { ...order(), eventSlug, clientOrderId: 'past-it' };
    expect((await service.call('POST', '/api/play/v1/orders', { headers, json })).status).toBe(201);
    expect((await service.call('GET', `/api/events/${eventSlug}`, { headers })).status).toBe(404);
    expect((await service.call('GET', '/api/play/v1/orders?status=all', { headers })).text).toContain('past-it');
    const { run } = await finishRun(service, own.agent, own.run);
    expect(scenarioOf(run, 'reply-lost').evidence).toEqual(['orders on this event that bypassed the run: past-it']);
    const late = { ...json, clientOrderId: 'too-late' };
    expect((await service.call('POST', '/api/play/v1/orders', { headers, json: late })).status).toBe(404);
  });

  it('fails its scenario under an id that the run also recorded, and the report of the open run says so', async () => {
    const own = await RunClient.enter(service);
    const eventSlug = own.slug('rate-limited');
    const { headers } = own.agent;
    const json = { ...order(), eventSlug, clientOrderId: 'one-id' };
    expect((await own.order('rate-limited', 'one-id')).status).toBe(429);
    expect((await service.call('POST', '/api/play/v1/orders', { headers, json })).status).toBe(201);
    service.clock.forward(3_000);
    expect((await own.order('rate-limited', 'one-id')).status).toBe(200);
    const text = 'orders on this event that bypassed the run: one-id';
    expect(await own.verdict(service, 'rate-limited')).toMatchObject({ verdict: 'failed', text });
    const { run } = await finishRun(service, own.agent, own.run);
    expect(scenarioOf(run, 'rate-limited')).toMatchObject({ verdict: 'failed', evidence: [text] });
  });
});
