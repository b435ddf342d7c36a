import type { OperationContext } from '../database/transactions.js';
import { statusAt } from '../engine/lifecycle.js';
import { viewEvent } from '../events/event-view.js';
import { EventSchema } from '../events/schemas.js';
import * as eventStore from '../events/store/events.js';
import type { ShownEvent } from '../events/store/rows.js';
import { ApiError } from '../http/errors.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, Limit, named, nullable, oneOf, type Static, Timestamp, Type } from '../http/schema.js';
import { CachedLoads } from '../kernel/cache.js';
import { hourMs, isoTime } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import { viewPlayer } from '../players/player-view.js';
import type { PlayerProfile } from '../players/rules/players.js';
import * as profileStore from '../players/store/profiles.js';
import type { ScoringServices } from '../scoring/leaderboard-cache.js';
import { PlayerSummary } from '../scoring/schemas.js';
import { byUse, nextOpeningAt, seriesEveryMs, seriesNumber } from './rules.js';
import type { PracticeBoardFilter, PracticeStanding } from './store.js';
import * as practiceStore from './store.js';

type Needs = HttpServices & MarketDataServices & ScoringServices;

type ReadContext = Pick<OperationContext, 'store'>;

/** All open and scheduled events of the series are among this many of the newest. */
const newestEvents = 10;

/** Returns events of the series: open, scheduled, ended. */
async function listSeries({ store }: ReadContext, limit: number, now: number): Promise<readonly ShownEvent[]> {
  const shown = await store.read(async reader => {
    const ids = await practiceStore.recent(reader, Math.max(limit, newestEvents));
    return eventStore.showMany(reader, ids);
  });
  const compare = byUse(now);
  return [...shown].sort((a, b) => compare(a.market, b.market));
}

const leaderboardWindowHours = 24;

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
function readLeaderboard(
  { store }: ReadContext,
  { handle, ...request }: LeaderboardRequest,
  now: number,
): Promise<PracticeLeaderboard | null> {
  return store.read(async reader => {
    const player = handle === null ? null : await profileStore.byHandle(reader, handle);
    if (handle !== null && !player) return null;
    const since = now - leaderboardWindowHours * hourMs;
    const { players, rows } = await practiceStore.board(reader, {
      ...request,
      since,
      playerId: player?.playerId ?? null,
    });
    const profileRows = await profileStore.byIds(
      reader,
      rows.map(row => row.playerId),
    );
    const profiles = new Map(profileRows.map(profile => [profile.playerId, profile]));
    return {
      players,
      rows: rows.flatMap(row => {
        const profile = profiles.get(row.playerId);
        return profile ? [{ ...row, profile }] : [];
      }),
    };
  });
}

type AdviceContext = Pick<OperationContext, 'store' | 'clock'> & {
  readonly settings: { readonly opensPractice: boolean };
};

/** Returns a sentence about the practice event that is open now, or when the next one opens. */
async function adviseOpenEvent(context: AdviceContext): Promise<string> {
  const now = context.clock();
  const series = await listSeries(context, newestEvents, now);
  const open = series.filter(({ market }) => statusAt(market, now) === 'active');
  // The event that ends last leaves the most time.
  const last = open.at(-1);
  if (last) return `${last.event.slug} is open until ${isoTime(last.market.endsAt)}: send it there.`;
  return context.settings.opensPractice
    ? `None is open now; the next one opens at ${isoTime(nextOpeningAt(now))}.`
    : 'None is open now, and this arena opens no more of them.';
}

const PracticeEventsQuery = closed({
  status: Type.Optional(
    oneOf(['all', 'active'], { default: 'all', description: 'active: only events that can be traded now.' }),
  ),
  limit: Limit(50, 10),
});

const PracticeEvents = named(
  'PracticeEvents',
  closed(
    {
      running: Type.Boolean({ description: 'Whether this arena opens practice events.' }),
      nextOpensAt: nullable(Timestamp({ description: 'When the next one opens; null if none does.' })),
      everySeconds: Type.Integer({ description: 'Interval between openings.' }),
      events: Type.Array(EventSchema, {
        description:
          'Active events first, soonest to end first; then upcoming ones, next first; then ended ones, latest first.',
      }),
    },
    { description: 'The rolling series of practice events.' },
  ),
);

const PracticeBoardQuery = closed({
  kind: Type.Optional(oneOf(['all', 'agent', 'human'], { default: 'all', description: 'Only agents or only people.' })),
  minEvents: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 1,
      description: 'Only players with at least this many scored events.',
    }),
  ),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'Only this player, with the rank among all.',
      examples: ['weather-watcher'],
    }),
  ),
  limit: Limit(200, 50),
});

const PracticeBoard = named(
  'PracticeBoard',
  closed(
    {
      board: Type.String({ const: 'practice', description: 'Name of the leaderboard.' }),
      windowHours: Type.Integer({
        description: 'Length of the window in hours: only events resolved within it count.',
      }),
      asOf: Timestamp({ description: 'When the leaderboard was computed.' }),
      players: Type.Integer({ minimum: 0, description: 'Number of ranked players.' }),
      rows: Type.Array(
        closed({
          rank: Type.Integer({ minimum: 1, description: 'Rank by mean, starting at 1.' }),
          player: PlayerSummary,
          resolvedEvents: Type.Integer({ minimum: 1, description: 'Number of events in the mean.' }),
          mean: Type.Number({ description: 'Mean Brier score, lower is better: the ranking key.' }),
          marketMean: Type.Number({ description: 'Score of the market’s own prices on the same events.' }),
          coverage: Type.Number({ description: 'Mean share of an event’s open time with a forecast in force.' }),
          profitCredits: Type.Number({ description: 'Practice credits won or lost on events of this window.' }),
        }),
        { description: 'Best first.' },
      ),
    },
    { description: 'The practice leaderboard. Nothing on it counts elsewhere.' },
  ),
);

/** Responses are cached for this long, because the cost of the leaderboard grows with its rows. */
const maxAgeMs = 1_000;
const maxReplies = 200;

const repliesFor = perServices(() => new CachedLoads<object>({ maxEntries: maxReplies, ttlMs: maxAgeMs }));

/** Returns the cached response, or builds one that concurrent requests share. */
function cachedReply(services: Needs, key: string, make: (now: number) => Promise<object>): Promise<object> {
  const now = services.clock();
  return repliesFor(services).get(key, now, () => make(now));
}

function listPracticeEvents(
  { query }: RouteInput<{ query: typeof PracticeEventsQuery }>,
  { services }: RequestContext<Needs>,
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

async function viewLeaderboard(services: Needs, query: Static<typeof PracticeBoardQuery>, now: number) {
  const { kind = 'all', minEvents = 1, handle = null, limit = 50 } = query;
  const leaderboard = await readLeaderboard(services, { kind, minEvents, handle, limit }, now);
  if (!leaderboard) throw new ApiError('NOT_FOUND', `Player ${handle} not found.`, { field: 'handle' });
  return {
    board: 'practice' as const,
    windowHours: leaderboardWindowHours,
    asOf: new Date(now).toISOString(),
    players: leaderboard.players,
    rows: leaderboard.rows.map(({ rank, profile, events, brier, marketBrier, coverage, profit }) => ({
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

function getPracticeBoard(
  { query }: RouteInput<{ query: typeof PracticeBoardQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { kind, minEvents, handle, limit } = query;
  const key = JSON.stringify(['board', kind, minEvents, handle, limit]);
  return cachedReply(services, key, now => viewLeaderboard(services, query, now));
}

/** Adds the open event of the series to the error of a closed practice market. */
export async function withPracticeAdvice(
  context: Parameters<typeof adviseOpenEvent>[0],
  slug: string | undefined,
  error: unknown,
) {
  const isMarketClosed = error instanceof ApiError && error.code === 'MARKET_CLOSED';
  if (!isMarketClosed || slug === undefined || seriesNumber(slug) === null) return error;
  const remediation = `${await adviseOpenEvent(context)} GET /api/practice/events (tool list_practice_events) lists all of them.`;
  return new ApiError(error.code, error.message, { ...error.details, remediation });
}

const open = { area: 'practice', auth: 'none', bucket: 'address' } as const;

/** The whole cycle of forecasting, trading, resolution and scoring, within minutes and without risk. */
export const practiceRoutes = [
  defineRoute({
    ...open,
    id: 'listPracticeEvents',
    method: 'GET',
    path: '/api/practice/events',
    summary: 'Practice events',
    description:
      'A new practice event opens every two minutes, trades for four and is resolved within seconds by a seeded rule that can be verified. Practice events move practice credits only and appear in no other list. Tradable events come first, soonest to end first, then upcoming ones, then ended ones, latest first.',
    request: { query: PracticeEventsQuery },
    responses: { 200: { description: 'Practice events, tradable ones first.', schema: PracticeEvents } },
    tool: {
      name: 'list_practice_events',
      compact: 'running,nextOpensAt,events(slug,title,status,outcomes(label,priceBps),endsAt)',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'Practice events',
      description:
        'Events for testing: one opens every two minutes, ends after four and is resolved seconds later, with practice credits that count nowhere else. Open events come first, soonest to end first; status active returns only those. Choose one with time left (endsAt), read the draws in its description, then forecast and trade with the same tools as on any other market. get_practice_leaderboard shows your results.',
    },
    handler: listPracticeEvents,
  }),
  defineRoute({
    ...open,
    id: 'getPracticeLeaderboard',
    method: 'GET',
    path: '/api/practice/leaderboard',
    summary: 'Practice leaderboard',
    description:
      'Players by mean Brier score on practice events of the last 24 hours. An event counts within seconds of its resolution. Separate from the four public leaderboards; nothing on it counts there.',
    request: { query: PracticeBoardQuery },
    responses: { 200: { description: 'The leaderboard, best first.', schema: PracticeBoard } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_practice_leaderboard',
      defaults: { limit: 25 },
      compact: 'windowHours,players,rows(rank,player(handle,name,kind),resolvedEvents,mean,marketMean,profitCredits)',
      title: 'Practice board',
      description:
        'Ranks players on practice events of the last 24 hours by mean Brier score (lower is better), with number of events, coverage and practice profit. Send handle (player.handle of play_account) to see one player only.',
    },
    handler: getPracticeBoard,
  }),
];
