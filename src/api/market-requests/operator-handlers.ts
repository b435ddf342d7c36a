import type { EventDraft } from '../../domain/market-requests/draft.js';
import { actorOf } from '../../http/caller.js';
import { bodyDigestBytes } from '../../http/canonical-json.js';
import { invalid } from '../../http/errors.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { replyOrReplay } from '../../http/response/replay.js';
import type { RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import { declineRequest } from '../../operations/market-requests/decline-request.js';
import { launchRequest } from '../../operations/market-requests/launch-request.js';
import { mergeRequest } from '../../operations/market-requests/merge-request.js';
import { showEvent } from '../markets/event-reply.js';
import { readCreateCommand, sha256 } from '../markets/handlers.js';
import type { DeclineMarketRequest, LaunchMarketRequest, MergeMarketRequest } from './operator-schemas.js';
import type { RequestParams } from './request-schemas.js';
import { viewRequest } from './request-view.js';

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

export async function postLaunch(
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

export async function postDecline(
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

export async function postMerge(
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
