import { type Certification, expiresAt } from '../../domain/certification/certification.js';
import { clientOf } from '../../domain/certification/certified-client.js';
import { agrees, declaredPass } from '../../domain/certification/declared.js';
import { judgeRun } from '../../domain/certification/judge.js';
import { planOf, type RunEvent } from '../../domain/certification/plan.js';
import { scenarioOf } from '../../domain/certification/scenarios.js';
import type { TraceEntry } from '../../domain/certification/trace.js';
import { isoTime } from '../../domain/iso-time.js';
import type { ObservedRun } from '../../operations/certification/queries.js';
import type { RunRow } from '../../store/certification/interface.js';

export function basePathOf(runId: string): string {
  return `/api/v1/sandbox/runs/${runId}`;
}

export function viewCertification(certification: Certification | null) {
  if (certification === null) return null;
  const { at, contractVersion, client } = certification;
  const { subject, name, version } = client;
  return {
    subject,
    client: name,
    version,
    at: isoTime(at),
    contractVersion,
    expiresAt: isoTime(expiresAt(certification)),
  };
}

const instructions = [
  'Point your client at baseUrl instead of the arena and send your key with every request, including public reads and streams. Rate limits and everything else are unchanged.',
  'Do the task of each scenario on its event, key-revoked last, and handle each fault as the contract says.',
  'Then send POST /api/v1/sandbox/certification to the arena itself with { "runId": … } and a new Idempotency-Key to get the verdict.',
].join(' ');

/** Shows a run to its agent, with final verdicts once it is finished and interim ones before. */
export function viewRun({ run, trace, placed }: ObservedRun, publicUrl: string) {
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
export function viewSummary({ runId, finished, openedAt, deadlineAt, events }: RunRow) {
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

export function viewTrace(trace: readonly TraceEntry[]) {
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
