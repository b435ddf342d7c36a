import { requestLimits, type Store, StoreUnavailable, type Transaction } from '../database/store.js';
import { reconcileCommit } from '../database/transactions.js';
import type { IdPrefix } from '../kernel/ids.js';
import { Semaphore } from '../kernel/semaphore.js';
import {
  type ForecastRequest,
  type RecordOutcome,
  recordForecasts,
  type WithdrawOutcome,
  type WithdrawRequest,
  withdrawForecast,
} from './record-forecasts.js';

interface ForecastDeskOptions {
  readonly store: Store;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  /** Waits between attempts to reconcile a lost commit. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

type Outcome = RecordOutcome | WithdrawOutcome;

/** The write found its own earlier result and changed nothing. */
function isRepeat({ kind }: Outcome): boolean {
  return kind === 'replayed' || kind === 'unchanged';
}

/** Writes the forecasts of a node: one transaction per request, acknowledged after its commit. */
export class ForecastDesk {
  private readonly queue = new PlayerQueue();

  constructor(private readonly options: ForecastDeskOptions) {}

  record(request: ForecastRequest): Promise<RecordOutcome> {
    const { newId } = this.options;
    return this.perform(request.playerId, async tx => (await recordForecasts(tx, newId, [request]))[0]);
  }

  withdraw(request: WithdrawRequest): Promise<WithdrawOutcome> {
    return this.perform(request.playerId, tx => withdrawForecast(tx, this.options.newId, request));
  }

  private perform<T extends Outcome>(playerId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.queue.run(playerId, async () => {
      let decided: T | null = null;
      try {
        return await this.options.store.transact(async tx => {
          decided = null;
          decided = await work(tx);
          return decided;
        }, requestLimits);
      } catch (error) {
        if (decided === null || !(error instanceof StoreUnavailable)) throw error;
        return this.reconcile(work, decided);
      }
    });
  }

  private async reconcile<T extends Outcome>(work: (tx: Transaction) => Promise<T>, decided: T): Promise<T> {
    const { store, pause } = this.options;
    const again = await reconcileCommit(pause, () => store.transact(work, requestLimits));
    if (again === null) return { kind: 'unknown' } as T;
    return isRepeat(again) ? { ...decided, ...again, kind: decided.kind } : again;
  }
}

/** Each write holds a connection of the pool; the others stay free for reads and for the write desk. */
const maxConcurrent = 4;
/** A longer queue means that the database can't keep up. A rejection is better than a timeout. */
const maxPending = 10_000;

/**
 * Runs the writes of one player sequentially and of all players a few at a time. The database serializes the writes of
 * a player too, but there each waiting write would hold a connection.
 */
class PlayerQueue {
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

export interface ForecastServices {
  readonly forecasts: { readonly desk: ForecastDesk };
}
