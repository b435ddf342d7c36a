import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { watchTimers } from '../../test/support/timers/running-timers.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { viewOrder } from '../exchange/routes.js';
import type { Batch, Sink } from '../http/streams.js';
import { StreamHub } from './hub.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

class Collected implements Sink {
  readonly kinds: string[] = [];
  send({ packets }: Batch): void {
    for (const { kind } of packets) this.kinds.push(kind);
  }
  mark(): void {}
  waiting = () => 0;
  progress = () => ({ taken: 0, untaken: 0 });
  drained = async () => {};
  end(): void {}
}

function aHub(maxIdleBytes: number): StreamHub {
  const { store, clock, services } = service;
  const onFailed = (error: unknown) => {
    throw error;
  };
  const options = {
    store,
    live: services.marketData.live,
    clock: clock.now,
    storing: true,
    viewOrder,
    onFailed,
  };
  return new StreamHub({ ...options, maxIdleBytes });
}

/** Reads the book of an event at many depths, one after the other. */
async function readBooks(hub: StreamHub, { slug, id: eventId }: { slug: string; id: string }): Promise<void> {
  for (let depth = 1; depth <= 20; depth += 1) {
    const sink = new Collected();
    const wanted = { channel: 'orderbook', eventId, slug, outcome: null, depth, after: null, snapshot: false } as const;
    const stream = hub.open(wanted, sink);
    await waitUntil('the beginning', () => sink.kinds.includes('heartbeat'));
    stream.leave();
  }
}

describe('books without readers', () => {
  it('are cached up to a maximum of bytes, and the oldest are evicted', async () => {
    const event = await service.anEvent();
    const [small, large] = [aHub(20_000), aHub(64 * 1024 * 1024)];
    for (const hub of [small, large]) await readBooks(hub, event);
    expect(large.idleBytes).toBeGreaterThan(100_000);
    expect(large.idleTopics).toBe(20);
    expect(small.idleBytes).toBeLessThanOrEqual(20_000);
    expect(small.idleBytes).toBeGreaterThan(0);
    expect(small.idleTopics).toBeLessThan(5);
    for (const hub of [small, large]) hub.stop();
  });

  it('are released if their subscriber left before it was added', async () => {
    const { slug, id: eventId } = await service.anEvent();
    const hub = aHub(64 * 1024 * 1024);
    const wanted = { channel: 'trades', eventId, slug, book: true, after: null, snapshot: false } as const;
    hub.open(wanted, new Collected()).leave();
    await waitUntil('rest', () => hub.idleTopics === 2);
    hub.stop();
  });
});

it('has timers only while a stream is open or a topic is cached', async () => {
  const { slug, id: eventId } = await service.anEvent();
  const hub = aHub(0);
  const timers = watchTimers('/src/streams/');
  try {
    hub.start();
    expect(timers.intervals).toBe(0);
    const sink = new Collected();
    const wanted = {
      channel: 'orderbook',
      eventId,
      slug,
      outcome: null,
      depth: 5,
      after: null,
      snapshot: false,
    } as const;
    const stream = hub.open(wanted, sink);
    expect(timers.intervals).toBeGreaterThan(0);
    await waitUntil('the beginning', () => sink.kinds.includes('heartbeat'));
    stream.leave();
    // This hub caches no bytes of idle topics.
    await waitUntil('eviction', () => timers.intervals === 0);
  } finally {
    timers.restore();
    hub.stop();
  }
});
