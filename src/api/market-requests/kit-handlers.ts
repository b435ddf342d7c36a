import { gridMoment } from '../../domain/durations.js';
import { isoTime } from '../../domain/iso-time.js';
import type { MakerKit } from '../../domain/market-requests/maker-kit.js';
import { rankScoreOf } from '../../domain/market-requests/request.js';
import { invalid } from '../../http/errors.js';
import { refusalError } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { Semaphore } from '../../operations/cache/semaphore.js';
import { findMakerKit, findRequest, launchKitFor, listRanked } from '../../operations/market-requests/queries.js';
import { unknownRequest } from '../../operations/market-requests/refuse-request.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';
import type { MakerKitQuery, PacksQuery } from './kit-schemas.js';
import { readWalk, writeWalk } from './ranking-cursor.js';
import { viewRequest } from './request-view.js';

const defaultSize = 20;
/** The number of concurrent searches for one page, so that a page never takes all connections. */
const maxSearches = 4;

interface RankedItem {
  readonly rank: number;
  readonly request: MarketRequest;
  readonly kit: MakerKit;
}

interface RankedPage {
  readonly items: readonly RankedItem[];
  readonly nextCursor: string | null;
  readonly asOf: string;
}

/** Packs and the queue share one ranking, so a cursor of one works for the other. */
const ranking = { name: 'rankedMarketRequests', filters: null };

async function readRanked(services: Services, cursor: string | undefined, limit = defaultSize): Promise<RankedPage> {
  const walk = readWalk(services, ranking, cursor);
  const { after, version, seen } = walk;
  const found = await listRanked(services, { after, version, limit: limit + 1 });
  const page = found.rows.slice(0, limit).map(({ request }) => request);
  const slots = new Semaphore(maxSearches);
  const kits = await Promise.all(page.map(request => slots.run(() => findMakerKit(services, request))));
  const items = page.map((request, index) => ({ rank: seen + index + 1, request, kit: kits[index] }));
  const nextCursor = writeWalk(services, ranking, walk, found, limit);
  return { items, nextCursor, asOf: isoTime(gridMoment(services.clock())) };
}

const viewKit = ({ id }: MarketRequest, kit: MakerKit) => ({ requestId: id, ...kit });
const roundScore = (score: number) => Math.round(score * 1e4) / 1e4;

export async function getLaunchPacks(
  { query }: RouteInput<{ query: typeof PacksQuery }>,
  { services }: RequestContext,
) {
  const { items, nextCursor, asOf } = await readRanked(services, query.cursor, query.limit);
  const packs = items.map(({ rank, request, kit }) => ({
    rank,
    rankScore: roundScore(rankScoreOf(request.readinessScore, request.votes)),
    request: viewRequest(request),
    readiness: { score: request.readinessScore, failing: request.failingRules },
    launchKit: launchKitFor(services, request, kit),
    makerKit: viewKit(request, kit),
  }));
  return { packs, nextCursor, asOf };
}

async function getOneKit(services: Services, id: string) {
  const request = await findRequest(services, id);
  if (!request) throw refusalError(unknownRequest(id));
  return { kit: viewKit(request, await findMakerKit(services, request)) };
}

export async function getMakerKit(
  { query }: RouteInput<{ query: typeof MakerKitQuery }>,
  { services }: RequestContext,
) {
  const { id, queue = false, cursor, limit } = query;
  if (id !== undefined && queue) throw invalid('queue', 'and id are both sent; send only one of them');
  if (id === undefined && !queue) throw invalid('id', 'is missing; send id for one kit, or queue=1 for all kits');
  if (id !== undefined) {
    if (cursor !== undefined || limit !== undefined) {
      throw invalid(cursor === undefined ? 'limit' : 'cursor', 'applies to queue=1 only');
    }
    return getOneKit(services, id);
  }
  const { items, nextCursor, asOf } = await readRanked(services, cursor, limit);
  const shown = items.map(({ rank, request, kit }) => ({
    rank,
    request: viewRequest(request),
    kit: viewKit(request, kit),
  }));
  return { queue: shown, nextCursor, asOf };
}
