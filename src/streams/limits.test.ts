import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { SseReader } from '../../test/support/sse-reader.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { streamsPerPlayer, subscriptionBounds } from '../http/limits.js';

const perAddress = 30;
let service: OperatorService;
let agents: TestAgent[];

beforeAll(async () => {
  service = await startOperatorService({ streamsPerAddress: perAddress });
  agents = await Promise.all(Array.from({ length: 40 }, () => service.anAgent()));
});
afterAll(() => stopBalanced(service));

async function openMany(url: string, count: number, headers = {}): Promise<SseReader[]> {
  return Promise.all(Array.from({ length: count }, () => SseReader.open(url, headers)));
}

async function openStreams(): Promise<number> {
  const text = await service.services.service.metrics();
  return Number(/^presage_streams_open (\d+)$/m.exec(text)?.[1]);
}

describe('open streams are limited', () => {
  it('by address, until one of them is closed', async () => {
    const { slug } = await service.anEvent();
    const url = `${service.url}/api/events/${slug}/stream`;
    const readers = await openMany(url, perAddress);
    const refused = await SseReader.refusal(url);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.body.error).toContain(`${perAddress} open streams per address`);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    readers[0].cut();
    await waitUntil('a free place', async () => (await openStreams()) < perAddress);
    readers.push(await SseReader.open(url));
    for (const reader of readers) reader.cut();
    await waitUntil('all closed', async () => (await openStreams()) === 0);
  });

  it('by player', async () => {
    const url = `${service.url}/api/play/v1/stream`;
    const readers = await openMany(url, streamsPerPlayer, agents[0].headers);
    const refused = await SseReader.refusal(url, agents[0].headers);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.body.error).toContain('per player');
    readers.push(await SseReader.open(url, agents[1].headers));
    for (const reader of readers) reader.cut();
    await waitUntil('all closed', async () => (await openStreams()) === 0);
  });
});

describe('subscriptions are limited', () => {
  it('by player, over all connections', async () => {
    const { perConnection, perStream } = subscriptionBounds;
    const slugs: string[] = [];
    while (slugs.length < perConnection) slugs.push((await service.anEvent()).slug);
    const most = streamsPerPlayer * perStream;
    const sockets: WebSocket[] = [];
    const answers: { type: string; code?: string; error?: string }[] = [];
    const answered = () => answers.filter(({ type }) => type).length;
    async function subscribe(agent: TestAgent, count: number): Promise<WebSocket> {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers: agent.headers });
      sockets.push(socket);
      socket.on('message', data => answers.push(JSON.parse(String(data))));
      await once(socket, 'open');
      const before = answered();
      for (const key of slugs.slice(0, count)) {
        socket.send(JSON.stringify({ type: 'subscribe', channel: 'trades', key }));
      }
      await waitUntil('all answers', () => answered() === before + count);
      return socket;
    }
    for (let open = 0; open < most; open += perConnection) await subscribe(agents[2], perConnection);
    expect(answers.filter(({ type }) => type === 'error')).toEqual([]);
    const extra = await subscribe(agents[2], 1);
    const [refused] = answers.filter(({ type }) => type === 'error');
    expect(refused.code).toBe('RATE_LIMITED');
    expect(refused.error).toContain(`${most} subscriptions per player`);
    // A released subscription can be used again.
    sockets[0].send(JSON.stringify({ type: 'unsubscribe', channel: 'trades', key: slugs[0] }));
    await waitUntil('the end of one', () => answers.some(({ type }) => type === 'unsubscribed'));
    extra.send(JSON.stringify({ type: 'subscribe', channel: 'trades', key: slugs[0] }));
    await waitUntil('another one', () => answers.filter(({ type }) => type === 'subscribed').length === most + 1);
    for (const socket of sockets) socket.close();
    await waitUntil('all closed', async () => (await openStreams()) === 0);
  });
});

describe('a client that reads nothing', () => {
  it('is disconnected from a WebSocket with overflow', async () => {
    const outcomes = Array.from({ length: 40 }, (_value, index) => `Outcome ${index}`);
    const { slug } = await service.anEvent({ outcomes });
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`);
    let received = 0;
    socket.on('message', () => {
      received += 1;
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', channel: 'orderbook', key: slug, depth: 200 }));
    await waitUntil('the snapshot', () => received > 1);
    const closed = once(socket, 'close');
    socket.pause();
    // Its last message must be read within three seconds.
    const resumed = waitUntil('the end of its stream', async () => (await openStreams()) === 0).then(() =>
      socket.resume(),
    );
    let orders = 0;
    while (orders < 400 && (await openStreams()) === 1) {
      const order = { eventSlug: slug, outcomeIndex: orders % outcomes.length, amountCredits: 3 };
      expect((await service.order(agents[orders % agents.length], order)).status).toBe(201);
      orders += 1;
    }
    expect(orders).toBeLessThan(400);
    await resumed;
    expect(await closed).toEqual([1013, Buffer.from('overflow')]);
  });

  it('is disconnected with overflow, and does not delay the others', async () => {
    const outcomes = Array.from({ length: 40 }, (_value, index) => `Outcome ${index}`);
    const { slug } = await service.anEvent({ outcomes });
    // Each delta of these deep books is larger than the socket buffers of a client that does not read.
    const url = `${service.url}/api/events/${slug}/orderbook/stream?depth=200`;
    const [stalled, quick] = await openMany(url, 2);
    await Promise.all([stalled.kind('snapshot'), quick.kind('snapshot')]);
    stalled.stall();
    const before = stalled.received.length;
    let overflowed = false;
    for (let step = 0; step < 400 && !overflowed; step += 1) {
      const order = { eventSlug: slug, outcomeIndex: step % outcomes.length, amountCredits: 3 };
      expect((await service.order(agents[step % agents.length], order)).status).toBe(201);
      const { sequence } = (await service.call('GET', `/api/events/${slug}/orderbook/summary`)).body;
      await quick.until(`sequence ${sequence}`, received => received.at(-1)?.data.sequence >= sequence);
      overflowed = (await openStreams()) === 1;
    }
    expect(overflowed).toBe(true);
    expect(stalled.received.length).toBe(before);
    await service.order(agents[0], { eventSlug: slug, amountCredits: 3 });
    await quick.kind('delta', quick.received.filter(message => message.event === 'delta').length + 1);
    expect(quick.received.some(message => message.event === 'overflow')).toBe(false);
    quick.cut();
    stalled.flow();
    await stalled.whenEnded();
  }, 120_000);
});
