import { describe, expect, it } from 'vitest';
import { type LogPage, type LogSource, LogTopic } from './log-topic.js';
import type { Batch, StreamMessage } from './packet.js';
import { Reader, type Sink } from './reader.js';

const at = '2026-03-17T12:00:00.000Z';
const trade = (sequence: number): StreamMessage => ({ channel: 'trades', key: 'rain', sequence, kind: 'trade', at });

/** A market of so many trades, the status of which changes with the last of them. */
class GrowingLog implements LogSource {
  head = 0;
  status: 'active' | 'closed' = 'active';

  constructor(readonly storing = true) {}

  async page(after: number, limit: number): Promise<LogPage> {
    const { head, status } = this;
    const count = Math.max(0, Math.min(limit, head - after));
    const messages = Array.from({ length: count }, (_value, index) => trade(after + 1 + index));
    return { head, status, messages, gone: false };
  }

  async snapshot() {
    return { sequence: this.head, members: {} };
  }
}

class Collected implements Sink {
  readonly packets: { kind: string; sequence: number }[] = [];
  send({ packets }: Batch): void {
    for (const { kind, sequence } of packets) this.packets.push({ kind, sequence });
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
  await topic.enter(new Reader(sink, Date.now, 'trades', 'rain'), { after: null, snapshot: false });
  return { sink, topic };
}

const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(done => setImmediate(done));
};

describe('the status of a market', () => {
  it.each([1, 500, 1234])('comes after the %i trades that were made before it', async count => {
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
});
