/** Signals about how a market trades: unusual flow and vanishing liquidity. */
import { type DetectedSignal, directionOf, saturate, signalLifeMs } from './signal.js';

/** Credits traded on one outcome, by the side of incoming orders. */
export interface OutcomeFlow {
  readonly outcome: number;
  readonly buyCredits: number;
  readonly sellCredits: number;
}

/** Hours of the baseline: a week of full hours, or the life of a younger market. */
export const baselineHours = 168;
const minBaselineHours = 6;
const minFlowCredits = 50;
const minFlowZ = 3;
const minFlowImbalance = 0.6;
/** Prevents the first small order of a rarely traded market from counting as unusual. */
const quietCredits = 10;

/**
 * Net credits behind an outcome: bought minus sold. With two outcomes, buying one is selling the other, so there is one net,
 * that of the first.
 */
function netFlows(flows: readonly OutcomeFlow[], outcomes: number): { outcome: number; net: number }[] {
  const nets = Array<number>(outcomes).fill(0);
  for (const { outcome, buyCredits, sellCredits } of flows) nets[outcome] += buyCredits - sellCredits;
  if (outcomes === 2) return [{ outcome: 0, net: nets[0] - nets[1] }];
  return nets.map((net, outcome) => ({ outcome, net }));
}

export interface FlowFacts {
  readonly outcomes: number;
  /** The last hour. */
  readonly flows: readonly OutcomeFlow[];
  readonly largestTraderShare: number | null;
  readonly traders: number;
  /** Credits of each hour of the baseline that had a trade; the others had none. */
  readonly tradedHours: readonly number[];
  /** Hours of the baseline, with or without trades. */
  readonly hours: number;
  readonly priceBps: readonly number[];
  readonly spreadBps: readonly (number | null)[];
}

const flowFormula =
  'z = (credits of the last hour − mean hour) / max(standard deviation of hours, mean hour, 10), over up to 168 full hours before; imbalance = net credits behind the outcome / credits; strength = z / (z + 3) × |imbalance|';

export function detectUnusualFlow(facts: FlowFacts, now: number): DetectedSignal | null {
  const { flows, tradedHours, hours, outcomes } = facts;
  const credits = flows.reduce((sum, { buyCredits, sellCredits }) => sum + buyCredits + sellCredits, 0);
  if (credits < minFlowCredits || hours < minBaselineHours) return null;
  const mean = tradedHours.reduce((sum, hour) => sum + hour, 0) / hours;
  const squares =
    tradedHours.reduce((sum, hour) => sum + (hour - mean) ** 2, 0) + (hours - tradedHours.length) * mean ** 2;
  const deviation = Math.sqrt(squares / hours);
  const z = (credits - mean) / Math.max(deviation, mean, quietCredits);
  const strongest = netFlows(flows, outcomes).reduce((most, each) =>
    Math.abs(each.net) > Math.abs(most.net) ? each : most,
  );
  const imbalance = strongest.net / credits;
  const spreadBps = facts.spreadBps[strongest.outcome];
  if (z < minFlowZ || Math.abs(imbalance) < minFlowImbalance || spreadBps === null) return null;
  return {
    type: 'unusual-flow',
    outcome: strongest.outcome,
    direction: directionOf(imbalance),
    strength: saturate(z, minFlowZ) * Math.abs(imbalance),
    evidence: {
      formula: flowFormula,
      z,
      credits,
      meanHourCredits: mean,
      deviationCredits: deviation,
      imbalance,
      largestTraderShare: facts.largestTraderShare,
      traders: facts.traders,
    },
    priceBps: facts.priceBps[strongest.outcome],
    spreadBps,
    expiresAt: now + signalLifeMs['unusual-flow'],
  };
}

export interface DepthSample {
  readonly at: number;
  readonly depthCredits: number;
}

export interface LiquidityFacts {
  readonly outcome: number;
  readonly priceBps: number;
  readonly spreadBps: number | null;
  readonly depthCredits: number;
  /** In order of time; the first may be older than `from`, if it was in force then. */
  readonly samples: readonly DepthSample[];
  /** The start of the window. */
  readonly from: number;
}

const maxDepthRatio = 0.5;
const minUsualDepth = 20;
/** A shorter record does not show what is usual. */
const minDepthRecordMs = 3_600_000;

/** The time-weighted median depth, each sample counting until the next one. Null without samples. */
function timeWeightedMedian(samples: readonly DepthSample[], from: number, until: number): number | null {
  const spans = samples
    .map(({ at, depthCredits }, index) => {
      const end = index + 1 < samples.length ? samples[index + 1].at : until;
      return { depthCredits, ms: Math.min(end, until) - Math.max(at, from) };
    })
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => a.depthCredits - b.depthCredits);
  const total = spans.reduce((sum, { ms }) => sum + ms, 0);
  let passed = 0;
  for (const { depthCredits, ms } of spans) {
    passed += ms;
    if (passed * 2 >= total) return depthCredits;
  }
  return null;
}

const liquidityFormula =
  'ratio = credits within 200 bps on the thinner side / their time-weighted median over the last 24 hours; strength = 1 − ratio';

export function detectLiquidity(facts: LiquidityFacts, now: number): DetectedSignal | null {
  const { outcome, priceBps, spreadBps, depthCredits, samples, from } = facts;
  if (samples.length === 0 || now - Math.max(from, samples[0].at) < minDepthRecordMs) return null;
  const usual = timeWeightedMedian(samples, from, now);
  if (usual === null || usual < minUsualDepth) return null;
  const ratio = depthCredits / usual;
  if (ratio > maxDepthRatio) return null;
  return {
    type: 'liquidity',
    outcome,
    direction: 'none',
    strength: 1 - ratio,
    evidence: { formula: liquidityFormula, ratio, depthCredits, usualDepthCredits: usual },
    priceBps,
    spreadBps,
    expiresAt: now + signalLifeMs.liquidity,
  };
}
