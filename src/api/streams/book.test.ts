import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BookMirror } from '../../../test/book-mirror.js';
import { assertBooksBalance } from '../../../test/books.js';
import { type OperatorService, startOperatorService } from '../../../test/operator.js';
import type { TestAgent } from '../../../test/service.js';
import { SseReader } from '../../../test/sse.js';
import { checkMessages } from '../../../test/stream-schemas.js';

let service: OperatorService;
let agents: TestAgent[];

beforeAll(async () => {
  service = await startOperatorService();
  agents = await Promise.all(Array.from({ length: 4 }, () => service.anAgent()));
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

const open = (slug: string, query = '', headers = {}) =>
  SseReader.open(`${service.url}/api/events/${slug}/orderbook/stream${query}`, headers);

async function served(slug: string, depth: number) {
  return (await service.call('GET', `/api/events/${slug}/orderbook/snapshot?depth=${depth}`)).body;
}

/** Waits until the mirror has come to the sequence that is served, and compares. */
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

describe('the stream of a book', () => {
  it('leads from a snapshot, delta by delta, to the book that is served', async () => {
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

  it('merges what happens within a tenth of a second', async () => {
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

  it('resumes with one delta while it is remembered, and else with a snapshot that says so', async () => {
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
  });

  it('refuses an outcome that is not there', async () => {
    const { slug } = await service.anEvent();
    const url = `${service.url}/api/events/${slug}/orderbook/stream`;
    expect((await SseReader.refusal(`${url}?outcomeIndex=2`)).body.field).toBe('outcomeIndex');
    expect((await SseReader.refusal(`${url}?depth=201`)).body.field).toBe('depth');
  });

  it('has no replay but the way to a snapshot', async () => {
    const { slug } = await service.anEvent();
    const reply = await service.call('GET', `/api/v1/streams/replay?channel=orderbook&key=${slug}&afterSequence=1`);
    const snapshotUrl = `http://presage.test/api/events/${slug}/orderbook/snapshot`;
    expect(reply.body).toEqual({ channel: 'orderbook', key: slug, messages: [], snapshotRequired: true, snapshotUrl });
  });
});
