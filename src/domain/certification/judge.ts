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
  /** All required scenarios have passed. */
  readonly passed: boolean;
}

/**
 * Whether this request could have placed the order with its id: 201 means yes, 200 that another request did. If the end
 * was not recorded, or the service did not know it, the client gets the benefit of the doubt.
 */
function mayHavePlaced({ endedAt, truth }: TraceEntry): boolean {
  return endedAt === null || truth === 201 || truth === 202 || (truth ?? 0) >= 500;
}

/** Fails a scenario with orders that bypassed the run, whether or not the run recorded their ids. */
function judgeBypass({ trace, placed }: Case, scenario: ScenarioId): Verdict | null {
  const own = new Set(
    ordersOf(trace, scenario)
      .filter(mayHavePlaced)
      .map(({ clientId }) => clientId),
  );
  const bypassed = placed?.get(scenario)?.filter(id => !own.has(id)) ?? [];
  if (bypassed.length === 0) return null;
  return failed(
    [`orders on this event that bypassed the run: ${namesOf(bypassed)}`],
    'Send everything about the events of a run to its base path, and nothing twice.',
  );
}

/** Judges a run by its trace alone: the same trace always gets the same verdicts. */
export function judgeRun(state: Case): Judgement {
  const verdicts = scenarios.map(({ id }) => ({ scenario: id, ...(judgeBypass(state, id) ?? judges[id](state)) }));
  const passed = scenarios.every(({ required }, index) => !required || verdicts[index].verdict === 'passed');
  return { verdicts, passed };
}
