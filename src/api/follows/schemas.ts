import { maxFollows } from '../../domain/follows/limits.js';
import { marketStatuses } from '../../domain/market-status.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, named, oneOf, Timestamp, Type } from '../../http/schema.js';
import { SlugMember, TitleMember } from '../market-data/events/member-schemas.js';
import { PlayerSummary } from '../scoring/schemas.js';

export const FollowsQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });

export const FollowedEventParams = closed({
  slug: Type.String({
    minLength: 3,
    maxLength: 100,
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const FollowedPlayerParams = closed({
  handle: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'Handle of the player.',
    examples: ['weather-watcher'],
  }),
});

const followedAt = Timestamp({ description: 'When you started to follow it.' });

export const Followed = named(
  'Followed',
  closed(
    {
      following: Type.Boolean({ description: 'Whether you follow it now; always true.' }),
      followedAt,
    },
    { examples: [{ following: true, followedAt: '2026-03-17T12:00:00.000Z' }] },
  ),
);

export const Unfollowed = named(
  'Unfollowed',
  closed(
    { following: Type.Boolean({ description: 'Whether you follow it now; always false.' }) },
    { examples: [{ following: false }] },
  ),
);

export const FollowedEvents = named(
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

export const FollowedPlayers = named(
  'FollowedPlayers',
  closed({
    follows: Type.Array(closed({ player: PlayerSummary, followedAt }), {
      description: `Most recently followed first. A person can follow ${maxFollows} players.`,
    }),
    nextCursor: NextCursor,
  }),
);
