import type { OperationContext } from '../database/transactions.js';
import { dayMs, isoTime } from '../kernel/time.js';
import { notify } from '../notifications/notify.js';
import type { PlayerProfile } from '../players/rules/players.js';
import * as profileStore from '../players/store/profiles.js';
import type { FollowedEvent, FollowedPlayer, FollowPage } from './store.js';
import * as followStore from './store.js';

/** Events that one person can follow, and players. */
export const maxFollows = 500;

type Subject = { readonly eventId: string } | { readonly playerId: string };
type FollowOutcome = { readonly followedAt: number } | 'too-many' | 'person-gone';

/** Follows an event or a player. Idempotent; a repetition returns the first time. */
export function follow(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  personId: string,
  subject: Subject,
): Promise<FollowOutcome> {
  const now = clock();
  return store.transact(async tx => {
    // The lock makes the count exact, and prevents an account that is being deleted from leaving rows behind.
    if (!(await profileStore.lockPerson(tx, personId))) return 'person-gone';
    const followedAt =
      'eventId' in subject
        ? await followStore.followEvent(tx, personId, subject.eventId, now, maxFollows)
        : await followStore.followPlayer(tx, personId, subject.playerId, now, maxFollows);
    return followedAt === null ? 'too-many' : { followedAt };
  });
}

/** Stops following. Idempotent. */
export function unfollow(
  { store }: Pick<OperationContext, 'store'>,
  personId: string,
  subject: Subject,
): Promise<void> {
  return store.transact(tx =>
    'eventId' in subject
      ? followStore.unfollowEvent(tx, personId, subject.eventId)
      : followStore.unfollowPlayer(tx, personId, subject.playerId),
  );
}

type ReadContext = Pick<OperationContext, 'store'>;

/** Returns the events that a person follows, most recently followed first. */
export function listFollowedEvents({ store }: ReadContext, page: FollowPage): Promise<FollowedEvent[]> {
  return store.read(reader => followStore.events(reader, page));
}

/** Returns the players that a person follows, most recently followed first, with their profiles by id. */
export function listFollowedPlayers(
  { store }: ReadContext,
  page: FollowPage,
): Promise<{ readonly rows: readonly FollowedPlayer[]; readonly profiles: ReadonlyMap<string, PlayerProfile> }> {
  return store.read(async reader => {
    const rows = await followStore.players(reader, page);
    const profiles = await profileStore.byIds(
      reader,
      rows.map(({ playerId }) => playerId),
    );
    return { rows, profiles: new Map(profiles.map(profile => [profile.playerId, profile])) };
  });
}

const closingWithinMs = dayMs;
const eventsAtOnce = 100;

/** Notifies followers of open events whose trading ends within a day, each person once per event. */
export async function notifyClosing(
  context: Pick<OperationContext, 'store' | 'clock' | 'newId'>,
  keepGoing: () => boolean,
): Promise<void> {
  const { store, clock } = context;
  const now = clock();
  const events = await store.read(reader => followStore.closing(reader, now + closingWithinMs, eventsAtOnce));
  for (const { eventId, slug, title, endsAt } of events) {
    if (!keepGoing()) return;
    await store.transact(async tx => {
      const personIds = await followStore.markClosing(tx, eventId, now);
      const text = `Trading on “${title}” ends at ${isoTime(endsAt).slice(0, 16).replace('T', ' ')} UTC.`;
      await notify(tx, context, { personIds, kind: 'event-closing', text, eventSlug: slug, at: now });
    });
  }
}
