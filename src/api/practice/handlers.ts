import { BoundedMap } from '../../domain/bounded-map.js';
import { statusAt } from '../../domain/market-status.js';
import { nextOpeningAt, seriesEveryMs } from '../../domain/practice/series.js';
import { microsToWire } from '../../domain/units.js';
import { ApiError } from '../../http/errors.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { leaderboardWindowHours, listSeries, readLeaderboard } from '../../operations/practice/queries.js';
import { viewEvent } from '../market-data/events/event-view.js';
import { viewPlayer } from '../scoring/player-view.js';
import type { PracticeBoardQuery, PracticeEventsQuery } from './schemas.js';

/** Responses are cached for this long, because the cost of the leaderboard grows with its rows. */
const maxAgeMs = 1_000;
const maxReplies = 200;

interface CachedReply {
  readonly at: number;
  readonly reply: Promise<object>;
}

const repliesFor = perServices(() => new BoundedMap<CachedReply>(maxReplies));

/** Returns the cached response, or builds one that concurrent requests share. */
function cachedReply(services: Services, key: string, make: (now: number) => Promise<object>): Promise<object> {
  const replies = repliesFor(services);
  const now = services.clock();
  const known = replies.get(key);
  if (known && Math.abs(now - known.at) < maxAgeMs) return known.reply;
  const reply = make(now);
  replies.set(key, { at: now, reply });
  reply.catch(() => replies.delete(key));
  return reply;
}

export function listPracticeEvents(
  { query }: RouteInput<{ query: typeof PracticeEventsQuery }>,
  { services }: RequestContext,
) {
  const { status = 'all', limit = 10 } = query;
  return cachedReply(services, `events ${status} ${limit}`, async now => {
    const shown = await listSeries(services, limit, now);
    const wanted = shown.filter(({ market }) => status === 'all' || statusAt(market, now) === 'active');
    const {
      settings: { opensPractice: running },
    } = services;
    return {
      running,
      nextOpensAt: running ? new Date(nextOpeningAt(now)).toISOString() : null,
      everySeconds: seriesEveryMs / 1000,
      events: wanted.slice(0, limit).map(each => viewEvent(each, now, services.settings.publicUrl)),
    };
  });
}

async function viewLeaderboard(services: Services, query: Static<typeof PracticeBoardQuery>, now: number) {
  const { kind = 'all', minEvents = 1, handle = null, limit = 50 } = query;
  const found = await readLeaderboard(services, { kind, minEvents, handle, limit }, now);
  if (!found) throw new ApiError('NOT_FOUND', `Player ${handle} not found.`, { field: 'handle' });
  return {
    board: 'practice' as const,
    windowHours: leaderboardWindowHours,
    asOf: new Date(now).toISOString(),
    players: found.players,
    rows: found.rows.map(({ rank, profile, events, brier, marketBrier, coverage, profit }) => ({
      rank,
      player: viewPlayer(profile, now),
      resolvedEvents: events,
      mean: brier,
      marketMean: marketBrier,
      coverage,
      profitCredits: microsToWire(profit),
    })),
  };
}

export function getPracticeBoard(
  { query }: RouteInput<{ query: typeof PracticeBoardQuery }>,
  { services }: RequestContext,
) {
  const { kind, minEvents, handle, limit } = query;
  const key = JSON.stringify(['board', kind, minEvents, handle, limit]);
  return cachedReply(services, key, now => viewLeaderboard(services, query, now));
}
