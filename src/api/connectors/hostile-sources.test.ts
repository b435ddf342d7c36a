import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SourceServer, sendBody, startSourceServer } from '../../../test/support/builders/source-server.js';
import { kalshiRow, manifoldRow, metaculusRow, normalizedRow } from '../../../test/support/builders/venue-rows.js';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';

/** Sources and settings that would break a run, the feed, or what it keeps to itself. */

let service: OperatorService;
let source: SourceServer;
const key = 'a-secret-key-of-a-source';

beforeAll(async () => {
  source = await startSourceServer((_url, request, response) => sendBody(request, response, []));
  service = await startOperatorService({
    connectorKeys: new Map([['metaculus', key]]),
  });
});
afterAll(async () => {
  await source.close();
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
  'reserves the id %s, which rows of the feed already have',
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

it.each(['http://[', '/\0/posts'])('names the fault of a next page at %j', async next => {
  send({ results: [metaculusRow(1)], next });
  expect(await runOf('metaculus')).toMatchObject({ error: { code: 'BAD_FORMAT' } });
});

it('reads a cursor that is not valid Unicode as the source sent it, without a fault of ours', async () => {
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
