import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { BookMirror } from '../../test/support/book-mirror.js';
import { checkMessages } from '../../test/support/check-stream-messages.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { SseReader } from '../../test/support/sse-reader.js';
import type { TestAgent } from '../../test/support/test-service.js';

let service: OperatorService;
let agents: TestAgent[];

beforeAll(async () => {
  service = await startOperatorService();
  agents = await Promise.all(Array.from({ length: 4 }, () => service.anAgent()));
});
afterAll(() => stopBalanced(service));

const open = (slug: string, query = '', headers = {}) =>
  SseReader.open(`${service.url}/api/events/${slug}/orderbook/stream${query}`, headers);

async function served(slug: string, depth: number) {
  return (await service.call('GET', `/api/events/${slug}/orderbook/snapshot?depth=${depth}`)).body;
}

/** Waits until the mirror has reached the served sequence, and compares. */
async function compare(reader: SseReader, mirror: BookMirror, slug: string, depth: number): Promise<void> {
  const book = await served(slug, depth);
  await reader.until(`sequence ${book.sequence}`, () => mirror.sequence >= book.sequence);
  expect(mirror.sequence).toBe(book.sequence);
  expect(mirror.view()).toEqual({ status: book.status, outcomes: book.outcomes });
}

async function aReader(slug: string, query: string, headers = {}) {
  const reader = await open(slug, query, headers);
  const mirror = new BookMirror();
  for (const message of reader.received) mirror.take(message);
  reader.onMessage = message => mirror.take(message);
  return { reader, mirror };
}

describe('the effect of the clock on a book', () => {
  const inMs = (ms: number) => new Date(service.clock.now() + ms).toISOString();

  it('appears at the same sequence as in requests', async () => {
    const { slug } = await service.anEvent();
    const order = { eventSlug: slug, amountCredits: 40, limitPriceBps: 4000, expiresAt: inMs(120_000) };
    expect((await service.order(agents[0], order)).status).toBe(201);
    const { reader, mirror } = await aReader(slug, '?depth=100');
    await compare(reader, mirror, slug, 100);
    await withJobHeld(service.store, 'deleting expired orders', async () => {
      const before = await served(slug, 100);
      service.clock.forward(120_000);
      const after = await served(slug, 100);
      expect(after.sequence).toBe(before.sequence);
      expect(after.outcomes).not.toEqual(before.outcomes);
      const [, remade] = await reader.kind('snapshot', 2);
      expect(remade.data).toMatchObject({ sequence: after.sequence, reason: 'clock', outcomes: after.outcomes });
      // Another node may have served this sequence with its earlier content, so no client may resume from it.
      const again = await open(slug, `?depth=100&afterSequence=${after.sequence}`);
      expect((await again.kind('snapshot'))[0].data).toMatchObject({ reason: 'gone', outcomes: after.outcomes });
      again.cut();
    });
    // The first read removes it, and the sequence catches up.
    await reader.kind('delta');
    await compare(reader, mirror, slug, 100);
    checkMessages(reader.received);
    reader.cut();
  });

  it('ends it when trading ends', async () => {
    const { slug } = await service.anEvent({ endsAt: inMs(60_000) });
    const { reader, mirror } = await aReader(slug, '?depth=5');
    await reader.kind('heartbeat');
    await withJobHeld(service.store, 'closing markets', async () => {
      service.clock.forward(60_000);
      await reader.kind('snapshot', 2);
      const { status, outcomes } = await served(slug, 5);
      expect([status, outcomes[0].bids]).toEqual(['closed', []]);
      expect(mirror.view()).toEqual({ status, outcomes });
    });
    reader.cut();
  });
});

describe('books of several depths', () => {
  it('share one read of the market', async () => {
    const { slug, id } = await service.anEvent();
    const shapes = ['depth=3', 'depth=40', 'depth=12&outcomeIndex=1'];
    const readers = await Promise.all(shapes.map(shape => aReader(slug, `?${shape}`)));
    await Promise.all(readers.map(({ reader }) => reader.kind('heartbeat')));
    const looks = vi.spyOn(service.services.marketData.live, 'each');
    await service.order(agents[0], { eventSlug: slug, amountCredits: 30 });
    await Promise.all(readers.map(({ reader }) => reader.kind('delta')));
    expect(looks.mock.calls.filter(([ids]) => ids.includes(id))).toHaveLength(1);
    looks.mockRestore();
    await compare(readers[0].reader, readers[0].mirror, slug, 3);
    await compare(readers[1].reader, readers[1].mirror, slug, 40);
    const { outcomes } = await served(slug, 12);
    expect(readers[2].mirror.view().outcomes).toEqual([outcomes[1]]);
    for (const { reader } of readers) reader.cut();
  });
});

describe('the stream of a book', () => {
  it('leads from a snapshot, delta by delta, to the served book', async () => {
    const { slug } = await service.anEvent({ outcomes: ['A', 'B', 'C'] });
    const { reader, mirror } = await aReader(slug, '?depth=15');
    for (let step = 0; step < 12; step += 1) {
      const limitPriceBps = step % 3 === 0 ? 9999 : 2500 + step * 60;
      const order = { eventSlug: slug, outcomeIndex: step % 3, amountCredits: 5 + step, limitPriceBps };
      expect((await service.order(agents[step % 4], order)).status).toBe(201);
      await compare(reader, mirror, slug, 15);
    }
    await service.operate('POST', `/events/${slug}/close`, {});
    await compare(reader, mirror, slug, 15);
    checkMessages(reader.received);
    reader.cut();
  });

  it('merges changes within a tenth of a second', async () => {
    const { slug } = await service.anEvent();
    const { reader, mirror } = await aReader(slug, '?outcomeIndex=0&depth=5');
    await reader.kind('heartbeat');
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 60 }, (_v, step) => service.order(agents[step % 4], { eventSlug: slug, amountCredits: 1 })),
    );
    const { sequence, outcomes } = await served(slug, 5);
    await reader.until('the last one', () => mirror.sequence === sequence);
    const deltas = reader.received.filter(message => message.event === 'delta');
    expect(deltas.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 100);
    expect(mirror.view().outcomes).toEqual([outcomes[0]]);
    reader.cut();
  });
});

describe('a client that resumes a book', () => {
  it('receives one delta while its state is cached, and otherwise a snapshot with `resumed: false`', async () => {
    const { slug } = await service.anEvent();
    const { reader, mirror } = await aReader(slug, '?depth=10');
    await service.order(agents[0], { eventSlug: slug, amountCredits: 9 });
    await compare(reader, mirror, slug, 10);
    reader.cut();
    for (let step = 0; step < 3; step += 1) await service.order(agents[1], { eventSlug: slug, amountCredits: 4 });
    const again = await open(slug, '?depth=10', { 'last-event-id': String(mirror.sequence) });
    const [delta] = await again.kind('delta');
    mirror.take(delta);
    expect(again.received[0]).toBe(delta);
    await compare(again, mirror, slug, 10);
    const other = await open(slug, '?depth=11', { 'last-event-id': String(mirror.sequence) });
    expect((await other.kind('snapshot'))[0].data).toMatchObject({ resumed: false, reason: 'gone', depth: 11 });
    again.cut();
    other.cut();
    const ahead = await open(slug, '?depth=10&afterSequence=99');
    expect((await ahead.kind('snapshot'))[0].data).toMatchObject({ resumed: false, reason: 'ahead' });
    ahead.cut();
  });

  it('rejects an unknown outcome', async () => {
    const { slug } = await service.anEvent();
    const url = `${service.url}/api/events/${slug}/orderbook/stream`;
    expect((await SseReader.refusal(`${url}?outcomeIndex=2`)).body.field).toBe('outcomeIndex');
    expect((await SseReader.refusal(`${url}?depth=201`)).body.field).toBe('depth');
  });

  it('has no replay, but names a snapshot', async () => {
    const { slug } = await service.anEvent();
    const reply = await service.call('GET', `/api/v1/streams/replay?channel=orderbook&key=${slug}&afterSequence=1`);
    const snapshotUrl = `http://presage.test/api/events/${slug}/orderbook/snapshot`;
    const why = { reason: 'not-stored', lastSequence: 1 };
    expect(reply.body).toEqual({
      channel: 'orderbook',
      key: slug,
      messages: [],
      snapshotRequired: true,
      ...why,
      snapshotUrl,
    });
    const ahead = await service.call('GET', `/api/v1/streams/replay?channel=orderbook&key=${slug}&afterSequence=2`);
    expect(ahead.body).toMatchObject({ reason: 'ahead', lastSequence: 1 });
  });
});
