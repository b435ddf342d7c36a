import { BoundedMap } from '../../domain/bounded-map.js';
import { hourMs } from '../../domain/durations.js';
import { statusAt } from '../../domain/market-status.js';
import { nextOpeningAt, seriesEveryMs } from '../../domain/practice/series.js';
import { microsToWire } from '../../domain/units.js';
import { ApiError } from '../../http/errors.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { viewEvent } from '../market-data/events/event-view.js';
import { viewPlayer } from '../scoring/player-view.js';
import { readSeries } from './open-now.js';
import type { PracticeBoardQuery, PracticeEventsQuery } from './schemas.js';

const windowHours = 24;
/** Whoever asks again within this time gets the same board: adding it up costs more the more there is on it. */
const freshMs = 1_000;
const maxKept = 200;

interface Kept {
  readonly at: number;
  readonly reply: Promise<object>;
}

const keptReplies = perServices(() => new BoundedMap<Kept>(maxKept));

/** The same reply for all who ask for the same within a second. */
function shared(services: Services, key: string, make: (now: number) => Promise<object>): Promise<object> {
  const kept = keptReplies(services);
  const now = services.clock();
  const known = kept.get(key);
  if (known && Math.abs(now - known.at) < freshMs) return known.reply;
  const reply = make(now);
  kept.set(key, { at: now, reply });
  reply.catch(() => kept.delete(key));
  return reply;
}

export function listPracticeEvents(
  { query }: RouteInput<{ query: typeof PracticeEventsQuery }>,
  { services }: RequestContext,
) {
  const { status = 'all', limit = 10 } = query;
  return shared(services, `events ${status} ${limit}`, async now => {
    const shown = await readSeries(services, limit, now);
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

async function readBoard(services: Services, query: Static<typeof PracticeBoardQuery>, now: number) {
  const { kind = 'all', minEvents = 1, handle, limit = 50 } = query;
  return services.store.read(async reads => {
    const wanted = handle === undefined ? null : await reads.boards.profile(handle);
    if (handle !== undefined && !wanted) {
      throw new ApiError('NOT_FOUND', `there is no player ${handle}`, { field: 'handle' });
    }
    const since = now - windowHours * hourMs;
    const filter = { since, kind, minEvents, playerId: wanted?.playerId ?? null, limit };
    const { players, rows } = await reads.practice.board(filter);
    const found = await reads.boards.profiles(rows.map(row => row.playerId));
    const profiles = new Map(found.map(profile => [profile.playerId, profile]));
    return {
      board: 'practice' as const,
      windowHours,
      asOf: new Date(now).toISOString(),
      players,
      rows: rows.flatMap(({ playerId, rank, events: resolvedEvents, brier: mean, marketBrier: marketMean, ...row }) => {
        const profile = profiles.get(playerId);
        const figures = { resolvedEvents, mean, marketMean, coverage: row.coverage };
        const profitCredits = microsToWire(row.profit);
        return profile ? [{ rank, player: viewPlayer(profile, now), ...figures, profitCredits }] : [];
      }),
    };
  });
}

export function getPracticeBoard(
  { query }: RouteInput<{ query: typeof PracticeBoardQuery }>,
  { services }: RequestContext,
) {
  const { kind, minEvents, handle, limit } = query;
  const key = JSON.stringify(['board', kind, minEvents, handle, limit]);
  return shared(services, key, now => readBoard(services, query, now));
}
