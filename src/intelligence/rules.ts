import { medianOf, wilsonInterval } from '../kernel/statistics.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { bpsPerUnit } from '../kernel/units.js';
import { logOdds } from '../market-data/rules/quant.js';

export const signalTypes = ['momentum', 'mispricing', 'liquidity', 'stale', 'resolution-near', 'unusual-flow'] as const;
export type SignalType = (typeof signalTypes)[number];

export const signalDirections = ['up', 'down', 'none'] as const;
export type SignalDirection = (typeof signalDirections)[number];

/** The figures of a signal, with the formula that derives its strength from them. */
export type Evidence = { readonly formula: string } & Readonly<Record<string, string | number | null>>;

/** A signal detected in a market. Prices are basis points of the outcome. */
export interface DetectedSignal {
  readonly type: SignalType;
  readonly outcome: number;
  readonly direction: SignalDirection;
  /** From 0 to 1. */
  readonly strength: number;
  readonly evidence: Evidence;
  readonly priceBps: number;
  /** Null only if the direction is none. */
  readonly spreadBps: number | null;
  readonly expiresAt: number;
}

/** How long a signal of each type is in force; resolution-near and stale end with trading at the latest. */
const signalLifeMs: Readonly<Record<SignalType, number>> = {
  momentum: 6 * hourMs,
  mispricing: 24 * hourMs,
  liquidity: 2 * hourMs,
  stale: 12 * hourMs,
  'resolution-near': 24 * hourMs,
  'unusual-flow': 6 * hourMs,
};

/** Maps a figure from 0 upwards to a strength from 0 to 1; `half` has the strength 0.5. */
function saturate(figure: number, half: number): number {
  return figure / (figure + half);
}

function directionOf(change: number): 'up' | 'down' {
  return change > 0 ? 'up' : 'down';
}

// Signals caused by time: a price without recent trades, and an approaching end.

const staleAfterMs = dayMs;
export const staleWithinMs = 3 * dayMs;
const nearWithinMs = dayMs;
const minNearStrength = 0.1;

export interface TimeFacts {
  readonly opensAt: number;
  readonly endsAt: number;
  readonly lastTradeAt: number | null;
  readonly priceBps: readonly number[];
  readonly spreadBps: readonly (number | null)[];
}

/** The outcome with the highest price. */
function leaderOf(prices: readonly number[]): number {
  return prices.reduce((leader, price, index) => (price > prices[leader] ? index : leader), 0);
}

function aboutLeader({ priceBps, spreadBps }: TimeFacts) {
  const outcome = leaderOf(priceBps);
  return { outcome, priceBps: priceBps[outcome], spreadBps: spreadBps[outcome] };
}

const staleFormula =
  'quiet = hours since the last trade or the opening, at least 24; left = hours until trading ends, at most 72; strength = quiet / (quiet + left)';

function detectStale(facts: TimeFacts, now: number): DetectedSignal | null {
  const quietMs = now - Math.max(facts.opensAt, facts.lastTradeAt ?? 0);
  const leftMs = facts.endsAt - now;
  if (quietMs < staleAfterMs || leftMs <= 0 || leftMs > staleWithinMs) return null;
  return {
    type: 'stale',
    ...aboutLeader(facts),
    direction: 'none',
    strength: quietMs / (quietMs + leftMs),
    evidence: { formula: staleFormula, quietHours: quietMs / hourMs, leftHours: leftMs / hourMs },
    expiresAt: Math.min(facts.endsAt, now + signalLifeMs.stale),
  };
}

const nearFormula =
  'uncertainty = −Σ p·ln p / ln n over the n outcomes; left = hours until trading ends, at most 24; strength = uncertainty × (1 − left / 24)';

/** Entropy of the prices, from 0 (decided) to 1 (even). */
function uncertaintyOf(prices: readonly number[]): number {
  const sum = prices.reduce((total, price) => total + price, 0);
  const entropy = prices.reduce((total, price) => {
    const p = price / sum;
    return p > 0 ? total - p * Math.log(p) : total;
  }, 0);
  return entropy / Math.log(prices.length);
}

function detectResolutionNear(facts: TimeFacts, now: number): DetectedSignal | null {
  const leftMs = facts.endsAt - now;
  if (leftMs <= 0 || leftMs > nearWithinMs) return null;
  const uncertainty = uncertaintyOf(facts.priceBps);
  const strength = Math.min(1, uncertainty * (1 - leftMs / nearWithinMs));
  if (strength < minNearStrength) return null;
  return {
    type: 'resolution-near',
    ...aboutLeader(facts),
    direction: 'none',
    strength,
    evidence: {
      formula: nearFormula,
      uncertainty,
      leftHours: leftMs / hourMs,
      leadingPrice: facts.priceBps[leaderOf(facts.priceBps)] / bpsPerUnit,
    },
    expiresAt: Math.min(facts.endsAt, now + signalLifeMs['resolution-near']),
  };
}

// Signals with a price direction: momentum and mispricing.

/** Steps of 15 minutes in the last hour. */
const recentSteps = 4;
const minMomentumZ = 3;
/** The hourly log-odds change that counts as noise in a market without price changes; about 125 bps at even odds. */
const quietLogOdds = 0.05;
/** One player alone can move a price, so two are required in the same hour. */
const minMomentumTraders = 2;

interface PriceFacts {
  readonly outcome: number;
  readonly priceBps: number;
  /** Null if a side of the book is empty: then no direction can be judged. */
  readonly spreadBps: number | null;
}

export interface MomentumFacts extends PriceFacts {
  /** Prices of the last day every 15 minutes: 97 points, the last is now. */
  readonly day: readonly number[];
  /** Distinct players who traded in the last hour. */
  readonly traders: number;
}

const momentumFormula =
  'z = change of ln(p/(1−p)) over the last hour / max(2 × RMS of the 15-minute changes of the 23 hours before, log-odds width of the spread, 0.05); strength = |z| / (|z| + 3)';

function detectMomentum(facts: MomentumFacts, now: number): DetectedSignal | null {
  const { day, traders, spreadBps, outcome, priceBps } = facts;
  if (spreadBps === null || traders < minMomentumTraders) return null;
  const odds = day.map(logOdds);
  const last = odds.length - 1;
  const start = last - recentSteps;
  const change = odds[last] - odds[start];
  let squares = 0;
  for (let index = 1; index <= start; index += 1) squares += (odds[index] - odds[index - 1]) ** 2;
  const volatility = Math.sqrt((recentSteps * squares) / start);
  const width = logOdds(day[start] + spreadBps / 2) - logOdds(day[start] - spreadBps / 2);
  const z = change / Math.max(volatility, width, quietLogOdds);
  const changeBps = day[last] - day[start];
  if (Math.abs(z) < minMomentumZ || Math.abs(changeBps) <= spreadBps) return null;
  return {
    type: 'momentum',
    outcome,
    direction: directionOf(z),
    strength: saturate(Math.abs(z), minMomentumZ),
    evidence: { formula: momentumFormula, z, changeBps, changeLogOdds: change, volatilityLogOdds: volatility, traders },
    priceBps,
    spreadBps,
    expiresAt: now + signalLifeMs.momentum,
  };
}

/** A crowd mean is rounded to 5 points, so it may be 250 bps off. */
const crowdRoundingBps = 250;
const minExcessBps = 500;
const halfExcessBps = 1_000;

export interface MispricingFacts extends PriceFacts {
  /** The published crowd mean of the outcome and the forecasts behind it; null if there is none. */
  readonly crowd: { readonly bps: number; readonly forecasters: number } | null;
  /** Current prices of the outcome on confirmed, fresh links to other venues. */
  readonly venueBps: readonly number[];
}

const mispricingFormula =
  'gap = reference − price; excess = |gap| − spread − rounding (250 bps for a crowd mean, 0 for venues); with both references the smaller excess counts, and they must agree in sign; strength = excess / (excess + 1000)';

interface Reference {
  readonly name: 'crowd' | 'venues';
  readonly bps: number;
  readonly excess: number;
}

function detectMispricing(facts: MispricingFacts, now: number): DetectedSignal | null {
  const { crowd, venueBps, spreadBps, priceBps, outcome } = facts;
  if (spreadBps === null) return null;
  const refer = (name: Reference['name'], bps: number, rounding: number): Reference => ({
    name,
    bps,
    excess: Math.abs(bps - priceBps) - spreadBps - rounding,
  });
  const venues = venueBps.length === 0 ? null : medianOf(venueBps);
  const references = [
    ...(crowd === null ? [] : [refer('crowd', crowd.bps, crowdRoundingBps)]),
    ...(venues === null ? [] : [refer('venues', venues, 0)]),
  ];
  if (references.length === 0) return null;
  if (new Set(references.map(({ bps }) => Math.sign(bps - priceBps))).size > 1) return null;
  const chosen = references.reduce((least, each) => (each.excess < least.excess ? each : least));
  if (chosen.excess < minExcessBps) return null;
  const gapBps = chosen.bps - priceBps;
  return {
    type: 'mispricing',
    outcome,
    direction: directionOf(gapBps),
    strength: saturate(chosen.excess, halfExcessBps),
    evidence: {
      formula: mispricingFormula,
      reference: chosen.name,
      referenceBps: chosen.bps,
      gapBps,
      excessBps: chosen.excess,
      spreadBps,
      forecasters: crowd?.forecasters ?? 0,
      venues: venueBps.length,
    },
    priceBps,
    spreadBps,
    expiresAt: now + signalLifeMs.mispricing,
  };
}

// Signals about how a market trades: unusual flow and vanishing liquidity.

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

function detectUnusualFlow(facts: FlowFacts, now: number): DetectedSignal | null {
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

function detectLiquidity(facts: LiquidityFacts, now: number): DetectedSignal | null {
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
  const detected: Record<SignalType, (DetectedSignal | null)[]> = {
    momentum: judged.map((each, outcome) => detectMomentum({ ...each, outcome, traders }, now)),
    mispricing: judged.map((each, outcome) => detectMispricing({ ...each, outcome }, now)),
    liquidity: judged.map((each, outcome) => detectLiquidity({ ...each, outcome, samples: each.depths, from }, now)),
    stale: [detectStale(time, now)],
    'resolution-near': [detectResolutionNear(time, now)],
    'unusual-flow': [detectUnusualFlow(flow, now)],
  };
  return Object.values(detected).flatMap(strongest);
}

/** A published signal is judged this long after it was detected. */
export const judgeAfterMs = dayMs;
/** Below this many judged signals a hit rate is not meaningful. */
const minJudged = 30;

export interface Backtest {
  readonly n: number;
  readonly hits: number;
  readonly hitRate: number;
  readonly low: number;
  readonly high: number;
}

/** The hit rate of judged signals with its Wilson 95 % interval; null below `minJudged`. */
export function backtestOf(n: number, hits: number): Backtest | null {
  if (n < minJudged) return null;
  const rate = hits / n;
  return { n, hits, hitRate: rate, ...wilsonInterval(rate, n) };
}

interface LabelledPrice {
  readonly label: string;
  readonly priceBps: number | null;
}

const fold = (label: string) => label.trim().toLowerCase();

/** Returns the price of the outcome with the same label on another venue; null if it has none. Nothing is derived. */
export function matchingPrice(label: string, outcomes: readonly LabelledPrice[]): number | null {
  const wanted = fold(label);
  return outcomes.find(outcome => fold(outcome.label) === wanted)?.priceBps ?? null;
}
