import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SourceServer, startSourceServer } from '../../test/support/builders/source-server.js';
import { checkedAddress, createSourceFetch, isPublicAddress, type SourceFetchTools } from './source-fetch.js';

let source: SourceServer;
const waits: number[] = [];

const tools: SourceFetchTools = {
  sleep: async milliseconds => {
    waits.push(milliseconds);
  },
  random: () => 0.5,
  userAgent: 'presage tests',
};

function fetchFrom(
  address: string,
  options: { lookup?: SourceFetchTools['lookup']; allow?: boolean; timeoutMs?: number } = {},
) {
  const { allow = true, lookup, timeoutMs = 10_000 } = options;
  const bounds = { timeoutMs, maxBytes: 100_000, allowPrivateAddress: allow };
  const fetch = createSourceFetch({ ...tools, lookup });
  return fetch({ url: new URL(address), headers: {}, validators: null, bounds, signal: new AbortController().signal });
}

beforeAll(async () => {
  source = await startSourceServer(() => {});
});
afterAll(() => source.close());
beforeEach(() => {
  waits.length = 0;
  source.requests.length = 0;
});

it('ends a request to a server that hangs with TIMEOUT after three attempts with jitter', async () => {
  source.respond = () => {};
  await expect(fetchFrom(source.url, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(source.requests).toHaveLength(3);
  expect(waits).toEqual([250, 500]);
});

it('ends a look-up that hangs with TIMEOUT after three attempts', async () => {
  let lookups = 0;
  const lookup = () => {
    lookups += 1;
    return new Promise<never>(() => {});
  };
  await expect(fetchFrom('http://source.example/', { lookup, timeoutMs: 500 })).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
  expect(lookups).toBe(3);
});

it('ends a body that stalls half way with TIMEOUT', async () => {
  source.respond = (_url, _request, response) => response.writeHead(200).write('[1,');
  await expect(fetchFrom(source.url, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'TIMEOUT' });
});

it('names a reset connection', async () => {
  source.respond = (_url, request) => request.socket.resetAndDestroy();
  await expect(fetchFrom(source.url)).rejects.toMatchObject({ code: 'CONNECTION_RESET' });
  source.respond = (_url, request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('[', () => request.socket.destroy());
  };
  await expect(fetchFrom(source.url)).rejects.toMatchObject({ code: 'CONNECTION_RESET' });
});

it('aborts an endless body at the size limit without a retry', async () => {
  let sent = 0;
  const chunk = Buffer.alloc(16_384, 0x20);
  source.respond = (_url, _request, response) => {
    const more = () => {
      if (response.destroyed) return;
      sent += chunk.length;
      response.write(chunk, () => setImmediate(more));
    };
    more();
  };
  await expect(fetchFrom(source.url)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  expect(source.requests).toHaveLength(1);
  expect(sent).toBeLessThan(50_000_000);
});

it('rejects a declared length of 1 GB before reading it', async () => {
  source.respond = (_url, _request, response) => response.writeHead(200, { 'content-length': '1073741824' }).write(' ');
  await expect(fetchFrom(source.url)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
});

it('counts the size after decompression', async () => {
  const { gzipSync } = await import('node:zlib');
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  source.respond = (_url, _request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  await expect(fetchFrom(source.url)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
});

it('follows redirects within the origin and rejects those that leave it', async () => {
  source.respond = (url, _request, response) => {
    if (url.pathname === '/there') response.writeHead(200).end('[]');
    else if (url.pathname === '/here') response.writeHead(302, { location: '/there' }).end();
    else if (url.pathname === '/round') response.writeHead(302, { location: '/round' }).end();
    else response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end();
  };
  expect(await fetchFrom(`${source.url}here`)).toMatchObject({ text: '[]' });
  const refusal = { code: 'REDIRECT_REFUSED' };
  await expect(fetchFrom(`${source.url}away`)).rejects.toMatchObject(refusal);
  await expect(fetchFrom(`${source.url}round`)).rejects.toMatchObject(refusal);
});

it('rejects hosts with a non-public address unless the operator allows it', async () => {
  const refusal = { code: 'ADDRESS_REFUSED' };
  await expect(fetchFrom(source.url, { allow: false })).rejects.toMatchObject(refusal);
  const rebound = async () => [
    { address: '93.184.215.14', family: 4 as const },
    { address: '10.0.0.8', family: 4 as const },
  ];
  await expect(fetchFrom('http://source.example/', { allow: false, lookup: rebound })).rejects.toMatchObject(refusal);
  expect(source.requests).toEqual([]);
});

it('connects to the address that was checked', async () => {
  source.respond = (_url, request, response) => response.writeHead(200).end(request.headers.host);
  const { port } = new URL(source.url);
  let lookups = 0;
  const lookup = async () => {
    lookups += 1;
    return [{ address: '127.0.0.1', family: 4 as const }];
  };
  // The name can't be resolved, so only the pinned address leads to the server.
  const address = `http://source.invalid:${port}/`;
  expect(await fetchFrom(address, { lookup })).toMatchObject({ text: `source.invalid:${port}` });
  expect(lookups).toBe(1);
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
])('counts %s as not public', address => {
  expect(isPublicAddress({ address, family: address.includes(':') ? 6 : 4 })).toBe(false);
});

it.each(['8.8.8.8', '93.184.215.14', '2606:4700::1111'])('counts %s as public', async address => {
  expect(isPublicAddress({ address, family: address.includes(':') ? 6 : 4 })).toBe(true);
  const host = address.includes(':') ? `[${address}]` : address;
  expect(await checkedAddress(host, false)).toMatchObject({ address });
});

it('retries a busy source after the requested back-off, and no client error', async () => {
  source.respond = (_url, _request, response) => response.writeHead(429, { 'retry-after': '2' }).end();
  await expect(fetchFrom(source.url)).rejects.toMatchObject({ code: 'BAD_STATUS' });
  expect(waits).toEqual([2250, 2500]);
  source.requests.length = 0;
  source.respond = (_url, _request, response) => response.writeHead(403).end();
  await expect(fetchFrom(source.url)).rejects.toMatchObject({ code: 'BAD_STATUS' });
  expect(source.requests).toHaveLength(1);
});
