import type { FollowedEvent, FollowedPlayer, FollowPage } from '../../store/follows/interface.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { OperationContext } from '../operation-context.js';

type ReadContext = Pick<OperationContext, 'store'>;

/** Returns the events that a person follows, most recently followed first. */
export function listFollowedEvents({ store }: ReadContext, page: FollowPage): Promise<FollowedEvent[]> {
  return store.read(reads => reads.follows.events(page));
}

/** Returns the players that a person follows, most recently followed first, with their profiles by id. */
export function listFollowedPlayers(
  { store }: ReadContext,
  page: FollowPage,
): Promise<{ readonly rows: readonly FollowedPlayer[]; readonly profiles: ReadonlyMap<string, PlayerProfile> }> {
  return store.read(async reads => {
    const rows = await reads.follows.players(page);
    const profiles = await reads.boards.profiles(rows.map(({ playerId }) => playerId));
    return { rows, profiles: new Map(profiles.map(profile => [profile.playerId, profile])) };
  });
}
