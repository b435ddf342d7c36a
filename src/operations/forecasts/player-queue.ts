import { StoreUnavailable } from '../../store/store.js';
import { Semaphore } from '../cache/semaphore.js';

/** Each write holds a connection of the pool; the others stay free for reads and for the write desk. */
const maxConcurrent = 4;
/** A longer queue means that the database can't keep up. A rejection is better than a timeout. */
const maxPending = 10_000;

/**
 * Runs the writes of one player sequentially and of all players a few at a time. The database serializes the writes of
 * a player too, but there each waiting write would hold a connection.
 */
export class PlayerQueue {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly semaphore = new Semaphore(maxConcurrent);
  private pending = 0;

  async run<T>(playerId: string, work: () => Promise<T>): Promise<T> {
    if (this.pending >= maxPending) throw new StoreUnavailable('too many forecasts are waiting');
    this.pending += 1;
    const previous = this.last.get(playerId) ?? Promise.resolve();
    const result = previous.then(() => this.semaphore.run(work));
    const settled = result.catch(() => {});
    this.last.set(playerId, settled);
    try {
      return await result;
    } finally {
      this.pending -= 1;
      if (this.last.get(playerId) === settled) this.last.delete(playerId);
    }
  }
}
