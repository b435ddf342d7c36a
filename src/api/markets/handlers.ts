import { hash } from 'node:crypto';
import { readLink } from '../../domain/links.js';
import { defaultLiquidity } from '../../domain/markets/create-market.js';
import type { CreateEventCommand } from '../../domain/markets/event-commands.js';
import type { PolicyConsent } from '../../domain/markets/policy.js';
import { microsFromWire } from '../../domain/units.js';
import { actorOf } from '../../http/caller.js';
import { bodyDigestBytes } from '../../http/canonical-json.js';
import { ApiError, invalid } from '../../http/errors.js';
import { refusalError, throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { replyOrReplay } from '../../http/response/replay.js';
import type { RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import { createEventForOperator } from '../../operations/markets/create-event-for-operator.js';
import { editEvent } from '../../operations/markets/edit-event.js';
import { type TransitionVerb, transitionEvent } from '../../operations/markets/transition-event.js';
import { viewEvent } from '../market-data/events/event-view.js';
import type { ResolutionSource } from '../market-data/events/schemas.js';
import { readTime, showEvent } from './event-reply.js';
import type {
  CreateEventRequest,
  EditEventRequest,
  EventReference,
  ReopenRequest,
  TransitionRequest,
} from './schemas.js';

export const sha256 = (text: string) => hash('sha256', text, 'buffer');

type ConsentBody = Pick<Static<typeof CreateEventRequest>, 'overridePolicy' | 'overrideReason' | 'acknowledgePolicy'>;

const readRuleIds = (ids: string) => [...new Set(ids.split(',').map(id => id.trim()))];

/** An override requires both the rules and the reason. */
function readOverride({ overridePolicy, overrideReason }: ConsentBody): PolicyConsent['override'] {
  if (overridePolicy === undefined && overrideReason === undefined) return null;
  if (overridePolicy === undefined)
    throw invalid('overridePolicy', 'is missing: overrideReason explains which rule it overrides');
  if (overrideReason === undefined) throw invalid('overrideReason', 'is missing: overriding a rule needs a reason');
  return { rules: readRuleIds(overridePolicy), reason: overrideReason };
}

function readConsent(body: ConsentBody): PolicyConsent {
  const { acknowledgePolicy } = body;
  return {
    override: readOverride(body),
    acknowledged: acknowledgePolicy === undefined ? [] : readRuleIds(acknowledgePolicy),
  };
}

/** The URL becomes a public link; an empty one means none. */
function readSource({ url, ...source }: Static<typeof ResolutionSource>): Static<typeof ResolutionSource> {
  if (url.trim() === '') return { ...source, url: '' };
  const link = readLink(url);
  if (!link.ok) throw invalid('resolutionSource.url', link.problem);
  return { ...source, url: link.value };
}

/** Converts a body to the command; throws INVALID_PAYLOAD for a value that the schema can't check. */
export function readCreateCommand(
  body: Static<typeof CreateEventRequest>,
  digest: Buffer,
  actor: string,
): CreateEventCommand {
  const { title, slug, description, category, tags = [], outcomes, resolutionSource, prior, opensAt } = body;
  return {
    title,
    slug: slug ?? null,
    description,
    category,
    tags,
    outcomes: outcomes.map(label => label.trim()),
    resolutionSource: readSource(resolutionSource),
    liquidity: body.liquidityCredits === undefined ? defaultLiquidity : (microsFromWire(body.liquidityCredits) ?? 0),
    prior: prior ?? null,
    opensAt: opensAt === undefined ? null : readTime('opensAt', opensAt),
    endsAt: readTime('endsAt', body.endsAt),
    demo: false,
    practice: false,
    requestDigest: digest.toString('hex'),
    actor,
    consent: readConsent(body),
  };
}

export async function handleCreateEvent(
  { body }: RouteInput<{ body: typeof CreateEventRequest }>,
  { services, caller, idempotencyKey }: RequestContext,
) {
  const { clock, settings } = services;
  const digest = bodyDigestBytes(body);
  const command = readCreateCommand(body, digest, actorOf(caller));
  const outcome = await createEventForOperator(services, {
    command,
    sha256,
    idempotencyKey: idempotencyKey(),
    bodyDigest: digest,
    view: found => viewEvent(found, clock(), settings.publicUrl),
  });
  switch (outcome.kind) {
    case 'created':
      return replyOrReplay({ event: outcome.event }, outcome.replayed);
    case 'refused':
      throw refusalError(outcome.refusal);
    case 'slugTaken':
      throw new ApiError('NAME_TAKEN', `Another event already has the slug ${command.slug ?? 'of this title'}.`, {
        field: 'slug',
        remediation: 'Choose another slug; the same slug with the same body is a replay.',
      });
    case 'keyReused':
      throw new ApiError('IDEMPOTENT_REPLAY', 'This Idempotency-Key was already used with a different body.', {
        field: 'Idempotency-Key',
      });
  }
}

export async function handleEditEvent(
  { params, body }: RouteInput<{ params: typeof EventReference; body: typeof EditEventRequest }>,
  { services, caller }: RequestContext,
) {
  const { endsAt, overridePolicy, overrideReason, acknowledgePolicy, resolutionSource, ...texts } = body;
  const source = resolutionSource === undefined ? {} : { resolutionSource: readSource(resolutionSource) };
  const end = endsAt === undefined ? {} : { endsAt: readTime('endsAt', endsAt) };
  const consent = readConsent({ overridePolicy, overrideReason, acknowledgePolicy });
  const command = { ...texts, ...source, ...end, actor: actorOf(caller), consent };
  const { eventId } = throwIfRefused(await editEvent(services, params.slug, command));
  return { event: await showEvent(services, eventId) };
}

type TransitionInput = RouteInput<{
  params: typeof EventReference;
  body: typeof TransitionRequest;
  bodyOptional: true;
}>;

export function transitionHandler(verb: Exclude<TransitionVerb, 'reopen'>) {
  return async ({ params, body }: TransitionInput, { services, caller }: RequestContext) => {
    const command = { verb, endsAt: null, note: body?.note ?? '', actor: actorOf(caller) };
    const { eventId } = throwIfRefused(await transitionEvent(services, params.slug, command));
    return { event: await showEvent(services, eventId) };
  };
}

export async function reopenEvent(
  { params, body }: RouteInput<{ params: typeof EventReference; body: typeof ReopenRequest }>,
  { services, caller }: RequestContext,
) {
  const endsAt = readTime('endsAt', body.endsAt);
  const command = { verb: 'reopen', endsAt, note: body.note ?? '', actor: actorOf(caller) } as const;
  const { eventId } = throwIfRefused(await transitionEvent(services, params.slug, command));
  return { event: await showEvent(services, eventId) };
}
