import type { BookLevel } from './generated/operations.js';
import type { StreamMessage } from './stream.js';

type BookMessage = StreamMessage<'orderbook'>;

/** The book of one outcome. Bids begin with the highest price, asks with the lowest. */
export interface OutcomeBook {
  readonly outcomeIndex: number;
  readonly label: string;
  readonly midBps: number;
  readonly spreadBps: number | null;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Sizes in a change are the new ones, and 0 means that the level is gone. */
function changed(levels: readonly BookLevel[], changes: readonly BookLevel[], sign: 1 | -1): BookLevel[] {
  const named = new Set(changes.map(({ priceBps }) => priceBps));
  const left = levels.filter(({ priceBps }) => !named.has(priceBps));
  return [...left, ...changes.filter(({ shares }) => shares > 0)].sort((a, b) => sign * (a.priceBps - b.priceBps));
}

/**
 * A copy of an order book that is kept by the messages of its stream: give it every message of the channel orderbook in the
 * order in which `client.stream` yields them.
 */
export class BookCopy {
  /** The market sequence that the copy stands at; null before the first snapshot. */
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
      const bids = changed(book.bids, change.bids, -1);
      return { ...book, ...change, bids, asks: changed(book.asks, change.asks, 1) };
    });
  }
}
