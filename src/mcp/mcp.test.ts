import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { buildTools } from '../contract/tools.js';
import { mcpProtocolVersions } from '../discovery/schemas.js';
import { routes } from '../features.js';
import { errorCodes, errorEntry } from '../http/errors.js';
import { writeAgentKey } from '../kernel/token-syntax.js';
import { mentionsHttp, toolRemediation } from './call-tool.js';

let service: OperatorService;
let slug: string;
const clients: Client[] = [];
beforeAll(async () => {
  service = await startOperatorService();
  slug = (await service.anEvent({ title: 'Will tools work?' })).slug;
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => stopBalanced(service));

const modern = '2026-07-28';

async function connect(version: string = modern, headers: Record<string, string> = {}): Promise<Client> {
  const options =
    version === modern
      ? { versionNegotiation: { mode: { pin: version } } }
      : { supportedProtocolVersions: [version], versionNegotiation: { mode: 'legacy' as const } };
  const client = new Client({ name: 'test', version: '1' }, options);
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every tool.
type Result = any;
async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> {
  return client.callTool({ name, arguments: args });
}
const textOf = (result: Result) => JSON.parse(result.content[0].text);
const toolNames = () => buildTools(routes).map(({ name }) => name);

/** Arguments with which each tool returns data. */
async function argumentsOf(agent: TestAgent): Promise<Record<string, Record<string, unknown>>> {
  const handle = agent.playerId.replace('_', '-');
  const resting = await service.order(agent, { eventSlug: slug, amountCredits: 5, limitPriceBps: 100 });
  const order = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9000 };
  const recorded = await forecast(service, agent, slug, { probability: 20 });
  return {
    check_question: { question: 'Will tools work on 1 May 2026?' },
    explain_error: { code: 'RATE_LIMITED' },
    get_crowd_forecast: { eventSlug: slug },
    get_leaderboard: { board: 'brier', limit: 3 },
    get_market: { eventSlug: slug },
    get_order_book: { eventSlug: slug, depth: 3 },
    get_player: { handle },
    get_player_calibration: { handle },
    get_price_history: { eventSlug: slug, timeframe: '24h' },
    list_markets: { limit: 5, q: 'tools' },
    list_player_forecasts: { handle },
    list_trades: { eventSlug: slug },
    search: { q: 'tools' },
    play_cancel_order: { orderId: resting.body.order.id },
    play_place_order: { ...order, clientOrderId: `order-${agent.playerId}` },
    play_forecast_batch: {
      forecasts: [{ eventSlug: slug, outcomeIndex: 0, probability: 58, clientForecastId: 'of-a-batch' }],
    },
    play_withdraw_forecast: { forecastId: recorded.body.forecast.id },
    play_preview_order: order,
    play_record_forecast: {
      eventSlug: slug,
      outcomeIndex: 1,
      probability: 41.5,
      clientForecastId: 'one',
      rationale: 'A guess.',
    },
  };
}

describe.each(mcpProtocolVersions)('MCP %s', version => {
  it('lists and calls public tools without a key', async () => {
    const client = await connect(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'presage' });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    const open = buildTools(routes).filter(({ access }) => access === 'public');
    expect(tools.map(({ name }) => name)).toEqual(open.map(({ name }) => name));
    const args = await argumentsOf(await service.anAgent());
    for (const { name } of tools) {
      const result = await callTool(client, name, args[name]);
      expect(result.isError, `${name}: ${result.content[0].text}`).toBeFalsy();
      expect(textOf(result)).toEqual(result.structuredContent);
    }
    const refused = await callTool(client, 'play_account');
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatchObject({ code: 'UNAUTHORIZED', retryable: false });
  });

  it('lists and calls every tool with a key', async () => {
    const agent = await service.anAgent('pro');
    const client = await connect(version, agent.headers);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(buildTools(routes).map(({ name }) => name));
    const args = await argumentsOf(agent);
    for (const { name, annotations, outputSchema } of tools) {
      const hints = annotations?.readOnlyHint ? [] : ['destructiveHint', 'idempotentHint'];
      expect(Object.keys(annotations ?? {}).sort()).toEqual([...hints, 'openWorldHint', 'readOnlyHint']);
      expect(outputSchema?.type).toBe('object');
      const result = await callTool(client, name, args[name]);
      expect(result.isError, `${name}: ${result.content[0].text}`).toBeFalsy();
      expect(textOf(result)).toEqual(result.structuredContent);
    }
  });

  it('rejects an invalid key before the protocol starts', async () => {
    const unknown = writeAgentKey(new Uint8Array(32).fill(7));
    for (const key of ['presage_agent_nonsense', unknown]) {
      const problem = await connect(version, { authorization: `Bearer ${key}` }).catch(error => error);
      expect(problem).toMatchObject({ name: expect.stringMatching(/Unauthorized|Http/) });
      expect(String(problem.message)).toMatch(/401|Unauthorized|agent key/);
    }
  });
});

describe('tools use the pipeline of every request', () => {
  it('share ids, replays and results with HTTP', async () => {
    const agent = await service.anAgent();
    const client = await connect(modern, { 'x-api-key': agent.key });
    const order = {
      eventSlug: slug,
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 12,
      limitPriceBps: 9000,
      clientOrderId: 'shared',
    };
    const first = await callTool(client, 'play_place_order', order);
    expect(first.structuredContent).toMatchObject({ replayed: false, order: { clientOrderId: 'shared' } });
    const again = await callTool(client, 'play_place_order', order);
    expect(again.structuredContent).toMatchObject({ replayed: true, code: 'IDEMPOTENT_REPLAY' });
    const http = await service.call('POST', '/api/play/v1/orders', { headers: agent.headers, json: order });
    expect([http.status, http.body.order.id]).toEqual([200, first.structuredContent.order.id]);
    const other = await callTool(client, 'play_place_order', { ...order, amountCredits: 13 });
    expect([other.isError, textOf(other).code]).toEqual([true, 'IDEMPOTENT_REPLAY']);
  });

  it('count against the budgets of the agent', async () => {
    const agent = await service.anAgent();
    const client = await connect(modern, agent.headers);
    const { _meta } = await callTool(client, 'play_account');
    const left = Number(/r=(\d+)/.exec(_meta['presage/rateLimit'])?.[1]);
    const next = await callTool(client, 'play_positions');
    expect(next._meta['presage/rateLimit']).toContain(`"reads";r=${left - 1};`);
    const wrong = { eventSlug: slug, outcomeIndex: 7, probability: 50 };
    for (let number = 0; number < 120; number += 1) {
      const result = await callTool(client, 'play_record_forecast', { ...wrong, clientForecastId: `x-${number}` });
      expect(textOf(result).code).toBe('INVALID_PAYLOAD');
    }
    const limited = await callTool(client, 'play_record_forecast', { ...wrong, clientForecastId: 'x' });
    expect(textOf(limited)).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    // Tools have no headers, so the body contains the back-off.
    expect(textOf(limited).retryAfterSeconds).toBeGreaterThan(3500);
  });

  it('are in the request log, once, under the id in the result', async () => {
    const agent = await service.anAgent();
    const client = await connect(modern, agent.headers);
    const refused = await callTool(client, 'play_cancel_order', { orderId: 'ord_00000000000000000000000000' });
    const { requestId } = textOf(refused);
    await service.flushRequestLog();
    const rows = await service.services.developer.requestLog.find(requestId, {
      kind: 'agent',
      playerId: agent.playerId,
      ownerId: '',
      handle: '',
      keyId: '',
      plan: 'free',
      suspension: null,
    });
    expect(rows.map(({ routeId, code }) => [routeId, code])).toEqual([['cancelOrder', 'NOT_FOUND']]);
    const explained = await callTool(client, 'explain_error', { requestId });
    expect(explained.structuredContent).toMatchObject({ code: 'NOT_FOUND', request: { operation: 'cancelOrder' } });
  });
});

describe('results', () => {
  const buy = (limitPriceBps: number) => ({ side: 'buy', amountCredits: 5, limitPriceBps });

  it.each([
    ['play_record_forecast', 'clientForecastId', { probability: 0.62 }, 'probability 0.62 means', { probability: 62 }],
    ['play_place_order', 'clientOrderId', buy(62), 'limitPriceBps 62 is', buy(6200)],
  ])('of %s include warnings about doubtful units, also on replay', async (name, id, doubtful, text, plausible) => {
    const client = await connect(modern, (await service.anAgent()).headers);
    const call = (args: object, is: string) =>
      callTool(client, name, { eventSlug: slug, outcomeIndex: 0, [id]: is, ...args });
    const code = name === 'play_place_order' ? 'LIMIT_LOOKS_LIKE_PERCENT' : 'PROBABILITY_LOOKS_LIKE_FRACTION';
    for (const replayed of [false, true]) {
      const result = await call(doubtful, 'doubtful');
      expect(textOf(result)).toMatchObject({ replayed, warnings: [{ code }] });
      expect(result.content[1].text).toMatch(new RegExp(`^Warning: ${text} 0\\.62 %.*send 62`));
    }
    const plain = await call(plausible, 'plausible');
    expect([plain.structuredContent.warnings, plain.content.length]).toEqual([[], 1]);
  });
});

describe('arguments', () => {
  it.each([
    ['get_market', {}, 'eventSlug is missing'],
    ['get_market', { eventSlug: '..' }, 'Event .. not found'],
    ['get_market', { slug: 'x' }, 'slug is not an argument of this tool; known arguments: eventSlug, view, fields'],
    ['list_markets', { limit: 1000 }, 'limit must be at most 100'],
    ['list_markets', { q: ['a'] }, 'q must be a string'],
    ['play_place_order', { eventSlug: 'x' }, 'outcomeIndex is missing'],
  ])('%s %j: %s', async (name, args, message) => {
    const client = await connect(modern, (await service.anAgent()).headers);
    const result = await callTool(client, name, args);
    expect(result.isError).toBe(true);
    expect(textOf(result).error.toLowerCase()).toContain(message.toLowerCase());
  });

  it.each(['get_market', 'get_order_book', 'get_price_history', 'list_trades', 'get_crowd_forecast'])(
    '%s reports the invalid argument, whatever the parameter is called',
    async name => {
      const refusal = textOf(await callTool(await connect(), name, { eventSlug: 'no-such-event' }));
      expect(refusal).toMatchObject({ code: 'NOT_FOUND', field: 'eventSlug' });
    },
  );

  it('of lists with one page reject cursors', async () => {
    const client = await connect();
    const cursor = 'not-one-of-ours';
    for (const list of [
      client.listTools({ cursor }),
      client.listResources({ cursor }),
      client.listResourceTemplates({ cursor }),
      client.listPrompts({ cursor }),
    ])
      await expect(list).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('cursor') });
  });

  it('of an unknown tool are a protocol error', async () => {
    const client = await connect();
    await expect(callTool(client, 'play_everything')).rejects.toMatchObject({ code: -32602 });
  });
});

describe('remediation', () => {
  it('names tools and arguments for every error code, never paths or headers', () => {
    for (const code of errorCodes) {
      const text = toolRemediation(code, errorEntry(code).remediation);
      expect([code, text, mentionsHttp(text)]).toEqual([code, expect.stringMatching(/^[A-Z].+\.$/), false]);
      for (const [tool] of text.matchAll(/\b(?:play|list|get|check|search)_\w+/g))
        if (tool !== 'play_') expect(toolNames(), `${code}: ${tool}`).toContain(tool);
    }
  });

  it('keeps specific advice without a path, and replaces a path with its tool', () => {
    expect(toolRemediation('MARKET_CLOSED', 'a is open: send it there.')).toBe('a is open: send it there.');
    expect(toolRemediation('MARKET_CLOSED', 'GET /api/practice/events (tool list_practice_events) lists all.')).toBe(
      'list_practice_events lists all.',
    );
    expect(toolRemediation('NOT_FOUND', 'GET /api/people/agents lists your agents.')).toContain('list_markets');
  });

  it.each([
    ['play_place_order', { outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9000 }, 'INVALID_PAYLOAD'],
    ['play_cancel_order', { orderId: 'ord_00000000000000000000000000' }, 'NOT_FOUND'],
    ['get_market', { eventSlug: 'no-such-event' }, 'NOT_FOUND'],
    ['get_signals', {}, 'FORBIDDEN'],
    ['play_account', { unknown: 1 }, 'INVALID_PAYLOAD'],
  ])('%s %j is %s, without HTTP', async (name, args, code) => {
    const client = await connect(modern, (await service.anAgent()).headers);
    const refusal = textOf(
      await callTool(client, name, name === 'play_place_order' ? { ...args, eventSlug: slug } : args),
    );
    expect([refusal.code, mentionsHttp(refusal.error), mentionsHttp(refusal.remediation)]).toEqual([
      code,
      false,
      false,
    ]);
  });

  it('of explain_error is in terms of tools, too', async () => {
    const client = await connect(modern, (await service.anAgent()).headers);
    const explained = await callTool(client, 'explain_error', { code: 'INSUFFICIENT_BALANCE' });
    expect(explained.structuredContent.remediation).toContain('play_account');
    expect(textOf(explained)).toEqual(explained.structuredContent);
  });
});

describe('resources and prompts', () => {
  it.each([modern, '2025-06-18'])('are available in %s', async version => {
    const client = await connect(version);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['presage://docs/scoring.md', 'presage://docs/guides/first-agent.md']),
    );
    for (const { uri, size, description } of resources) {
      expect(description).toMatch(/\w+ \w+/);
      const { contents } = await client.readResource({ uri });
      expect(Buffer.byteLength((contents[0] as { text: string }).text)).toBe(size);
    }
    await expect(client.readResource({ uri: 'presage://docs/nothing.md' })).rejects.toThrow();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['forecast_event', 'review_calibration']);
    const { messages } = await client.getPrompt({ name: 'forecast_event', arguments: { eventSlug: slug } });
    const text = (messages[0].content as { text: string }).text;
    expect(text).toContain(slug);
    const named = [...text.matchAll(/\b(?:play|get|list)_\w+\b/g)].map(([name]) => name);
    const known = buildTools(routes).map(({ name }) => name);
    for (const name of named) expect(known).toContain(name);
    const ref = { type: 'ref/prompt', name: 'forecast_event' } as const;
    const suggested = await client.complete({ ref, argument: { name: 'eventSlug', value: slug.slice(0, 7) } });
    expect(suggested.completion.values).toEqual([slug]);
    await expect(client.getPrompt({ name: 'forecast_event' })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('messages of older clients', () => {
  it('are supported: ping, and log levels without logs', async () => {
    const client = await connect('2025-11-25');
    expect(await client.ping()).toEqual({});
    expect(client.getServerCapabilities()).toMatchObject({ logging: {} });
    await expect(client.setLoggingLevel('warning')).resolves.toEqual({});
    await expect(client.setLoggingLevel('loud' as never)).rejects.toThrow('level');
  });
});

describe('the endpoint', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (more: Record<string, string>, body: unknown = message) =>
    fetch(`${service.url}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });

  it('rejects pages of other sites and operators', async () => {
    for (const origin of ['https://evil.example', 'null', 'file://x']) {
      const reply = await post({ origin });
      expect([reply.status, ((await reply.json()) as { field: string }).field]).toEqual([403, 'Origin']);
    }
    for (const origin of ['http://presage.test', 'http://localhost:6274']) {
      expect((await post({ origin })).status).toBe(200);
    }
    expect((await post(operatorHeaders)).status).toBe(403);
  });

  it('sends a challenge for an invalid key, without OAuth', async () => {
    const reply = await post({ authorization: 'Bearer nonsense' });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe(
      'Bearer realm="presage", error="invalid_token", error_description="The agent key is malformed."',
    );
    expect((await fetch(`${service.url}/.well-known/oauth-protected-resource`)).status).toBe(404);
    expect((await fetch(`${service.url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
  });

  it.each(mcpProtocolVersions)('rejects JSON-RPC arrays and runs none of their messages (%s)', async version => {
    const agent = await service.anAgent();
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'play_get_account' } });
    for (const messages of [[], [call(1)], Array.from({ length: 100 }, (_none, id) => call(id))]) {
      const response = await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...agent.headers, 'mcp-protocol-version': version },
        body: JSON.stringify(messages),
      });
      const { jsonrpc, id, error } = (await response.json()) as Result;
      expect([response.status, jsonrpc, id, error.code]).toEqual([400, '2.0', null, -32600]);
      expect(error.data).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'body' });
    }
    const account = await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
    expect(account.headers.get('ratelimit')).toContain('"reads";r=596;');
  });

  it('responds to other methods and invalid bodies', async () => {
    expect((await fetch(`${service.url}/mcp`)).status).toBe(405);
    expect((await fetch(`${service.url}/mcp`, { method: 'DELETE' })).status).toBe(405);
    const options = await fetch(`${service.url}/mcp`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS']);
    for (const [body, code, name] of [
      ['{', -32700, 'INVALID_JSON'],
      ['', -32700, 'INVALID_JSON'],
      ['{"jsonrpc":"2.0","id":1,"method":"ping\\u0000"}', -32600, 'INVALID_PAYLOAD'],
    ] as const) {
      const broken = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body });
      const requestId = broken.headers.get('x-request-id');
      const error = { code, message: expect.any(String), data: expect.objectContaining({ code: name, requestId }) };
      expect([broken.status, await broken.json()]).toEqual([400, { jsonrpc: '2.0', id: null, error }]);
    }
    const reply = await post({});
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
    expect(reply.headers.get('cache-control')).toContain('no-');
  });
});
