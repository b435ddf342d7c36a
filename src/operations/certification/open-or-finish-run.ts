import type { Certification } from '../../domain/certification/certification.js';
import type { RunRow } from '../../store/certification/interface.js';
import type { Writes } from '../../store/store.js';
import { finishRun } from './finish-run.js';
import { type OpenCommand, type OpenTools, openRun } from './open-run.js';
import { type ObservedRun, observeRun } from './queries.js';

interface CertifyCommand extends OpenCommand {
  /** The run to finish; null finishes the open run if results are declared, and opens one otherwise. */
  readonly runId: string | null;
  /** Finishes the only open run and never opens one. */
  readonly finishes: boolean;
}

type ChosenRun =
  | { readonly kind: 'opened' | 'running' | 'finished'; readonly run: RunRow }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'missing' }
  /** There is not exactly one open run to finish. */
  | { readonly kind: 'ambiguous'; readonly openRuns: readonly RunRow[] };

type CertifyOutcome =
  | Exclude<ChosenRun, { run: RunRow }>
  | {
      readonly kind: 'opened' | 'running' | 'finished';
      readonly observed: ObservedRun;
      readonly certification: Certification | null;
      /**
       * Declared scenarios that the run does not have, because it was already finished, or opened by another request.
       */
      readonly late: readonly string[];
    };

async function chooseRun(writes: Writes, tools: OpenTools, command: CertifyCommand): Promise<ChosenRun> {
  const { playerId, runId, declared, client, finishes } = command;
  const running = await writes.certification.openOf(playerId);
  if (runId !== null) {
    const found = await writes.certification.find(runId);
    if (!found || found.playerId !== playerId) return { kind: 'missing' };
    return { kind: 'finished', run: await finishRun(writes, runId, declared, client) };
  }
  // A unique index allows a player one open run, so there is never a choice among several.
  if (finishes && !running) return { kind: 'ambiguous', openRuns: [] };
  if (running && (declared || finishes))
    return { kind: 'finished', run: await finishRun(writes, running.runId, declared, client) };
  return openRun(writes, tools, command);
}

/** Finishes the run that the command refers to, or opens one. */
export async function openOrFinishRun(
  writes: Writes,
  tools: OpenTools,
  command: CertifyCommand,
): Promise<CertifyOutcome> {
  const chosen = await chooseRun(writes, tools, command);
  if (!('run' in chosen)) return chosen;
  const { kind, run } = chosen;
  const { playerId, declared } = command;
  return {
    kind,
    observed: await observeRun(writes.certification, run),
    certification: await writes.certification.certificationOf(playerId),
    late: Object.keys(declared ?? {}).filter(scenario => run.declared?.[scenario] !== declared?.[scenario]),
  };
}
