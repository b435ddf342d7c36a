import type { Store } from '../database/store.js';
import { orIfDiskFull } from '../database/transactions.js';
import { CachedLoads } from '../kernel/cache.js';
import { hourMs } from '../kernel/time.js';
import type { LiveReads } from './live-reads.js';
import * as historyStore from './store/history.js';
import * as listingStore from './store/listing.js';
import type { RankingVersion } from './store/rows.js';
import type { TradeHistory } from './trade-history.js';

/** The version source that invalidates the cache. */
interface MatchContext {
  readonly marketData: { readonly live: Pick<LiveReads, 'textVersion'> };
  readonly clock: () => number;
}

/** The order of matches depends on volume, which is recomputed only every few seconds. */
const ttlMs = 10_000;

/** Caches matches in the texts of events, until a text changes and for at most a few seconds. */
export class MatchCache<T> {
  private readonly matches: CachedLoads<T>;

  constructor(maxEntries: number) {
    this.matches = new CachedLoads({ maxEntries, ttlMs });
  }

  /** Concurrent calls with the same key share one read. */
  find({ marketData: { live }, clock }: MatchContext, key: string, read: () => Promise<T>): Promise<T> {
    // Read before the texts: a concurrent change results in another version.
    const version = live.textVersion();
    return version === null ? read() : this.matches.get(key, clock(), read, version);
  }
}

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
    return this.tools.store.read(async reader => {
      const { rows, total } = await historyStore.mostTraded(reader, filter);
      const eventIds = rows.map(row => row.eventId);
      return { since, at, rows, total, earlier: await historyStore.pricesAt(reader, eventIds, since) };
    });
  }
}

/** A ranking of this age is renewed by the next request. */
const renewAfterMs = 15_000;
/** Requests get the previous ranking for this long while it is renewed; later ones wait. */
const graceMs = 3_000;
/** How long a client may page through one version. */
const retentionMs = 3_600_000;

interface RankingTools {
  readonly store: Store;
  readonly clock: () => number;
  readonly history: TradeHistory;
}

/**
 * The ranking version that new pagination of volatile lists starts with. Versions are built on demand. The cache kit
 * doesn't fit: callers get the previous version while the next is built, and the database provides its age.
 */
export class Rankings {
  private newest: { readonly version: number; readonly until: number } | null = null;
  private renewing: Promise<void> | null = null;
  /** The first renewal compares all events, because this node did not record trades before its start. */
  private compareAll = true;

  constructor(private readonly tools: RankingTools) {}

  async current(): Promise<number> {
    const now = this.tools.clock();
    if (this.newest && now < this.newest.until) return this.newest.version;
    const isRenewing = this.renewing !== null;
    this.renewing ??= this.renew().finally(() => {
      this.renewing = null;
    });
    if (this.newest && (isRenewing || now < this.newest.until + graceMs)) {
      // After the grace period a request waits, and fails if the renewal does.
      this.renewing.catch(() => undefined);
      return this.newest.version;
    }
    await this.renewing;
    return (this.newest as { version: number } | null)?.version ?? 0;
  }

  /** Whether a client can continue paging through this version. */
  async isAvailable(version: number): Promise<boolean> {
    const found = await this.tools.store.read(reader => listingStore.version(reader));
    return version >= (found?.oldest ?? 0);
  }

  private take({ version, ageMs }: RankingVersion): boolean {
    this.newest = { version, until: this.tools.clock() + renewAfterMs - ageMs };
    return ageMs < renewAfterMs;
  }

  private async renew(): Promise<void> {
    const { store, history } = this.tools;
    const found = await store.read(reader => listingStore.version(reader));
    if (found && this.take(found) && !this.compareAll) return;
    await history.flushSome();
    const renewed = store.transact(tx => listingStore.renew(tx, { all: this.compareAll, retentionMs }));
    // Without space for another version, the latest one is served until the next attempt.
    const made = found ? await orIfDiskFull(renewed, 'full' as const) : await renewed;
    if (found && made === 'full') this.take({ ...found, ageMs: 0 });
    if (!made || made === 'full') return;
    this.compareAll = false;
    this.take(made);
  }
}
