import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { buildTools } from '../contract/tools.js';
import { planEvents } from '../demo/rules/plan.js';
import { routes } from '../features.js';

const kilobyte = 1024;
/** The maximum size of one result in a context window: the text, and again as structured content. */
const maxBytes: Readonly<Record<string, number>> = {
  list_markets: 6 * kilobyte,
  get_market: 2.5 * kilobyte,
  play_preview_order: 1.5 * kilobyte,
  play_place_order: 2 * kilobyte,
  play_record_forecast: kilobyte,
};

let service: OperatorService;
let client: Client;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  // Titles, descriptions and outcomes as long as those of the demo arena.
  for (const { command } of planEvents('compact', service.clock.now())) {
    const { title, description, category, tags, outcomes } = command;
    const { id } = await aMarket(service.pool, service.clock.now(), { slug: command.slug, category, outcomes });
    await service.pool`
      update events set title = ${title}, description = ${description}, tags = ${tags as string[]} where id = ${id}`;
    slug = command.slug;
  }
  client = new Client({ name: 'a model', version: '1' });
  const { headers } = await service.anAgent();
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
});
afterAll(async () => {
  await client.close();
  await stopBalanced(service);
});

// biome-ignore lint/suspicious/noExplicitAny: results of every tool.
type Result = any;
const call = (name: string, args: Record<string, unknown> = {}): Promise<Result> =>
  client.callTool({ name, arguments: args });
const textOf = (result: Result) => JSON.parse(result.content[0].text);
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the list of tools', () => {
  it('takes at most 60 KB, with every schema', async () => {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(buildTools(routes).length);
    console.log(`${tools.length} tools in ${bytes({ tools })} bytes`);
    expect(bytes({ tools })).toBeLessThanOrEqual(60 * kilobyte);
  });

  it('lists next calls that exist, with arguments that they accept', () => {
    const tools = buildTools(routes);
    for (const { name, next = [] } of tools) {
      for (const { tool, arguments: paths } of next) {
        const found = tools.find(each => each.name === tool);
        const properties = Object.keys((found?.inputSchema.properties ?? {}) as object);
        expect(properties, `${name} → ${tool}`).toEqual(expect.arrayContaining(Object.keys(paths)));
      }
    }
  });
});

describe('a model that sees compact results only', () => {
  it('finds, reads, previews, orders, forecasts and reviews, each within its budget', async () => {
    const sizes: [string, number][] = [];
    const step = async (name: string, args: Record<string, unknown> = {}) => {
      const result = await call(name, args);
      expect(result.isError, result.content[0].text).toBeFalsy();
      expect(textOf(result)).toEqual(result.structuredContent);
      sizes.push([name, Buffer.byteLength(result.content[0].text)]);
      expect(sizes.at(-1)?.[1], name).toBeLessThanOrEqual(maxBytes[name] ?? 4 * kilobyte);
      return result.structuredContent;
    };
    const follow = (next: { tool: string; arguments: object }[], name: string) => {
      const found = next.find(({ tool }) => tool === name);
      expect(found, `${name} among ${JSON.stringify(next)}`).toBeDefined();
      return (found as { arguments: Record<string, unknown> }).arguments;
    };

    const found = await step('list_markets', { limit: 20 });
    expect(found.events).toHaveLength(20);
    const market = await step('get_market', follow(found.next, 'get_market'));
    expect(market.event).toMatchObject({ title: expect.any(String), resolutionSource: { rule: expect.any(String) } });
    const [{ priceBps }] = market.event.outcomes;
    const order = { outcomeIndex: 0, side: 'buy', amountCredits: 20, limitPriceBps: Math.min(9900, priceBps + 500) };
    const preview = await step('play_preview_order', { eventSlug: market.event.slug, ...order });
    const placing = follow(preview.next, 'play_place_order');
    expect(placing).toMatchObject({ eventSlug: market.event.slug, ...order });
    const placed = await step('play_place_order', { ...placing, clientOrderId: 'one' });
    expect(placed.order).toMatchObject({ status: 'filled', clientOrderId: 'one' });
    const forecasting = follow(placed.next, 'play_record_forecast');
    await step('play_record_forecast', { ...forecasting, probability: 70, clientForecastId: 'one' });
    const { forecasts } = await step('play_forecasts');
    expect(forecasts).toMatchObject([{ eventSlug: market.event.slug, probability: 70 }]);
    await step('play_withdraw_forecast', { forecastId: forecasts[0].id });
    const account = await step('play_account');
    expect(account.rateLimit).toEqual({ budget: 'reads', left: expect.any(Number), resetSeconds: expect.any(Number) });
    await step('get_player', { handle: account.player.handle });
    console.log(sizes.map(([name, size]) => `${name} ${size}`).join(', '));
  });
});

it('lists every 20 events of a demo arena within its budget', async () => {
  const sizes: number[] = [];
  let page: { cursor?: string } | null = {};
  while (page) {
    const { content, structuredContent, isError } = await call('list_markets', { limit: 20, ...page });
    expect(isError, content[0].text).toBeFalsy();
    sizes.push(Buffer.byteLength(content[0].text));
    const { nextCursor } = structuredContent;
    page = nextCursor ? { cursor: nextCursor } : null;
  }
  console.log(`pages of ${sizes.join(', ')} bytes`);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(6 * kilobyte);
});

describe('the view of a result', () => {
  it('is the whole response of the route with full', async () => {
    const { structuredContent, content } = await call('get_market', { eventSlug: slug, view: 'full' });
    const { body } = await service.call('GET', `/api/events/${slug}`);
    expect(structuredContent).toEqual(body);
    expect(JSON.parse(content[0].text)).toEqual(body);
  });

  it('has the members listed in fields', async () => {
    const { structuredContent } = await call('get_market', { eventSlug: slug, fields: 'event(slug,outcomes(label))' });
    const { outcomes } = (await service.call('GET', `/api/events/${slug}`)).body.event;
    expect(structuredContent).toEqual({
      event: { slug, outcomes: outcomes.map(({ label }: { label: string }) => ({ label })) },
    });
  });

  it.each([
    [{ view: 'tiny' }, 'view', 'view must be compact or full (got "tiny")'],
    [{ fields: 'event(slog)' }, 'fields', 'fields names slog, which event does not have; known are id, slug,'],
    [{ fields: 'event(' }, 'fields', 'fields expects the name of a member'],
    [{ fields: 7 }, 'fields', 'fields must be a text of at most 500 characters'],
    [{ fields: 'event', view: 'full' }, 'fields', 'can’t be combined'],
  ])('%j is rejected with the field and the reason', async (view, field, message) => {
    const result = await call('get_market', { eventSlug: slug, ...view });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatchObject({ code: 'INVALID_PAYLOAD', field, error: expect.stringContaining(message) });
  });
});
