import { isRevoked } from '../../domain/certification/decide-fault.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

async function isClosed(writes: Writes, runId: string, now: number): Promise<boolean> {
  const run = await writes.certification.find(runId);
  if (!run || run.finished || now >= run.deadlineAt) return true;
  return isRevoked(await writes.certification.trace(runId));
}

/** Returns the runs whose base path serves nothing: finished ones, and those whose key counts as revoked. */
export function closedRuns(
  { store }: Pick<OperationContext, 'store'>,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return store.transact(async writes => {
    const now = await writes.operators.now();
    const closed = new Set<string>();
    for (const runId of runIds) if (await isClosed(writes, runId, now)) closed.add(runId);
    return closed;
  });
}
