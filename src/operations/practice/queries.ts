import { hourMs } from '../../domain/durations.js';
import { byUse } from '../../domain/practice/list-order.js';
import type { ShownEvent } from '../../store/markets/interface.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { PracticeBoardFilter, PracticeStanding } from '../../store/practice/interface.js';
import type { OperationContext } from '../operation-context.js';

type ReadContext = Pick<OperationContext, 'store'>;

/** All open and scheduled events of the series are among this many of the newest. */
export const newestEvents = 10;

/** Returns events of the series: open, scheduled, ended. */
export async function listSeries({ store }: ReadContext, limit: number, now: number): Promise<readonly ShownEvent[]> {
  const shown = await store.read(async reads => {
    const ids = await reads.practice.recent(Math.max(limit, newestEvents));
    return reads.events.showMany(ids);
  });
  const compare = byUse(now);
  return [...shown].sort((a, b) => compare(a.market, b.market));
}

export const leaderboardWindowHours = 24;

interface LeaderboardRequest extends Pick<PracticeBoardFilter, 'kind' | 'minEvents' | 'limit'> {
  /** Only this player, with the rank among all players. */
  readonly handle: string | null;
}

interface PracticeLeaderboard {
  /** The number of ranked players. */
  readonly players: number;
  readonly rows: readonly (PracticeStanding & { readonly profile: PlayerProfile })[];
}

/** Returns the ranking of the last 24 hours, best first; null if no player has the handle. */
export function readLeaderboard(
  { store }: ReadContext,
  { handle, ...request }: LeaderboardRequest,
  now: number,
): Promise<PracticeLeaderboard | null> {
  return store.read(async reads => {
    const player = handle === null ? null : await reads.boards.profile(handle);
    if (handle !== null && !player) return null;
    const since = now - leaderboardWindowHours * hourMs;
    const { players, rows } = await reads.practice.board({ ...request, since, playerId: player?.playerId ?? null });
    const found = await reads.boards.profiles(rows.map(row => row.playerId));
    const profiles = new Map(found.map(profile => [profile.playerId, profile]));
    return {
      players,
      rows: rows.flatMap(row => {
        const profile = profiles.get(row.playerId);
        return profile ? [{ ...row, profile }] : [];
      }),
    };
  });
}
