import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../test/support/operator-service.js';
import { startLosingProxy } from '../test/support/proxies/losing-proxy.js';
import { type ClientOptions, createClient, NoAnswer, PresageError, UnknownOutcome } from './client.js';

let service: OperatorService;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  slug = (await service.anEvent({ liquidityCredits: 20_000 })).slug;
});
afterAll(() => stopBalanced(service));

const order = { outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 } as const;
const noSleep = async () => {};

async function aClient(options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const agent = await service.anAgent();
  return { agent, client: createClient({ baseUrl: service.url, agentKey: agent.key, sleep: noSleep, ...options }) };
}

/** Starts a server that sends the given responses in order, repeats the last one, and records requests. */
async function scripted(
  answers: readonly { status: number; body?: object; headers?: Record<string, string> }[],
  options: Partial<ClientOptions> = {},
) {
  const seen: { method: string; url: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ method: request.method as string, url: request.url as string, body });
      const { status, body: reply = {}, headers = {} } = answers[Math.min(seen.length, answers.length) - 1];
      if (status === 0) response.destroy();
      else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(reply));
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pauses: number[] = [];
  const retries: string[] = [];
  const client = createClient({
    baseUrl: url,
    onRetry: (error, pauseMs) => retries.push(`${(error as PresageError).code} ${pauseMs}`),
    random: () => 0.5,
    sleep: async milliseconds => {
      pauses.push(milliseconds);
    },
    ...options,
  });
  return {
    client,
    seen,
    pauses,
    retries,
    url,
    close: () => new Promise(done => server.close(done).closeAllConnections()),
  };
}

describe('the client', () => {
  it('plays: account, order, preview, cancel, forecast', async () => {
    const { client } = await aClient();
    expect((await client.account()).availableBalance).toBe(10_000);
    const { event } = await client.event(slug);
    expect(event.outcomes.map(outcome => outcome.label)).toEqual(['Yes', 'No']);
    const preview = await client.previewOrder({ ...order, eventSlug: slug, amountCredits: 7 });
    const ifSequence = preview.market.sequence;
    const placed = await client.placeOrder({ ...order, eventSlug: slug, amountCredits: 7, ifSequence });
    expect(placed.order.filledShares).toBe(preview.order.filledShares);
    const resting = await client.placeOrder({ ...order, eventSlug: slug, limitPriceBps: 1 });
    expect((await client.cancelOrder(resting.order.id)).order.status).toBe('cancelled');
    expect((await client.cancelOrders(slug)).cancelled).toBe(0);
    const { forecast } = await client.recordForecast({ eventSlug: slug, outcomeIndex: 0, probability: 61.25 });
    expect(forecast.probability).toBe(61.25);
    expect(forecast.clientForecastId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('pages through lists to the end', async () => {
    const { client } = await aClient();
    for (let number = 0; number < 7; number += 1) {
      await client.placeOrder({ ...order, eventSlug: slug, limitPriceBps: 10 + number, clientOrderId: `n-${number}` });
    }
    const names: (string | null)[] = [];
    for await (const found of client.each('listOrders', { query: { limit: 3 } })) names.push(found.clientOrderId);
    expect(names.sort()).toEqual(Array.from({ length: 7 }, (_, number) => `n-${number}`));
    await client.cancelOrders();
  });

  it('throws errors with all members of the response', async () => {
    const { client } = await aClient();
    const error = await client.placeOrder({ ...order, eventSlug: slug, amountCredits: 1e6 }).catch(problem => problem);
    expect(error).toBeInstanceOf(PresageError);
    expect(error).toMatchObject({ status: 402, code: 'INSUFFICIENT_BALANCE', remediation: expect.any(String) });
    expect(error.requestId).toMatch(/^req_/);
    const bad = await client.call('listOrders', { query: { limit: 9999 } }).catch(problem => problem);
    expect(bad).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'limit' });
  });
});

const idsOf = (seen: readonly { body: string }[]) => seen.map(({ body }) => JSON.parse(body || '{}').clientOrderId);

describe('retry policy', () => {
  const placed = { order: { id: 'ord_1' }, fills: [], replayed: false };

  it('waits for Retry-After and reuses the id', async () => {
    const limited = { status: 429, body: { code: 'RATE_LIMITED' }, headers: { 'retry-after': '7' } };
    const far = await scripted([
      limited,
      { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } },
      { status: 201, body: placed },
    ]);
    await far.client.placeOrder({ ...order, eventSlug: slug });
    expect(far.pauses).toEqual([7000 + 125, 250]);
    expect(far.retries).toEqual(['RATE_LIMITED 7125', 'SERVICE_UNAVAILABLE 250']);
    expect(new Set(idsOf(far.seen)).size).toBe(1);
    expect(far.seen).toHaveLength(3);
    await far.close();
  });

  it.each([
    'INVALID_PAYLOAD',
    'FORBIDDEN',
    'MARKET_CLOSED',
    'TRADING_PAUSED',
    'STALE_ORDERBOOK',
    'LIVE_TRADING_DISABLED',
  ])('does not repeat %s', async code => {
    const far = await scripted([{ status: code === 'TRADING_PAUSED' ? 503 : 400, body: { code } }]);
    await expect(far.client.placeOrder({ ...order, eventSlug: slug })).rejects.toMatchObject({ code });
    expect(far.seen).toHaveLength(1);
    await far.close();
  });

  it('looks up an unknown outcome by its id before it retries', async () => {
    const unknown = { status: 504, body: { code: 'ACCEPTED_UNKNOWN_CONFIRMATION' } };
    const far = await scripted([
      unknown,
      { status: 200, body: { orders: [], nextCursor: null } },
      { status: 201, body: placed },
    ]);
    await far.client.placeOrder({ ...order, eventSlug: slug, clientOrderId: 'mine' });
    expect(far.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/play/v1/orders',
      'GET /api/play/v1/orders?clientOrderId=mine',
      'POST /api/play/v1/orders',
    ]);
    await far.close();
  });
});

describe('without a response', () => {
  it('reports an unknown outcome, and never guesses for writes without an id', async () => {
    const far = await scripted([{ status: 0 }]);
    const error = await far.client
      .placeOrder({ ...order, eventSlug: slug, clientOrderId: 'mine' })
      .catch(problem => problem);
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect([error.clientId, far.seen.length]).toEqual(['mine', 13]);
    const body = { name: 'x', description: 'y' };
    await expect(far.client.call('createAgent', { body })).rejects.toBeInstanceOf(UnknownOutcome);
    expect(far.seen).toHaveLength(14);
    await expect(far.client.account()).rejects.toBeInstanceOf(NoAnswer);
    expect(far.seen).toHaveLength(27);
    await far.close();
  });

  it('times out', async () => {
    const server = createServer(() => {});
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ baseUrl, timeoutMs: 50, retries: { attempts: 2 }, sleep: noSleep });
    await expect(client.account()).rejects.toThrow('no response within 50 ms');
    server.close();
    server.closeAllConnections();
  });
});

describe('lost responses', () => {
  const orders = Number(process.env.ORDERS ?? 200);
  const perAgent = 100;

  it(`${orders} orders through a proxy that loses 30 % of the responses have ${orders} effects`, {
    timeout: 300_000,
  }, async () => {
    let dice = 12_345;
    const random = () => {
      dice = (dice * 1_103_515_245 + 12_345) % 2 ** 31;
      return dice / 2 ** 31;
    };
    const proxy = await startLosingProxy(service.url, method => method === 'POST' && random() < 0.3);
    const { slug: own } = await service.anEvent({ liquidityCredits: 50_000 });
    const count = async () => {
      const [{ made }] = await service.pool<{ made: number }[]>`
        select count(*)::int as made from readable_orders o join events e on e.id = o.event_id where e.slug = ${own}`;
      return made;
    };
    const agents = await Promise.all(
      Array.from({ length: Math.ceil(orders / perAgent) }, () =>
        aClient({ baseUrl: proxy.url, retries: { attempts: 12 } }),
      ),
    );
    const results = await Promise.all(
      Array.from({ length: orders }, (_, index) =>
        agents[Math.floor(index / perAgent)].client.placeOrder({ ...order, eventSlug: own, outcomeIndex: index % 2 }),
      ),
    );
    await proxy.close();
    expect(await count()).toBe(orders);
    expect(new Set(results.map(result => result.order.id)).size).toBe(orders);
    expect(proxy.lost()).toBeGreaterThan(orders / 5);
    expect(results.filter(result => result.replayed).length).toBeGreaterThan(orders / 8);
  });
});

describe('helpers', () => {
  it('cover every play operation', async () => {
    const { client, agent } = await aClient();
    const batch = await client.recordForecasts([
      { eventSlug: slug, outcomeIndex: 0, probability: 40 },
      { eventSlug: slug, outcomeIndex: 0, probability: 45, clientForecastId: 'second' },
    ]);
    expect(batch.forecasts.map(({ probability }) => probability)).toEqual([40, 45]);
    const { forecasts } = await client.forecasts({ eventSlug: slug });
    expect(forecasts.map(({ clientForecastId }) => clientForecastId)).toEqual(['second']);
    await client.withdrawForecast(forecasts[0].id);
    expect((await client.forecasts()).forecasts).toEqual([]);
    const placed = await client.placeOrder({ ...order, eventSlug: slug });
    expect((await client.order(placed.order.id)).order.status).toBe('filled');
    expect((await client.orders({ status: 'all' })).orders).toHaveLength(1);
    expect((await client.positions()).positions).toMatchObject([{ eventSlug: slug, outcomeIndex: 0 }]);
    expect((await client.activity()).activity).toContainEqual(expect.objectContaining({ kind: 'trade', credits: -1 }));
    expect((await client.events({ limit: 1 })).events).toHaveLength(1);
    expect((await client.orderbook(slug, { depth: 1 })).asks).toHaveLength(1);
    expect((await client.trades(slug, { limit: 1 })).trades).toHaveLength(1);
    expect((await client.candles(slug, { timeframe: '1h' })).candles.length).toBeGreaterThan(0);
    expect(await client.search('nothing-like-this')).toMatchObject({ events: [] });
    expect((await client.leaderboard('profit')).board).toBe('profit');
    const handle = agent.playerId.replace('_', '-');
    expect((await client.player(handle)).player.handle).toBe(handle);
    expect((await client.calibration(handle)).bins.length).toBeGreaterThan(0);
  });

  it('suggest the nearest operation for an unknown one', async () => {
    const { client } = await aClient();
    await expect(client.call('plaecOrder' as 'getStatus', {})).rejects.toThrow(
      'unknown operation plaecOrder. Did you mean placeOrder?',
    );
    await expect(client.call('xyzzy' as 'getStatus', {})).rejects.toThrow('The contract at /openapi.json lists them.');
    await expect(client.call('toString' as 'getStatus', {})).rejects.toThrow('unknown operation toString');
  });
});

describe('baseUrl', () => {
  it('can omit the scheme, as in the command', async () => {
    const client = createClient({ baseUrl: service.url.replace('http://', '') });
    expect((await client.call('getStatus', {})).status).toBe('ok');
  });

  it.each(['http//arena', 'ftp://arena', 'http://', 'http://me@arena', 'a b'])('throws at once for %s', baseUrl => {
    expect(() => createClient({ baseUrl })).toThrow(
      `baseUrl must be an http or https URL such as http://127.0.0.1:4870 (got ${baseUrl})`,
    );
  });

  it('is never retried if it has no origin outside a browser', async () => {
    const client = createClient({ baseUrl: '', onRetry: () => expect.unreachable() });
    await expect(client.account()).rejects.toThrow('/api/play/v1/account is not a valid URL');
    await expect(client.stream({ channel: 'user' }).next()).rejects.toThrow('/api/play/v1/stream is not a valid URL');
  });
});

describe('onQuota', () => {
  const exhausted = {
    status: 429,
    body: { code: 'RATE_LIMITED', error: 'too many' },
    headers: { 'retry-after': '1800' },
  };
  const busy = { ...exhausted, headers: { 'retry-after': '2' } };

  it('throws immediately, waits indefinitely, or by default for at most a minute', async () => {
    for (const [onQuota, answer, pauses] of [
      ['throw', busy, []],
      ['wait', exhausted, [1_800_125]],
      [undefined, busy, [2_125]],
      [undefined, exhausted, []],
    ] as const) {
      const far = await scripted([answer, { status: 200, body: { availableBalance: 1 } }], { onQuota });
      const reply = await far.client.account().catch((error: PresageError) => error.code);
      expect([reply, far.pauses]).toEqual([pauses.length === 0 ? 'RATE_LIMITED' : { availableBalance: 1 }, pauses]);
      await far.close();
    }
  });
});

describe('a stream whose service is down', () => {
  it('reports the outage once, not for every attempt', async () => {
    const stop = new AbortController();
    const states: boolean[] = [];
    let pauses = 0;
    const sleep = async () => {
      pauses += 1;
      if (pauses === 4) stop.abort();
    };
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', sleep });
    const onConnection = ({ open }: { open: boolean }) => states.push(open);
    for await (const _ of client.stream({ channel: 'trades', key: slug, signal: stop.signal, onConnection })) break;
    expect([pauses, states]).toEqual([4, [false]]);
  });
});
