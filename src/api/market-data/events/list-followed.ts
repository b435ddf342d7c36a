import { statusAt } from '../../../domain/market-status.js';
import { ApiError } from '../../../http/errors.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { Static } from '../../../http/schema.js';
import { listFollowedEvents } from '../../../operations/follows/queries.js';
import { readEvents } from '../../../operations/market-data/queries.js';
import type { FollowCursor, FollowedEvent } from '../../../store/follows/interface.js';
import { viewEvent } from './event-view.js';
import type { EventsQuery } from './parameters.js';

const maxRead = 500;

/** Returns one page of the events that the signed-in person follows. */
export async function listFollowed({ services, caller }: RequestContext, query: Static<typeof EventsQuery>) {
  if (caller.kind !== 'person') {
    const isAnonymous = caller.kind === 'anonymous';
    throw new ApiError(isAnonymous ? 'UNAUTHORIZED' : 'FORBIDDEN', 'followed needs a session', {
      field: 'followed',
      headers: isAnonymous ? { 'www-authenticate': 'Session realm="presage"' } : undefined,
      remediation: 'Sign in with POST /api/people/sign-in and send the session cookie.',
    });
  }
  const { status = 'all', category, limit = 50, cursor } = query;
  const { playerId: personId } = caller;
  const filters = [personId, status, category ?? null];
  const before = cursor === undefined ? null : services.cursors.read<FollowCursor>('followed', filters, cursor);
  const now = services.clock();
  // A person follows at most a few hundred events, so filters are applied in memory.
  const all = await listFollowedEvents(services, { personId, before, limit: maxRead });
  const wanted = all.filter(follow => status === 'all' || statusAt(follow, now) === status);
  const shown = new Map(
    (
      await readEvents(
        services,
        wanted.map(({ eventId }) => eventId),
      )
    ).map(each => [each.event.id, each]),
  );
  const found = wanted.filter(({ eventId }) => {
    const event = shown.get(eventId)?.event;
    return event && (category === undefined || event.category === category);
  });
  const page: readonly FollowedEvent[] = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? { at: last.followedAt, id: last.eventId } : null;
  return {
    events: page.flatMap(({ eventId }) => {
      const each = shown.get(eventId);
      return each ? [viewEvent(each, now, services.settings.publicUrl)] : [];
    }),
    nextCursor: next && services.cursors.write('followed', filters, next),
  };
}
