import { marketStatuses, statusAt } from '../engine/lifecycle.js';
import type { EventServices } from '../events/event-references.js';
import { SlugMember, TitleMember } from '../events/schemas.js';
import { ApiError, noSuchEvent } from '../http/errors.js';
import { requirePerson, sessionOver } from '../http/require-person.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { Cursor, closed, Limit, NextCursor, named, oneOf, Timestamp, Type } from '../http/schema.js';
import { isoTime } from '../kernel/time.js';
import { viewPlayer } from '../players/player-view.js';
import { findProfile } from '../scoring/player-record.js';
import { PlayerSummary } from '../scoring/schemas.js';
import { follow, listFollowedEvents, listFollowedPlayers, maxFollows, unfollow } from './follow.js';
import type { FollowCursor } from './store.js';

const FollowsQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });

const FollowedEventParams = closed({
  slug: Type.String({
    minLength: 3,
    maxLength: 100,
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

const FollowedPlayerParams = closed({
  handle: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'Handle of the player.',
    examples: ['weather-watcher'],
  }),
});

const followedAt = Timestamp({ description: 'When you started to follow it.' });

const Followed = named(
  'Followed',
  closed(
    {
      following: Type.Boolean({ description: 'Whether you follow it now; always true.' }),
      followedAt,
    },
    { examples: [{ following: true, followedAt: '2026-03-17T12:00:00.000Z' }] },
  ),
);

const Unfollowed = named(
  'Unfollowed',
  closed(
    { following: Type.Boolean({ description: 'Whether you follow it now; always false.' }) },
    { examples: [{ following: false }] },
  ),
);

const FollowedEvents = named(
  'FollowedEvents',
  closed(
    {
      follows: Type.Array(
        closed({
          eventSlug: SlugMember,
          title: TitleMember,
          status: oneOf(marketStatuses, { description: 'Current status of the market.' }),
          endsAt: Timestamp({ description: 'When trading ends.' }),
          followedAt,
        }),
        { description: `Most recently followed first. A person can follow ${maxFollows} events.` },
      ),
      nextCursor: NextCursor,
    },
    {
      examples: [
        {
          follows: [
            {
              eventSlug: 'rain-in-london-on-1-may',
              title: 'Will it rain in London on 1 May 2026?',
              status: 'active',
              endsAt: '2026-05-01T00:00:00.000Z',
              followedAt: '2026-03-17T12:00:00.000Z',
            },
          ],
          nextCursor: null,
        },
      ],
    },
  ),
);

const FollowedPlayers = named(
  'FollowedPlayers',
  closed({
    follows: Type.Array(closed({ player: PlayerSummary, followedAt }), {
      description: `Most recently followed first. A person can follow ${maxFollows} players.`,
    }),
    nextCursor: NextCursor,
  }),
);

type EventInput = RouteInput<{ params: typeof FollowedEventParams }>;
type PlayerInput = RouteInput<{ params: typeof FollowedPlayerParams }>;
type ListInput = RouteInput<{ query: typeof FollowsQuery }>;

/** Practice events are removed after some days, so they can't be followed. */
async function requireFollowable({ markets }: EventServices, reference: string): Promise<{ eventId: string }> {
  const names = await markets.references.find(reference);
  if (!names || names.practice) throw noSuchEvent(reference, 'slug');
  return { eventId: names.id };
}

async function requirePlayerId(services: HttpServices, handle: string): Promise<{ playerId: string }> {
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

async function putFollowedEvent({ params }: EventInput, context: RequestContext<HttpServices & EventServices>) {
  return begin(context, await requireFollowable(context.services, params.slug));
}

async function deleteFollowedEvent({ params }: EventInput, context: RequestContext<HttpServices & EventServices>) {
  return end(context, await requireFollowable(context.services, params.slug));
}

async function putFollowedPlayer({ params }: PlayerInput, context: RequestContext) {
  return begin(context, await requirePlayerId(context.services, params.handle));
}

async function deleteFollowedPlayer({ params }: PlayerInput, context: RequestContext) {
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
  const follows = await read({ personId, before, limit: limit + 1 });
  const rows = follows.slice(0, limit);
  const last = rows.at(-1);
  const next = follows.length > limit && last ? { at: last.followedAt, id: idOf(last) } : null;
  return { rows, nextCursor: next && services.cursors.write(list, [personId], next) };
}

async function getFollowedEvents({ query }: ListInput, context: RequestContext) {
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

async function getFollowedPlayers({ query }: ListInput, context: RequestContext) {
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

const forPeople = { area: 'people', auth: 'required', callers: ['person'] } as const;
const follows = '/api/people/follows';

export const followRoutes = [
  defineRoute({
    ...forPeople,
    id: 'listFollowedEvents',
    method: 'GET',
    path: `${follows}/events`,
    summary: 'Events that you follow',
    description: 'Most recently followed first. GET /api/events?followed=true lists them with their markets.',
    bucket: 'reads',
    request: { query: FollowsQuery },
    responses: { 200: { description: 'The events.', schema: FollowedEvents } },
    handler: getFollowedEvents,
  }),
  defineRoute({
    ...forPeople,
    id: 'followEvent',
    method: 'PUT',
    path: `${follows}/events/{slug}`,
    summary: 'Follow an event',
    description:
      'You are notified a day before trading ends. Only you can see what you follow. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: FollowedEventParams },
    responses: { 200: { description: 'You follow it.', schema: Followed } },
    errors: ['NOT_FOUND', 'FOLLOW_LIMIT_REACHED'],
    handler: putFollowedEvent,
  }),
  defineRoute({
    ...forPeople,
    id: 'unfollowEvent',
    method: 'DELETE',
    path: `${follows}/events/{slug}`,
    summary: 'Stop following an event',
    description: 'Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: FollowedEventParams },
    responses: { 200: { description: 'You don’t follow it.', schema: Unfollowed } },
    errors: ['NOT_FOUND'],
    handler: deleteFollowedEvent,
  }),
  defineRoute({
    ...forPeople,
    id: 'listFollowedPlayers',
    method: 'GET',
    path: `${follows}/players`,
    summary: 'Players that you follow',
    description: 'Most recently followed first.',
    bucket: 'reads',
    request: { query: FollowsQuery },
    responses: { 200: { description: 'The players.', schema: FollowedPlayers } },
    handler: getFollowedPlayers,
  }),
  defineRoute({
    ...forPeople,
    id: 'followPlayer',
    method: 'PUT',
    path: `${follows}/players/{handle}`,
    summary: 'Follow a player',
    description: 'Only you can see whom you follow. Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: FollowedPlayerParams },
    responses: { 200: { description: 'You follow the player.', schema: Followed } },
    errors: ['NOT_FOUND', 'FOLLOW_LIMIT_REACHED'],
    handler: putFollowedPlayer,
  }),
  defineRoute({
    ...forPeople,
    id: 'unfollowPlayer',
    method: 'DELETE',
    path: `${follows}/players/{handle}`,
    summary: 'Stop following a player',
    description: 'Repeating the request changes nothing.',
    bucket: 'changes',
    request: { params: FollowedPlayerParams },
    responses: { 200: { description: 'You don’t follow the player.', schema: Unfollowed } },
    errors: ['NOT_FOUND'],
    handler: deleteFollowedPlayer,
  }),
];
