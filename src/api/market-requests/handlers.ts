import { gridMoment } from '../../domain/durations.js';
import { isoTime } from '../../domain/iso-time.js';
import type { RequestTexts } from '../../domain/market-requests/request.js';
import { readPublicLink } from '../../domain/market-requests/source-url.js';
import { isRefusal } from '../../domain/refusal.js';
import { invalid } from '../../http/errors.js';
import { refusalError } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import { checkReadiness } from '../../operations/market-requests/check-readiness.js';
import { fileRequest } from '../../operations/market-requests/file-request.js';
import { findRequest, listOwnRequests, listRequests } from '../../operations/market-requests/queries.js';
import { unknownRequest } from '../../operations/market-requests/refuse-request.js';
import { voteForRequest } from '../../operations/market-requests/vote.js';
import type { MarketRequest, RequestRanking } from '../../store/market-requests/interface.js';
import { queryWords } from '../market-data/events/query-words.js';
import { requirePerson, sessionOver } from '../people/caller.js';
import { readWalk, writeWalk } from './ranking-cursor.js';
import type { MarketDraft, RequestParams, RequestsQuery } from './request-schemas.js';
import { readTexts, viewRequest } from './request-view.js';

function requireTexts(body: Parameters<typeof readTexts>[0]) {
  const texts = readTexts(body);
  if (texts.question === '') throw invalid('question', 'must contain words');
  return texts;
}

const maxShownLength = 80;

/** A filed request is public: its URL becomes a link, and its end is compared with the clock. */
function requireFilable(texts: RequestTexts, now: number): RequestTexts {
  const { sourceUrl, endsAt } = texts;
  const link = sourceUrl === null ? null : readPublicLink(sourceUrl);
  if (link && !link.ok) {
    const given = link.problem.includes('(got ') ? '' : ` (got ${sourceUrl?.slice(0, maxShownLength)})`;
    throw invalid('source_url', `${link.problem}${given}`);
  }
  if (endsAt !== null && endsAt <= now) {
    throw invalid(
      'end_timestamp',
      `must be in the future: after ${Math.floor(now / 1000)}, ${isoTime(now)} (got ${endsAt / 1000})`,
    );
  }
  return texts;
}

export async function postReadiness({ body }: RouteInput<{ body: typeof MarketDraft }>, { services }: RequestContext) {
  const { assumed, ...checked } = await checkReadiness(services, requireTexts(body));
  return { ...checked, draftAssumes: assumed };
}

const nothing: RequestRanking = { rows: [], version: '' };

export async function getRequests(
  { query }: RouteInput<{ query: typeof RequestsQuery }>,
  { services }: RequestContext,
) {
  const { status = 'open', sort = 'votes', q, cursor, limit = 50 } = query;
  const words = q === undefined ? [] : queryWords(q);
  const list = { name: 'marketRequests', filters: [status, sort, words] };
  const walk = readWalk(services, list, cursor);
  const { after, version } = walk;
  // Punctuation alone contains no words and matches nothing.
  const isEmpty = q !== undefined && words.length === 0;
  const page = { status, sort, words, after, version, limit: limit + 1 };
  const found = isEmpty ? nothing : await listRequests(services, page);
  return {
    requests: found.rows.slice(0, limit).map(({ request }) => viewRequest(request)),
    nextCursor: writeWalk(services, list, walk, found, limit),
    asOf: isoTime(gridMoment(services.clock())),
  };
}

export async function getRequest(
  { params }: RouteInput<{ params: typeof RequestParams }>,
  { services }: RequestContext,
) {
  const request = await findRequest(services, params.id);
  if (!request) throw refusalError(unknownRequest(params.id));
  return { request: viewRequest(request) };
}

export async function getOwnRequests(_input: unknown, { services, caller }: RequestContext) {
  const { requests, votedFor } = await listOwnRequests(services, requirePerson(caller).playerId);
  return { requests: requests.map(viewRequest), votedFor };
}

function requireRequest(result: Awaited<ReturnType<typeof voteForRequest>>): MarketRequest {
  if (result === 'person-gone') throw sessionOver();
  if (isRefusal(result)) throw refusalError(result);
  return result;
}

export async function postRequest(
  { body }: RouteInput<{ body: typeof MarketDraft }>,
  { services, caller, writes }: RequestContext,
) {
  const texts = requireFilable(requireTexts(body), services.clock());
  const command = { personId: requirePerson(caller).playerId, texts };
  const request = requireRequest(await fileRequest(services, command, writes));
  return new Reply(201, { request: viewRequest(request), replayed: false });
}

export function voteHandler(wanted: boolean) {
  return async ({ params }: RouteInput<{ params: typeof RequestParams }>, { services, caller }: RequestContext) => {
    const command = { personId: requirePerson(caller).playerId, requestId: params.id, wanted };
    return { request: viewRequest(requireRequest(await voteForRequest(services, command))), voted: wanted };
  };
}
