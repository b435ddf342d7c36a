import { judgeKeyRevoked, judgeMarketPaused, judgeStaleBook, judgeTradingPaused } from './judge-markets.js';
import {
  judgeInvalidOrder,
  judgeRateLimited,
  judgeReplyLost,
  judgeServerErrors,
  judgeUnknownNotPlaced,
  judgeUnknownPlaced,
} from './judge-retries.js';
import { judgeStreamSequence } from './judge-stream.js';
import { type ScenarioId, scenarios } from './scenarios.js';
import type { TraceEntry } from './trace.js';
import { type Case, failed, type Judge, namesOf, ordersOf, type Verdict } from './verdict.js';

const judges: Readonly<Record<ScenarioId, Judge>> = {
  'rate-limited': judgeRateLimited,
  'reply-lost': judgeReplyLost,
  'unknown-placed': judgeUnknownPlaced,
  'unknown-not-placed': judgeUnknownNotPlaced,
  'server-errors': judgeServerErrors,
  'invalid-order': judgeInvalidOrder,
  'stale-book': judgeStaleBook,
  'market-paused': judgeMarketPaused,
  'trading-paused': judgeTradingPaused,
  'stream-sequence': judgeStreamSequence,
  'key-revoked': judgeKeyRevoked,
};

export interface ScenarioVerdict extends Verdict {
  readonly scenario: ScenarioId;
}

export interface Judgement {
  readonly verdicts: readonly ScenarioVerdict[];
  /** All required scenarios are passed. */
  readonly passed: boolean;
}

/**
 * Could this request have placed the order that has its id? 201 says so, and 200 that another one did. Where nothing was
 * written down of the end, or the service itself did not know it, the client has the benefit of the doubt.
 */
function mayHavePlaced({ endedAt, truth }: TraceEntry): boolean {
  return endedAt === null || truth === 201 || truth === 202 || (truth ?? 0) >= 500;
}

/** Orders that went past the run, straight to the arena, are effects too, whether or not the run has seen their ids. */
function pastTheRun({ trace, placed }: Case, scenario: ScenarioId): Verdict | null {
  const own = new Set(
    ordersOf(trace, scenario)
      .filter(mayHavePlaced)
      .map(({ clientId }) => clientId),
  );
  const past = placed?.get(scenario)?.filter(id => !own.has(id)) ?? [];
  if (past.length === 0) return null;
  return failed(
    [`orders on this event that did not come through the run: ${namesOf(past)}`],
    'Send everything that is about the events of a run to its base path, and nothing twice.',
  );
}

/** Judges a run by what was observed and by nothing else: the same trace always gets the same verdicts. */
export function judgeRun(state: Case): Judgement {
  const verdicts = scenarios.map(({ id }) => ({ scenario: id, ...(pastTheRun(state, id) ?? judges[id](state)) }));
  const passed = scenarios.every(({ required }, index) => !required || verdicts[index].verdict === 'passed');
  return { verdicts, passed };
}
