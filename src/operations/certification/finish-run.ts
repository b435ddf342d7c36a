import { judgeRun } from '../../domain/certification/judge.js';
import { planOf } from '../../domain/certification/plan.js';
import type { RunRow } from '../../store/certification/interface.js';
import type { Writes } from '../../store/store.js';
import { placedOrders } from './placed-orders.js';

/**
 * Closes a run and judges what was seen; a pass earns the agent its mark. What is declared now goes before what was declared
 * at the opening, scenario by scenario. A run that is over stays as it was judged, and takes no more declarations: the
 * caller sees by `declared` of the run which ones it holds.
 */
export async function finishRun(
  writes: Writes,
  runId: string,
  declared: Readonly<Record<string, unknown>> | null,
): Promise<RunRow> {
  const run = await writes.certification.lock(runId);
  if (!run) throw new Error(`there is no run ${runId}`);
  if (run.finished) return run;
  const at = await writes.operators.now();
  const placed = await placedOrders(writes.certification, run);
  const trace = await writes.certification.trace(runId);
  const finished = { at, ...judgeRun({ plan: planOf(run.seed), trace, closed: true, placed }) };
  const said = declared === null ? run.declared : { ...run.declared, ...declared };
  await writes.certification.finish(runId, finished, said);
  if (finished.passed) await writes.certification.certify(run.playerId, { at, contractVersion: run.contractVersion });
  return { ...run, declared: said, finished };
}
