import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResolveVerb } from '../../domain/markets/event-commands.js';
import { microsToWire } from '../../domain/units.js';
import { actorOf } from '../../http/caller.js';
import { invalid } from '../../http/errors.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import type { Static } from '../../http/schema.js';
import { findEvent } from '../../operations/market-data/queries.js';
import { previewResolution, type ResolutionPreview } from '../../operations/markets/preview-resolution.js';
import { resolveAndSettle } from '../../operations/markets/resolve-and-settle.js';
import { previewScores, type ScorePreview } from '../../operations/scoring/preview-scores.js';
import { viewEvent } from '../market-data/events/event-view.js';
import { readTime, showEvent } from './event-reply.js';
import type { CorrectRequest, EventReference, ResolveRequest, VoidRequest } from './schemas.js';

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
      const found = await findEvent(services, params.slug);
      if (!found) throw new Error(`event ${params.slug} no longer exists`);
      const event = viewEvent(found, services.clock(), services.settings.publicUrl);
      const scores = await previewScores(services, preview.eventId, preview.resolution, () => nextTurn());
      return { event, dryRun, preview: viewPreview(preview, scores) };
    }
    const { eventId } = throwIfRefused(await resolveAndSettle(services, params.slug, verb, command, actorOf(caller)));
    return { event: await showEvent(services, eventId), dryRun, preview: null };
  };
}
