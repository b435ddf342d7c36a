import { maxFollows } from '../../domain/follows/limits.js';
import type { OperationContext } from '../operation-context.js';

type Subject = { readonly eventId: string } | { readonly playerId: string };
type FollowOutcome = { readonly followedAt: number } | 'too-many' | 'person-gone';

/** Follows an event or a player. Idempotent; a repetition returns the first time. */
export function follow(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  personId: string,
  subject: Subject,
): Promise<FollowOutcome> {
  const now = clock();
  return store.transact(async writes => {
    // The lock makes the count exact, and prevents an account that is being deleted from leaving rows behind.
    if (!(await writes.people.lock(personId))) return 'person-gone';
    const followedAt =
      'eventId' in subject
        ? await writes.follows.followEvent(personId, subject.eventId, now, maxFollows)
        : await writes.follows.followPlayer(personId, subject.playerId, now, maxFollows);
    return followedAt === null ? 'too-many' : { followedAt };
  });
}

/** Stops following. Idempotent. */
export function unfollow(
  { store }: Pick<OperationContext, 'store'>,
  personId: string,
  subject: Subject,
): Promise<void> {
  return store.transact(writes =>
    'eventId' in subject
      ? writes.follows.unfollowEvent(personId, subject.eventId)
      : writes.follows.unfollowPlayer(personId, subject.playerId),
  );
}
