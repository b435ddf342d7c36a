import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getOwnRequests, getRequest, getRequests, postReadiness, postRequest, voteHandler } from './handlers.js';
import { getLaunchPacks, getMakerKit } from './kit-handlers.js';
import { LaunchPacks, MakerKitQuery, MakerKits, PacksQuery, ReadinessReply } from './kit-schemas.js';
import { postDecline, postLaunch, postMerge } from './operator-handlers.js';
import {
  DeclineMarketRequest,
  LaunchMarketRequest,
  MarketRequestLaunched,
  MergeMarketRequest,
} from './operator-schemas.js';
import {
  MarketDraft,
  MarketRequestFiled,
  MarketRequestList,
  MarketRequestReply,
  MarketRequestVote,
  OwnMarketRequests,
  RequestParams,
  RequestsQuery,
} from './request-schemas.js';

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
