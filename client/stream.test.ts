import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../src/kernel/time.js';
import { stopBalanced } from '../test/support/assert-books-balance.js';
import { follow as followIn } from '../test/support/follow-channel.js';
import { type OperatorService, startOperatorService } from '../test/support/operator-service.js';
import { type FaultProxy, startFaultProxy } from '../test/support/proxies/fault-proxy.js';
import type { TestAgent } from '../test/support/test-service.js';
import { waitUntil } from '../test/support/wait-until.js';
import type { Channel, StreamMessage, StreamOptions } from './client.js';

let service: OperatorService;
let proxy: FaultProxy;
let agent: TestAgent;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));
beforeEach(async () => {
  proxy = await startFaultProxy(service.url);
  agent = await service.anAgent();
  ({ slug } = await service.anEvent());
});
afterEach(() => proxy.close());

const buy = async (fields: { outcomeIndex?: number; limitPriceBps?: number } = {}, by = agent) =>
  expect((await service.order(by, { eventSlug: slug, amountCredits: 2, ...fields })).status).toBe(201);

const follow = <Of extends Channel>(options: StreamOptions<Of>) =>
  followIn({ url: proxy.url, agentKey: agent.key }, options);

const isNumbered = ({ kind }: { kind: string }) => kind !== 'status' && kind !== 'top';
const brief = (messages: readonly { kind: string; sequence?: number }[]) =>
  messages.filter(isNumbered).map(({ kind, sequence }) => `${kind} ${sequence}`);
const trades = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `trade ${from + index}`);

describe('a stream of trades over an unreliable connection', () => {
  it('resumes after every disconnect, with each trade once', async () => {
    let blocks = 0;
    proxy.meddle = block => {
      blocks += 1;
      if (blocks % 4 === 0) setImmediate(() => proxy.cut());
      return [block];
    };
    const reader = follow({ channel: 'trades', key: slug, afterSequence: 0 });
    for (let count = 1; count <= 20; count += 1) {
      await buy();
      // Otherwise one connection may bring all the rest.
      if (count % 5 === 0) await reader.until('the trades so far', () => brief(reader.got).length >= count);
    }
    await reader.stop();
    expect(brief(reader.got)).toEqual(trades(1, 20));
    expect(reader.gaps).toEqual([]);
    expect(reader.states.filter(open => open).length).toBeGreaterThan(2);
    const fills = await service.pool<{ id: string }[]>`
      select f.id from readable_fills f join events e on e.id = f.event_id where e.slug = ${slug} and f.public order by f.sequence`;
    const ids = reader.got.flatMap(message => (message.kind === 'trade' ? [message.trade.id] : []));
    expect(ids).toEqual(fills.map(({ id }) => id));
  });

  it('loses nothing when it is disconnected before the first message', async () => {
    await buy();
    const reader = follow({ channel: 'trades', key: slug });
    await reader.until('the status', () => reader.got.length === 1);
    // The heartbeat after the status carries the sequence to resume from.
    await reader.until('the heartbeat', () => reader.states.length === 1);
    await new Promise(done => setImmediate(done));
    const target = proxy.target;
    proxy.target = 'http://127.0.0.1:9';
    proxy.cut();
    await buy();
    proxy.target = target;
    await reader.until('the trade', () => brief(reader.got).length === 1);
    await reader.stop();
    expect(brief(reader.got)).toEqual(['trade 2']);
  });

  it('drops duplicates, and forwards messages without a number', async () => {
    proxy.meddle = block => [block, block];
    const reader = follow({ channel: 'trades', key: slug, query: { book: true } });
    await reader.until('a top', () => reader.got.some(({ kind }) => kind === 'top'));
    for (let count = 0; count < 5; count += 1) await buy();
    await service.operate('POST', `/events/${slug}/pause`, {});
    const paused = (message: StreamMessage<'trades'>) => message.kind === 'status' && message.status === 'paused';
    await reader.until('the pause', () => reader.got.some(paused));
    await reader.stop();
    expect(brief(reader.got)).toEqual(trades(1, 5));
    expect(reader.gaps).toEqual([]);
  });
});

describe('a stream of trades over a lossy connection', () => {
  it('replays lost messages, and reports the gap first', async () => {
    proxy.meddle = block => (/^id: [347]$/m.test(block) ? [] : [block]);
    const reader = follow({ channel: 'trades', key: slug, afterSequence: 0 });
    // The heartbeat that follows its status must not be ahead of the trades.
    await reader.until('the status', () => reader.got.length > 0);
    for (let count = 0; count < 5; count += 1) await buy();
    // Otherwise the replay of the first gap may bring the trades of the second one.
    await reader.until('the first five', () => brief(reader.got).length >= 5);
    for (let count = 0; count < 3; count += 1) await buy();
    await reader.until('all trades', () => brief(reader.got).length >= 8);
    await reader.stop();
    expect(brief(reader.got)).toEqual(trades(1, 8));
    expect(reader.gaps).toEqual([
      { after: 2, before: 5 },
      { after: 6, before: 8 },
    ]);
    const replays = proxy.seen.filter(url => url.startsWith('/api/v1/streams/replay'));
    expect(replays[0]).toBe(`/api/v1/streams/replay?channel=trades&key=${slug}&afterSequence=2&limit=200`);
  });

  it('detects missing newest messages by the heartbeat', async () => {
    for (let count = 0; count < 3; count += 1) await buy();
    proxy.meddle = block => (/^id: [23]$/m.test(block) ? [] : [block]);
    const reader = follow({ channel: 'trades', key: slug, afterSequence: 0 });
    await reader.until('all trades', () => brief(reader.got).length >= 3);
    await reader.stop();
    expect(brief(reader.got)).toEqual(trades(1, 3));
    expect(reader.gaps).toEqual([{ after: 1, before: 4 }]);
  });
});

describe('a stream of trades that can’t resume', () => {
  it('restarts with a snapshot that contains its position', async () => {
    let lost = 0;
    proxy.meddle = (block, connection) => {
      if (connection !== 1 || !/^id: [23]$/m.test(block)) return [block];
      lost += 1;
      return [];
    };
    const reader = follow({ channel: 'trades', key: slug, afterSequence: 0 });
    await buy();
    await reader.until('the first', () => brief(reader.got).length === 1);
    for (let count = 0; count < 2; count += 1) await buy();
    await waitUntil('the lost trades', () => lost === 2);
    service.clock.forward(8 * dayMs);
    await buy();
    await reader.until('a snapshot', () => brief(reader.got).length === 2);
    await buy();
    await reader.until('the fifth', () => brief(reader.got).length >= 3);
    await reader.stop();
    expect(brief(reader.got)).toEqual(['trade 1', 'snapshot 4', 'trade 5']);
    expect(reader.gaps).toEqual([{ after: 1, before: 4 }]);
    const snapshot = reader.got.find(({ kind }) => kind === 'snapshot');
    expect(snapshot).toMatchObject({ refreshed: true, market: { volumeCredits: 8 } });
    expect(proxy.seen.at(-1)).toBe(`/api/events/${slug}/stream?snapshot=true`);
  });

  it('restarts if its sequence does not exist', async () => {
    await buy();
    const reader = follow({ channel: 'trades', key: slug, afterSequence: 70 });
    await reader.until('a snapshot', () => brief(reader.got).length === 1);
    await buy();
    await reader.until('a trade', () => brief(reader.got).length === 2);
    await reader.stop();
    expect(brief(reader.got)).toEqual(['snapshot 1', 'trade 2']);
    expect(reader.got[0]).toMatchObject({ reason: 'ahead', refreshed: true });
  });

  it('requests a snapshot once, not after every disconnect', async () => {
    const reader = follow({ channel: 'trades', key: slug, snapshot: true });
    await reader.until('a snapshot', () => brief(reader.got).length === 1);
    await buy();
    await reader.until('a trade', () => brief(reader.got).length === 2);
    proxy.cut();
    await buy();
    await reader.until('another', () => brief(reader.got).length === 3);
    await reader.stop();
    expect(brief(reader.got)).toEqual(['snapshot 0', 'trade 1', 'trade 2']);
    expect(proxy.seen.at(-1)).toBe(`/api/events/${slug}/stream?afterSequence=1`);
  });

  it('reconnects if no message arrives, not even a heartbeat', async () => {
    const reader = follow({ channel: 'trades', key: slug, afterSequence: 0, silenceMs: 300 });
    await buy();
    await reader.until('a trade', () => brief(reader.got).length === 1);
    proxy.stall();
    await buy();
    await reader.until('the one that was held back', () => brief(reader.got).length === 2);
    expect(reader.states.slice(0, 3)).toEqual([true, false, true]);
    await reader.stop();
  });

  it('ends with the error if the event does not exist', async () => {
    const reader = follow({ channel: 'trades', key: 'no-such-event' });
    await expect(reader.until('nothing', () => false)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
    await reader.stop();
  });
});

describe('the private stream', () => {
  it('resumes, and replays gaps without knowing the handle', async () => {
    proxy.meddle = block => (/^id: 4$/m.test(block) ? [] : [block]);
    const reader = follow({ channel: 'user', snapshot: true });
    await reader.until('a snapshot', () => reader.got.length === 1);
    await buy();
    await reader.until('trade and order', () => reader.got.length === 3);
    proxy.cut();
    await buy();
    await buy({ limitPriceBps: 200 });
    await reader.until('the rest', () => reader.got.length >= 6);
    await reader.stop();
    const first = reader.got[0].sequence;
    expect(reader.got.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5].map(step => first + step));
    expect(reader.got.map(({ kind }) => kind)).toEqual(['snapshot', 'trade', 'order', 'trade', 'order', 'order']);
  });

  it('ends when the key is revoked', async () => {
    const reader = follow({ channel: 'user' });
    await reader.until('the opening', () => reader.states.length === 1);
    await service.pool`update agent_keys set revoked_at = now() where id = ${agent.keyId}`;
    await expect(reader.until('nothing', () => false)).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    await reader.stop();
  });
});
