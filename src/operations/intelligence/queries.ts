import type {
  BacktestCount,
  DataTrade,
  DataTradeFilter,
  SignalFilter,
  SourceUse,
} from '../../store/intelligence/interface.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { OperationContext } from '../operation-context.js';

type ReadContext = Pick<OperationContext, 'store'>;

const maxCountedPositions = 10_000;

/** Returns the profile of the player whose id has this digest. */
export async function findPlayerOfDigest({ store }: ReadContext, digest: Uint8Array): Promise<PlayerProfile | null> {
  return store.read(async reads => {
    const playerId = await reads.intelligence.playerOfDigest(digest);
    if (playerId === null) return null;
    const [profile] = await reads.boards.profiles([playerId]);
    return profile ?? null;
  });
}

export function listDataTrades({ store }: ReadContext, filter: DataTradeFilter): Promise<readonly DataTrade[]> {
  return store.read(reads => reads.intelligence.trades(filter));
}

/** Returns the newest positions of a player outside practice and their number, counted up to 10,000. */
export function readPublicPositions({ store }: ReadContext, playerId: string, limit: number) {
  return store.read(async reads => {
    const filter = { playerId, status: 'all', practice: false, after: null, limit } as const;
    const [positions, total] = await Promise.all([
      reads.positions.page(filter),
      reads.intelligence.countPositions(playerId, maxCountedPositions),
    ]);
    return { positions, total };
  });
}

/** Returns the newest matching signals, with the hit counts of earlier ones. */
export function listSignals({ store }: ReadContext, filter: SignalFilter) {
  return store.read(async reads => {
    const [found, backtests] = await Promise.all([reads.intelligence.signals(filter), reads.intelligence.backtests()]);
    return { ...found, backtests: backtests as readonly BacktestCount[] };
  });
}

export function listResolutionSources(
  { store }: ReadContext,
  limit: number,
): Promise<{ readonly rows: readonly SourceUse[]; readonly total: number }> {
  return store.read(reads => reads.intelligence.sources(limit));
}
