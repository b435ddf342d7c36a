import { hash } from 'node:crypto';
import { requirePlayer } from '../http/caller.js';
import { ApiError, invalid } from '../http/errors.js';
import { defineRoute, type HttpServices, Reply, type RequestContext, type RouteInput } from '../http/route.js';
import { contractVersion, type Static } from '../http/schema.js';
import { dayMs, isoTime } from '../kernel/time.js';
import { findOwnAgent } from '../people/persons.js';
import { viewCertification } from '../players/player-view.js';
import { type CertifiedClient, clientOf, expiresAt, runBounds } from '../players/rules/certification-mark.js';
import { judgeRun } from './rules/judge.js';
import {
  agrees,
  declaredPass,
  meantBy,
  planOf,
  type RunEvent,
  scenarioIds,
  scenarioOf,
  scenarios,
} from './rules/scenarios.js';
import { maxEntries, type TraceEntry } from './rules/trace.js';
import { findRun, findRuns, type ObservedRun, openOrFinishRun } from './runs.js';
import {
  CertificationReply,
  CertificationRequest,
  type ClientUnderTest,
  maxRunsListed,
  RunList,
  RunParams,
  RunQuery,
  RunReply,
  RunsQuery,
  runMinutes,
  ScenarioList,
  watchedPlayer,
} from './schemas.js';
import type { RunRow } from './store.js';

const ownNames = ['runId', 'results', 'client'];
const maxIgnored = 20;

/** Truncates a name for display, to whole characters. */
const displayed = (name: string) => name.slice(0, 64).toWellFormed();

const isRunId = (value: unknown) => typeof value === 'string' && /^run_[0-9a-z]/.test(value);

/** Rejects near misses of known names: a `runid` would open a run instead of closing one. */
function refuseMisspelt(name: string, value: unknown, validNames: readonly string[], path: string): void {
  const meant = meantBy(name, validNames) ?? (path === '' && isRunId(value) ? 'runId' : null);
  if (meant === null) return;
  const field = `${path}${displayed(name)}`;
  throw invalid(field, `is unknown; did you mean ${path}${meant}?`);
}

function checkResults({ results }: Static<typeof CertificationRequest>): void {
  if (results === undefined || Object.keys(results).length > 0) return;
  throw invalid('results', 'must name at least one scenario, or be omitted');
}

function readClient(client: Static<typeof ClientUnderTest>): CertifiedClient {
  return { subject: client.subject ?? 'agent', name: client.name ?? null, version: client.version ?? null };
}

/**
 * Parses the client and the results that a client declares, in `results` or next to it, by scenario. Other members are
 * ignored, and the response lists them.
 */
function readDeclared(body: Static<typeof CertificationRequest> | undefined) {
  const { runId: _id, results = {}, client, ...beside } = body ?? {};
  const declared: Record<string, boolean> = {};
  const names = new Map<string, string>();
  const ignored: string[] = [];
  const groups = [
    { members: beside, validNames: [...ownNames, ...scenarioIds], path: '' },
    { members: results, validNames: scenarioIds, path: 'results.' },
  ] as const;
  for (const { members, validNames, path } of groups) {
    for (const [name, value] of Object.entries(members)) {
      if (!scenarioIds.some(id => id === name)) {
        refuseMisspelt(name, value, validNames, path);
        if (ignored.length < maxIgnored) ignored.push(`${path}${displayed(name)}`);
        continue;
      }
      const passed = declaredPass(value);
      if (passed === null) throw invalid(`${path}${name}`, 'must be either "passed" or "failed"');
      if (declared[name] === !passed) throw invalid(`${path}${name}`, `contradicts ${name} outside results`);
      declared[name] = passed;
      names.set(name, `${path}${name}`);
    }
  }
  if (body) checkResults(body);
  return {
    declared: names.size === 0 ? null : declared,
    client: client === undefined ? null : readClient(client),
    ignored,
    /** Returns the name that the body uses for a scenario. */
    nameOf: (scenario: string) => names.get(scenario) ?? scenario,
  };
}

export function basePathOf(runId: string): string {
  return `/api/v1/sandbox/runs/${runId}`;
}

const instructions = [
  'Point your client at baseUrl instead of the arena and send your key with every request, including public reads and streams. Rate limits and everything else are unchanged.',
  'Do the task of each scenario on its event, key-revoked last, and handle each fault as the contract says.',
  'Then send POST /api/v1/sandbox/certification to the arena itself with { "runId": … } and a new Idempotency-Key to get the verdict.',
].join(' ');

/** Shows a run to its agent, with final verdicts once it is finished and interim ones before. */
function viewRun({ run, trace, placed }: ObservedRun, publicUrl: string) {
  const { runId, finished, declared, events } = run;
  const verdicts = finished?.verdicts ?? judgeRun({ plan: planOf(run.seed), trace, closed: false, placed }).verdicts;
  return {
    id: runId,
    status: finished ? 'finished' : 'open',
    passed: finished?.passed ?? null,
    client: clientOf(declared),
    basePath: basePathOf(runId),
    baseUrl: `${publicUrl}${basePathOf(runId)}`,
    openedAt: isoTime(run.openedAt),
    deadlineAt: isoTime(run.deadlineAt),
    finishedAt: finished ? isoTime(finished.at) : null,
    contractVersion: run.contractVersion,
    requests: trace.length,
    instructions,
    scenarios: verdicts.map(({ scenario, verdict, evidence, advice }) => {
      const { title, required, task } = scenarioOf(scenario);
      const declaredResult = declaredPass(declared?.[scenario]);
      const { slug } = events.find(event => event.scenario === scenario) as RunEvent;
      const result = { verdict, evidence, advice, declared: declaredResult, agrees: agrees(declaredResult, verdict) };
      return { id: scenario, title, required, eventSlug: slug, task, ...result };
    }),
  };
}

/** Shows a run in a list. */
function viewSummary({ runId, finished, openedAt, deadlineAt, events }: RunRow) {
  return {
    id: runId,
    status: finished ? 'finished' : 'open',
    passed: finished?.passed ?? null,
    openedAt: isoTime(openedAt),
    deadlineAt: isoTime(deadlineAt),
    finishedAt: finished ? isoTime(finished.at) : null,
    scenarios: {
      total: finished?.verdicts.length ?? events.length,
      passed: finished?.verdicts.filter(({ verdict }) => verdict === 'passed').length ?? null,
    },
  };
}

function viewTrace(trace: readonly TraceEntry[]) {
  return trace.map(({ number, at, kind, scenario, method, path, clientId, sequence, fault, status, code, truth }) => ({
    number,
    at: isoTime(at),
    kind,
    scenario,
    method,
    path,
    clientId,
    sequence,
    fault,
    status,
    code,
    truth,
  }));
}

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

function getScenarios() {
  return published;
}

function noRun(runId: string): ApiError {
  return new ApiError('NOT_FOUND', `Run ${runId} not found.`, { field: 'runId' });
}

/** Results without runId that match no run or several. */
function noSingleRun(openRuns: readonly RunRow[]): ApiError {
  const openRunsText = openRuns.length === 0 ? 'no run is open' : `${openRuns.length} runs are open`;
  return new ApiError('RUN_NOT_OPEN', `results without runId close the only open run, but ${openRunsText}`, {
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

function openTools({ newId, settings: { routeWords }, random }: HttpServices) {
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

async function postCertification(
  { body }: RouteInput<{ body: typeof CertificationRequest; bodyOptional: true }>,
  { services, caller, writes: tx }: RequestContext,
) {
  if (!tx) throw new Error('the certification route stores its responses');
  const { playerId } = requirePlayer(caller);
  const { declared, client, ignored, nameOf } = readDeclared(body);
  const runId = body?.runId ?? null;
  // Results report how a run went, so a body with results closes a run and never opens one.
  const finishes = body?.results !== undefined;
  const command = { playerId, contractVersion, runId, declared, client, finishes };
  const outcome = await openOrFinishRun(tx, openTools(services), command);
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

async function listRuns({ query }: RouteInput<{ query: typeof RunsQuery }>, context: RequestContext) {
  const { services } = context;
  const playerId = await watchedPlayer(context, query.agentId);
  const { runs, certification } = await findRuns(services, playerId, maxRunsListed);
  return { runs: runs.map(viewSummary), certification: viewCertification(certification) };
}

async function getRun(
  { params, query }: RouteInput<{ params: typeof RunParams; query: typeof RunQuery }>,
  context: RequestContext,
) {
  const { services } = context;
  const run = await findRun(services, params.runId);
  const agentId = run?.observed.run.playerId;
  if (!run || !(await mayWatch(context, agentId as string))) throw noRun(params.runId);
  const { observed, certification } = run;
  return {
    run: viewRun(observed, services.settings.publicUrl),
    certification: viewCertification(certification),
    ...(query.trace ? { trace: viewTrace(observed.trace) } : {}),
  };
}

const area = 'sandbox';

export const certificationRoutes = [
  defineRoute({
    id: 'listScenarios',
    method: 'GET',
    path: '/api/v1/sandbox/scenarios',
    area,
    summary: 'Certification scenarios',
    description:
      'Every scenario: the fault that the service injects, the expected behaviour of a client, and how it is judged.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The scenarios.', schema: ScenarioList } },
    handler: getScenarios,
  }),
  defineRoute({
    id: 'certify',
    method: 'POST',
    path: '/api/v1/sandbox/certification',
    area,
    summary: 'Open or close a certification run',
    description: `Without runId, opens a run or returns the open one. Under its basePath the whole API is served with scripted faults, each on a separate practice event, for ${runMinutes} minutes. With runId, with results, or with results of single scenarios while a run is open, closes the run and judges it by what was observed; your results are compared with that. Passing a run certifies the agent.`,
    auth: 'required',
    callers: ['agent'],
    bucket: 'reads',
    idempotency: 'header',
    request: { body: CertificationRequest, bodyOptional: true },
    responses: {
      201: { description: 'The opened run.', schema: CertificationReply },
      200: {
        description: 'The run that was already open, the run that this request closed, or a replay.',
        schema: CertificationReply,
      },
    },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'RUN_NOT_OPEN'],
    handler: postCertification,
  }),
  defineRoute({
    id: 'listCertificationRuns',
    method: 'GET',
    path: '/api/v1/sandbox/runs',
    area,
    summary: 'Certification runs of an agent',
    description: 'The runs of the last 30 days, newest first. People name one of their agents with agentId.',
    auth: 'required',
    callers: ['agent', 'person'],
    bucket: 'reads',
    request: { query: RunsQuery },
    responses: { 200: { description: 'The runs.', schema: RunList } },
    errors: ['NOT_FOUND'],
    handler: listRuns,
  }),
  defineRoute({
    id: 'getCertificationRun',
    method: 'GET',
    path: '/api/v1/sandbox/runs/{runId}',
    area,
    summary: 'Report of a certification run',
    description:
      'What has been observed so far and how it is judged; final once the run is finished. For the agent and its owner. Stored for 30 days.',
    auth: 'required',
    callers: ['agent', 'person'],
    bucket: 'reads',
    request: { params: RunParams, query: RunQuery },
    responses: { 200: { description: 'The report.', schema: RunReply } },
    errors: ['NOT_FOUND'],
    handler: getRun,
  }),
];
