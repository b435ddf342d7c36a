import { hourMs } from '../../domain/durations.js';
import type { Store } from '../../store/store.js';
import type { TradeHistory } from './trade-history.js';

const keptMs = 10_000;
const maxKept = 64;
const maxMarkets = 200;

interface TopTools {
  readonly store: Store;
  readonly clock: () => number;
  readonly history: TradeHistory;
}

export interface TopRanking {
  /** The hour from which on trades count. */
  readonly since: number;
  readonly at: number;
  readonly rows: readonly { readonly eventId: string; readonly volume: number; readonly trades: number }[];
  /** Prices at the beginning, by event. */
  readonly earlier: ReadonlyMap<string, readonly number[]>;
}

/** The most traded markets of a time, summed up at most every few seconds for each length of it. */
export class TopMarkets {
  private readonly kept = new Map<string, { readonly until: number; readonly ranking: Promise<TopRanking> }>();

  constructor(private readonly tools: TopTools) {}

  find(lookbackHours: number, includeResolved: boolean): Promise<TopRanking> {
    const now = this.tools.clock();
    const key = `${lookbackHours} ${includeResolved}`;
    const kept = this.kept.get(key);
    if (kept && now < kept.until) return kept.ranking;
    const ranking = this.read(now, lookbackHours, includeResolved);
    this.kept.delete(key);
    this.kept.set(key, { until: now + keptMs, ranking });
    if (this.kept.size > maxKept) this.kept.delete(this.kept.keys().next().value as string);
    // A failure is not kept.
    ranking.catch(() => this.kept.delete(key));
    return ranking;
  }

  private async read(at: number, lookbackHours: number, includeResolved: boolean): Promise<TopRanking> {
    await this.tools.history.flushSome();
    const since = Math.floor(at / hourMs) * hourMs - lookbackHours * hourMs;
    const filter = { since, includeResolved, limit: maxMarkets };
    return this.tools.store.read(async ({ history }) => {
      const rows = await history.mostTraded(filter);
      const eventIds = rows.map(row => row.eventId);
      return { since, at, rows, earlier: await history.pricesAt(eventIds, since) };
    });
  }
}
