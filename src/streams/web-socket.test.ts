import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { holdStreamReads } from '../../test/support/queries/hold-stream-reads.js';
import { SseReader } from '../../test/support/sse-reader.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { socketMessages } from './schemas.js';

let service: OperatorService;
let ada: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  ada = await service.anAgent();
});
afterAll(() => stopBalanced(service));

// biome-ignore lint/suspicious/noExplicitAny: messages of every kind.
type Message = any;

async function connect(headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers });
  const received: Message[] = [];
  socket.on('message', data => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const say = (message: object) => socket.send(JSON.stringify(message));
  const find = async (what: string, holds: (message: Message) => boolean): Promise<Message> => {
    await waitUntil(what, () => received.some(holds));
    return received.find(holds);
  };
  return { socket, received, say, find };
}

const answerChecks = new Map(
  Object.entries(socketMessages).map(([type, schema]) => [type, new Ajv2020({ strict: false }).compile(schema)]),
);

/** The status with which an upgrade is rejected. */
async function refused(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  response.resume();
  return response.statusCode;
}

describe('the topic market of a WebSocket', () => {
  it('carries trades and book of an event in one subscription', async () => {
    const { slug } = await service.anEvent();
    const { socket, received, say, find } = await connect();
    const { topics } = (await service.call('GET', '/api/v1/streams/manifest')).body.webSocket;
    const available = topics.filter((each: Message) => each.status === 'available');
    expect(available.map((each: Message) => each.topic)).toEqual(['market', 'user']);
    const [{ subscribe, channels }] = available;
    say({ ...subscribe, id: 'm', key: slug, depth: 3 });
    expect(await find('the answer', message => message.type !== undefined)).toEqual({
      type: 'subscribed',
      id: 'm',
      channel: 'market',
      key: slug,
    });
    for (const channel of channels) {
      await find(channel, message => message.kind === 'heartbeat' && message.channel === channel);
    }
    await service.order(ada, { eventSlug: slug, amountCredits: 5 });
    await find('the trade', message => message.channel === 'trades' && message.kind === 'trade');
    await find('the book', message => message.channel === 'orderbook' && message.kind === 'delta');
    say({ type: 'unsubscribe', channel: 'market', key: slug });
    await find('the end of both', message => message.type === 'unsubscribed' && message.channel === 'market');
    say({ type: 'subscribe', id: 'n', channel: 'market', key: slug, afterSequence: 3 });
    const refusal = await find('the refusal', message => message.id === 'n');
    expect([refusal.type, refusal.code, refusal.field]).toEqual(['error', 'INVALID_PAYLOAD', 'afterSequence']);
    for (const answer of received.filter(({ type }) => type)) {
      expect(answerChecks.get(answer.type)?.(answer), JSON.stringify(answer)).toBe(true);
    }
    socket.close();
  });

  it('counts as two of the subscriptions of a connection', async () => {
    const events = await Promise.all(Array.from({ length: 25 }, () => service.anEvent()));
    const { socket, received, say, find } = await connect();
    say({ type: 'subscribe', id: 'first', channel: 'trades', key: events[0].slug });
    for (const { slug } of events.slice(1)) say({ type: 'subscribe', channel: 'market', key: slug });
    await waitUntil('49 subscriptions', () => received.filter(({ type }) => type === 'subscribed').length === 25);
    const { slug } = await service.anEvent();
    say({ type: 'subscribe', id: 'last', channel: 'market', key: slug });
    expect(await find('the refusal', message => message.id === 'last')).toMatchObject({ code: 'RATE_LIMITED' });
    socket.close();
  });
});

describe('a subscription of a WebSocket', () => {
  it('responds when both positions are known, so that the client misses nothing from then on', async () => {
    const { slug } = await service.anEvent();
    const { socket, received, say, find } = await connect();
    const release = holdStreamReads(service.store);
    say({ type: 'subscribe', channel: 'market', key: slug });
    await delay(300);
    expect(received).toEqual([]);
    release();
    await find('the answer', ({ type }) => type === 'subscribed');
    expect(received[0].type).toBe('subscribed');
    await service.order(ada, { eventSlug: slug, amountCredits: 5 });
    await find('the trade', ({ channel, kind }) => channel === 'trades' && kind === 'trade');
    await find('the book', ({ channel, kind }) => channel === 'orderbook' && kind === 'snapshot');
    socket.close();
  });

  it('does not delay other commands while a position is read', async () => {
    const [{ slug }, other] = [await service.anEvent(), await service.anEvent()];
    const { socket, received, say, find } = await connect();
    const release = holdStreamReads(service.store);
    say({ type: 'subscribe', id: 'slow', channel: 'market', key: slug });
    say({ type: 'subscribe', id: 'quick', channel: 'orderbook', key: other.slug });
    await find('the book', ({ kind, key }) => kind === 'snapshot' && key === other.slug);
    say({ type: 'unsubscribe', id: 'book', channel: 'orderbook', key: slug });
    say({ type: 'unsubscribe', id: 'trades', channel: 'trades', key: slug });
    await find('the end of both', ({ id }) => id === 'trades');
    release();
    await delay(100);
    expect(received.flatMap(({ type, id }) => (type ? [[type, id]] : []))).toEqual([
      ['subscribed', 'quick'],
      ['unsubscribed', 'book'],
      ['subscribed', 'slow'],
      ['unsubscribed', 'trades'],
    ]);
    expect(received.filter(({ type, key }) => !type && key === slug)).toEqual([]);
    socket.close();
  });
});

describe('a WebSocket', () => {
  it('carries the messages of the streams', async () => {
    const { slug } = await service.anEvent();
    const { handle } = (await service.call('GET', '/api/play/v1/account', { headers: ada.headers })).body.player;
    const { socket, received, say, find } = await connect(ada.headers);
    say({ type: 'subscribe', channel: 'trades', key: slug, afterSequence: 0 });
    say({ type: 'subscribe', channel: 'orderbook', key: slug, depth: 3 });
    say({ type: 'subscribe', channel: 'user', key: handle });
    for (const channel of ['trades', 'orderbook', 'user']) {
      await find(`${channel}`, message => message.kind === 'heartbeat' && message.channel === channel);
    }
    await service.order(ada, { eventSlug: slug, amountCredits: 5 });
    await find('the order', message => message.channel === 'user' && message.kind === 'order');
    await find('the book', message => message.kind === 'delta');
    const trade = await find('the trade', message => message.channel === 'trades' && message.kind === 'trade');
    const reader = await SseReader.open(`${service.url}/api/events/${slug}/stream?afterSequence=0`);
    expect(trade).toEqual((await reader.kind('trade'))[0].data);
    reader.cut();
    say({ type: 'unsubscribe', channel: 'trades', key: slug });
    await find('the end of it', message => message.type === 'unsubscribed');
    await service.order(ada, { eventSlug: slug, amountCredits: 5 });
    await waitUntil('the next order', () => received.filter(message => message.kind === 'order').length === 2);
    expect(received.filter(message => message.channel === 'trades' && message.kind === 'trade')).toHaveLength(1);
    socket.close();
  });

  it('reports an invalid message and continues', async () => {
    const { socket, received, say, find } = await connect();
    socket.send('{');
    say({ type: 'subscribe', id: 'a', channel: 'trades' });
    say({ type: 'subscribe', id: 'b', channel: 'trades', key: 'nope' });
    say({ type: 'subscribe', channel: 'user', key: 'ada' });
    await waitUntil('four refusals', () => received.length === 4);
    expect(received.map(({ type, id, channel, key, code, field }) => [type, id, channel, key, code, field])).toEqual([
      ['error', undefined, undefined, undefined, 'INVALID_JSON', undefined],
      ['error', 'a', 'trades', undefined, 'INVALID_PAYLOAD', 'key'],
      ['error', 'b', 'trades', 'nope', 'NOT_FOUND', 'key'],
      ['error', undefined, 'user', 'ada', 'UNAUTHORIZED', undefined],
    ]);
    const { slug } = await service.anEvent();
    say({ type: 'subscribe', id: 'c', channel: 'trades', key: slug });
    expect(await find('a subscription', message => message.type === 'subscribed')).toEqual({
      type: 'subscribed',
      id: 'c',
      channel: 'trades',
      key: slug,
    });
    say({ type: 'unsubscribe', id: 'd', channel: 'trades', key: slug });
    await find('its end', message => message.type === 'unsubscribed' && message.id === 'd');
    for (const answer of received.filter(({ type }) => type)) {
      expect(answerChecks.get(answer.type)?.(answer), JSON.stringify(answer)).toBe(true);
    }
    socket.close();
  });

  it('rejects an invalid key, a session on pages of other sites, and plain HTTP', async () => {
    expect(await refused({ authorization: 'Bearer nonsense' })).toBe(401);
    const person = await service.aPerson();
    expect(await refused({ ...person.headers, origin: 'https://elsewhere.example' })).toBe(403);
    const { socket } = await connect({ ...person.headers, origin: 'http://presage.test' });
    socket.close();
    const plain = await service.call('GET', '/api/v1/ws');
    expect([plain.status, plain.body.code]).toEqual([426, 'UPGRADE_REQUIRED']);
  });
});

describe('a misbehaving connection', () => {
  it('is closed when it sends without reading or exceeds the limit', async () => {
    const { socket } = await connect();
    const closed = once(socket, 'close');
    for (let sent = 0; sent < 2_000; sent += 1) socket.send('x');
    expect((await closed)[0]).toBe(1008);
  });

  it('executes its commands in order', async () => {
    const { slug } = await service.anEvent();
    const { socket, received, say } = await connect();
    for (let round = 0; round < 10; round += 1) {
      say({ type: 'subscribe', channel: 'orderbook', key: slug, outcomeIndex: 0 });
      say({ type: 'unsubscribe', channel: 'orderbook', key: slug });
    }
    const answers = () => received.flatMap(({ type }) => (type ? [type] : []));
    await waitUntil('all answers', () => answers().length === 20);
    expect(answers()).toEqual(Array.from({ length: 10 }, () => ['subscribed', 'unsubscribed']).flat());
    socket.close();
  });

  it('opens no private stream with a key that was revoked in the meantime', async () => {
    const agent = await service.anAgent();
    const { handle } = (await service.call('GET', '/api/play/v1/account', { headers: agent.headers })).body.player;
    const { socket, received, say } = await connect(agent.headers);
    const closed = once(socket, 'close');
    await service.pool`update agent_keys set revoked_at = now() where agent_id = ${agent.playerId}`;
    say({ type: 'subscribe', channel: 'user', key: handle, snapshot: true });
    expect((await closed)[0]).toBe(1008);
    expect(received.filter(message => message.channel === 'user')).toEqual([]);
  });
});

/** The response of the service to such a request before it closes the connection. */
function exchange(text: string): Promise<string> {
  return new Promise<string>((done, failed) => {
    const { hostname, port } = new URL(service.url);
    const socket = connectTcp({ host: hostname, port: Number(port), allowHalfOpen: true }, () => socket.write(text));
    let received = '';
    socket.on('data', data => {
      received += data;
    });
    socket.on('end', () => {
      socket.destroy();
      done(received);
    });
    socket.on('error', failed);
  });
}

describe('an invalid handshake', () => {
  const good = {
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Protocol': 'chat',
  };
  const shake = (headers: object, method = 'GET') => {
    const lines = Object.entries({ ...good, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} /api/v1/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n`;
    return exchange(`${head}${lines.join('')}\r\n`);
  };

  it.each([
    [{ 'Sec-WebSocket-Key': 'short' }, 400, 'INVALID_PAYLOAD', 'Sec-WebSocket-Key'],
    [{ 'Sec-WebSocket-Version': '7' }, 426, 'UPGRADE_REQUIRED', undefined],
    [{ 'Sec-WebSocket-Protocol': 'a, a' }, 400, 'INVALID_PAYLOAD', 'Sec-WebSocket-Protocol'],
    [{ 'Sec-WebSocket-Protocol': 'a b' }, 400, 'INVALID_PAYLOAD', 'Sec-WebSocket-Protocol'],
  ])('%j is rejected with the usual error body', async (headers, status, code, field) => {
    const [head, body] = (await shake(headers)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/content-type: application\/json/i);
    expect(JSON.parse(body)).toMatchObject({ code, ...(field ? { field } : {}) });
  });

  it('names the supported versions, and responds to HEAD without a body', async () => {
    expect(await shake({ 'Sec-WebSocket-Version': '7' })).toMatch(/sec-websocket-version: 13, 8/i);
    const [head, body] = (await shake({}, 'HEAD')).split('\r\n\r\n');
    // Node before 24.9 can't serve it as a plain request.
    expect(head).toMatch(/^HTTP\/1\.1 4(?:00|26) /);
    expect(head).toMatch(/content-type: application\/json/i);
    expect(body).toBe('');
  });
});
