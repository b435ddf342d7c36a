import type { Store } from '../../store/store.js';
import { foldPublicTrades } from './fold-trades.js';

const eventsPerStep = 25;
const maxBehind = 5_000;
/** More than this nobody waits for; the next turn of the job takes the rest. */
const maxWaitedFor = 250;

/**
 * Keeps candles up with trades, beside the orders. This node's own trades are folded every few moments; a read folds what
 * its event still lacks; and now and then, as after a start, all events are looked through for what others left behind.
 */
export class TradeHistory {
  private readonly traded = new Set<string>();
  private readonly steps = new Set<Promise<unknown>>();
  private readonly folding = new Map<string, Promise<void>>();

  constructor(private readonly store: Store) {}

  /** Something has changed in these markets. */
  note(eventIds: Iterable<string>): void {
    for (const eventId of eventIds) this.traded.add(eventId);
  }

  /** For reads that want this node's latest trades, as far as they are folded soon. */
  async flushSome(): Promise<void> {
    await Promise.allSettled(this.steps);
    await this.fold([...this.traded].slice(0, maxWaitedFor), true);
    // What the job has taken meanwhile was not there to be folded.
    await Promise.allSettled(this.steps);
  }

  /** Folds what this node has noted so far. */
  flush(keepGoing: () => boolean): Promise<void> {
    return this.fold([...this.traded], false, keepGoing);
  }

  private async fold(noted: readonly string[], wait: boolean, keepGoing = () => true): Promise<void> {
    for (let index = 0; index < noted.length && keepGoing(); index += eventsPerStep) {
      let eventIds: readonly string[] = noted.slice(index, index + eventsPerStep);
      // A busy market makes more in a moment than one step takes. Only a read that waits leaves the rest to the job.
      do eventIds = await this.step(eventIds, wait);
      while (eventIds.length > 0 && !wait && keepGoing());
      this.note(eventIds);
    }
  }

  /** Returns the events that have more to fold. */
  private async step(eventIds: readonly string[], wait: boolean): Promise<readonly string[]> {
    for (const eventId of eventIds) this.traded.delete(eventId);
    const step = foldPublicTrades(this.store, { eventIds, wait });
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

  /** Folds every event that is behind, whoever has traded there. */
  async sweep(keepGoing: () => boolean): Promise<void> {
    for (let found = maxBehind; found === maxBehind && keepGoing(); ) {
      const behind = await this.store.read(reads => reads.history.behind(maxBehind));
      await this.fold(behind, false, keepGoing);
      found = behind.length;
    }
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
    for (let eventIds: readonly string[] = [eventId]; eventIds.length > 0; ) {
      const { leftOut, more } = await foldPublicTrades(this.store, { eventIds, wait: true });
      eventIds = [...leftOut, ...more];
    }
  }
}
