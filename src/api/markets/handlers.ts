import { hash } from 'node:crypto';
import { readLink } from '../../domain/links.js';
import type { CreateEventCommand, ResolveVerb } from '../../domain/markets/event-commands.js';
import type { PolicyConsent } from '../../domain/markets/policy.js';
import { isRefusal, type Refusal } from '../../domain/refusal.js';
import { microsFromWire, microsToWire } from '../../domain/units.js';
import { playerIdOf } from '../../http/caller.js';
import { canonicalJson } from '../../http/canonical-json.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { createEvent } from '../../operations/markets/create-event.js';
import { editEvent } from '../../operations/markets/edit-event.js';
import { previewResolution, type ResolutionPreview } from '../../operations/markets/preview-resolution.js';
import { resolveEvent } from '../../operations/markets/resolve-event.js';
import { settleMarket } from '../../operations/markets/settle-market.js';
import { type TransitionVerb, transitionEvent } from '../../operations/markets/transition-event.js';
import { runIdempotent } from '../../operations/run-idempotent.js';
import type { Writes } from '../../store/store.js';
import { viewEvent } from '../market-data/events/event-view.js';
import type { ResolutionSource } from '../market-data/events/schemas.js';
import type {
  CorrectRequest,
  CreateEventRequest,
  EditEventRequest,
  EventReference,
  MoveRequest,
  ReopenRequest,
  ResolveRequest,
  VoidRequest,
} from './schemas.js';

/** Small markets are settled before the reply; larger ones go on beside it, and the event shows how far they are. */
const chunksBeforeReply = 4;
const defaultLiquidityCredits = 1_000;

function refused({ code, message, field, extra }: Refusal): ApiError {
  return new ApiError(code, message, { field, extra: { ...extra } });
}

function accepted<T extends object>(result: T | Refusal): T {
  if (isRefusal(result)) throw refused(result);
  return result;
}

/** Who acts, for the record: a person by id, or whoever holds the token. */
function actorOf({ caller }: RequestContext): string {
  return playerIdOf(caller) ?? 'operator';
}

function momentOf(field: string, text: string): number {
  const at = Date.parse(text);
  if (!Number.isFinite(at)) throw invalid(field, 'must be an ISO 8601 time');
  return at;
}

async function showEvent({ store, clock, settings: { publicUrl } }: Services, eventId: string) {
  const found = await store.read(reads => reads.events.findById(eventId));
  if (!found) throw new Error(`the event ${eventId} is gone`);
  return viewEvent(found, clock(), publicUrl);
}

type ConsentBody = Pick<Static<typeof CreateEventRequest>, 'overridePolicy' | 'overrideReason' | 'acknowledgePolicy'>;

const namedRules = (ids: string) => [...new Set(ids.split(',').map(id => id.trim()))];

/** The rules that an operator sets aside, with the reason: one without the other says too little. */
function overrideOf({ overridePolicy, overrideReason }: ConsentBody): PolicyConsent['override'] {
  if (overridePolicy === undefined && overrideReason === undefined) return null;
  if (overridePolicy === undefined) throw invalid('overridePolicy', 'is missing: overrideReason is the reason for it');
  if (overrideReason === undefined) throw invalid('overrideReason', 'is missing: overriding a rule needs one');
  return { rules: namedRules(overridePolicy), reason: overrideReason };
}

function consentOf(body: ConsentBody): PolicyConsent {
  const { acknowledgePolicy } = body;
  return {
    override: overrideOf(body),
    acknowledged: acknowledgePolicy === undefined ? [] : namedRules(acknowledgePolicy),
  };
}

/** The place of the answer is shown to everybody as a link; one that is empty names none. */
function sourceOf({ url, ...source }: Static<typeof ResolutionSource>): Static<typeof ResolutionSource> {
  if (url.trim() === '') return { ...source, url: '' };
  const link = readLink(url);
  if (!link.ok) throw invalid('resolutionSource.url', link.problem);
  return { ...source, url: link.value };
}

function createCommand(body: Static<typeof CreateEventRequest>, actor: string): CreateEventCommand {
  const { title, slug, description, category, tags = [], outcomes, resolutionSource, prior, opensAt } = body;
  return {
    title,
    slug: slug ?? null,
    description,
    category,
    tags,
    outcomes: outcomes.map(label => label.trim()),
    resolutionSource: sourceOf(resolutionSource),
    liquidity: microsFromWire(body.liquidityCredits ?? defaultLiquidityCredits) ?? 0,
    prior: prior ?? null,
    opensAt: opensAt === undefined ? null : momentOf('opensAt', opensAt),
    endsAt: momentOf('endsAt', body.endsAt),
    demo: false,
    practice: false,
    requestDigest: hash('sha256', canonicalJson(body), 'hex'),
    actor,
    consent: consentOf(body),
  };
}

async function createIn(writes: Writes, services: Services, command: CreateEventCommand) {
  const sha256 = (text: string) => hash('sha256', text, 'buffer');
  const {
    newId,
    settings: { routeWords, publicUrl },
    clock,
  } = services;
  const outcome = await createEvent(writes, { newId, sha256, routeWords }, command);
  if (outcome.kind === 'refused') throw refused(outcome.refusal);
  if (outcome.kind === 'slugTaken') {
    throw new ApiError('NAME_TAKEN', `another event has the slug ${command.slug ?? 'of this title'}`, {
      field: 'slug',
      remediation: 'Choose another slug; the same slug with the same body is a replay.',
    });
  }
  const found = await writes.events.findById(outcome.eventId);
  if (!found) throw new Error(`the event ${outcome.eventId} was not kept`);
  return { replayed: outcome.kind === 'replayed', event: viewEvent(found, clock(), publicUrl) };
}

function createdReply(event: unknown, replayed: boolean): Reply {
  if (!replayed) return new Reply(201, { event, replayed });
  return new Reply(200, { event, replayed, code: 'IDEMPOTENT_REPLAY' }, { 'idempotent-replayed': 'true' });
}

export async function postEvent({ body }: RouteInput<{ body: typeof CreateEventRequest }>, context: RequestContext) {
  const { services } = context;
  const command = createCommand(body, actorOf(context));
  const key = context.idempotencyKey();
  if (key === null) {
    const { event, replayed } = await services.store.transact(writes => createIn(writes, services, command));
    return createdReply(event, replayed);
  }
  const identity = { playerId: command.actor, kind: 'createEvent', clientId: key };
  const digest = hash('sha256', canonicalJson(body), 'buffer');
  const outcome = await runIdempotent(services.store, identity, digest, services.clock(), async writes => {
    const reply = await createIn(writes, services, command);
    return { status: reply.replayed ? 200 : 201, reply };
  });
  if (outcome.kind === 'differs') {
    throw new ApiError('IDEMPOTENT_REPLAY', 'this Idempotency-Key was used for a write with another body', {
      field: 'Idempotency-Key',
    });
  }
  const { event, replayed } = outcome.answer.reply as { event: unknown; replayed: boolean };
  return createdReply(event, replayed || outcome.kind === 'replayed');
}

export async function patchEvent(
  { params, body }: RouteInput<{ params: typeof EventReference; body: typeof EditEventRequest }>,
  context: RequestContext,
) {
  const { services } = context;
  const { endsAt, overridePolicy, overrideReason, acknowledgePolicy, resolutionSource, ...texts } = body;
  const source = resolutionSource === undefined ? {} : { resolutionSource: sourceOf(resolutionSource) };
  const moment = endsAt === undefined ? {} : { endsAt: momentOf('endsAt', endsAt) };
  const consent = consentOf({ overridePolicy, overrideReason, acknowledgePolicy });
  const command = { ...texts, ...source, ...moment, actor: actorOf(context), consent };
  const { eventId } = accepted(await editEvent(services, params.slug, command));
  return { event: await showEvent(services, eventId) };
}

type MoveInput = RouteInput<{ params: typeof EventReference; body: typeof MoveRequest; bodyOptional: true }>;

export function transitionHandler(verb: Exclude<TransitionVerb, 'reopen'>) {
  return async ({ params, body }: MoveInput, context: RequestContext) => {
    const { services } = context;
    const command = { verb, endsAt: null, note: body?.note ?? '', actor: actorOf(context) };
    const { eventId } = accepted(await transitionEvent(services, params.slug, command));
    return { event: await showEvent(services, eventId) };
  };
}

export async function postReopen(
  { params, body }: RouteInput<{ params: typeof EventReference; body: typeof ReopenRequest }>,
  context: RequestContext,
) {
  const { services } = context;
  const endsAt = momentOf('endsAt', body.endsAt);
  const command = { verb: 'reopen', endsAt, note: body.note ?? '', actor: actorOf(context) } as const;
  const { eventId } = accepted(await transitionEvent(services, params.slug, command));
  return { event: await showEvent(services, eventId) };
}

type AnswerBody = Partial<Static<typeof ResolveRequest> & Static<typeof CorrectRequest> & Static<typeof VoidRequest>>;

function answerOf(verb: ResolveVerb, body: AnswerBody) {
  if (verb === 'void') return { void: true } as const;
  const names =
    verb === 'correct' ? ['winningOutcomeIndex', 'payoutBps', 'void'] : ['winningOutcomeIndex', 'payoutBps'];
  const given = names.filter(name => body[name as keyof AnswerBody] !== undefined);
  if (given.length !== 1) {
    const problem = given.length === 0 ? 'is missing' : `can't be sent together with ${given[0]}`;
    throw invalid(given[1] ?? names[0], `${problem}: exactly one of ${names.join(', ')} says what the event pays`);
  }
  if (body.payoutBps) return { payoutBps: body.payoutBps };
  return body.winningOutcomeIndex === undefined
    ? ({ void: true } as const)
    : { winningOutcome: body.winningOutcomeIndex };
}

function viewPreview(preview: ResolutionPreview) {
  const { resolution, players, holdings, paid, takenBack, absorbed, treasury, payouts, complete } = preview;
  return {
    kind: resolution.kind,
    payoutBps: resolution.payoutBps,
    players,
    holdings,
    paidCredits: microsToWire(paid),
    takenBackCredits: microsToWire(takenBack),
    absorbedCredits: microsToWire(absorbed),
    treasuryCredits: microsToWire(treasury),
    payouts: payouts.map(payout => ({
      handle: payout.handle,
      outcomeIndex: payout.outcome,
      shares: microsToWire(payout.shares),
      costCredits: microsToWire(payout.cost),
      changeCredits: microsToWire(payout.change),
      absorbedCredits: microsToWire(payout.absorbed),
    })),
    complete,
  };
}

interface DecideInput {
  readonly params: Static<typeof EventReference>;
  readonly body: AnswerBody | undefined;
}

export function resolutionHandler(verb: ResolveVerb) {
  return async ({ params, body = {} }: DecideInput, context: RequestContext) => {
    const { services } = context;
    const { source = '', note = '', effectiveCloseAt, dryRun = false } = body;
    const moment = effectiveCloseAt === undefined ? null : momentOf('effectiveCloseAt', effectiveCloseAt);
    const command = { answer: answerOf(verb, body), source, note, effectiveCloseAt: moment };
    if (dryRun) {
      const preview = accepted(await previewResolution(services.store, params.slug, verb, command, services.clock()));
      const found = await services.store.read(reads => reads.events.find(params.slug));
      if (!found) throw new Error(`the event ${params.slug} is gone`);
      const event = viewEvent(found, services.clock(), services.settings.publicUrl);
      return { event, dryRun, preview: viewPreview(preview) };
    }
    const { eventId } = accepted(await resolveEvent(services, params.slug, verb, command, actorOf(context)));
    // The resolution stands by now. Whatever stops the payouts here, the job goes on with them and reports it.
    await settleMarket(services, eventId, { mostChunks: chunksBeforeReply }).catch(() => false);
    return { event: await showEvent(services, eventId), dryRun, preview: null };
  };
}
