import type { IdPrefix } from '../../domain/ids.js';
import { type Store, StoreUnavailable, type Writes } from '../../store/store.js';
import type { ForecastRequest, RecordOutcome, WithdrawOutcome, WithdrawRequest } from './forecast-outcome.js';
import { PlayerQueue } from './player-queue.js';
import { recordForecasts } from './record-forecasts.js';
import { withdrawForecast } from './withdraw-forecast.js';

const attemptsToLearn = 5;

interface ForecastDeskOptions {
  readonly store: Store;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  /** Waits between attempts to learn what became of a commit. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

type Outcome = RecordOutcome | WithdrawOutcome;

/** Nothing was done because it is there already. */
function isRepeat({ kind }: Outcome): boolean {
  return kind === 'replayed' || kind === 'unchanged';
}

/** Where the forecasts of a node are written: one transaction for each request, and nobody is told yes before its commit. */
export class ForecastDesk {
  private readonly queue = new PlayerQueue();

  constructor(private readonly options: ForecastDeskOptions) {}

  record(request: ForecastRequest): Promise<RecordOutcome> {
    const { newId } = this.options;
    return this.perform(request.playerId, async writes => (await recordForecasts(writes, newId, [request]))[0]);
  }

  withdraw(request: WithdrawRequest): Promise<WithdrawOutcome> {
    return this.perform(request.playerId, writes => withdrawForecast(writes, this.options.newId, request));
  }

  private perform<T extends Outcome>(playerId: string, work: (writes: Writes) => Promise<T>): Promise<T> {
    return this.queue.run(playerId, async () => {
      let decided: T | null = null;
      try {
        return await this.options.store.transact(async writes => {
          decided = null;
          decided = await work(writes);
          return decided;
        });
      } catch (error) {
        if (decided === null || !(error instanceof StoreUnavailable)) throw error;
        return this.reconcile(work, decided);
      }
    });
  }

  /**
   * The connection was lost while committing: nobody knows whether it happened. The same write again waits for the locks
   * of the lost one, and then finds its result there or makes it.
   */
  private async reconcile<T extends Outcome>(work: (writes: Writes) => Promise<T>, decided: T): Promise<T> {
    for (let attempt = 1; attempt <= attemptsToLearn; attempt += 1) {
      await this.options.pause(200 * attempt);
      try {
        const again = await this.options.store.transact(work);
        return isRepeat(again) ? { ...decided, ...again, kind: decided.kind } : again;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
    return { kind: 'unknown' } as T;
  }
}
