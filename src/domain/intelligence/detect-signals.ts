import { type DepthSample, detectLiquidity, detectUnusualFlow, type OutcomeFlow } from './flow-signals.js';
import { detectMispricing, detectMomentum } from './price-signals.js';
import type { DetectedSignal, SignalType } from './signal.js';
import { detectResolutionNear, detectStale } from './time-signals.js';

export interface OutcomeFacts {
  readonly priceBps: number;
  readonly spreadBps: number | null;
  readonly depthCredits: number;
  /** Prices of the last day, every 15 minutes. */
  readonly day: readonly number[];
  readonly crowd: { readonly bps: number; readonly forecasters: number } | null;
  readonly venueBps: readonly number[];
  readonly depths: readonly DepthSample[];
}

/** The inputs of the signals of one active market, at one sequence. */
export interface MarketFacts {
  readonly opensAt: number;
  readonly endsAt: number;
  readonly lastTradeAt: number | null;
  /** The last hour. */
  readonly flows: readonly OutcomeFlow[];
  readonly traders: number;
  readonly largestTraderShare: number | null;
  readonly tradedHours: readonly number[];
  readonly baselineHours: number;
  readonly depthsFrom: number;
  readonly outcomes: readonly OutcomeFacts[];
}

/**
 * The maximum number of concurrent signals of one type in one market: the strongest. One order moves the prices of all
 * outcomes.
 */
const maxPerType = 3;

function strongest(signals: readonly (DetectedSignal | null)[]): DetectedSignal[] {
  return signals
    .filter(signal => signal !== null)
    .sort((a, b) => b.strength - a.strength || a.outcome - b.outcome)
    .slice(0, maxPerType);
}

/**
 * Returns the signals of one market. With two outcomes, the second mirrors the first, so only the first is examined.
 */
export function detectSignals(facts: MarketFacts, now: number): DetectedSignal[] {
  const { outcomes, traders, depthsFrom: from } = facts;
  const judged = outcomes.length === 2 ? outcomes.slice(0, 1) : outcomes;
  const priceBps = outcomes.map(outcome => outcome.priceBps);
  const spreadBps = outcomes.map(outcome => outcome.spreadBps);
  const time = { opensAt: facts.opensAt, endsAt: facts.endsAt, lastTradeAt: facts.lastTradeAt, priceBps, spreadBps };
  const flow = {
    ...{ outcomes: outcomes.length, flows: facts.flows, traders, largestTraderShare: facts.largestTraderShare },
    ...{ tradedHours: facts.tradedHours, hours: facts.baselineHours, priceBps, spreadBps },
  };
  const found: Record<SignalType, (DetectedSignal | null)[]> = {
    momentum: judged.map((each, outcome) => detectMomentum({ ...each, outcome, traders }, now)),
    mispricing: judged.map((each, outcome) => detectMispricing({ ...each, outcome }, now)),
    liquidity: judged.map((each, outcome) => detectLiquidity({ ...each, outcome, samples: each.depths, from }, now)),
    stale: [detectStale(time, now)],
    'resolution-near': [detectResolutionNear(time, now)],
    'unusual-flow': [detectUnusualFlow(flow, now)],
  };
  return Object.values(found).flatMap(strongest);
}
