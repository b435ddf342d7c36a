import { randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { cloneDemo } from '../../test/support/demo-database.js';
import type { TestDatabase } from '../../test/support/test-database.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { buildTools } from '../contract/tools.js';
import { createPostgresStore } from '../database/postgres-store.js';
import type { Store } from '../database/store.js';
import { routes } from '../features.js';
import { publishSignals } from '../intelligence/publish-signals.js';
import { makeId } from '../kernel/ids.js';
import { writeAgentKey } from '../kernel/token-syntax.js';
import * as playerStore from '../people/store/players.js';

/** The text of a result, and again its structured content. */
const maxBytes = 6 * 1024;

// biome-ignore lint/suspicious/noExplicitAny: results of every tool.
type Result = any;

let database: TestDatabase;
let store: Store;
let service: TestService;
let client: Client;
let handle: string;

const call = (name: string, args: Record<string, unknown> = {}): Promise<Result> =>
  client.callTool({ name, arguments: args });

async function read(name: string, args: Record<string, unknown> = {}): Promise<Result> {
  const result = await call(name, args);
  expect(result.isError, result.content[0].text).toBeFalsy();
  return result.structuredContent;
}

/** A key of the house player with the most orders, so that its lists are longer than a page. */
async function keyOfBusiestPlayer(): Promise<string> {
  const [player] = await database.pool<{ id: string; handle: string }[]>`
    select p.id, p.handle from players p join readable_orders o on o.player_id = p.id
    where p.house group by p.id order by count(*) desc limit 1`;
  await database.pool`update players set plan = 'enterprise' where id = ${player.id}`;
  const secret = writeAgentKey(randomBytes(32));
  const at = Date.now();
  const id = makeId('key', at, randomBytes(10));
  await store.transact(tx => playerStore.addKey(tx, { id, agentId: player.id, secret, at }));
  handle = player.handle;
  return secret;
}

beforeAll(async () => {
  database = await cloneDemo();
  store = createPostgresStore(database.pool);
  const key = await keyOfBusiestPlayer();
  service = await startTestService({ store, clock: Date.now, demoVenues: true });
  await waitForScores({ pool: database.pool, clock: { forward: () => {} } as never });
  client = new Client({ name: 'a model', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
  await waitUntil('markets of the demo venues', async () => {
    const { markets } = await read('search_venues', { source: 'demo-a' });
    return markets.length > 0;
  });
  // The job may have run before the venues had prices.
  await publishSignals(service.services, () => true);
  expect((await read('get_signals')).total).toBeGreaterThan(0);
}, 180_000);
afterAll(async () => {
  await client.close();
  await assertBooksBalance(store);
  await service.stop();
  await database.drop();
});

/** Arguments of the tools that need some; ids are those of the busiest player. */
async function requiredArguments(): Promise<Record<string, Record<string, unknown>>> {
  const { events } = await read('list_top_markets');
  const eventSlug = events[0].slug;
  const { orders } = await read('play_orders', { limit: 1 });
  const { forecasts } = await read('play_forecasts', { limit: 1 });
  const order = { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 20, limitPriceBps: 9_900 };
  const forecast = { eventSlug, outcomeIndex: 0, probability: 55 };
  return {
    check_question: { question: 'Will it rain in Paris on 1 June 2027?' },
    explain_error: { code: 'RATE_LIMITED' },
    get_leaderboard: { board: 'brier' },
    search: { q: 'will' },
    play_preview_order: order,
    play_place_order: { ...order, clientOrderId: 'size' },
    play_record_forecast: { ...forecast, clientForecastId: 'size' },
    play_forecast_batch: { forecasts: [{ ...forecast, clientForecastId: 'sizes' }] },
    play_cancel_order: { orderId: orders[0].id },
    play_withdraw_forecast: { forecastId: forecasts[0].id },
    eventSlug: { eventSlug },
    handle: { handle },
  };
}

describe('the default result of every tool in the demo arena', () => {
  it(`takes at most ${maxBytes} bytes`, async () => {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(buildTools(routes).length);
    const known = await requiredArguments();
    const sizes: [string, number][] = [];
    for (const { name, inputSchema } of tools) {
      const [first = ''] = inputSchema.required ?? [];
      const result = await call(name, known[name] ?? known[first] ?? {});
      const { content, structuredContent, isError } = result;
      expect(isError, `${name}: ${content[0].text}`).toBeFalsy();
      expect(JSON.parse(content[0].text)).toEqual(structuredContent);
      sizes.push([name, Buffer.byteLength(content[0].text)]);
    }
    sizes.sort((a, b) => b[1] - a[1]);
    console.log(sizes.map(([name, size]) => `${size} ${name}`).join('\n'));
    expect(sizes.filter(([, size]) => size > maxBytes)).toEqual([]);
  });

  it.each(['1h', '24h', '7d', '30d', 'all'])('holds the whole price history of %s', async timeframe => {
    const { eventSlug } = (await requiredArguments()).eventSlug;
    const history = await read('get_price_history', { eventSlug, timeframe, fill: 'previous' });
    expect(Buffer.byteLength(JSON.stringify(history))).toBeLessThanOrEqual(maxBytes);
    expect(history.candles.length).toBeGreaterThan(5);
    expect(history.nextCursor).toBeUndefined();
  });
});

it('rounds to millionths unless a view or members are requested', async () => {
  const { rows } = await read('get_leaderboard', { board: 'brier' });
  const full = await read('get_leaderboard', { board: 'brier', view: 'full' });
  const picked = await read('get_leaderboard', { board: 'brier', fields: 'rows(mean)' });
  for (const [index, { mean }] of rows.entries()) {
    expect(mean).toBe(Number(full.rows[index].mean.toFixed(6)));
    expect(picked.rows[index].mean).toBe(full.rows[index].mean);
  }
  expect(rows.map(({ mean }: { mean: number }) => mean)).not.toEqual(picked.rows.map((row: Result) => row.mean));
});

describe('a page of default size', () => {
  const cursorTools = [
    ['list_markets', 'events', 20],
    ['list_fixtures', 'fixtures', 10],
    ['search_venues', 'markets', 12],
    ['list_trades', 'trades', 30],
    ['list_player_forecasts', 'forecasts', 15],
    ['play_positions', 'positions', 15],
    ['play_activity', 'activity', 30],
    ['play_orders', 'orders', 20],
    ['play_forecasts', 'forecasts', 20],
  ] as const;

  it.each(cursorTools)('%s has a cursor that continues after its last item', async (name, list, size) => {
    const { inputSchema } = (await client.listTools()).tools.find(tool => tool.name === name) as Result;
    expect(inputSchema.properties.limit.default).toBe(size);
    const known = await requiredArguments();
    const args = known[inputSchema.required?.[0]] ?? {};
    // Everything, in any status, is more than one page of each list.
    const all = ['play_positions', 'play_orders', 'play_forecasts'].includes(name) ? { ...args, status: 'all' } : args;
    const first = await read(name, all);
    expect(first[list]).toHaveLength(size);
    expect(first.nextCursor).toEqual(expect.any(String));
    const second = await read(name, { ...all, cursor: first.nextCursor });
    const { [list]: longer } = await read(name, { ...all, limit: size + second[list].length });
    expect([...first[list], ...second[list]]).toEqual(longer);
  });

  it('names lists without a cursor in cut if more items exist', async () => {
    const top = await read('list_top_markets');
    expect(top).toMatchObject({ total: expect.any(Number), cut: expect.arrayContaining(['events']) });
    expect(top.events).toHaveLength(12);
    const all = await read('list_top_markets', { limit: top.total });
    expect(all.events).toHaveLength(top.total);
    expect(all.cut ?? []).not.toContain('events');
    const found = await read('search', { q: 'will' });
    expect([found.events.length, found.cut]).toEqual([8, expect.arrayContaining(['events'])]);
    expect((await read('search', { q: 'will', limit: 200 })).cut ?? []).not.toContain('events');
  });

  it('names the next call with the first item that has its argument', async () => {
    const { fixtures } = await read('list_fixtures');
    expect(fixtures.map(({ status }: { status: string }) => status)).toEqual(fixtures.map(() => 'scheduled'));
    const { markets, next } = await read('search_venues', { source: 'demo-b' });
    const linked = markets.find(({ eventSlug }: { eventSlug?: string }) => eventSlug !== undefined);
    expect(next).toEqual([{ tool: 'get_market', arguments: { eventSlug: linked.eventSlug } }]);
  });
});
