import { describe, expect, it } from 'vitest';
import type { Batch, Sink, StreamMessage } from '../http/streams.js';
import { type LogPage, type LogSource, LogTopic } from './log-topic.js';
import { StreamReader } from './reader.js';

const at = '2026-03-17T12:00:00.000Z';
const trade = (sequence: number): StreamMessage => ({ channel: 'trades', key: 'rain', sequence, kind: 'trade', at });

/** A market with this many trades, whose status changes with the last one. */
class GrowingLog implements LogSource {
  head = 0;
  status: 'active' | 'closed' = 'active';
  /** When the clock alone changes the status. */
  until = Number.POSITIVE_INFINITY;

  constructor(readonly storing = true) {}

  async page(after: number, limit: number): Promise<LogPage> {
    const { head, status } = this;
    if (!this.storing) return { head, status, messages: [], gone: limit > 0 && head > after };
    const count = Math.max(0, Math.min(limit, head - after));
    const messages = Array.from({ length: count }, (_value, index) => trade(after + 1 + index));
    return { head, status, until: this.until, messages, gone: false };
  }

  async snapshot() {
    return { sequence: this.head, members: {} };
  }
}

class Collected implements Sink {
  readonly packets: { kind: string; sequence: number; reason?: string }[] = [];
  send({ packets }: Batch): void {
    for (const { kind, sequence, json } of packets) {
      const { reason } = JSON.parse(json);
      this.packets.push({ kind, sequence, ...(reason ? { reason } : {}) });
    }
  }
  mark(): void {}
  waiting = () => 0;
  progress = () => ({ taken: 0, untaken: 0 });
  drained = async () => {};
  end(): void {}
}

async function opened(log: LogSource) {
  const sink = new Collected();
  const topic = new LogTopic('trades', 'rain', () => Date.parse(at), log);
  await topic.enter(new StreamReader(sink, Date.now, 'trades', 'rain'), { after: null, snapshot: false });
  return { sink, topic };
}

const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(done => setImmediate(done));
};

describe('without storage', () => {
  it('a client that falls behind during a replay is notified that nothing is stored', async () => {
    const log = new GrowingLog(false);
    const { topic } = await opened(log);
    log.head = 2;
    topic.wake();
    await turns();
    const shown = log.snapshot.bind(log);
    log.snapshot = async () => {
      // Another message arrives after the snapshot was read, and is sent to the other subscriber immediately.
      const found = await shown();
      if (log.head === 2) {
        log.head = 3;
        topic.wake();
        await turns();
      }
      return found;
    };
    const sink = new Collected();
    await topic.enter(new StreamReader(sink, Date.now, 'trades', 'rain'), { after: null, snapshot: true });
    expect(sink.packets.filter(({ kind }) => kind === 'snapshot')).toEqual([
      { kind: 'snapshot', sequence: 2, reason: 'asked' },
      { kind: 'snapshot', sequence: 3, reason: 'storage-off' },
    ]);
  });
});

describe('the status of a market', () => {
  it.each([1, 500, 1234])('is sent after the %i trades that were made before it', async count => {
    const log = new GrowingLog();
    const { sink, topic } = await opened(log);
    log.head = count;
    log.status = 'closed';
    topic.wake();
    await turns();
    const received = sink.packets.slice(2);
    expect(received).toHaveLength(count + 1);
    expect(received.at(-1)).toEqual({ kind: 'status', sequence: count });
  });

  it('is checked again when the clock changes it', async () => {
    const log = new GrowingLog();
    log.until = 1_000;
    const { sink, topic } = await opened(log);
    log.status = 'closed';
    topic.tick(999);
    await turns();
    expect(sink.packets).toHaveLength(2);
    topic.tick(1_000);
    await turns();
    expect(sink.packets.slice(2)).toEqual([{ kind: 'status', sequence: 0 }]);
  });
});
