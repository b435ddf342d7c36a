import { dayMs, gridMoment, gridMs } from '../../domain/durations.js';
import type { FixtureStatus, LineMarket } from '../../domain/sports/fixture.js';
import { metricsOf, type QualityMetrics, qualityOf, staleBounds } from '../../domain/sports/quality.js';
import type {
  FixtureCursor,
  FixtureQuality,
  FixtureRow,
  FixtureSpan,
  LineCursor,
  LineRow,
} from '../../store/sports/interface.js';
import type { OperationContext } from '../operation-context.js';

type Context = Pick<OperationContext, 'store' | 'clock'>;

/** The inputs of a response about sports, besides its parameters. */
interface ReadVersion {
  readonly at: number;
  readonly version: number;
}

/** Responses of the same version and time are equal, so one can be served from the cache. */
export async function readVersion({ store, clock }: Context): Promise<ReadVersion> {
  return { at: gridMoment(clock()), version: await store.read(reads => reads.sports.version()) };
}

/** How long responses for one time are current. */
export const replyTtlMs = gridMs;

export interface FixtureWindow {
  readonly league: string | null;
  readonly sport: string | null;
  readonly days: number;
}

/** From the start of yesterday, UTC, to this many days ahead. */
function spanOf({ league, sport, days }: FixtureWindow, at: number): FixtureSpan {
  const yesterday = Math.floor(at / dayMs) * dayMs - dayMs;
  return { from: yesterday, to: at + days * dayMs, league, sport };
}

interface FeedRequest extends FixtureWindow {
  readonly status: FixtureStatus | null;
  readonly includeStale: boolean;
  readonly after: FixtureCursor | null;
  readonly limit: number;
}

interface Feed {
  readonly asOf: number;
  readonly fixtures: readonly (FixtureRow & ReturnType<typeof qualityOf>)[];
  /** Null on the last page. */
  readonly next: FixtureCursor | null;
}

const pageEnd = <T extends FixtureCursor>(rows: readonly T[]): FixtureCursor | null => {
  const last = rows.at(-1);
  return last ? { startsAt: last.startsAt, id: last.id } : null;
};

export async function readFeed({ store, clock }: Context, request: FeedRequest): Promise<Feed> {
  const { status, includeStale, after, limit } = request;
  const at = gridMoment(clock());
  const confirmedSince = includeStale ? null : staleBounds(at);
  const filter = { ...spanOf(request, at), status, confirmedSince, after, limit: limit + 1 };
  const rows = await store.read(reads => reads.sports.feed(filter));
  const page = rows.slice(0, limit);
  return {
    // Never earlier than the data in it.
    asOf: page.reduce((latest, { asOf }) => Math.max(latest, asOf), at),
    fixtures: page.map(row => ({ ...row, ...qualityOf(row, at) })),
    next: rows.length > limit ? pageEnd(page) : null,
  };
}

interface LinesRequest {
  readonly sourceEventId: string | null;
  readonly market: LineMarket | null;
  readonly before: LineCursor | null;
  readonly limit: number;
}

/** Null if no source reports a game under this id. */
export function readLines(
  { store }: Context,
  { sourceEventId, ...filter }: LinesRequest,
): Promise<{ readonly lines: readonly LineRow[]; readonly next: LineCursor | null } | null> {
  return store.read(async reads => {
    const fixtureIds = sourceEventId === null ? null : await reads.sports.fixturesReportedAs(sourceEventId);
    if (fixtureIds?.length === 0) return null;
    const rows = await reads.sports.lines({ ...filter, fixtureIds, limit: filter.limit + 1 });
    const lines = rows.slice(0, filter.limit);
    const last = lines.at(-1);
    return { lines, next: rows.length > filter.limit && last ? { at: last.at, id: last.id } : null };
  });
}

const qualityPage = 5_000;

interface Metrics {
  readonly asOf: number;
  readonly total: QualityMetrics;
  readonly leagues: readonly (QualityMetrics & { readonly sport: string; readonly league: string })[];
}

export async function readMetrics({ store, clock }: Context, window: FixtureWindow): Promise<Metrics> {
  const at = gridMoment(clock());
  const span = spanOf(window, at);
  const byLeague = new Map<string, FixtureQuality[]>();
  const all: FixtureQuality[] = [];
  for (let after: FixtureCursor | null = null, more = true; more; ) {
    const place: FixtureCursor | null = after;
    const rows: FixtureQuality[] = await store.read(reads => reads.sports.quality(span, place, qualityPage));
    for (const row of rows) {
      all.push(row);
      const key = `${row.sport} ${row.league}`;
      const league = byLeague.get(key);
      if (league) league.push(row);
      else byLeague.set(key, [row]);
    }
    after = pageEnd(rows);
    more = rows.length === qualityPage;
  }
  const leagues = [...byLeague.values()]
    .map(rows => ({ sport: rows[0].sport, league: rows[0].league, ...metricsOf(rows, at) }))
    .sort((a, b) => a.sport.localeCompare(b.sport, 'en') || a.league.localeCompare(b.league, 'en'));
  const asOf = all.reduce((latest, row) => Math.max(latest, row.asOf), at);
  return { asOf, total: metricsOf(all, at), leagues };
}
