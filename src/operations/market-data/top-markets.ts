import { hourMs } from '../../domain/durations.js';
import type { Store } from '../../store/store.js';
import { CachedLoads } from '../cache/cached-loads.js';
import type { TradeHistory } from './trade-history.js';

const ttlMs = 10_000;
const maxRankings = 64;
const maxMarkets = 200;

interface TopTools {
  readonly store: Store;
  readonly clock: () => number;
  readonly history: TradeHistory;
}

export interface TopRanking {
  /** The start of the look-back, on a full hour. */
  readonly since: number;
  readonly at: number;
  readonly rows: readonly { readonly eventId: string; readonly volume: number; readonly trades: number }[];
  /** The number of markets traded in the look-back, including those beyond the rows. */
  readonly total: number;
  /** Prices at `since`, by event. */
  readonly earlier: ReadonlyMap<string, readonly number[]>;
}

/** Ranks the most traded markets of a look-back, at most every ten seconds per look-back. */
export class TopMarkets {
  private readonly rankings = new CachedLoads<TopRanking>({ maxEntries: maxRankings, ttlMs });

  constructor(private readonly tools: TopTools) {}

  find(lookbackHours: number, includeResolved: boolean): Promise<TopRanking> {
    const now = this.tools.clock();
    return this.rankings.get(`${lookbackHours} ${includeResolved}`, now, () =>
      this.read(now, lookbackHours, includeResolved),
    );
  }

  private async read(at: number, lookbackHours: number, includeResolved: boolean): Promise<TopRanking> {
    await this.tools.history.flushSome();
    const since = Math.floor(at / hourMs) * hourMs - lookbackHours * hourMs;
    const filter = { since, includeResolved, limit: maxMarkets };
    return this.tools.store.read(async ({ history }) => {
      const { rows, total } = await history.mostTraded(filter);
      const eventIds = rows.map(row => row.eventId);
      return { since, at, rows, total, earlier: await history.pricesAt(eventIds, since) };
    });
  }
}
