import { replaces } from '../../domain/certification/certification.js';
import { type CertifiedClient, clientOf, withClient } from '../../domain/certification/certified-client.js';
import { judgeRun } from '../../domain/certification/judge.js';
import { planOf } from '../../domain/certification/plan.js';
import type { RunRow } from '../../store/certification/interface.js';
import type { Writes } from '../../store/store.js';
import { placedOrders } from './placed-orders.js';

/**
 * Closes and judges a run; a pass certifies the client of the run. Results declared now override those declared at the
 * opening, scenario by scenario. A finished run keeps its verdicts and accepts no more results: its `declared` shows
 * which ones it has.
 */
export async function finishRun(
  writes: Writes,
  runId: string,
  declared: Readonly<Record<string, unknown>> | null,
  client: CertifiedClient | null,
): Promise<RunRow> {
  const run = await writes.certification.lock(runId);
  if (!run) throw new Error(`run ${runId} not found`);
  if (run.finished) return run;
  const at = await writes.operators.now();
  const placed = await placedOrders(writes.certification, run);
  const trace = await writes.certification.trace(runId);
  const finished = { at, ...judgeRun({ plan: planOf(run.seed), trace, closed: true, placed }) };
  const results = withClient(declared === null ? run.declared : { ...run.declared, ...declared }, client);
  await writes.certification.finish(runId, finished, results);
  const mark = { at, contractVersion: run.contractVersion, client: clientOf(results) };
  if (finished.passed && replaces(mark, await writes.certification.certificationOf(run.playerId)))
    await writes.certification.certify(run.playerId, mark);
  return { ...run, declared: results, finished };
}
