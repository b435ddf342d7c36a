import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { assertBooksBalance } from '../../../test/books.js';
import { until } from '../../../test/hearing.js';
import { type OperatorService, startOperatorService } from '../../../test/operator.js';
import type { TestAgent } from '../../../test/service.js';
import { SseReader } from '../../../test/sse.js';

let service: OperatorService;
let ada: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  ada = await service.anAgent();
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: messages of every kind.
type Message = any;

async function connect(headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers });
  const received: Message[] = [];
  socket.on('message', data => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const say = (message: object) => socket.send(JSON.stringify(message));
  const find = async (what: string, holds: (message: Message) => boolean): Promise<Message> => {
    await until(what, () => received.some(holds));
    return received.find(holds);
  };
  return { socket, received, say, find };
}

/** The status with which an upgrade is refused. */
async function refused(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  response.resume();
  return response.statusCode;
}

describe('a WebSocket', () => {
  it('carries the very messages of the streams', async () => {
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
    await until('the next order', () => received.filter(message => message.kind === 'order').length === 2);
    expect(received.filter(message => message.channel === 'trades' && message.kind === 'trade')).toHaveLength(1);
    socket.close();
  });

  it('tells what is wrong with a message and goes on', async () => {
    const { socket, received, say, find } = await connect();
    socket.send('{');
    say({ type: 'subscribe', channel: 'trades' });
    say({ type: 'subscribe', channel: 'trades', key: 'nope' });
    say({ type: 'subscribe', channel: 'user', key: 'ada' });
    await until('four refusals', () => received.length === 4);
    expect(received.map(({ type, code, field }) => [type, code, field])).toEqual(
      expect.arrayContaining([
        ['error', 'INVALID_JSON', undefined],
        ['error', 'INVALID_PAYLOAD', 'key'],
        ['error', 'NOT_FOUND', 'key'],
        ['error', 'UNAUTHORIZED', undefined],
      ]),
    );
    const { slug } = await service.anEvent();
    say({ type: 'subscribe', channel: 'trades', key: slug });
    await find('a subscription', message => message.type === 'subscribed');
    socket.close();
  });

  it('is refused with a bad key, for a session to pages of others, and to whoever speaks HTTP only', async () => {
    expect(await refused({ authorization: 'Bearer nonsense' })).toBe(401);
    const person = await service.aPerson();
    expect(await refused({ ...person.headers, origin: 'https://elsewhere.example' })).toBe(403);
    const { socket } = await connect({ ...person.headers, origin: 'http://presage.test' });
    socket.close();
    const plain = await service.call('GET', '/api/v1/ws');
    expect([plain.status, plain.body.code]).toEqual([426, 'UPGRADE_REQUIRED']);
  });
});
