import type { Store } from '../../store/store.js';
import { foldPublicTrades } from './fold-trades.js';

const eventsPerStep = 25;
const mostBehind = 5_000;

/**
 * Keeps candles up with trades, beside the orders. This node's own trades are folded every few moments; a read folds what
 * its event still lacks; and now and then, as after a start, all events are looked through for what others left behind.
 */
export class TradeHistory {
  private readonly traded = new Set<string>();
  private readonly folding = new Map<string, Promise<void>>();

  constructor(private readonly store: Store) {}

  /** Something has changed in these markets. */
  note(eventIds: Iterable<string>): void {
    for (const eventId of eventIds) this.traded.add(eventId);
  }

  /** Folds what this node has noted so far. */
  async flush(keepGoing: () => boolean = () => true): Promise<void> {
    const noted = [...this.traded];
    for (let index = 0; index < noted.length && keepGoing(); index += eventsPerStep) {
      const step = noted.slice(index, index + eventsPerStep);
      for (const eventId of step) this.traded.delete(eventId);
      try {
        this.note(await foldPublicTrades(this.store, { eventIds: step, wait: false }));
      } catch (error) {
        this.note(step);
        throw error;
      }
    }
  }

  /** Notes every event that is behind. */
  async sweep(): Promise<void> {
    this.note(await this.store.read(reads => reads.history.behind(mostBehind)));
  }

  /** Brings one event up to this moment, before it is read. */
  async catchUp(eventId: string): Promise<void> {
    if (!(await this.store.read(reads => reads.history.isBehind(eventId)))) return;
    // A fold that is under way may have begun before the trade that the reader has just made.
    await this.folding.get(eventId)?.catch(() => {});
    let fold = this.folding.get(eventId);
    if (!fold) {
      fold = this.foldAll(eventId).finally(() => this.folding.delete(eventId));
      this.folding.set(eventId, fold);
    }
    await fold;
  }

  private async foldAll(eventId: string): Promise<void> {
    for (let more = [eventId]; more.length > 0; ) {
      more = await foldPublicTrades(this.store, { eventIds: more, wait: true });
    }
  }
}
