import type { PlayerName } from '../../store/live-store.js';
import type { Store } from '../../store/store.js';
import { BoundedMap, SharedLoads } from './shared-loads.js';

const mostNames = 50_000;

/** Handles and kinds of players, which never change. */
export class PlayerNames {
  private readonly names = new BoundedMap<PlayerName>(mostNames);
  private readonly loads = new SharedLoads(4);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  find(playerId: string): PlayerName | null {
    return this.names.get(playerId) ?? null;
  }

  async learn(playerIds: Iterable<string>): Promise<void> {
    const unknown = [...new Set(playerIds)].filter(id => !this.names.get(id));
    if (unknown.length === 0) return;
    await this.loads.run(unknown, async ids => {
      const found = await this.store.read(reads => reads.live.playerNames(ids));
      for (const [id, name] of found) this.names.set(id, name);
    });
  }
}
