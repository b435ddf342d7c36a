// Sources and settings that could break a run, break the feed, or leak private data.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SourceServer, sendBody, startSourceServer } from '../../test/support/builders/source-server.js';
import { kalshiRow, manifoldRow, metaculusRow, normalizedRow } from '../../test/support/builders/venue-rows.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';

let service: OperatorService;
let source: SourceServer;
let stranger: SourceServer;
const key = 'a-secret-key-of-a-source';

beforeAll(async () => {
  source = await startSourceServer((_url, request, response) => sendBody(request, response, []));
  stranger = await startSourceServer((_url, request, response) => sendBody(request, response, { results: [] }));
  service = await startOperatorService({
    connectorKeys: new Map([['metaculus', key]]),
    connectorOrigins: new Map([['metaculus', source.url]]),
  });
});
afterAll(async () => {
  await source.close();
  await stranger.close();
  await service.stop();
});

const put = (id: string, body: object) => service.operate('PUT', `/connectors/${id}`, { enabled: false, ...body });
const local = (more: object = {}) => ({ settings: { baseUrl: source.url, allowPrivateAddress: true, ...more } });
const send = (body: unknown) => {
  source.respond = (_url, request, response) => sendBody(request, response, body);
};

async function run(id: string) {
  const reply = await service.operate('POST', `/connectors/${id}/run`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.run;
}

async function runOf(id: string, settings: object = {}, format?: string) {
  const reply = await put(id, { ...local(settings), format });
  expect(reply.status, reply.text).toBe(200);
  return run(id);
}

async function feed(id: string, query = 'status=all') {
  const { body } = await service.call('GET', `/api/v1/aggregator/markets?source=${id}&sort=ending&${query}`);
  return body.markets as Record<string, unknown>[];
}

it.each(['presage', 'demo-a', 'demo-b', 'demo-sports'])(
  'reserves the id %s, which rows of the feed already use',
  async id => {
    const reply = await put(id, { enabled: true, format: 'push', settings: {} });
    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_PAYLOAD', field: 'id' } });
    expect(reply.body.error).toContain(id);
  },
);

it('reserves the id of a format for connectors of that format', async () => {
  expect(await put('push', { format: 'file', ...local() })).toMatchObject({ status: 400, body: { field: 'id' } });
  expect(await put('file', { format: 'push', settings: {} })).toMatchObject({ status: 400, body: { field: 'id' } });
});

it.each(['constructor', '__proto__', 'toString'])(
  'rejects only the row whose status is %s, a name that every object has',
  async status => {
    send({ markets: [kalshiRow(1), { ...kalshiRow(2), status }, kalshiRow(3)], cursor: '' });
    expect(await runOf('kalshi')).toMatchObject({ error: null, received: 3, rejected: 1 });
    send({ results: [metaculusRow(1), { ...metaculusRow(2), status }], next: null });
    expect(await runOf('metaculus')).toMatchObject({ error: null, received: 2, rejected: 1 });
  },
);

it('saves a winning answer whose text has U+0000', async () => {
  const answers = [{ id: 'won', text: 'Re\0d', probability: 1 }];
  const row = { ...manifoldRow(2), outcomeType: 'MULTIPLE_CHOICE', isResolved: true, resolution: 'won', answers };
  source.respond = (url, request, response) =>
    sendBody(request, response, url.pathname === '/markets' ? [manifoldRow(1), row] : row);
  expect(await runOf('manifold')).toMatchObject({ error: null, inserted: 2 });
});

it('rejects a row that is nested 100,000 deep and saves the others', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const rows = [JSON.stringify(normalizedRow(1)), `{"rowId":"deep","title":${deep}}`, deep];
  send(rows.join('\n'));
  expect(await runOf('deep-file', {}, 'file')).toMatchObject({ error: null, inserted: 1, rejected: 2 });
});

it.each(['http://[', '/\0/posts'])('names the problem of a next page at %j', async next => {
  send({ results: [metaculusRow(1)], next });
  expect(await runOf('metaculus')).toMatchObject({ error: { code: 'BAD_FORMAT' } });
});

it('passes a cursor that is not valid Unicode back to the source unchanged', async () => {
  let pages = 0;
  source.respond = (_url, _request, response) => {
    pages += 1;
    response.writeHead(200).end(`{"markets": [], "cursor": "${pages === 1 ? '\\ud800' : ''}"}`);
  };
  expect(await runOf('kalshi')).toMatchObject({ error: null, pages: 2 });
});

it('publishes the code of a failure and not its message', async () => {
  source.respond = (_url, _request, response) => response.writeHead(200).end('<html>secret-of-the-intranet');
  expect((await runOf('kalshi')).error.message).toContain('secret-of-the-');
  const reply = await service.call('GET', '/api/v1/aggregator/markets?source=kalshi');
  expect(reply.text).not.toContain('secret');
  expect(reply.body.sources).toContainEqual(expect.objectContaining({ source: 'kalshi', lastError: 'BAD_JSON' }));
});

it('links to the public site of a venue that is read at another address', async () => {
  send({ results: [metaculusRow(4)], next: null });
  await runOf('metaculus');
  const urls = (await feed('metaculus')).map(({ url }) => url);
  expect(urls).toContain('https://www.metaculus.com/questions/5/question-4/');
  expect(JSON.stringify(urls)).not.toContain('127.0.0.1');
});

it('closes markets that a complete run no longer lists, and opens them again when they return', async () => {
  const states = async (query: string) =>
    (await feed('gone', query)).map(({ sourceMarketId, status, tradable }) => [sourceMarketId, status, tradable]);
  const resolved = { ...normalizedRow(3), status: 'resolved', tradable: false, resolution: 'Yes' };
  send([normalizedRow(1), normalizedRow(2), resolved].map(row => JSON.stringify(row)).join('\n'));
  await runOf('gone', {}, 'file');
  send(JSON.stringify(normalizedRow(1)));
  expect(await run('gone')).toMatchObject({ error: null, unchanged: 1 });
  expect(await states('status=all')).toEqual([
    ['row-1', 'active', true],
    ['row-2', 'closed', false],
    ['row-3', 'resolved', false],
  ]);
  expect(await states('status=active&tradableOnly=true')).toEqual([['row-1', 'active', true]]);
  expect(await states('status=closed')).toEqual([['row-2', 'closed', false]]);
  send([normalizedRow(1), normalizedRow(2)].map(row => JSON.stringify(row)).join('\n'));
  expect(await run('gone')).toMatchObject({ unchanged: 1, updated: 1 });
  expect(await states('tradableOnly=true')).toEqual([
    ['row-1', 'active', true],
    ['row-2', 'active', true],
  ]);
});

it('discards validators when settings change the request or the parser', async () => {
  source.respond = (_url, request, response) => {
    if (request.headers['if-none-match']) response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end(JSON.stringify(normalizedRow(1)));
  };
  expect(await runOf('moved', {}, 'file')).toMatchObject({ notModified: 0, inserted: 1 });
  expect(await runOf('moved', { intervalSeconds: 60 })).toMatchObject({ notModified: 1 });
  expect(await runOf('moved', { encoding: 'csv' })).toMatchObject({ notModified: 0 });
  stranger.respond = source.respond;
  expect(await runOf('moved', { baseUrl: stranger.url })).toMatchObject({ notModified: 0, updated: 1 });
});

it('keeps markets open that are beyond the last page of a run', async () => {
  const page = (url: URL) =>
    url.searchParams.get('cursor') === null
      ? { markets: [kalshiRow(21)], cursor: 'b' }
      : { markets: [kalshiRow(22)], cursor: '' };
  source.respond = (url, request, response) => sendBody(request, response, page(url));
  await runOf('kalshi');
  expect(await feed('kalshi', 'status=active')).toHaveLength(2);
  service.clock.forward(1_000_000);
  const at = new Date(service.clock.now()).toISOString();
  expect(await runOf('kalshi', { maxPages: 1 })).toMatchObject({ error: null, pages: 1 });
  const rows = await feed('kalshi', 'status=active');
  expect(rows.map(({ tradable, stale }) => [tradable, stale])).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(rows[0].fetchedAt).toBe(at);
});

it('keeps a known market open if its row is invalid once', async () => {
  send({ markets: [kalshiRow(31), kalshiRow(32)], cursor: '' });
  await runOf('kalshi');
  send({ markets: [kalshiRow(31), { ...kalshiRow(32), volume_fp: 'much' }], cursor: '' });
  expect(await run('kalshi')).toMatchObject({ error: null, unchanged: 1, rejected: 1 });
  expect(await feed('kalshi', 'status=active')).toHaveLength(2);
  expect(await run('kalshi')).toMatchObject({ error: null, notModified: 1 });
  expect(await feed('kalshi', 'status=active')).toHaveLength(2);
});

it('counts and saves multiple-choice markets whose own page the run does not reach', async () => {
  const choice = (n: number) => ({ ...manifoldRow(n), outcomeType: 'MULTIPLE_CHOICE', probability: undefined });
  const answers = [{ id: 'a', text: 'Red', probability: 0.25 }];
  source.respond = (url, request, response) =>
    sendBody(
      request,
      response,
      url.pathname === '/markets' ? [manifoldRow(41), choice(42), choice(43)] : { ...choice(43), answers },
    );
  expect(await runOf('manifold', { maxPages: 2 })).toMatchObject({ error: null, pages: 2, received: 3, inserted: 3 });
});

it('rejects a market whose own page is gone and continues', async () => {
  const choice = { ...manifoldRow(52), outcomeType: 'MULTIPLE_CHOICE', probability: undefined };
  source.respond = (url, request, response) => {
    if (url.pathname === '/markets') sendBody(request, response, [manifoldRow(51), choice]);
    else response.writeHead(404).end();
  };
  expect(await runOf('manifold')).toMatchObject({ error: null, received: 2, inserted: 1, rejected: 1 });
  const { body } = await service.operate('GET', '/connectors/manifold/rejected?limit=1');
  expect(body.rows[0]).toMatchObject({ rowId: 'mf52', reason: expect.stringContaining('404') });
});

it('sends a key only to the default origin and the one in the environment', async () => {
  const sent: (string | undefined)[] = [];
  stranger.requests.length = 0;
  source.respond = (_url, request, response) => {
    sent.push(request.headers.authorization);
    sendBody(request, response, { results: [], next: null });
  };
  const refused = await runOf('metaculus', { baseUrl: stranger.url });
  expect(refused).toMatchObject({ pages: 0, error: { code: 'KEY_REFUSED' } });
  expect(refused.error.message).toContain('PRESAGE_CONNECTOR_METACULUS_ORIGIN');
  const plain = await runOf('metaculus', { baseUrl: 'http://www.metaculus.com/api/' });
  expect(plain).toMatchObject({ pages: 0, error: { code: 'KEY_REFUSED' } });
  expect(stranger.requests).toEqual([]);
  expect(await runOf('metaculus')).toMatchObject({ error: null });
  expect(sent).toEqual([`Token ${key}`]);
});

it('reports inserted once when the same new row is pushed concurrently', async () => {
  await put('crowd', { enabled: true, format: 'push', settings: {} });
  const push = (rowId: string) =>
    service.operate('POST', '/connectors/crowd/rows', { rows: [{ ...normalizedRow(1), rowId }] });
  const replies = await Promise.all(['a', ' a ', 'a', 'a', ' a', 'a'].map(push));
  const results = replies.map(({ body }) => body.results[0].result).sort();
  expect(results).toEqual(['inserted', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged']);
  expect((await feed('crowd')).map(({ sourceMarketId }) => sourceMarketId)).toEqual(['a']);
  const rows = [normalizedRow(2), { ...normalizedRow(2), rowId: ` ${normalizedRow(2).rowId} ` }];
  const { body } = await service.operate('POST', '/connectors/crowd/rows', { rows });
  expect(body.results[1]).toMatchObject({ result: 'rejected', reason: 'rowId duplicates item 0' });
});
