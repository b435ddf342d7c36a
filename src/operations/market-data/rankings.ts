import type { RankingVersion } from '../../store/market-data/interface.js';
import type { Store } from '../../store/store.js';
import { unlessFull } from '../unless-full.js';
import type { TradeHistory } from './trade-history.js';

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
    const found = await this.tools.store.read(reads => reads.listing.version());
    return version >= (found?.oldest ?? 0);
  }

  private take({ version, ageMs }: RankingVersion): boolean {
    this.newest = { version, until: this.tools.clock() + renewAfterMs - ageMs };
    return ageMs < renewAfterMs;
  }

  private async renew(): Promise<void> {
    const { store, history } = this.tools;
    const found = await store.read(reads => reads.listing.version());
    if (found && this.take(found) && !this.compareAll) return;
    await history.flushSome();
    const renewed = store.transact(writes => writes.listing.renew({ all: this.compareAll, retentionMs }));
    // Without space for another version, the latest one is served until the next attempt.
    const made = found ? await unlessFull(renewed, 'full' as const) : await renewed;
    if (found && made === 'full') this.take({ ...found, ageMs: 0 });
    if (!made || made === 'full') return;
    this.compareAll = false;
    this.take(made);
  }
}
