import type { Certification } from '../../domain/certification/certification.js';
import type { TraceEntry } from '../../domain/certification/trace.js';
import type { Case } from '../../domain/certification/verdict.js';
import type { CertificationReads, RunRow } from '../../store/certification/interface.js';
import type { OperationContext } from '../operation-context.js';
import { placedOrders } from './placed-orders.js';

/** A run with all inputs of its verdicts. */
export interface ObservedRun {
  readonly run: RunRow;
  readonly trace: readonly TraceEntry[];
  readonly placed: NonNullable<Case['placed']>;
}

export async function observeRun(certification: CertificationReads, run: RunRow): Promise<ObservedRun> {
  const placed = await placedOrders(certification, run);
  return { run, placed, trace: await certification.trace(run.runId) };
}

interface FoundRun {
  readonly observed: ObservedRun;
  /** The certification of the run's agent, expired or not. */
  readonly certification: Certification | null;
}

/** Returns the latest runs of an agent, newest first, and its certification. */
export function findRuns(
  { store }: Pick<OperationContext, 'store'>,
  playerId: string,
  limit: number,
): Promise<{ readonly runs: readonly RunRow[]; readonly certification: Certification | null }> {
  return store.read(async ({ certification }) => ({
    runs: await certification.listOf(playerId, limit),
    certification: await certification.certificationOf(playerId),
  }));
}

export function findRun({ store }: Pick<OperationContext, 'store'>, runId: string): Promise<FoundRun | null> {
  return store.read(async ({ certification }) => {
    const run = await certification.find(runId);
    if (!run) return null;
    return {
      observed: await observeRun(certification, run),
      certification: await certification.certificationOf(run.playerId),
    };
  });
}
