import type { RankingVersion } from '../../store/market-data/interface.js';
import type { Store } from '../../store/store.js';
import type { TradeHistory } from './trade-history.js';

/** A ranking is at most this old when a walk through it begins, and walks may take the other. */
const renewAfterMs = 15_000;
const retentionMs = 3_600_000;

interface RankingTools {
  readonly store: Store;
  readonly clock: () => number;
  readonly history: TradeHistory;
}

/** Which version of the ranking walks through moving lists begin with. Nobody asks, and none is made. */
export class Rankings {
  private known: { readonly version: number; readonly until: number } | null = null;
  private making: Promise<void> | null = null;
  /** What others traded before this node began is not among its notes. */
  private compareAll = true;

  constructor(private readonly tools: RankingTools) {}

  async current(): Promise<number> {
    if (this.known && this.tools.clock() < this.known.until) return this.known.version;
    // Whoever comes while one is made takes the last, which is kept as well.
    if (this.making && this.known) return this.known.version;
    this.making ??= this.renew().finally(() => {
      this.making = null;
    });
    await this.making;
    return (this.known as { version: number } | null)?.version ?? 0;
  }

  /** Whether a walk that began in this version can go on. */
  async isKept(version: number): Promise<boolean> {
    const found = await this.tools.store.read(reads => reads.listing.version());
    return version >= (found?.oldest ?? 0);
  }

  private take({ version, ageMs }: RankingVersion): boolean {
    this.known = { version, until: this.tools.clock() + renewAfterMs - ageMs };
    return ageMs < renewAfterMs;
  }

  private async renew(): Promise<void> {
    const { store, history } = this.tools;
    const found = await store.read(reads => reads.listing.version());
    if (found && this.take(found) && !this.compareAll) return;
    await history.flushSome();
    const made = await store.transact(writes => writes.listing.renew({ all: this.compareAll, retentionMs }));
    if (!made) return;
    this.compareAll = false;
    this.take(made);
  }
}
