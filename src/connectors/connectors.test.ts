import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SourceServer, sendBody, startSourceServer } from '../../test/support/builders/source-server.js';
import { manifoldRow, normalizedRow } from '../../test/support/builders/venue-rows.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { listProviders } from './configure-connector.js';

let service: OperatorService;
let source: SourceServer;
const key = 'a-secret-key-of-a-source';

beforeAll(async () => {
  source = await startSourceServer((_url, request, response) => sendBody(request, response, []));
  service = await startOperatorService({
    connectorKeys: new Map([['metaculus', key]]),
    connectorOrigins: new Map([['metaculus', source.url]]),
  });
});
afterAll(async () => {
  await source.close();
  await service.stop();
});

const local = () => ({ baseUrl: source.url, allowPrivateAddress: true });
const put = (id: string, body: object) => service.operate('PUT', `/connectors/${id}`, body);
/** A scheduled run may be about to end. */
async function run(id: string) {
  let reply = await service.operate('POST', `/connectors/${id}/run`);
  await waitUntil('the end of the other run', async () => {
    if (reply.status !== 409) return true;
    reply = await service.operate('POST', `/connectors/${id}/run`);
    return false;
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.run;
}

it('lists every format as disabled until an operator enables it', async () => {
  const { body } = await service.operate('GET', '/connectors');
  const states = body.connectors.map(({ id, enabled, configured }: Record<string, unknown>) => [
    id,
    enabled,
    configured,
  ]);
  expect(states).toContainEqual(['manifold', false, false]);
  expect(states).toContainEqual(['kalshi', false, false]);
  expect(body.formats.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(['file', 'push', 'polymarket']),
  );
});

it('returns neither a key nor the simulated venues of the demo arena', async () => {
  const reply = await service.operate('GET', '/connectors');
  expect(reply.text).not.toContain(key);
  expect(reply.text).not.toContain('demo-a');
  expect(reply.body.connectors).toContainEqual(expect.objectContaining({ id: 'metaculus', hasKey: true }));
});

it('sends the key to the source and stores or logs it nowhere', async () => {
  let sent: string | undefined;
  source.respond = (_url, request, response) => {
    sent = request.headers.authorization;
    response.writeHead(401).end();
  };
  await put('metaculus', { enabled: false, settings: local() });
  const failed = await run('metaculus');
  expect(sent).toBe(`Token ${key}`);
  expect(failed.error).toMatchObject({ code: 'BAD_STATUS' });
  expect(JSON.stringify(failed) + service.log.join('')).not.toContain(key);
});

it.each([
  ['settings.intervalSeconds', { settings: { intervalSeconds: 5 } }, 'settings.intervalSeconds must be at least 30'],
  ['settings.speed', { settings: { speed: 1 } }, 'settings.speed'],
  ['settings.baseUrl', { settings: { baseUrl: 'https://user:pass@source.test/' } }, 'must not contain a user name'],
  ['settings.baseUrl', { settings: { baseUrl: 'ftp://source.test/' } }, 'settings.baseUrl'],
  ['format', { format: 'kalshi', settings: {} }, 'must be manifold for the connector manifold (got kalshi)'],
])('rejects %s out of bounds', async (field, body, message) => {
  const reply = await put('manifold', { enabled: true, ...body });
  expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_PAYLOAD', field } });
  expect(reply.body.error).toContain(message);
});

it('requires the format for an id that the operator chooses, which can’t change', async () => {
  expect(await put('my-markets', { enabled: true, settings: {} })).toMatchObject({ status: 404 });
  expect((await put('my-markets', { enabled: true, format: 'push', settings: {} })).status).toBe(200);
  const changed = await put('my-markets', { enabled: true, format: 'file', settings: local() });
  expect(changed).toMatchObject({ status: 400, body: { field: 'format' } });
});

it('rejects a private address that the operator has not allowed', async () => {
  await put('kalshi', { enabled: false, settings: { baseUrl: source.url } });
  expect(await run('kalshi')).toMatchObject({ error: { code: 'ADDRESS_REFUSED' }, pages: 0 });
});

it.each([
  [
    'REDIRECT_REFUSED',
    (response: import('node:http').ServerResponse) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['BAD_JSON', (response: import('node:http').ServerResponse) => response.writeHead(200).end('<html>')],
  ['BAD_FORMAT', (response: import('node:http').ServerResponse) => response.writeHead(200).end('{"markets":7}')],
  ['BAD_STATUS', (response: import('node:http').ServerResponse) => response.writeHead(404).end()],
])('records %s and continues', async (code, respond) => {
  source.respond = (_url, _request, response) => respond(response);
  await put('kalshi', { enabled: false, settings: local() });
  expect(await run('kalshi')).toMatchObject({ error: { code }, inserted: 0 });
  const { body } = await service.operate('GET', '/connectors');
  const kalshi = body.connectors.find(({ id }: { id: string }) => id === 'kalshi');
  expect(kalshi).toMatchObject({ lastError: { code }, lastRunAt: new Date(service.clock.now()).toISOString() });
});

it('rejects a cursor that leads to another origin', async () => {
  const next = 'http://127.0.0.1:1/api/posts/?offset=100';
  source.respond = (_url, request, response) => sendBody(request, response, { results: [], next });
  expect(await run('metaculus')).toMatchObject({ error: { code: 'REDIRECT_REFUSED' } });
});

it('runs an enabled connector at its interval', async () => {
  source.requests.length = 0;
  source.respond = (_url, request, response) => sendBody(request, response, [manifoldRow(1)]);
  await put('manifold', { enabled: true, settings: { ...local(), intervalSeconds: 60 } });
  await waitUntil('the first run', () => source.requests.length === 1);
  service.clock.forward(60_000);
  await waitUntil('the second run', () => source.requests.length === 2);
  await put('manifold', { enabled: false, settings: local() });
});

it('fetches the answers of multiple-choice markets from their own page', async () => {
  const choice = { ...manifoldRow(2), outcomeType: 'MULTIPLE_CHOICE', probability: undefined };
  const answers = [
    { id: 'a', text: 'Red', probability: 0.25 },
    { id: 'b', text: 'Blue', probability: 0.75 },
  ];
  source.respond = (url, request, response) =>
    sendBody(request, response, url.pathname === '/markets' ? [manifoldRow(1), choice] : { ...choice, answers });
  expect(await run('manifold')).toMatchObject({ pages: 2, inserted: 1, unchanged: 1, error: null });
  const { body } = await service.call('GET', '/api/v1/aggregator/markets?source=manifold&sort=ending');
  expect(body.markets[1].outcomes).toMatchObject([
    { index: 0, label: 'Red', priceBps: 2500, bidBps: null },
    { index: 1, label: 'Blue', priceBps: 7500, askBps: null },
  ]);
});

it('keeps the last fetch time of a row that its source no longer lists, and revives it when it returns', async () => {
  const before = service.clock.now();
  source.respond = (_url, request, response) => sendBody(request, response, [manifoldRow(1)]);
  service.clock.forward(1000);
  expect(await run('manifold')).toMatchObject({ unchanged: 1, error: null });
  service.clock.forward(3 * 300_000);
  await run('manifold');
  const listing = '/api/v1/aggregator/markets?source=manifold&status=all&sort=ending';
  const rows = (await service.call('GET', listing)).body.markets;
  expect(rows.map(({ stale }: { stale: boolean }) => stale)).toEqual([false, true]);
  expect(rows[1].fetchedAt).toBe(new Date(before).toISOString());
  source.respond = (_url, request, response) => sendBody(request, response, [manifoldRow(1), manifoldRow(2)]);
  expect(await run('manifold')).toMatchObject({ unchanged: 1, updated: 1 });
});

it('reports the result of each pushed row and writes nothing for a repeated push', async () => {
  const rows = [normalizedRow(1), { rowId: 'broken', title: 'No outcomes' }, normalizedRow(2), normalizedRow(1)];
  const first = await service.operate('POST', '/connectors/my-markets/rows', { rows });
  expect(first.status, first.text).toBe(200);
  const results = (reply: typeof first) => reply.body.results.map(({ result }: { result: string }) => result);
  expect(results(first)).toEqual(['inserted', 'rejected', 'inserted', 'rejected']);
  expect(first.body.results[1].reason).toContain('outcomes must be a list of 1 to 100');
  expect(first.body.results[3].reason).toBe('rowId duplicates item 0');
  const print = () => service.pool`select id, xmin::text from venue_markets where source = 'my-markets' order by id`;
  const before = await print();
  const again = await service.operate('POST', '/connectors/my-markets/rows', { rows: [rows[0], rows[2]] });
  expect(results(again)).toEqual(['unchanged', 'unchanged']);
  expect(await print()).toEqual(before);
  const changed = await service.operate('POST', '/connectors/my-markets/rows', { rows: [{ ...rows[0], volume: 99 }] });
  expect(results(changed)).toEqual(['updated']);
  const { body } = await service.operate('GET', '/connectors/my-markets/rejected');
  expect(body.rows.map(({ rowId }: { rowId: string }) => rowId)).toEqual(['row-1', 'broken']);
});

it('accepts rows only for an enabled push connector, at most 500', async () => {
  const rows = Array.from({ length: 501 }, (_value, n) => ({ rowId: `r${n}` }));
  expect(await service.operate('POST', '/connectors/my-markets/rows', { rows })).toMatchObject({ status: 400 });
  const one = { rows: [normalizedRow(1)] };
  expect(await service.operate('POST', '/connectors/manifold/rows', one)).toMatchObject({ status: 409 });
  expect(await service.operate('POST', '/connectors/unknown/rows', one)).toMatchObject({ status: 404 });
  await put('my-markets', { enabled: false, settings: {} });
  expect(await service.operate('POST', '/connectors/my-markets/rows', one)).toMatchObject({ status: 409 });
});

it('lists the providers of data with their terms and whether they are enabled', async () => {
  const providers = await listProviders(service.services);
  expect(providers).toContainEqual(
    expect.objectContaining({
      id: 'kalshi',
      kind: 'venue',
      enabled: false,
      lastRunAt: expect.any(Number),
      demo: false,
    }),
  );
  for (const { name, licence, covers } of providers) expect([name, licence, covers]).not.toContain('');
});

it('is open to operators only', async () => {
  const agent = await service.anAgent();
  expect((await service.call('GET', '/api/operator/connectors')).status).toBe(401);
  expect((await service.call('GET', '/api/operator/connectors', { headers: agent.headers })).status).toBe(403);
});
