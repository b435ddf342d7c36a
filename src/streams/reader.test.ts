import { describe, expect, it } from 'vitest';
import { Batch, type Sink } from '../http/streams.js';
import { StreamReader } from './reader.js';

/** A connection for which the test controls how much was read. */
class Connection implements Sink {
  sent = 0;
  taken = 0;
  ended: string | null = null;
  last: Batch | null = null;
  send(): void {
    this.sent += 100;
  }
  mark(): void {}
  waiting = () => 0;
  progress = () => ({ untaken: this.sent - this.taken, taken: this.taken });
  drained = async () => {};
  end(last: Batch, reason: string): void {
    this.last = last;
    this.ended = reason;
  }
}

/** The number of heartbeats until the client is disconnected, at most 20. */
function beatsUntilCut(take: (connection: Connection, beat: number) => void): number {
  const connection = new Connection();
  const reader = new StreamReader(connection, Date.now, 'trades', 'rain');
  for (let beat = 1; beat <= 20; beat += 1) {
    reader.beat();
    if (connection.ended) return beat;
    connection.send();
    take(connection, beat);
  }
  return Number.POSITIVE_INFINITY;
}

describe('a subscriber', () => {
  it('receives its newest sequence again when its stream ends', () => {
    for (const reason of ['stopping', 'overflow'] as const) {
      const connection = new Connection();
      const reader = new StreamReader(connection, Date.now, 'trades', 'rain');
      const message = { channel: 'trades', key: 'rain', at: '' };
      reader.deliver(Batch.of({ ...message, sequence: 70, kind: 'trade' }, { ...message, kind: 'top' }));
      reader.end(reason);
      const kind = reason === 'overflow' ? 'overflow' : 'end';
      expect(connection.last?.packets[0]).toMatchObject({ kind, sequence: 70 });
    }
  });

  it('is disconnected when four heartbeats are unread', () => {
    expect(beatsUntilCut(() => {})).toBe(5);
  });

  it('stays connected while it reads, even slowly', () => {
    const bit = (connection: Connection, beat: number) => {
      if (beat % 3 === 0) connection.taken += 1;
    };
    expect(beatsUntilCut(bit)).toBe(Number.POSITIVE_INFINITY);
  });

  it('stays connected while nothing is unread', () => {
    const all = (connection: Connection) => {
      connection.taken = connection.sent;
    };
    expect(beatsUntilCut(all)).toBe(Number.POSITIVE_INFINITY);
  });
});
