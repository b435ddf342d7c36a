import type { IdPrefix } from '../../domain/ids.js';
import { requestLimits, type Store, StoreUnavailable, type Writes } from '../../store/store.js';
import { reconcileCommit } from '../reconcile-commit.js';
import type { ForecastRequest, RecordOutcome, WithdrawOutcome, WithdrawRequest } from './forecast-outcome.js';
import { PlayerQueue } from './player-queue.js';
import { recordForecasts } from './record-forecasts.js';
import { withdrawForecast } from './withdraw-forecast.js';

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
        }, requestLimits);
      } catch (error) {
        if (decided === null || !(error instanceof StoreUnavailable)) throw error;
        return this.reconcile(work, decided);
      }
    });
  }

  private async reconcile<T extends Outcome>(work: (writes: Writes) => Promise<T>, decided: T): Promise<T> {
    const { store, pause } = this.options;
    const again = await reconcileCommit(pause, () => store.transact(work, requestLimits));
    if (again === null) return { kind: 'unknown' } as T;
    return isRepeat(again) ? { ...decided, ...again, kind: decided.kind } : again;
  }
}
