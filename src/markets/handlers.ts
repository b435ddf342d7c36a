import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaultLiquidity } from '../engine/create-market.js';
import type { EventServices } from '../events/event-references.js';
import { viewEvent } from '../events/event-view.js';
import { findEvent } from '../events/find-event.js';
import type { CreateEventCommand, ResolveVerb } from '../events/rules/event.js';
import { type PolicyConsent, policyRules } from '../events/rules/policy.js';
import type { ResolutionSource } from '../events/schemas.js';
import type { EventEdit } from '../events/store/rows.js';
import { actorOf } from '../http/caller.js';
import { ApiError, invalid, noSuchEvent, refusalError, throwIfRefused } from '../http/errors.js';
import { bodyDigestBytes } from '../http/pipeline/idempotency.js';
import type { HttpServices, RequestContext, RouteInput } from '../http/route.js';
import { checkMoment, type Static } from '../http/schema.js';
import { replyOrReplay } from '../http/write-result.js';
import { readLink } from '../kernel/links.js';
import { isoTime } from '../kernel/time.js';
import { microsFromWire, microsToWire } from '../kernel/units.js';
import { previewScores, type ScorePreview } from '../scoring/event-scores.js';
import { createEventForOperator } from './create-event.js';
import { editEvent, listEdits, readEvent } from './edit-event.js';
import { previewResolution, type ResolutionPreview } from './preview-resolution.js';
import { resolveAndSettle } from './resolve-event.js';
import type {
  CorrectRequest,
  CreateEventRequest,
  EditEventRequest,
  EditsQuery,
  EventReference,
  ReopenRequest,
  ResolveRequest,
  TransitionRequest,
  VoidRequest,
} from './schemas.js';
import { type TransitionVerb, transitionEvent } from './transition-event.js';

/** Parses an ISO 8601 time to epoch milliseconds. */
export function readTime(field: string, text: string): number {
  const at = Date.parse(text);
  if (!Number.isFinite(at)) throw invalid(field, 'must be an ISO 8601 time');
  return checkMoment(field, at);
}

/** The current public view of an event. */
export async function showEvent(services: HttpServices, eventId: string) {
  return viewEvent(await readEvent(services, eventId), services.clock(), services.settings.publicUrl);
}

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
    view: eventAndMarket => viewEvent(eventAndMarket, clock(), settings.publicUrl),
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

function viewEdit({ number, at, note, changes: { endsAt, ...texts } }: EventEdit) {
  const end = endsAt && { endsAt: { from: isoTime(endsAt.from), to: isoTime(endsAt.to) } };
  return { number, at: isoTime(at), note, changes: { ...texts, ...end } };
}

export async function getEdits(
  { params, query }: RouteInput<{ params: typeof EventReference; query: typeof EditsQuery }>,
  { services }: RequestContext<HttpServices & EventServices>,
) {
  const { cursor, limit = 50 } = query;
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const before = cursor === undefined ? null : services.cursors.read<number>('event edits', [names.id], cursor);
  const edits = await listEdits(services, names.id, before, limit + 1);
  const page = edits.slice(0, limit);
  const last = page.at(-1);
  const isMore = edits.length > limit && last !== undefined;
  return {
    edits: page.map(viewEdit),
    nextCursor: isMore ? services.cursors.write('event edits', [names.id], last.number) : null,
  };
}

/** One frozen object, so that its response is serialized once. */
const policy = Object.freeze({
  summary:
    'Markets ask about the world, not about victims, private lives or their own creators. These rules apply to every event that is created here; operators review what the rules can’t detect.',
  matching:
    'Texts are converted to lower case, invisible characters are removed, and every other punctuation character becomes a space. A term matches where its words are adjacent.',
  rules: policyRules,
});

export function getMarketPolicy() {
  return policy;
}

export type AnswerBody = Partial<
  Static<typeof ResolveRequest> & Static<typeof CorrectRequest> & Static<typeof VoidRequest>
>;

/** Exactly one member of the body determines the payout. */
export function readAnswer(verb: ResolveVerb, body: AnswerBody) {
  if (verb === 'void') return { void: true } as const;
  const names =
    verb === 'correct' ? ['winningOutcomeIndex', 'payoutBps', 'void'] : ['winningOutcomeIndex', 'payoutBps'];
  const given = names.filter(name => body[name as keyof AnswerBody] !== undefined);
  if (given.length !== 1) {
    const problem = given.length === 0 ? 'is missing' : `can't be sent together with ${given[0]}`;
    throw invalid(given[1] ?? names[0], `${problem}: send exactly one of ${names.join(', ')}`);
  }
  if (body.payoutBps) return { payoutBps: body.payoutBps };
  return body.winningOutcomeIndex === undefined
    ? ({ void: true } as const)
    : { winningOutcome: body.winningOutcomeIndex };
}

const roundedScore = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6);

function viewScores(scores: ScorePreview | null) {
  if (!scores) return null;
  const view = ({ handle, brier, edge, coverage }: ScorePreview['best'][number]) => ({
    handle,
    brier: roundedScore(brier),
    edge: roundedScore(edge),
    coverage: roundedScore(coverage),
  });
  return {
    forecasters: scores.forecasters,
    meanBrier: roundedScore(scores.meanBrier),
    meanMarketBrier: roundedScore(scores.meanMarketBrier),
    best: scores.best.map(view),
    worst: scores.worst.map(view),
  };
}

function viewPreview(preview: ResolutionPreview, scores: ScorePreview | null) {
  const {
    resolution,
    practice,
    players,
    holdings,
    paid,
    takenBack,
    absorbed,
    owed,
    treasury,
    debts,
    payouts,
    complete,
  } = preview;
  return {
    kind: resolution.kind,
    payoutBps: resolution.payoutBps,
    players,
    holdings,
    paidCredits: microsToWire(paid),
    takenBackCredits: microsToWire(takenBack),
    absorbedCredits: microsToWire(absorbed),
    owedCredits: microsToWire(owed),
    treasuryCredits: microsToWire(treasury),
    payouts: payouts.map(payout => ({
      handle: payout.handle,
      outcomeIndex: payout.outcome,
      shares: microsToWire(payout.shares),
      costCredits: microsToWire(payout.cost),
      changeCredits: microsToWire(payout.change),
      absorbedCredits: microsToWire(practice ? payout.missing : 0),
      owedCredits: microsToWire(practice ? 0 : payout.missing),
    })),
    debts: debts.map(debt => ({
      handle: debt.handle,
      collectedCredits: microsToWire(debt.collected),
      owedCredits: microsToWire(debt.owed),
    })),
    complete,
    scores: viewScores(scores),
  };
}

interface ResolutionInput {
  readonly params: Static<typeof EventReference>;
  readonly body: AnswerBody | undefined;
}

export function resolutionHandler(verb: ResolveVerb) {
  return async ({ params, body = {} }: ResolutionInput, { services, caller }: RequestContext) => {
    const { source = '', note = '', dryRun = false } = body;
    const effectiveCloseAt =
      body.effectiveCloseAt === undefined ? null : readTime('effectiveCloseAt', body.effectiveCloseAt);
    const command = { answer: readAnswer(verb, body), source, note, effectiveCloseAt };
    if (dryRun) {
      const preview = throwIfRefused(await previewResolution(services, params.slug, verb, command, actorOf(caller)));
      const eventAndMarket = await findEvent(services, params.slug);
      if (!eventAndMarket) throw new Error(`event ${params.slug} no longer exists`);
      const event = viewEvent(eventAndMarket, services.clock(), services.settings.publicUrl);
      const scores = await previewScores(services, preview.eventId, preview.resolution, () => nextTurn());
      return { event, dryRun, preview: viewPreview(preview, scores) };
    }
    const { eventId } = throwIfRefused(await resolveAndSettle(services, params.slug, verb, command, actorOf(caller)));
    return { event: await showEvent(services, eventId), dryRun, preview: null };
  };
}
