import type { BookLevel } from './generated/operations.js';
import type { StreamMessage } from './stream.js';

type BookMessage = StreamMessage<'orderbook'>;

/** The book of one outcome. Bids start with the highest price, asks with the lowest. */
export interface OutcomeBook {
  readonly outcomeIndex: number;
  readonly label: string;
  readonly midBps: number;
  readonly spreadBps: number | null;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Merges level updates. A size in an update is the new total; 0 removes the level. */
function applyChanges(levels: readonly BookLevel[], changes: readonly BookLevel[], sign: 1 | -1): BookLevel[] {
  const named = new Set(changes.map(({ priceBps }) => priceBps));
  const left = levels.filter(({ priceBps }) => !named.has(priceBps));
  return [...left, ...changes.filter(({ shares }) => shares > 0)].sort((a, b) => sign * (a.priceBps - b.priceBps));
}

/**
 * A local copy of an order book. Pass it every message of the channel orderbook, in the order in which `client.stream`
 * yields them.
 */
export class BookCopy {
  /** The market sequence of the copy; null before the first snapshot. */
  sequence: number | null = null;
  status: BookMessage['status'] | null = null;
  outcomes: readonly OutcomeBook[] = [];

  take(message: BookMessage): void {
    this.sequence = message.sequence;
    this.status = message.status;
    if (message.kind === 'snapshot') {
      this.outcomes = message.outcomes;
      return;
    }
    const changes = new Map(message.outcomes.map(change => [change.outcomeIndex, change]));
    this.outcomes = this.outcomes.map(book => {
      const change = changes.get(book.outcomeIndex);
      if (!change) return book;
      const bids = applyChanges(book.bids, change.bids, -1);
      return { ...book, ...change, bids, asks: applyChanges(book.asks, change.asks, 1) };
    });
  }
}
