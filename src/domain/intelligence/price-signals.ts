/** Signals with a price direction: momentum and mispricing. */
import { logOdds } from '../market-data/quant.js';
import { medianOf } from '../median.js';
import { type DetectedSignal, directionOf, saturate, signalLifeMs } from './signal.js';

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

export function detectMomentum(facts: MomentumFacts, now: number): DetectedSignal | null {
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

export function detectMispricing(facts: MispricingFacts, now: number): DetectedSignal | null {
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
