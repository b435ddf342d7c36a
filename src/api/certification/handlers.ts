import { hash } from 'node:crypto';
import { expiresAt, runBounds } from '../../domain/certification/certification.js';
import { scenarios } from '../../domain/certification/scenarios.js';
import { maxEntries } from '../../domain/certification/trace.js';
import { dayMs } from '../../domain/durations.js';
import { isoTime } from '../../domain/iso-time.js';
import { requirePlayer } from '../../http/caller.js';
import { ApiError } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import { contractVersion } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { openOrFinishRun } from '../../operations/certification/open-or-finish-run.js';
import { findRun, findRuns } from '../../operations/certification/queries.js';
import { findOwnAgent } from '../../operations/people/queries.js';
import type { RunRow } from '../../store/certification/interface.js';
import { watchedPlayer } from '../developer/watched-player.js';
import { maxIgnored, readDeclared } from './read-declared.js';
import { viewCertification, viewRun, viewSummary, viewTrace } from './run-view.js';
import { type CertificationRequest, maxRunsListed, type RunParams, type RunQuery, type RunsQuery } from './schemas.js';

const published = Object.freeze({
  contractVersion,
  scenarios,
  run: {
    openWith: 'POST /api/v1/sandbox/certification',
    minutes: runBounds.minutes,
    runsPerDay: runBounds.perDay,
    mostRequests: maxEntries,
    certificationDays: Math.round(expiresAt({ at: 0 }) / dayMs),
  },
});

export function getScenarios() {
  return published;
}

function noRun(runId: string): ApiError {
  return new ApiError('NOT_FOUND', `Run ${runId} not found.`, { field: 'runId' });
}

/** Results without runId that match no run or several. */
function noSingleRun(openRuns: readonly RunRow[]): ApiError {
  const found = openRuns.length === 0 ? 'no run is open' : `${openRuns.length} runs are open`;
  return new ApiError('RUN_NOT_OPEN', `results without runId close the only open run, but ${found}`, {
    field: 'runId',
    extra: {
      openRuns: openRuns.map(({ runId, openedAt, deadlineAt }) => ({
        id: runId,
        openedAt: isoTime(openedAt),
        deadlineAt: isoTime(deadlineAt),
      })),
    },
  });
}

function openTools({ newId, settings: { routeWords }, random }: Services) {
  const sha256 = (text: string) => hash('sha256', text, 'buffer');
  const seed = () => new DataView(random(4).slice().buffer).getUint32(0) >>> 1;
  const randomWord = () => Buffer.from(random(8)).toString('hex');
  return { newId, routeWords, sha256, seed, randomWord };
}

function lateNotice({ runId, finished }: RunRow): string {
  return finished
    ? `Run ${runId} was closed and judged at ${isoTime(finished.at)}. Results sent later are not used; they are listed in ignored.`
    : `Run ${runId} was opened by another request. Results are used only when a run is closed; they are listed in ignored.`;
}

export async function postCertification(
  { body }: RouteInput<{ body: typeof CertificationRequest; bodyOptional: true }>,
  { services, caller, writes }: RequestContext,
) {
  if (!writes) throw new Error('the certification route stores its responses');
  const { playerId } = requirePlayer(caller);
  const { declared, client, ignored, nameOf } = readDeclared(body);
  const runId = body?.runId ?? null;
  // Results report how a run went, so a body with results closes a run and never opens one.
  const finishes = body?.results !== undefined;
  const command = { playerId, contractVersion, runId, declared, client, finishes };
  const outcome = await openOrFinishRun(writes, openTools(services), command);
  if (outcome.kind === 'ambiguous') throw noSingleRun(outcome.openRuns);
  if (outcome.kind === 'missing') throw noRun((runId ?? '').slice(0, 64));
  if (outcome.kind === 'limited') {
    throw new ApiError('RATE_LIMITED', `An agent can open ${runBounds.perDay} runs in 24 hours.`, {
      headers: { 'retry-after': String(outcome.retryAfterSeconds) },
    });
  }
  const { kind, observed, certification, late } = outcome;
  return new Reply(kind === 'opened' ? 201 : 200, {
    run: viewRun(observed, services.settings.publicUrl),
    certification: viewCertification(certification),
    ignored: [...late.map(nameOf), ...ignored].slice(0, maxIgnored),
    notice: late.length === 0 ? null : lateNotice(observed.run),
  });
}

/** Runs are shown to their agent and to its owner. */
async function mayWatch({ services, caller }: RequestContext, agentId: string): Promise<boolean> {
  const { kind, playerId } = requirePlayer(caller);
  if (agentId === playerId) return true;
  return kind === 'person' && (await findOwnAgent(services, playerId, agentId)) !== null;
}

export async function listRuns({ query }: RouteInput<{ query: typeof RunsQuery }>, context: RequestContext) {
  const { services } = context;
  const playerId = await watchedPlayer(context, query.agentId);
  const { runs, certification } = await findRuns(services, playerId, maxRunsListed);
  return { runs: runs.map(viewSummary), certification: viewCertification(certification) };
}

export async function getRun(
  { params, query }: RouteInput<{ params: typeof RunParams; query: typeof RunQuery }>,
  context: RequestContext,
) {
  const { services } = context;
  const found = await findRun(services, params.runId);
  const agentId = found?.observed.run.playerId;
  if (!found || !(await mayWatch(context, agentId as string))) throw noRun(params.runId);
  const { observed, certification } = found;
  return {
    run: viewRun(observed, services.settings.publicUrl),
    certification: viewCertification(certification),
    ...(query.trace ? { trace: viewTrace(observed.trace) } : {}),
  };
}
