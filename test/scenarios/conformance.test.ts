import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/features.js';
import { assertBooksBalance } from '../support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../support/operator-service.js';
import type { TestAgent } from '../support/test-service.js';

interface Row {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly credential: string;
  readonly status: number;
  readonly code: string | undefined;
}

function readTable(): Row[] {
  const text = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| [^|]+ \| `(\w+) ([^`]+)` \| ([^|]*) \| ([^|]+) \| (\d+)(?: (\w+))? \|$/gm)].map(
    ([, method, path, query, credential, status, code]) => ({
      method,
      path,
      query: query.trim() === '' ? [] : query.trim().split(', '),
      credential: credential.trim(),
      status: Number(status),
      code,
    }),
  );
}

const rows = readTable();
const operations = rows.filter(({ path }) => path !== '/mcp');
const named = operations.map(row => [`${row.method} ${row.path}`, row] as const);

let service: OperatorService;
let agent: TestAgent;
let handle: string;
let event: { slug: string; eventPubkey: string };
beforeAll(async () => {
  service = await startOperatorService();
  agent = await service.anAgent('enterprise');
  const { slug } = await service.anEvent();
  const placed = await service.order(agent, { eventSlug: slug, amountCredits: 20 });
  expect(placed.status, placed.text).toBe(201);
  const { body } = await service.call('GET', `/api/events/${slug}`);
  event = body.event;
  const trades = await service.call('GET', `/api/events/${slug}/activity`);
  handle = trades.body.trades[0].player.handle;
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

/** What a request needs in addition to its path to succeed. */
function required(name: string): { query?: Record<string, string>; json?: unknown } {
  const { slug, eventPubkey } = event;
  const write = { eventSlug: slug, outcomeIndex: 0 };
  const requests: Record<string, { query?: Record<string, string>; json?: unknown }> = {
    'POST /api/play/v1/orders': {
      json: { ...write, side: 'buy', amountCredits: 5, limitPriceBps: 9900, clientOrderId: 'conformance' },
    },
    'POST /api/play/v1/forecasts': { json: { ...write, probability: 60, clientForecastId: 'conformance' } },
    'GET /api/events/snapshots': { query: { slugs: slug } },
    'GET /api/events/health-snapshots': { query: { slugs: slug } },
    'GET /api/bot/quant': { query: { slugs: slug } },
    'GET /api/bot/strategies': { query: { slugs: slug } },
    'GET /api/clob/v2/orderbook': { query: { eventPubkey, outcomeIndex: '0' } },
    'GET /api/search': { query: { q: 'event' } },
    'GET /api/markets/requests/maker-kit': { query: { queue: '1' } },
    'POST /api/markets/requests/readiness': { json: { question: 'Will it rain in Oslo on 2027-01-01?' } },
    'GET /api/data/market-intelligence/history': { query: { slug } },
    'GET /api/data/positions': { query: { user: handle } },
    'GET /api/v1/streams/replay': { query: { channel: 'trades', key: slug, afterSequence: '0' } },
    'POST /api/v1/developer/explain-error': { json: { code: 'RATE_LIMITED' } },
  };
  return requests[name] ?? {};
}

/** A stream does not end, so only its status and type are checked. */
async function openStream(path: string): Promise<number> {
  const stop = new AbortController();
  const response = await fetch(service.url + path, { signal: stop.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  stop.abort();
  return response.status;
}

async function request(row: Row, headers: Record<string, string>) {
  const { query = {}, json } = required(`${row.method} ${row.path}`);
  const path = row.path.replace('{slug}', event.slug).replace('{id}', event.slug);
  const search = new URLSearchParams(query).toString();
  const isVersioned = row.method !== 'GET' && row.path.startsWith('/api/v1/');
  const idempotency: Record<string, string> = isVersioned ? { 'idempotency-key': `conformance-${row.path}` } : {};
  return service.call(row.method, search ? `${path}?${search}` : path, {
    headers: { ...headers, ...idempotency },
    json,
  });
}

describe('the operations of the specification', () => {
  it('are 99 and the MCP server', () => {
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(99);
    expect(rows.length).toBe(100);
  });

  it.each(named)('%s is in the contract, with its query parameters', (_name, row) => {
    const found = routes.find(
      route => route.method === row.method && [route.path, ...(route.aliases ?? [])].includes(row.path),
    );
    expect(found).toBeDefined();
    expect(found?.deprecated ?? false).toBe(row.code === 'LIVE_TRADING_DISABLED');
    const taken = Object.keys((found?.request?.query as { properties?: object } | undefined)?.properties ?? {});
    expect(row.query.filter(parameter => !taken.includes(parameter))).toEqual([]);
  });

  // Every response of `service.call` is checked against the contract: status, code, headers and schema.
  it.each(named)('%s responds as the contract says', async (_name, row) => {
    if (row.path.endsWith('/stream')) {
      expect(await openStream(row.path.replace('{slug}', event.slug))).toBe(row.status);
      return;
    }
    const needsKey = row.credential === 'agent key';
    const reply = await request(row, needsKey ? agent.headers : {});
    expect(reply.status, reply.text).toBe(row.status);
    if (row.code) expect(reply.body.code).toBe(row.code);
    if (needsKey) expect((await request(row, {})).status).toBe(401);
    if (row.credential === 'optional') {
      expect((await request(row, { authorization: 'Bearer presage_agent_x' })).status).toBe(401);
    }
  });

  it('include the MCP server, which lists its tools', async () => {
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify(json),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"list_markets"');
  });
});
