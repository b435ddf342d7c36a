import type { Received } from './sse-reader.js';

interface Level {
  readonly priceBps: number;
  readonly shares: number;
}

interface Book {
  readonly head: { readonly outcomeIndex: number; readonly label: string };
  midBps: number;
  spreadBps: number | null;
  readonly bids: Map<number, Level>;
  readonly asks: Map<number, Level>;
}

interface Change {
  readonly outcomeIndex: number;
  readonly label: string;
  readonly midBps: number;
  readonly spreadBps: number | null;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

function put(levels: Map<number, Level>, changes: readonly Level[]): void {
  for (const level of changes) {
    if (level.shares === 0) levels.delete(level.priceBps);
    else levels.set(level.priceBps, level);
  }
}

/** A book as rebuilt by a client, from the stream alone. */
export class BookMirror {
  sequence = -1;
  private status = '';
  private books: Book[] = [];

  take({ event, data }: Received): void {
    if (event === 'snapshot') this.begin(data);
    if (event !== 'delta') return;
    if (data.previousSequence !== this.sequence) {
      throw new Error(`a gap: ${data.previousSequence} follows ${this.sequence}`);
    }
    for (const change of data.outcomes as Change[]) {
      const book = this.books.find(({ head }) => head.outcomeIndex === change.outcomeIndex);
      if (!book) throw new Error(`outcome ${change.outcomeIndex} was not in the snapshot`);
      put(book.bids, change.bids);
      put(book.asks, change.asks);
      book.midBps = change.midBps;
      book.spreadBps = change.spreadBps;
    }
    this.sequence = data.sequence;
    this.status = data.status;
  }

  private begin(data: { sequence: number; status: string; outcomes: Change[] }): void {
    this.sequence = data.sequence;
    this.status = data.status;
    this.books = data.outcomes.map(({ outcomeIndex, label, midBps, spreadBps, bids, asks }) => ({
      head: { outcomeIndex, label },
      midBps,
      spreadBps,
      bids: new Map(bids.map(level => [level.priceBps, level])),
      asks: new Map(asks.map(level => [level.priceBps, level])),
    }));
  }

  view() {
    return {
      status: this.status,
      outcomes: this.books.map(({ head, midBps, spreadBps, bids, asks }) => ({
        ...head,
        bids: [...bids.values()].sort((a, b) => b.priceBps - a.priceBps),
        asks: [...asks.values()].sort((a, b) => a.priceBps - b.priceBps),
        midBps,
        spreadBps,
      })),
    };
  }
}
