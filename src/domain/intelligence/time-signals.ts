/** Signals caused by time: a price without recent trades, and an approaching end. */
import { dayMs, hourMs } from '../durations.js';
import { bpsPerUnit } from '../units.js';
import { type DetectedSignal, signalLifeMs } from './signal.js';

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

export function detectStale(facts: TimeFacts, now: number): DetectedSignal | null {
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

export function detectResolutionNear(facts: TimeFacts, now: number): DetectedSignal | null {
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
