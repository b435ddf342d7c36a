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
import { finishRun } from '../../operations/certification/finish-run.js';
import { openRun } from '../../operations/certification/open-run.js';
import type { RunRow } from '../../store/certification/interface.js';
import type { Writes } from '../../store/store.js';
import { maxIgnored, readDeclared } from './read-declared.js';
import { observedRun, readRun, viewCertification, viewRun, viewTrace } from './run-view.js';
import type { CertificationRequest, RunParams, RunQuery } from './schemas.js';

const published = Object.freeze({
  contractVersion,
  scenarios,
  run: {
    openWith: 'POST /api/v1/sandbox/certification',
    minutes: runBounds.minutes,
    runsPerDay: runBounds.perDay,
    mostRequests: maxEntries,
    certificationDays: Math.round(expiresAt({ at: 0, contractVersion }) / dayMs),
  },
});

export function getScenarios() {
  return published;
}

function noRun(runId: string): ApiError {
  return new ApiError('NOT_FOUND', `there is no run ${runId} of yours`, { field: 'runId' });
}

async function open(writes: Writes, services: Services, playerId: string, declared: RunRow['declared']) {
  const {
    newId,
    settings: { routeWords },
    random,
  } = services;
  const sha256 = (text: string) => hash('sha256', text, 'buffer');
  const seed = () => new DataView(random(4).slice().buffer).getUint32(0) >>> 1;
  const randomWord = () => Buffer.from(random(8)).toString('hex');
  const tools = { newId, routeWords, sha256, seed, randomWord };
  const outcome = await openRun(writes, tools, { playerId, contractVersion, declared });
  if (outcome.kind === 'limited') {
    throw new ApiError('RATE_LIMITED', `an agent can open ${runBounds.perDay} runs in 24 hours`, {
      headers: { 'retry-after': String(outcome.retryAfterSeconds) },
    });
  }
  return { status: outcome.kind === 'opened' ? 201 : 200, run: outcome.run };
}

/** Closes the run that is named, or the open one where there are results; otherwise opens one. */
async function chooseRun(
  writes: Writes,
  services: Services,
  playerId: string,
  runId: string | undefined,
  declared: RunRow['declared'],
) {
  const running = await writes.certification.openOf(playerId);
  if (runId !== undefined) {
    const found = await writes.certification.find(runId);
    if (!found || found.playerId !== playerId) throw noRun(runId.slice(0, 64));
    return { status: 200, run: await finishRun(writes, runId, declared) };
  }
  if (running && declared) return { status: 200, run: await finishRun(writes, running.runId, declared) };
  return open(writes, services, playerId, declared);
}

function lateNotice({ runId, finished }: RunRow): string {
  return finished
    ? `Run ${runId} was closed and judged at ${isoTime(finished.at)}: results that come later are not taken up, and are named in ignored.`
    : `Run ${runId} was opened by another request: results are taken up when it is closed, and are named in ignored.`;
}

export async function postCertification(
  { body }: RouteInput<{ body: typeof CertificationRequest; bodyOptional: true }>,
  { services, caller, writes }: RequestContext,
) {
  if (!writes) throw new Error('the route of certifications stores its replies');
  const { playerId } = requirePlayer(caller);
  const { declared, ignored, nameOf } = readDeclared(body);
  const { status, run } = await chooseRun(writes, services, playerId, body?.runId, declared);
  // A run that is over holds what was declared before, and so does one that another request has opened meanwhile.
  const late = Object.keys(declared ?? {}).filter(scenario => run.declared?.[scenario] !== declared?.[scenario]);
  const seen = await observedRun(writes.certification, run);
  const mark = await writes.certification.certificationOf(playerId);
  return new Reply(status, {
    run: viewRun(seen, services.settings.publicUrl),
    certification: viewCertification(mark),
    ignored: [...late.map(nameOf), ...ignored].slice(0, maxIgnored),
    notice: late.length === 0 ? null : lateNotice(run),
  });
}

export async function getRun(
  { params, query }: RouteInput<{ params: typeof RunParams; query: typeof RunQuery }>,
  { services, caller }: RequestContext,
) {
  const found = await readRun(services, params.runId);
  if (found?.seen.run.playerId !== requirePlayer(caller).playerId) throw noRun(params.runId);
  const { seen, mark } = found;
  return {
    run: viewRun(seen, services.settings.publicUrl),
    certification: viewCertification(mark),
    ...(query.trace ? { trace: viewTrace(seen.trace) } : {}),
  };
}
