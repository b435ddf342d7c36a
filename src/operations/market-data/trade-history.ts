import type { Store } from '../../store/store.js';
import { unlessFull } from '../unless-full.js';
import { foldPublicTrades } from './fold-trades.js';

const eventsPerStep = 25;
const maxBehind = 5_000;
/** The maximum number of events that a read waits for; the job's next run folds the rest. */
const maxFlushedByRead = 250;

/**
 * Folds trades into candles in the background. A job folds this node's trades at short intervals, a read first folds
 * the rest of its event, and a periodic sweep, also at start, folds trades that other nodes left.
 */
export class TradeHistory {
  private readonly traded = new Set<string>();
  private readonly steps = new Set<Promise<unknown>>();
  private readonly folding = new Map<string, Promise<void>>();

  constructor(private readonly store: Store) {}

  /** Marks markets that have changed. */
  note(eventIds: Iterable<string>): void {
    for (const eventId of eventIds) this.traded.add(eventId);
  }

  /** Folds this node's latest trades for a read, up to a bounded number of events. */
  async flushSome(): Promise<void> {
    await Promise.allSettled(this.steps);
    await unlessFull(this.fold([...this.traded].slice(0, maxFlushedByRead), true), undefined);
    // The job may have taken some of the events in the meantime.
    await Promise.allSettled(this.steps);
  }

  /** Folds all events marked so far. */
  flush(keepGoing: () => boolean): Promise<void> {
    return this.fold([...this.traded], false, keepGoing);
  }

  private async fold(
    marked: readonly string[],
    wait: boolean,
    keepGoing = () => true,
    store = this.store,
  ): Promise<void> {
    for (let index = 0; index < marked.length && keepGoing(); index += eventsPerStep) {
      let eventIds: readonly string[] = marked.slice(index, index + eventsPerStep);
      // A busy market may need several steps. Only a waiting read leaves the rest to the job.
      do eventIds = await this.step(eventIds, wait, store);
      while (eventIds.length > 0 && !wait && keepGoing());
      this.note(eventIds);
    }
  }

  /** Returns the events with more trades to fold. */
  private async step(eventIds: readonly string[], wait: boolean, store: Store): Promise<readonly string[]> {
    for (const eventId of eventIds) this.traded.delete(eventId);
    const step = foldPublicTrades(store, { eventIds, wait });
    this.steps.add(step);
    try {
      const { leftOut, more } = await step;
      this.note(leftOut);
      return more;
    } catch (error) {
      this.note(eventIds);
      throw error;
    } finally {
      this.steps.delete(step);
    }
  }

  /** Folds every event that is behind, including those traded on other nodes. */
  async sweep(store: Store, keepGoing: () => boolean): Promise<void> {
    for (let found = maxBehind; found === maxBehind && keepGoing(); ) {
      const behind = await store.read(reads => reads.history.behind(maxBehind));
      await this.fold(behind, false, keepGoing, store);
      found = behind.length;
    }
  }

  /** Folds all trades of one event before it is read, unless the disk is full. */
  async catchUp(eventId: string): Promise<void> {
    if (!(await this.store.read(reads => reads.history.isBehind(eventId)))) return;
    // A fold in flight may have started before the trade that the reader has just made.
    await this.folding.get(eventId)?.catch(() => {});
    let fold = this.folding.get(eventId);
    if (!fold) {
      fold = this.foldAll(eventId).finally(() => this.folding.delete(eventId));
      this.folding.set(eventId, fold);
    }
    await unlessFull(fold, undefined);
  }

  private async foldAll(eventId: string): Promise<void> {
    for (let eventIds: readonly string[] = [eventId]; eventIds.length > 0; ) {
      const { leftOut, more } = await foldPublicTrades(this.store, { eventIds, wait: true });
      eventIds = [...leftOut, ...more];
    }
  }
}
