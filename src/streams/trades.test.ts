import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { checkMessages } from '../../test/support/check-stream-messages.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';
import { holdStreamReads } from '../../test/support/queries/hold-stream-reads.js';
import { type Received, SseReader } from '../../test/support/sse-reader.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { StoreUnavailable } from '../database/store.js';

let service: OperatorService;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  [ada, bob] = [await service.anAgent(), await service.anAgent()];
});
afterAll(() => stopBalanced(service));

const open = (slug: string, query = '', headers = {}) =>
  SseReader.open(`${service.url}/api/events/${slug}/stream${query}`, headers);
const sequences = (received: readonly Received[]) => received.map(message => message.data.sequence);

async function trade(slug: string, count = 1): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const reply = await service.order(number % 2 === 0 ? ada : bob, { eventSlug: slug, amountCredits: 2 });
    expect(reply.status, reply.text).toBe(201);
  }
}

describe('the stream of trades', () => {
  it('sends each trade once, numbered from 1, as in the list of trades', async () => {
    const { slug } = await service.anEvent();
    const reader = await open(slug);
    await reader.kind('heartbeat');
    expect(reader.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(reader.headers['cache-control']).toBe('no-store');
    expect(reader.headers['x-accel-buffering']).toBe('no');
    expect(reader.retryMs).toBe(1000);
    await trade(slug, 3);
    const trades = await reader.kind('trade', 3);
    expect(sequences(trades)).toEqual([1, 2, 3]);
    const { body } = await service.call('GET', `/api/v1/markets/${slug}/trades?order=asc`);
    const listed = body.trades.map(
      ({ player: { retired: _, ...player }, ...rest }: { player: { retired: boolean } }) => ({ ...rest, player }),
    );
    expect(trades.map(message => message.data.trade)).toEqual(listed);
    checkMessages(reader.received);
    reader.cut();
  });

  it('resumes after Last-Event-ID or afterSequence, without a gap or a duplicate', async () => {
    const { slug } = await service.anEvent();
    await trade(slug, 5);
    const byHeader = await open(slug, '?afterSequence=1', { 'last-event-id': '3' });
    expect(sequences(await byHeader.kind('trade', 2))).toEqual([4, 5]);
    const all = await open(slug, '?afterSequence=0');
    await all.kind('heartbeat');
    await trade(slug, 2);
    expect(sequences(await all.kind('trade', 7))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(sequences(await byHeader.kind('trade', 4))).toEqual([4, 5, 6, 7]);
    const fresh = await open(slug);
    expect((await fresh.kind('heartbeat'))[0].data.sequence).toBe(7);
    expect(fresh.received.map(message => message.event)).toEqual(['status', 'heartbeat']);
    for (const reader of [byHeader, all, fresh]) reader.cut();
  });

  it('resumes for a browser that is disconnected before the first trade', async () => {
    const { slug } = await service.anEvent();
    await trade(slug, 2);
    const reader = await open(slug);
    await reader.kind('heartbeat');
    reader.cut();
    expect(reader.lastEventId).toBe('2');
    await trade(slug);
    const again = await open(slug, '', { 'last-event-id': reader.lastEventId as string });
    expect(sequences(await again.kind('trade'))).toEqual([3]);
    again.cut();
  });
});

describe('the head of a stream', () => {
  it('is sent when its position is known, so that a client that has its head misses nothing from then on', async () => {
    const { slug } = await service.anEvent();
    const release = holdStreamReads(service.store);
    let hasHead = false;
    const opening = open(slug).then(reader => {
      hasHead = true;
      return reader;
    });
    await delay(300);
    expect(hasHead).toBe(false);
    release();
    const reader = await opening;
    await trade(slug);
    expect(sequences(await reader.kind('trade'))).toEqual([1]);
    reader.cut();
  });

  it('is 503 with Retry-After if its position can’t be read', async () => {
    const { slug } = await service.anEvent();
    const release = holdStreamReads(service.store);
    const refusal = SseReader.refusal(`${service.url}/api/events/${slug}/stream`);
    await delay(100);
    release(new StoreUnavailable('stalled by a test'));
    const { status, headers, body } = await refusal;
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('does not keep other reads waiting', async () => {
    const { slug } = await service.anEvent();
    const release = holdStreamReads(service.store);
    const opening = Array.from({ length: 70 }, () => open(slug));
    const { text } = await service.call('GET', '/metrics', { headers: operatorHeaders });
    expect(text).toMatch(/^presage_requests_in_flight\{lane="reads"\} [01]$/m);
    release();
    for (const reader of await Promise.all(opening)) reader.cut();
  });

  it('is not sent to a client that disconnects before', async () => {
    const { slug } = await service.anEvent();
    const hangUps = async () => {
      const text = await service.services.service.metrics();
      const counts = text.matchAll(/^presage_http_request_duration_seconds_count\{.*status="499".*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await hangUps();
    const release = holdStreamReads(service.store);
    const gone = new AbortController();
    const opening = fetch(`${service.url}/api/events/${slug}/stream`, { signal: gone.signal });
    await delay(300);
    gone.abort();
    await expect(opening).rejects.toThrow();
    await waitUntil('the record of it', async () => (await hangUps()) === before + 1);
    release();
  });
});

describe('the stream of trades starts', () => {
  it('with a snapshot if requested, or if the sequence does not exist', async () => {
    const { slug } = await service.anEvent();
    await trade(slug, 2);
    const asked = await open(slug, '?snapshot=true');
    const [snapshot] = await asked.kind('snapshot');
    expect(snapshot).toMatchObject({
      id: '2',
      data: { resumed: false, reason: 'asked', market: { status: 'active' } },
    });
    const ahead = await open(slug, '?afterSequence=99');
    expect((await ahead.kind('snapshot'))[0].data).toMatchObject({ sequence: 2, reason: 'ahead' });
    await trade(slug);
    for (const reader of [asked, ahead]) {
      expect(sequences(await reader.kind('trade'))).toEqual([3]);
      checkMessages(reader.received);
      reader.cut();
    }
  });

  it('without trades that are older than seven days', async () => {
    const { slug } = await service.anEvent({ endsAt: new Date(service.clock.now() + 40 * 86_400_000).toISOString() });
    await trade(slug, 2);
    service.clock.forward(8 * 86_400_000);
    await trade(slug);
    const reader = await open(slug, '?afterSequence=0');
    expect((await reader.kind('snapshot'))[0].data).toMatchObject({ sequence: 3, reason: 'gone' });
    const recent = await open(slug, '?afterSequence=2');
    expect(sequences(await recent.kind('trade'))).toEqual([3]);
    const replay = await service.call('GET', `/api/v1/streams/replay?channel=trades&key=${slug}&afterSequence=0`);
    expect(replay.body).toMatchObject({ messages: [], snapshotRequired: true, reason: 'gone', lastSequence: 3 });
    reader.cut();
    recent.cut();
  });

  it('after the snapshot that a replay names', async () => {
    const { slug } = await service.anEvent();
    await trade(slug, 2);
    const { body } = await service.call('GET', `/api/v1/streams/replay?channel=trades&key=${slug}&afterSequence=7`);
    const { pathname } = new URL(body.snapshotUrl);
    await service.call('GET', pathname);
    await trade(slug, 2);
    const snapshot = (await service.call('GET', pathname)).body;
    expect([body.lastSequence, snapshot.tradesSequence]).toEqual([2, 4]);
    await trade(slug);
    const reader = await open(slug, `?afterSequence=${snapshot.tradesSequence}`);
    expect(sequences(await reader.kind('trade'))).toEqual([5]);
    reader.cut();
  });

  it('starts with the status by the clock, before a job has stored it', async () => {
    const { slug } = await service.anEvent({ endsAt: new Date(service.clock.now() + 60_000).toISOString() });
    const reader = await open(slug, '?book=true');
    await reader.kind('heartbeat');
    await withJobHeld(service.store, 'closing markets', async () => {
      service.clock.forward(60_000);
      const [, closed] = await reader.kind('status', 2);
      expect(closed.data.status).toBe('closed');
      const [, top] = await reader.kind('top', 2);
      expect(top.data).toMatchObject({ status: 'closed', outcomes: [{ bestBidBps: null }, { bestBidBps: null }] });
      const late = await open(slug, '?snapshot=true');
      expect((await late.kind('snapshot'))[0].data.market.status).toBe('closed');
      late.cut();
    });
    reader.cut();
  });
});

describe('in addition to trades', () => {
  it('the stream sends the status and, if requested, the top of the book', async () => {
    const { slug } = await service.anEvent();
    const reader = await open(slug, '?book=true');
    await reader.kind('heartbeat');
    expect(reader.received.map(message => message.event)).toEqual(['status', 'top', 'heartbeat']);
    expect((await reader.kind('status'))[0].data.status).toBe('active');
    expect((await reader.kind('top'))[0].data.outcomes[0]).toMatchObject({ bestBidBps: 4999, bestAskBps: 5001 });
    await trade(slug);
    const [, moved] = await reader.kind('top', 2);
    expect(moved.data.outcomes[0].midBps).toBeGreaterThan(5000);
    await service.operate('POST', `/events/${slug}/pause`, {});
    const [, paused] = await reader.kind('status', 2);
    expect(paused.data.status).toBe('paused');
    checkMessages(reader.received);
    reader.cut();
  });
});

describe('a client that drops every sequence it has seen', () => {
  it('receives all trades next to the top of the book, which has only the market sequence', async () => {
    const { slug } = await service.anEvent();
    const resting = await service.order(ada, { eventSlug: slug, amountCredits: 5, limitPriceBps: 4000 });
    const other = await service.order(ada, { eventSlug: slug, amountCredits: 5, limitPriceBps: 4001 });
    const reader = await open(slug, '?book=true');
    await reader.kind('top');
    await trade(slug, 3);
    await reader.kind('trade', 3);
    const { sequence } = (await service.call('GET', `/api/events/${slug}`)).body.event;
    await waitUntil('the newest top', () => reader.received.some(({ data }) => data.marketSequence === sequence));
    const seen = new Set<number>();
    const taken = reader.received.filter(({ data }) => {
      if (data.sequence === undefined || seen.has(data.sequence)) return false;
      seen.add(data.sequence);
      return data.kind === 'trade';
    });
    expect(sequences(taken)).toEqual([1, 2, 3]);
    const tops = reader.received.filter(({ event }) => event === 'top').map(({ data }) => data);
    expect(tops.every(top => !('sequence' in top) && top.marketSequence >= 3)).toBe(true);
    checkMessages(reader.received);
    reader.cut();
    for (const { body } of [resting, other]) {
      await service.call('DELETE', `/api/play/v1/orders/${body.order.id}`, { headers: ada.headers });
    }
  });
});

describe('a replay of trades', () => {
  it('returns the messages of the stream, page by page', async () => {
    const { slug } = await service.anEvent();
    await trade(slug, 5);
    const reader = await open(slug, '?afterSequence=0');
    const streamed = (await reader.kind('trade', 5)).map(message => message.data);
    const path = `/api/v1/streams/replay?channel=trades&key=${slug}`;
    const first = await service.call('GET', `${path}&afterSequence=0&limit=3`);
    expect(first.body).toEqual({
      channel: 'trades',
      key: slug,
      messages: streamed.slice(0, 3),
      lastSequence: 5,
      complete: false,
    });
    const second = await service.call('GET', `${path}&afterSequence=3&limit=3`);
    expect(second.body).toMatchObject({ messages: streamed.slice(3), complete: true });
    const none = await service.call('GET', `${path}&afterSequence=5`);
    expect(none.body).toMatchObject({ messages: [], lastSequence: 5, complete: true });
    const ahead = await service.call('GET', `${path}&afterSequence=6`);
    expect(ahead.body).toMatchObject({
      snapshotRequired: true,
      reason: 'ahead',
      lastSequence: 5,
      snapshotUrl: `http://presage.test/api/events/${slug}/snapshot`,
    });
    reader.cut();
  });

  it.each([
    ['channel=trades&key=nope&afterSequence=0', 404, 'key'],
    ['channel=other&key=x&afterSequence=0', 400, 'channel'],
    ['channel=trades&key=x', 400, 'afterSequence'],
    ['channel=trades&key=x&afterSequence=-1', 400, 'afterSequence'],
    ['channel=trades&key=x&afterSequence=0&limit=501', 400, 'limit'],
  ])('rejects %s', async (query, status, field) => {
    const reply = await service.call('GET', `/api/v1/streams/replay?${query}`);
    expect([reply.status, reply.body.field]).toEqual([status, field]);
  });
});

describe('a stream', () => {
  it.each([
    ['/api/events/nope/stream', {}, 404, 'slug'],
    ['/api/events/nope/orderbook/stream', {}, 404, 'slug'],
    ['/api/events/nope/stream?afterSequence=x', {}, 400, 'afterSequence'],
    ['/api/events/nope/stream', { 'last-event-id': 'abc' }, 400, 'Last-Event-ID'],
    ['/api/play/v1/stream', {}, 401, undefined],
  ])('at %s is rejected', async (path, headers, status, field) => {
    const refused = await SseReader.refusal(service.url + path, headers as Record<string, string>);
    expect([refused.status, refused.body.field]).toEqual([status, field]);
  });

  it('responds to HEAD with headers only', async () => {
    const { slug } = await service.anEvent();
    const response = await fetch(`${service.url}/api/events/${slug}/stream`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });
});
