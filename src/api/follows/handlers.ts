import { maxFollows } from '../../domain/follows/limits.js';
import { isoTime } from '../../domain/iso-time.js';
import { statusAt } from '../../domain/market-status.js';
import { ApiError, noSuchEvent } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { follow, unfollow } from '../../operations/follows/follow.js';
import { listFollowedEvents, listFollowedPlayers } from '../../operations/follows/queries.js';
import { findProfile } from '../../operations/scoring/queries.js';
import type { FollowCursor } from '../../store/follows/interface.js';
import { requirePerson, sessionOver } from '../people/caller.js';
import { viewPlayer } from '../scoring/player-view.js';
import type { FollowedEventParams, FollowedPlayerParams, FollowsQuery } from './schemas.js';

type EventInput = RouteInput<{ params: typeof FollowedEventParams }>;
type PlayerInput = RouteInput<{ params: typeof FollowedPlayerParams }>;
type ListInput = RouteInput<{ query: typeof FollowsQuery }>;

/** Practice events are removed after some days, so they can't be followed. */
async function requireFollowable({ markets }: Services, reference: string): Promise<{ eventId: string }> {
  const names = await markets.references.find(reference);
  if (!names || names.practice) throw noSuchEvent(reference, 'slug');
  return { eventId: names.id };
}

async function requirePlayerId(services: Services, handle: string): Promise<{ playerId: string }> {
  const profile = await findProfile(services, handle);
  if (!profile) throw new ApiError('NOT_FOUND', `Player ${handle} not found.`, { field: 'handle' });
  return { playerId: profile.playerId };
}

type Subject = { readonly eventId: string } | { readonly playerId: string };

async function begin({ services, caller }: RequestContext, subject: Subject) {
  const outcome = await follow(services, requirePerson(caller).playerId, subject);
  if (outcome === 'person-gone') throw sessionOver();
  if (outcome === 'too-many') {
    const noun = 'eventId' in subject ? 'events' : 'players';
    throw new ApiError('FOLLOW_LIMIT_REACHED', `You already follow ${maxFollows} ${noun}, the maximum.`);
  }
  return { following: true, followedAt: isoTime(outcome.followedAt) };
}

async function end({ services, caller }: RequestContext, subject: Subject) {
  await unfollow(services, requirePerson(caller).playerId, subject);
  return { following: false };
}

export async function putFollowedEvent({ params }: EventInput, context: RequestContext) {
  return begin(context, await requireFollowable(context.services, params.slug));
}

export async function deleteFollowedEvent({ params }: EventInput, context: RequestContext) {
  return end(context, await requireFollowable(context.services, params.slug));
}

export async function putFollowedPlayer({ params }: PlayerInput, context: RequestContext) {
  return begin(context, await requirePlayerId(context.services, params.handle));
}

export async function deleteFollowedPlayer({ params }: PlayerInput, context: RequestContext) {
  return end(context, await requirePlayerId(context.services, params.handle));
}

/** One page of a list of follows, and the cursor to the next. */
async function page<T extends { readonly followedAt: number }>(
  { services, caller }: RequestContext,
  { cursor, limit = 50 }: ListInput['query'],
  list: 'followed events' | 'followed players',
  read: (wanted: { personId: string; before: FollowCursor | null; limit: number }) => Promise<readonly T[]>,
  idOf: (row: T) => string,
): Promise<{ rows: readonly T[]; nextCursor: string | null }> {
  const { playerId: personId } = requirePerson(caller);
  const before = cursor === undefined ? null : services.cursors.read<FollowCursor>(list, [personId], cursor);
  const found = await read({ personId, before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last ? { at: last.followedAt, id: idOf(last) } : null;
  return { rows, nextCursor: next && services.cursors.write(list, [personId], next) };
}

export async function getFollowedEvents({ query }: ListInput, context: RequestContext) {
  const { services } = context;
  const read = (wanted: Parameters<typeof listFollowedEvents>[1]) => listFollowedEvents(services, wanted);
  const { rows, nextCursor } = await page(context, query, 'followed events', read, ({ eventId }) => eventId);
  const now = services.clock();
  return {
    follows: rows.map(({ slug, title, followedAt, ...market }) => ({
      eventSlug: slug,
      title,
      status: statusAt(market, now),
      endsAt: isoTime(market.endsAt),
      followedAt: isoTime(followedAt),
    })),
    nextCursor,
  };
}

export async function getFollowedPlayers({ query }: ListInput, context: RequestContext) {
  const { services } = context;
  const read = async (wanted: Parameters<typeof listFollowedPlayers>[1]) => {
    const { rows, profiles } = await listFollowedPlayers(services, wanted);
    return rows.map(row => ({ ...row, profile: profiles.get(row.playerId) }));
  };
  const { rows, nextCursor } = await page(context, query, 'followed players', read, ({ playerId }) => playerId);
  const now = services.clock();
  return {
    follows: rows.flatMap(({ profile, followedAt }) =>
      profile ? [{ player: viewPlayer(profile, now), followedAt: isoTime(followedAt) }] : [],
    ),
    nextCursor,
  };
}
