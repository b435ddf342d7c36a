import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopBalanced } from '../test/support/assert-books-balance.js';
import { follow } from '../test/support/follow-channel.js';
import { type OperatorService, startOperatorService } from '../test/support/operator-service.js';
import { type FaultProxy, startFaultProxy } from '../test/support/proxies/fault-proxy.js';
import { startTestService } from '../test/support/test-service.js';
import { waitUntil } from '../test/support/wait-until.js';
import { BookCopy, createClient, type StreamMessage } from './client.js';

let service: OperatorService;
let proxy: FaultProxy;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));
beforeEach(async () => {
  proxy = await startFaultProxy(service.url);
  ({ slug } = await service.anEvent());
});
afterEach(() => proxy.close());

/** Fetches the public snapshot of the book. */
async function served(query: string) {
  const { sequence, outcomes } = (await service.call('GET', `/api/events/${slug}/orderbook/snapshot?${query}`)).body;
  return { sequence, outcomes };
}

/** Applies the messages to a copy and checks that each delta follows the message before it. */
function copyOf(messages: readonly StreamMessage<'orderbook'>[]): BookCopy {
  const copy = new BookCopy();
  for (const message of messages) {
    if (message.kind === 'delta') expect(message.previousSequence).toBe(copy.sequence);
    copy.take(message);
  }
  return copy;
}

/** Waits up to half a second for the message with this sequence. */
async function arrivesSoon(got: readonly { readonly sequence: number }[], sequence: number): Promise<boolean> {
  for (let left = 50; left > 0; left -= 1) {
    if (got.at(-1)?.sequence === sequence) return true;
    await delay(10);
  }
  return false;
}

describe('a stream of a book', () => {
  let deltas = 0;
  const isThird = (block: string) => {
    if (!block.includes('event: delta')) return false;
    deltas += 1;
    return deltas % 3 === 2;
  };
  const lines: Record<string, FaultProxy['meddle']> = {
    whole: block => [block],
    repeating: block => [block, block],
    losing: block => (isThird(block) ? [] : [block]),
    breaking: block => {
      if (isThird(block)) setImmediate(() => proxy.cut());
      return [block];
    },
  };

  it.each(Object.keys(lines))('equals the served book, over a %s connection', async line => {
    deltas = 0;
    proxy.meddle = lines[line];
    const agent = await service.anAgent();
    const reader = follow(
      { url: proxy.url },
      { channel: 'orderbook', key: slug, query: { depth: 7, outcomeIndex: 1 } },
    );
    await reader.until('a snapshot', () => reader.got.length > 0);
    for (let count = 0; count < 10; count += 1) {
      const limitPriceBps = count % 3 ? 9999 : 3000 + count;
      const seen = reader.got.length;
      await service.order(agent, { eventSlug: slug, amountCredits: 2, outcomeIndex: count % 2, limitPriceBps });
      if (line !== 'losing' && count % 2) await reader.until('a change', () => reader.got.length > seen);
      // The service merges changes within 100 ms, but the test needs several messages.
      await delay(110);
    }
    const { sequence, outcomes } = await served('depth=7');
    // A lost message is noticed at the next one; a heartbeat would show it only seconds later.
    do await service.order(agent, { eventSlug: slug, amountCredits: 2 });
    while (!(await arrivesSoon(reader.got, (await served('depth=7')).sequence)));
    await reader.stop();
    const last = reader.got.findLastIndex(message => message.sequence === sequence);
    const copy = copyOf(reader.got.slice(0, last + 1));
    if (last >= 0) expect(copy.outcomes).toEqual([outcomes[1]]);
    expect(copyOf(reader.got).outcomes).toEqual([(await served('depth=7')).outcomes[1]]);
    expect(reader.gaps.length > 0).toBe(line === 'losing');
  });
});

describe('a stream of a large book', () => {
  it('recovers after the reader fell too far behind', { timeout: 120_000 }, async () => {
    const labels = Array.from({ length: 40 }, (_value, index) => `Outcome ${index}`);
    ({ slug } = await service.anEvent({ outcomes: labels }));
    const agents = await Promise.all(Array.from({ length: 10 }, () => service.anAgent()));
    const open = async () =>
      Number(/^presage_streams_open (\d+)$/m.exec(await service.services.service.metrics())?.[1]);
    await waitUntil('the streams of earlier tests are closed', async () => (await open()) === 0);
    const client = createClient({ baseUrl: service.url, retries: { baseMs: 10 } });
    const lost: string[] = [];
    const stream = client.stream({
      channel: 'orderbook',
      key: slug,
      query: { depth: 200 },
      onConnection: state => {
        if (!state.open) lost.push(state.reason);
      },
    });
    const copy = new BookCopy();
    copy.take((await stream.next()).value);
    // Reads nothing until the service closes the slow stream.
    for (let step = 0; (await open()) > 0; step += 1) {
      if (step === 400) throw new Error('the service has patience without end');
      const order = { eventSlug: slug, outcomeIndex: step % labels.length, amountCredits: 3 };
      await service.order(agents[step % agents.length], order);
      await delay(100);
    }
    const { sequence, outcomes } = await served('depth=200');
    while (copy.sequence !== sequence) copy.take((await stream.next()).value);
    await stream.return(undefined);
    expect(lost.length).toBeGreaterThan(0);
    expect(copy.outcomes).toEqual(outcomes);
  });
});

describe('streams while the service restarts under load', () => {
  it('continue without a gap', { timeout: 120_000 }, async () => {
    const agents = await Promise.all(Array.from({ length: 16 }, () => service.anAgent()));
    let node = await startTestService({ beside: service });
    proxy.target = node.url;
    const [own] = agents;
    const arena = { url: proxy.url, agentKey: own.key };
    const trades = follow(arena, { channel: 'trades', key: slug, afterSequence: 0 });
    const user = follow(arena, { channel: 'user', afterSequence: 0 });
    const book = follow(arena, { channel: 'orderbook', key: slug, query: { depth: 5 } });
    const readers = [trades, user, book];
    for (const reader of readers) await reader.until('an open stream', () => reader.states.includes(true));
    let placed = 0;
    let loading = true;
    const load = async () => {
      for (; loading && placed < 1_600; placed += 1) {
        const order = { eventSlug: slug, amountCredits: 1, outcomeIndex: placed % 2 };
        await service.order(agents[placed % agents.length], order);
      }
    };
    const running = load();
    for (let restart = 1; restart <= 3; restart += 1) {
      const before = placed;
      for (const reader of readers)
        await reader.until('an open stream', () => reader.states.filter(open => open).length >= restart);
      await waitUntil('some trades', () => placed > before + 20);
      await node.stop();
      await waitUntil('trades that the node does not see', () => placed > before + 40);
      node = await startTestService({ beside: service });
      proxy.target = node.url;
    }
    loading = false;
    await running;
    const [{ last, messages }] = await service.pool<{ last: number; messages: number }[]>`
      select m.trades as last, a.messages from markets m join events e on e.id = m.event_id, accounts a
      where e.slug = ${slug} and a.player_id = ${own.playerId}`;
    const now = await served('depth=5');
    const counted = () => trades.got.flatMap(message => (message.kind === 'trade' ? [message.sequence] : []));
    await trades.until('all trades', () => counted().at(-1) === last);
    await user.until('all messages', () => user.got.at(-1)?.sequence === messages);
    await book.until('the newest book', () => book.got.at(-1)?.sequence === now.sequence);
    for (const reader of readers) await reader.stop();
    const upTo = (end: number) => Array.from({ length: end }, (_value, index) => index + 1);
    expect(counted()).toEqual(upTo(last));
    expect(user.got.map(({ sequence }) => sequence)).toEqual(upTo(messages));
    expect(copyOf(book.got).outcomes).toEqual(now.outcomes);
    for (const reader of readers) {
      expect(reader.states.filter(open => open).length).toBeGreaterThan(3);
      expect(reader.gaps.length === 0 || reader === book).toBe(true);
    }
    await node.stop();
  });
});
