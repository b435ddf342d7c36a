import { BoundedMap } from '../../domain/bounded-map.js';
import type { PlayerName } from '../../store/market-data/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';

const maxNames = 50_000;
/** How late it may show that a player has left. */
const keptMs = 60_000;

interface CachedName {
  readonly name: PlayerName;
  readonly at: number;
}

/** Handles and kinds of players, which never change, and whether they have left, which is looked up every minute. */
export class PlayerNames {
  private readonly names = new BoundedMap<CachedName>(maxNames);
  private readonly loads = new SharedLoads(4);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  find(playerId: string, now: number): PlayerName | null {
    const kept = this.names.get(playerId);
    return kept && (kept.name.retired || Math.abs(now - kept.at) < keptMs) ? kept.name : null;
  }

  /** Until when what is known of a player holds; whoever has left has left for good. */
  freshUntil(playerId: string): number {
    const kept = this.names.get(playerId);
    return !kept ? 0 : kept.name.retired ? Number.POSITIVE_INFINITY : kept.at + keptMs;
  }

  async load(playerIds: Iterable<string>, now: number): Promise<void> {
    const unknown = [...new Set(playerIds)].filter(id => !this.find(id, now));
    if (unknown.length === 0) return;
    await this.loads.run(unknown, async ids => {
      const found = await this.store.read(reads => reads.live.playerNames(ids));
      for (const [id, name] of found) this.names.set(id, { name, at: now });
    });
  }
}
