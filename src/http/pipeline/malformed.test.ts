import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { type CallOptions, startTestService, type TestService } from '../../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
});
afterAll(() => service.stop());

const good = { eventSlug: 'rain-in-oslo', outcomeIndex: 0, side: 'buy', amountCredits: 25 };
const json = { 'content-type': 'application/json' };

function raw(body: string | Uint8Array, headers: Record<string, string> = json): CallOptions {
  return { body, headers };
}

function order(change: object): CallOptions {
  return { json: { ...good, ...change } };
}

function withText(member: string, text: string): CallOptions {
  const body = JSON.stringify({ ...good, [member]: '@' }).replace('"@"', text);
  return raw(body);
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const truncatedKey = 'presage_agent_0123456789';

/** name, method, path, request, status, code, field */
type Case = [string, string, string, CallOptions, number, string, string?];

const bodies: Case[] = [
  ['no JSON', 'POST', '/probe/orders', raw('{"eventSlug": '), 400, 'INVALID_JSON', 'body'],
  ['an empty body', 'POST', '/probe/orders', raw(''), 400, 'INVALID_JSON', 'body'],
  ['two values', 'POST', '/probe/orders', raw('{} {}'), 400, 'INVALID_JSON', 'body'],
  ['single quotes', 'POST', '/probe/orders', raw("{'a': 1}"), 400, 'INVALID_JSON', 'body'],
  ['NaN', 'POST', '/probe/orders', withText('amountCredits', 'NaN'), 400, 'INVALID_JSON', 'body'],
  [
    'bytes that are not UTF-8',
    'POST',
    '/probe/orders',
    raw(Uint8Array.of(0x22, 0xff, 0x22)),
    400,
    'INVALID_JSON',
    'body',
  ],
  ['a raw NUL byte', 'POST', '/probe/orders', raw('{"eventSlug":"a\0b"}'), 400, 'INVALID_JSON', 'body'],
  ['a list', 'POST', '/probe/orders', raw('[]'), 400, 'INVALID_PAYLOAD', 'body'],
  ['null', 'POST', '/probe/orders', raw('null'), 400, 'INVALID_PAYLOAD', 'body'],
  ['a missing member', 'POST', '/probe/orders', order({ side: undefined }), 400, 'INVALID_PAYLOAD', 'side'],
  ['an unknown member', 'POST', '/probe/orders', order({ leverage: 3 }), 400, 'INVALID_PAYLOAD', 'leverage'],
  ['__proto__', 'POST', '/probe/orders', raw('{"__proto__":{"admin":true}}'), 400, 'INVALID_PAYLOAD', '__proto__'],
  [
    '__proto__ further in',
    'POST',
    '/probe/orders',
    withText('note', '{"__proto__":1}'),
    400,
    'INVALID_PAYLOAD',
    'note.__proto__',
  ],
  [
    'constructor',
    'POST',
    '/probe/orders',
    order({ constructor: { prototype: 1 } }),
    400,
    'INVALID_PAYLOAD',
    'constructor',
  ],
  ['1e400', 'POST', '/probe/orders', withText('amountCredits', '1e400'), 400, 'INVALID_PAYLOAD', 'amountCredits'],
  ['-1e400', 'POST', '/probe/orders', withText('amountCredits', '-1e400'), 400, 'INVALID_PAYLOAD', 'amountCredits'],
  [
    'a numeric string',
    'POST',
    '/probe/orders',
    order({ amountCredits: '25' }),
    400,
    'INVALID_PAYLOAD',
    'amountCredits',
  ],
  [
    'a fraction for an integer',
    'POST',
    '/probe/orders',
    order({ outcomeIndex: 0.5 }),
    400,
    'INVALID_PAYLOAD',
    'outcomeIndex',
  ],
  [
    'a number too small',
    'POST',
    '/probe/orders',
    order({ amountCredits: 0.001 }),
    400,
    'INVALID_PAYLOAD',
    'amountCredits',
  ],
  [
    'a number too large',
    'POST',
    '/probe/orders',
    order({ amountCredits: 2e9 }),
    400,
    'INVALID_PAYLOAD',
    'amountCredits',
  ],
  [
    'true for a number',
    'POST',
    '/probe/orders',
    order({ amountCredits: true }),
    400,
    'INVALID_PAYLOAD',
    'amountCredits',
  ],
  ['a word that is not allowed', 'POST', '/probe/orders', order({ side: 'BUY' }), 400, 'INVALID_PAYLOAD', 'side'],
  ['a text too long', 'POST', '/probe/orders', order({ note: 'x'.repeat(21) }), 400, 'INVALID_PAYLOAD', 'note'],
  [
    'a slug with a slash',
    'POST',
    '/probe/orders',
    order({ eventSlug: '../../etc' }),
    400,
    'INVALID_PAYLOAD',
    'eventSlug',
  ],
  ['U+0000 in a text', 'POST', '/probe/orders', order({ note: 'a\u0000b' }), 400, 'INVALID_PAYLOAD', 'note'],
  ['U+0000 in a name', 'POST', '/probe/orders', order({ 'no\u0000te': 1 }), 400, 'INVALID_PAYLOAD', 'body'],
  ['half a surrogate', 'POST', '/probe/orders', withText('note', '"\\ud800"'), 400, 'INVALID_PAYLOAD', 'note'],
  [
    'a bad item of a list',
    'POST',
    '/probe/orders',
    order({ legs: [{ weight: 1 }, { weight: 'x' }] }),
    400,
    'INVALID_PAYLOAD',
    'legs[1].weight',
  ],
  [
    'a list too long',
    'POST',
    '/probe/orders',
    order({ legs: Array(4).fill({ weight: 1 }) }),
    400,
    'INVALID_PAYLOAD',
    'legs',
  ],
  ['depth 33', 'POST', '/probe/orders', raw(deep(33)), 400, 'INVALID_PAYLOAD', 'body'],
  ['depth 20,000', 'POST', '/probe/orders', raw(deep(20_000)), 400, 'INVALID_PAYLOAD', 'body'],
  ['70 KiB', 'POST', '/probe/orders', raw(JSON.stringify('x'.repeat(70 * 1024))), 413, 'PAYLOAD_TOO_LARGE', 'body'],
];

const framing: Case[] = [
  [
    'text/plain',
    'POST',
    '/probe/orders',
    raw(JSON.stringify(good), { 'content-type': 'text/plain' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Type',
  ],
  [
    'a form',
    'POST',
    '/probe/orders',
    raw('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Type',
  ],
  [
    'JSON in Latin-1',
    'POST',
    '/probe/orders',
    raw('{}', { 'content-type': 'application/json; charset=latin1' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Type',
  ],
  ['a limit of 0', 'GET', '/probe/optional?limit=0', {}, 400, 'INVALID_PAYLOAD', 'limit'],
  ['a limit above the maximum', 'GET', '/probe/optional?limit=201', {}, 400, 'INVALID_PAYLOAD', 'limit'],
  ['a limit that is no number', 'GET', '/probe/optional?limit=ten', {}, 400, 'INVALID_PAYLOAD', 'limit'],
  ['a limit in hexadecimal', 'GET', '/probe/optional?limit=0x10', {}, 400, 'INVALID_PAYLOAD', 'limit'],
  ['an empty limit', 'GET', '/probe/optional?limit=', {}, 400, 'INVALID_PAYLOAD', 'limit'],
  ['a limit given twice', 'GET', '/probe/optional?limit=1&limit=2', {}, 400, 'INVALID_PAYLOAD', 'limit'],
  ['a number that overflows', 'GET', '/probe/optional?ratio=1e400', {}, 400, 'INVALID_PAYLOAD', 'ratio'],
  ['yes for true', 'GET', '/probe/optional?includeStale=yes', {}, 400, 'INVALID_PAYLOAD', 'includeStale'],
  ['NUL in a query', 'GET', '/probe/optional?q=a%00b', {}, 400, 'INVALID_PAYLOAD', 'q'],
  ['an unknown parameter of a write', 'DELETE', '/probe/orders?limt=5', {}, 400, 'INVALID_PAYLOAD', 'limt'],
  ['a broken escape', 'GET', '/probe/%E0%A4%A', {}, 400, 'INVALID_PAYLOAD', 'path'],
  ['an address too long', 'GET', `/probe/optional?q=${'x'.repeat(9000)}`, {}, 414, 'URI_TOO_LONG'],
  ['an unknown path', 'GET', '/probe/nothing', {}, 404, 'NOT_FOUND'],
  ['a wrong method', 'PUT', '/probe/orders', order({}), 405, 'METHOD_NOT_ALLOWED'],
  [
    'a key cut short',
    'GET',
    '/probe/required',
    { headers: { authorization: `Bearer ${truncatedKey}` } },
    401,
    'UNAUTHORIZED',
  ],
  ['another scheme', 'GET', '/probe/required', { headers: { authorization: 'Basic YTpi' } }, 401, 'UNAUTHORIZED'],
  [
    'two credentials that differ',
    'GET',
    '/probe/optional',
    { headers: { authorization: `Bearer ${truncatedKey}`, 'x-api-key': 'other' } },
    400,
    'INVALID_PAYLOAD',
    'x-api-key',
  ],
];

describe('malformed requests', () => {
  it.each([...bodies, ...framing])('%s', async (_name, method, path, options, status, code, field) => {
    const reply = await service.call(method, path, options);
    expect({ status: reply.status, code: reply.body.code, field: reply.body.field }).toEqual({ status, code, field });
    expect(reply.body.error).toBeTruthy();
  });

  it('accepts values at the bounds', async () => {
    const most = { ...good, amountCredits: 1e9, note: 'x'.repeat(20), legs: Array(3).fill({ weight: 0 }) };
    const reply = await service.call('POST', '/probe/orders', { json: most });
    expect(reply.status).toBe(200);
    expect(reply.body.body).toEqual(most);
    const query = await service.call('GET', '/probe/optional?limit=200&includeStale=1&ratio=-0.5&other=ignored');
    expect(query.body.query).toEqual({ limit: 200, includeStale: true, ratio: -0.5 });
  });
});

function exchange(text: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('close', () => done(answer));
    socket.on('error', failed);
  });
}

describe('requests that are not valid HTTP', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'INVALID_PAYLOAD'],
    ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx-y: a\0b\r\n\r\n', 400, 'INVALID_PAYLOAD'],
    [
      'headers too large',
      `GET /healthz HTTP/1.1\r\nhost: a\r\nx-y: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'two lengths',
      'POST /probe/orders HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      400,
      'INVALID_PAYLOAD',
    ],
  ])('%s', async (_name, text, status, code) => {
    const answer = await exchange(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toMatchObject({ code, retryable: false });
    expect(answer).toContain(`x-request-id: ${body.requestId}`);
  });
});
