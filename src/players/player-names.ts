import type { Store } from '../database/store.js';
import { Cache, isFresh, SharedLoads } from '../kernel/cache.js';
import type { PlayerName } from './rules/players.js';
import * as profileStore from './store/profiles.js';

const maxNames = 50_000;
/** The maximum delay until a player's retirement is visible. */
const ttlMs = 60_000;

interface CachedName {
  readonly name: PlayerName;
  readonly at: number;
}

/**
 * Caches handles and kinds of players, which never change, and whether they have retired, which expires every minute.
 */
export class PlayerNames {
  private readonly names = new Cache<CachedName>({ maxEntries: maxNames });
  private readonly loads = new SharedLoads(4);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  find(playerId: string, now: number): PlayerName | null {
    const cached = this.names.get(playerId);
    return cached && (cached.name.retired || isFresh(cached.at, now, ttlMs)) ? cached.name : null;
  }

  /** When the cached name expires. Retirement is final, so the name of a retired player never does. */
  freshUntil(playerId: string): number {
    const cached = this.names.get(playerId);
    return !cached ? 0 : cached.name.retired ? Number.POSITIVE_INFINITY : cached.at + ttlMs;
  }

  async load(playerIds: Iterable<string>, now: number): Promise<void> {
    const missing = [...new Set(playerIds)].filter(id => !this.find(id, now));
    if (missing.length === 0) return;
    await this.loads.run(missing, async ids => {
      const names = await this.store.read(reader => profileStore.playerNames(reader, ids));
      for (const [id, name] of names) this.names.set(id, { name, at: now });
    });
  }
}
