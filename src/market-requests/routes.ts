import type { OperationContext } from '../database/transactions.js';
import { actorOf } from '../http/caller.js';
import { invalid, refusalError, throwIfRefused } from '../http/errors.js';
import { bodyDigestBytes } from '../http/pipeline/idempotency.js';
import { requirePerson, requireValid, sessionOver } from '../http/require-person.js';
import {
  defineRoute,
  type HttpServices,
  operatorOnly,
  Reply,
  type RequestContext,
  type RouteInput,
} from '../http/route.js';
import type { Static } from '../http/schema.js';
import { replyOrReplay } from '../http/write-result.js';
import { isRefusal } from '../kernel/refusal.js';
import { Semaphore } from '../kernel/semaphore.js';
import { gridMoment, isoTime, isoTimeOrNull } from '../kernel/time.js';
import { microsPerUnit } from '../kernel/units.js';
import { queryWords } from '../market-data/event-parameters.js';
import { readCreateCommand, sha256, showEvent } from '../markets/handlers.js';
import { declineRequest, launchRequest, mergeRequest, unknownRequest, voteForRequest } from './decide-request.js';
import { checkReadiness, fileRequest, findSimilarEvents } from './file-request.js';
import { readOutcomes, readPublicLink } from './rules/judge.js';
import { type LaunchKit, launchKitOf, type MakerKit, makerKitOf } from './rules/kits.js';
import { type EventDraft, outcomesOf, type RequestStatus, type RequestTexts, rankScoreOf } from './rules/readiness.js';
import {
  DeclineMarketRequest,
  LaunchMarketRequest,
  LaunchPacks,
  MakerKitQuery,
  MakerKits,
  MarketDraft,
  MarketRequestFiled,
  MarketRequestLaunched,
  MarketRequestList,
  MarketRequestReply,
  MarketRequestVote,
  MergeMarketRequest,
  OwnMarketRequests,
  PacksQuery,
  ReadinessReply,
  RequestParams,
  RequestsQuery,
} from './schemas.js';
import type { ListedRequest, MarketRequest, RequestPlace, RequestSort } from './store.js';
import * as marketRequestStore from './store.js';

type ReadContext = Pick<OperationContext, 'store' | 'clock'>;

interface RequestPage {
  readonly status: RequestStatus | 'all';
  readonly sort: Exclude<RequestSort, 'rank'>;
  readonly words: readonly string[];
  readonly after: RequestPlace | null;
  readonly limit: number;
}

function findRequest({ store, clock }: ReadContext, id: string): Promise<MarketRequest | null> {
  return store.read(reader => marketRequestStore.find(reader, id, clock()));
}

function listRequests({ store, clock }: ReadContext, page: RequestPage): Promise<ListedRequest[]> {
  return store.read(reader => marketRequestStore.list(reader, { ...page, current: false, now: clock() }));
}

const maxOwnRequests = 200;
const maxOwnVotes = 1_000;

/** The newest requests of a person, and the ids of the open requests that the person voted for. */
function listOwnRequests(
  { store, clock }: ReadContext,
  personId: string,
): Promise<{ readonly requests: readonly MarketRequest[]; readonly votedFor: readonly string[] }> {
  return store.read(async reader => ({
    requests: await marketRequestStore.ofPerson(reader, personId, clock(), maxOwnRequests),
    votedFor: await marketRequestStore.openVotesOf(reader, personId, maxOwnVotes),
  }));
}

/** Open requests without an end or with one in the future, best rank score first. */
function listRanked(
  { store, clock }: ReadContext,
  place: Pick<RequestPage, 'after' | 'limit'>,
): Promise<ListedRequest[]> {
  const page = { status: 'open', sort: 'rank', words: [], current: true } as const;
  return store.read(reader => marketRequestStore.list(reader, { ...page, ...place, now: clock() }));
}

/** The opening prices and initial quotes for a request's market. Search is needed only without a suggested price. */
async function findMakerKit(context: ReadContext, request: MarketRequest): Promise<MakerKit> {
  const isSuggested = request.suggestedYes !== null && outcomesOf(request).length === 2;
  const events = isSuggested ? [] : await findSimilarEvents(context, request.question);
  return makerKitOf(request, request.votes, events);
}

function launchKitFor(
  { settings }: { readonly settings: { readonly publicUrl: string } },
  request: MarketRequest,
  { priorBps }: MakerKit,
): LaunchKit {
  const { id: requestId, question, eventSlug, endsAt, sourceName } = request;
  return launchKitOf({
    question,
    outcomes: outcomesOf(request),
    priorBps,
    endsAt: endsAt === null ? null : isoTime(endsAt),
    sourceName,
    requestId,
    eventSlug,
    publicUrl: settings.publicUrl,
  });
}

/** One line without control characters or surrounding white space; null for an empty one. */
function lineOf(text: string | undefined): string | null {
  const line = (text ?? '').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line === '' ? null : line;
}

/** Several lines without other control characters; null for an empty text. */
function linesOf(text: string | undefined): string | null {
  const lines = (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return lines === '' ? null : lines;
}

const millionthsPerPercent = microsPerUnit / 100;

/** Converts the body of a draft; throws INVALID_PAYLOAD for outcomes that can't be labels. */
function readTexts(body: Static<typeof MarketDraft>): RequestTexts {
  const { end_timestamp: end, suggested_yes_probability: percent } = body;
  return {
    question: lineOf(body.question) ?? '',
    category: lineOf(body.category),
    outcomes: requireValid('outcomes', readOutcomes(body.outcomes ?? '')),
    endsAt: end === undefined ? null : end * 1000,
    sourceName: lineOf(body.source_name),
    sourceUrl: lineOf(body.source_url),
    observationRule: linesOf(body.observation_rule),
    demandEvidence: linesOf(body.demand_evidence),
    suggestedYes: percent === undefined ? null : Math.round(percent * millionthsPerPercent),
    firstLimitOrderIntent: body.first_limit_order_intent ?? false,
  };
}

/** Omits a stored URL that may not be published as a link. */
const publicLink = (url: string | null) => (url !== null && readPublicLink(url).ok ? url : null);

function viewRequest(request: MarketRequest) {
  return {
    id: request.id,
    question: request.question,
    category: request.category,
    outcomes: request.outcomes,
    endsAt: isoTimeOrNull(request.endsAt),
    source: { name: request.sourceName, url: publicLink(request.sourceUrl) },
    observationRule: request.observationRule,
    demandEvidence: request.demandEvidence,
    suggestedYesProbability: request.suggestedYes === null ? null : request.suggestedYes / millionthsPerPercent,
    firstLimitOrderIntent: request.firstLimitOrderIntent,
    status: request.status,
    reason: request.reason,
    votes: request.votes,
    readinessScore: request.readinessScore,
    eventSlug: request.eventSlug,
    duplicateOf: request.duplicateOf,
    requestedBy: { handle: request.handle, kind: request.kind },
    demo: request.demo,
    createdAt: new Date(request.createdAt).toISOString(),
  };
}

/** The content of a cursor: the last request, and the number of requests up to it. */
type PositionParts = readonly [...RequestPlace, seen: number];

interface Position {
  readonly after: RequestPlace | null;
  readonly seen: number;
}

interface PagedList {
  readonly name: string;
  readonly filters: unknown;
}

function readPosition({ cursors }: HttpServices, list: PagedList, cursor: string | undefined): Position {
  if (cursor === undefined) return { after: null, seen: 0 };
  const [value, id, seen] = cursors.read<PositionParts>(list.name, list.filters, cursor);
  return { after: [value, id], seen };
}

/** The cursor after the first `limit` requests; null if there are no more. */
function writePosition(
  { cursors }: HttpServices,
  list: PagedList,
  { seen }: Position,
  found: readonly ListedRequest[],
  limit: number,
): string | null {
  if (found.length <= limit) return null;
  const { value, request } = found[limit - 1];
  const parts: PositionParts = [value, request.id, seen + limit];
  return cursors.write(list.name, list.filters, parts);
}

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

async function postReadiness({ body }: RouteInput<{ body: typeof MarketDraft }>, { services }: RequestContext) {
  const { assumed, ...checked } = await checkReadiness(services, requireTexts(body));
  return { ...checked, draftAssumes: assumed };
}

export async function getRequests(
  { query }: RouteInput<{ query: typeof RequestsQuery }>,
  { services }: RequestContext,
) {
  const { status = 'open', sort = 'votes', q, cursor, limit = 50 } = query;
  const words = q === undefined ? [] : queryWords(q);
  const list = { name: 'marketRequestList', filters: [status, sort, words] };
  const position = readPosition(services, list, cursor);
  // Punctuation alone contains no words and matches nothing.
  const isEmpty = q !== undefined && words.length === 0;
  const page = { status, sort, words, after: position.after, limit: limit + 1 };
  const found = isEmpty ? [] : await listRequests(services, page);
  return {
    requests: found.slice(0, limit).map(({ request }) => viewRequest(request)),
    nextCursor: writePosition(services, list, position, found, limit),
    asOf: isoTime(gridMoment(services.clock())),
  };
}

async function getRequest({ params }: RouteInput<{ params: typeof RequestParams }>, { services }: RequestContext) {
  const request = await findRequest(services, params.id);
  if (!request) throw refusalError(unknownRequest(params.id));
  return { request: viewRequest(request) };
}

async function getOwnRequests(_input: unknown, { services, caller }: RequestContext) {
  const { requests, votedFor } = await listOwnRequests(services, requirePerson(caller).playerId);
  return { requests: requests.map(viewRequest), votedFor };
}

function requireRequest(result: Awaited<ReturnType<typeof voteForRequest>>): MarketRequest {
  if (result === 'person-gone') throw sessionOver();
  if (isRefusal(result)) throw refusalError(result);
  return result;
}

async function postRequest(
  { body }: RouteInput<{ body: typeof MarketDraft }>,
  { services, caller, writes: tx }: RequestContext,
) {
  const texts = requireFilable(requireTexts(body), services.clock());
  const command = { personId: requirePerson(caller).playerId, texts };
  const request = requireRequest(await fileRequest(services, command, tx));
  return new Reply(201, { request: viewRequest(request), replayed: false });
}

function voteHandler(wanted: boolean) {
  return async ({ params }: RouteInput<{ params: typeof RequestParams }>, { services, caller }: RequestContext) => {
    const command = { personId: requirePerson(caller).playerId, requestId: params.id, wanted };
    return { request: viewRequest(requireRequest(await voteForRequest(services, command))), voted: wanted };
  };
}

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
const ranking = { name: 'requestRanking', filters: null };

async function readRanked(
  services: HttpServices,
  cursor: string | undefined,
  limit = defaultSize,
): Promise<RankedPage> {
  const position = readPosition(services, ranking, cursor);
  const { after, seen } = position;
  const found = await listRanked(services, { after, limit: limit + 1 });
  const page = found.slice(0, limit).map(({ request }) => request);
  const slots = new Semaphore(maxSearches);
  const kits = await Promise.all(page.map(request => slots.run(() => findMakerKit(services, request))));
  const items = page.map((request, index) => ({ rank: seen + index + 1, request, kit: kits[index] }));
  const nextCursor = writePosition(services, ranking, position, found, limit);
  return { items, nextCursor, asOf: isoTime(gridMoment(services.clock())) };
}

const viewKit = ({ id }: MarketRequest, kit: MakerKit) => ({ requestId: id, ...kit });
const roundScore = (score: number) => Math.round(score * 1e4) / 1e4;

async function getLaunchPacks({ query }: RouteInput<{ query: typeof PacksQuery }>, { services }: RequestContext) {
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

async function getOneKit(services: HttpServices, id: string) {
  const request = await findRequest(services, id);
  if (!request) throw refusalError(unknownRequest(id));
  return { kit: viewKit(request, await findMakerKit(services, request)) };
}

async function getMakerKit({ query }: RouteInput<{ query: typeof MakerKitQuery }>, { services }: RequestContext) {
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

type LaunchBody = Static<typeof LaunchMarketRequest>;

/**
 * Members that a launch must not take from placeholders of the draft: they decide when and how the event is resolved.
 */
const decisive = ['endsAt', 'resolutionSource.name', 'resolutionSource.rule'];

/** Prices of the draft are bound to its outcomes. */
function completeDraft({ prior, ...draft }: EventDraft, body: LaunchBody, assumed: readonly string[]) {
  const open = assumed.find(
    member => decisive.includes(member) && !((member.split('.')[0] as keyof LaunchBody) in body),
  );
  if (open !== undefined) throw invalid(open, 'is missing: the request does not specify it');
  const prices = body.outcomes === undefined ? { prior: [...prior] } : {};
  return { ...draft, outcomes: [...draft.outcomes], ...prices, ...body };
}

async function postLaunch(
  {
    params,
    body = {},
  }: RouteInput<{ params: typeof RequestParams; body: typeof LaunchMarketRequest; bodyOptional: true }>,
  { services, caller }: RequestContext,
) {
  const digest = bodyDigestBytes(body);
  const actor = actorOf(caller);
  const launched = throwIfRefused(
    await launchRequest(services, {
      requestId: params.id,
      actor,
      digest: digest.toString('hex'),
      sha256,
      complete: (draft, assumed) => readCreateCommand(completeDraft(draft, body, assumed), digest, actor),
    }),
  );
  const event = await showEvent(services, launched.eventId);
  return replyOrReplay({ request: viewRequest(launched.request), event }, launched.replayed);
}

const hexDigest = (body: unknown) => bodyDigestBytes(body).toString('hex');

async function postDecline(
  { params, body }: RouteInput<{ params: typeof RequestParams; body: typeof DeclineMarketRequest }>,
  { services, caller }: RequestContext,
) {
  const command = { requestId: params.id, reason: body.reason, actor: actorOf(caller), digest: hexDigest(body) };
  return { request: viewRequest(throwIfRefused(await declineRequest(services, command))) };
}

function targetOf({ requestId, eventSlug }: Static<typeof MergeMarketRequest>) {
  if (requestId !== undefined && eventSlug === undefined) return { requestId };
  if (eventSlug !== undefined && requestId === undefined) return { eventSlug };
  throw invalid(
    'requestId',
    eventSlug === undefined ? 'or eventSlug is missing' : 'and eventSlug are both sent; send only one of them',
  );
}

async function postMerge(
  { params, body }: RouteInput<{ params: typeof RequestParams; body: typeof MergeMarketRequest }>,
  { services, caller }: RequestContext,
) {
  const merged = await mergeRequest(services, {
    requestId: params.id,
    into: targetOf(body),
    reason: body.reason ?? null,
    actor: actorOf(caller),
    digest: hexDigest(body),
  });
  return { request: viewRequest(throwIfRefused(merged)) };
}

const open = { area: 'markets', auth: 'none', bucket: 'address' } as const;
const forPeople = { area: 'markets', auth: 'required', callers: ['person'], bucket: 'changes' } as const;
const requests = '/api/markets/requests';

const publicRoutes = [
  defineRoute({
    ...open,
    id: 'listMarketRequests',
    method: 'GET',
    path: requests,
    summary: 'Requested markets',
    description: 'The public queue of requests, most votes first.',
    request: { query: RequestsQuery },
    responses: { 200: { description: 'The requests.', schema: MarketRequestList } },
    handler: getRequests,
  }),
  defineRoute({
    ...open,
    id: 'getMarketRequest',
    method: 'GET',
    path: `${requests}/{id}`,
    summary: 'One requested market',
    description: 'With its status, its votes and, once launched, the slug of its event.',
    request: { params: RequestParams },
    responses: { 200: { description: 'The request.', schema: MarketRequestReply } },
    errors: ['NOT_FOUND'],
    handler: getRequest,
  }),
  defineRoute({
    ...open,
    id: 'checkMarketReadiness',
    method: 'POST',
    path: `${requests}/readiness`,
    summary: 'Check whether a question can become a market',
    description:
      'Scores a draft from 0 to 100 by rules that are explained one by one, finds similar events and requests, and returns a draft of the event with texts and scripts for its launch. Nothing is stored and no address is fetched. Only question is required; missing members cost points.',
    effect: 'read',
    request: { body: MarketDraft },
    responses: { 200: { description: 'The result.', schema: ReadinessReply } },
    tool: {
      name: 'check_question',
      compact:
        'score,ready,rules(id,blocking,message,fix),duplicates(eventSlug,requestId,title,similarity),draft(title,description,category,outcomes,endsAt,resolutionSource)',
      title: 'Check a question',
      description:
        'Checks whether a question could become a market here: a score from 0 to 100, each rule with what to fix, and similar existing events and requests. Use it before you suggest a market to a person, who has to file the request. Nothing is stored.',
    },
    handler: postReadiness,
  }),
  defineRoute({
    ...open,
    id: 'listLaunchPacks',
    method: 'GET',
    path: `${requests}/launch-packs`,
    summary: 'Launch packs of the best requests',
    description:
      'Open requests that have not expired, ranked by readiness and votes, each with the texts, scripts, opening price and first orders for its launch.',
    request: { query: PacksQuery },
    responses: { 200: { description: 'The packs.', schema: LaunchPacks } },
    handler: getLaunchPacks,
  }),
  defineRoute({
    ...open,
    id: 'getMakerKit',
    method: 'GET',
    path: `${requests}/maker-kit`,
    summary: 'How to open and quote a requested market',
    description:
      'Suggested prior, liquidity, funding and a ladder of first orders with its worst-case cost: for one request with id, or for the ranked queue with queue=1.',
    request: { query: MakerKitQuery },
    responses: { 200: { description: 'The kit, or a page of kits.', schema: MakerKits } },
    errors: ['NOT_FOUND'],
    handler: getMakerKit,
  }),
];

const personRoutes = [
  defineRoute({
    ...forPeople,
    id: 'listOwnMarketRequests',
    method: 'GET',
    path: '/api/people/market-requests',
    summary: 'Markets that you requested or voted for',
    description:
      'Your requests with their status, and the ids of the open requests that you voted for. Only you can see your votes.',
    bucket: 'reads',
    responses: { 200: { description: 'Requests and votes.', schema: OwnMarketRequests } },
    errors: ['FORBIDDEN'],
    handler: getOwnRequests,
  }),
  defineRoute({
    ...forPeople,
    id: 'fileMarketRequest',
    method: 'POST',
    path: requests,
    summary: 'Request a market',
    description:
      'For signed-in people; at most 10 open requests each. The request is public immediately, with its readiness score. Questions that the market policy excludes are rejected. An Idempotency-Key makes a retry safe.',
    idempotency: 'optional',
    request: { body: MarketDraft },
    responses: {
      201: { description: 'The request.', schema: MarketRequestFiled },
      200: { description: 'The request that this Idempotency-Key already filed.', schema: MarketRequestFiled },
    },
    errors: ['FORBIDDEN', 'REQUEST_LIMIT_REACHED', 'POLICY_EXCLUDED'],
    handler: postRequest,
  }),
  ...(
    [
      ['PUT', 'voteForMarketRequest', 'Vote for a requested market', 'One vote per person and request.', true],
      ['DELETE', 'withdrawMarketRequestVote', 'Withdraw a vote', 'Removes your vote from the request.', false],
    ] as const
  ).map(([method, id, summary, description, wanted]) =>
    defineRoute({
      ...forPeople,
      id,
      method,
      path: `${requests}/{id}/vote`,
      summary,
      description: `${description} Open requests only; repeating the request changes nothing.`,
      request: { params: RequestParams },
      responses: { 200: { description: 'The request with its votes.', schema: MarketRequestVote } },
      errors: ['FORBIDDEN', 'NOT_FOUND', 'REQUEST_NOT_OPEN'],
      handler: voteHandler(wanted),
    }),
  ),
];

const ofRequest = '/api/operator/requests/{id}';

const operatorRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'launchMarketRequest',
    method: 'POST',
    path: `${ofRequest}/launch`,
    summary: 'Turn a request into an event',
    description:
      'Creates the event from the draft of the request, with the prior and liquidity of its maker kit, and notifies the requester, all in one transaction. Members of the body override those of the draft. Repeating the same body returns the same event.',
    request: { params: RequestParams, body: LaunchMarketRequest, bodyOptional: true },
    responses: {
      201: { description: 'The request and its event.', schema: MarketRequestLaunched },
      200: { description: 'The event that the same request already created.', schema: MarketRequestLaunched },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'NAME_TAKEN', 'POLICY_EXCLUDED', 'POLICY_REVIEW', 'REQUEST_NOT_OPEN'],
    handler: postLaunch,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'declineMarketRequest',
    method: 'POST',
    path: `${ofRequest}/decline`,
    summary: 'Decline a request',
    description: 'With a reason, which is public and sent to the requester. Repeating the same body changes nothing.',
    request: { params: RequestParams, body: DeclineMarketRequest },
    responses: { 200: { description: 'The request.', schema: MarketRequestReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'REQUEST_NOT_OPEN'],
    handler: postDecline,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'mergeMarketRequest',
    method: 'POST',
    path: `${ofRequest}/merge`,
    summary: 'Merge a duplicate request',
    description:
      'Names the request or event that it duplicates. Votes move to that request, one per person. Repeating the same body changes nothing.',
    request: { params: RequestParams, body: MergeMarketRequest },
    responses: { 200: { description: 'The request.', schema: MarketRequestReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'REQUEST_NOT_OPEN'],
    handler: postMerge,
  }),
];

export const marketRequestRoutes = [...publicRoutes, ...personRoutes, ...operatorRoutes];
