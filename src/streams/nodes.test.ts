import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { SseReader } from '../../test/support/sse-reader.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { waitForListening } from '../../test/support/wait-until.js';
import { notify } from '../notifications/notify.js';

let one: OperatorService;
let other: TestService;
let ada: TestAgent;

beforeAll(async () => {
  one = await startOperatorService();
  other = await startTestService({ beside: one });
  ada = await one.anAgent();
});
afterAll(async () => {
  await other.stop();
  await assertBooksBalance(one.store);
  await one.stop();
});

async function readersOf(slug: string): Promise<SseReader[]> {
  const paths = [`/api/events/${slug}/stream`, `/api/events/${slug}/orderbook/stream`, '/api/play/v1/stream'];
  const readers = await Promise.all(paths.map(path => SseReader.open(other.url + path, ada.headers)));
  await Promise.all(readers.map(reader => reader.kind('heartbeat')));
  return readers;
}

describe('an order on one node', () => {
  it('appears on all streams of another', async () => {
    await waitForListening(other);
    const { slug } = await one.anEvent();
    const readers = await readersOf(slug);
    await one.order(ada, { eventSlug: slug, amountCredits: 5 });
    await Promise.all([readers[0].kind('trade'), readers[1].kind('delta'), readers[2].kind('order')]);
    for (const reader of readers) reader.cut();
  });

  it('appears there without notifications', async () => {
    const { slug } = await one.anEvent();
    const readers = await readersOf(slug);
    // Until the listeners are restored, topics poll.
    await one.pool`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'presage listener' and datname = current_database()`;
    await waitForListening(other, false);
    await one.order(ada, { eventSlug: slug, amountCredits: 5 });
    const received = [await readers[0].kind('trade'), await readers[1].kind('delta'), await readers[2].kind('order')];
    expect(received.map(([message]) => message.data.channel)).toEqual(['trades', 'orderbook', 'user']);
    for (const reader of readers) reader.cut();
    await waitForListening(other);
  });

  it('arrives once at a client that changes nodes', async () => {
    const { slug } = await one.anEvent();
    const first = await SseReader.open(`${other.url}/api/events/${slug}/stream?afterSequence=0`);
    await one.order(ada, { eventSlug: slug, amountCredits: 5 });
    const [seen] = await first.kind('trade');
    first.cut();
    await one.order(ada, { eventSlug: slug, amountCredits: 5 });
    const second = await SseReader.open(`${one.url}/api/events/${slug}/stream`, { 'last-event-id': seen.id as string });
    await second.kind('heartbeat');
    expect(second.received.filter(message => message.event === 'trade').map(message => message.id)).toEqual(['2']);
    second.cut();
  });
});

describe('a notification that one node adds', () => {
  it('is announced on the private stream of another', async () => {
    await waitForListening(other);
    const person = await one.aPerson();
    const reader = await SseReader.open(`${other.url}/api/play/v1/stream`, person.headers);
    await reader.kind('heartbeat');
    const at = one.clock.now();
    const command = { personIds: [person.playerId], kind: 'event-resolved', text: 'It is over.', at } as const;
    await one.store.transact(tx => notify(tx, one.services, command));
    const [announced] = await reader.kind('notifications');
    expect(announced.data).toMatchObject({ channel: 'user', key: person.handle, unread: 1 });
    reader.cut();
  });
});
