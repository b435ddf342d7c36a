// Metrics for trading programs, computed from prices at even intervals or from the market maker's state.

import { minAmount } from '../../engine/place-order.js';
import { dayMs } from '../../kernel/time.js';
import { bpsPerUnit, clampBps, microsPerUnit } from '../../kernel/units.js';

/** With fewer changes a correlation is meaningless. */
const minChanges = 8;

export interface Moves {
  /** Last price minus first. */
  readonly changeBps: number;
  readonly highBps: number;
  readonly lowBps: number;
  /** The largest absolute change between two neighbours. */
  readonly largestStepBps: number;
}

export function movesOf(series: readonly number[]): Moves {
  let high = series[0];
  let low = series[0];
  let largest = 0;
  for (let index = 1; index < series.length; index += 1) {
    high = Math.max(high, series[index]);
    low = Math.min(low, series[index]);
    largest = Math.max(largest, Math.abs(series[index] - series[index - 1]));
  }
  return { changeBps: series[series.length - 1] - series[0], highBps: high, lowBps: low, largestStepBps: largest };
}

function changesOf(series: readonly number[]): number[] {
  return series.slice(1).map((value, index) => value - series[index]);
}

/** Root of the summed squared changes, scaled to one day. The mean is taken as zero, as usual over short periods. */
function perDay(changes: readonly number[], spanMs: number): number {
  const squares = changes.reduce((sum, change) => sum + change * change, 0);
  return Math.sqrt((squares * dayMs) / (changes.length * spanMs));
}

export function logOdds(priceBps: number): number {
  const price = Math.min(bpsPerUnit - 1, Math.max(1, priceBps));
  return Math.log(price / (bpsPerUnit - price));
}

export interface Volatility {
  /** Basis points per square root of a day. */
  readonly bpsPerDay: number;
  /** The same for ln(p / (1 − p)), which does not shrink near 0 and 1. */
  readonly logOddsPerDay: number;
}

export function volatilityOf(series: readonly number[], spanMs: number): Volatility {
  return {
    bpsPerDay: perDay(changesOf(series), spanMs),
    logOddsPerDay: perDay(changesOf(series.map(logOdds)), spanMs),
  };
}

/** (bids − asks) / (bids + asks): 1 with bids only, −1 with asks only, 0 for an empty book. */
export function imbalanceOf(bids: number, asks: number): number {
  return bids + asks > 0 ? (bids - asks) / (bids + asks) : 0;
}

export interface Correlation {
  /** Null if there are too few changes. */
  readonly correlation: number | null;
  /** Intervals in which at least one of the two changed. */
  readonly samples: number;
}

/**
 * Pearson's coefficient of the changes of two series sampled at the same times, without intervals in which neither
 * changed.
 */
export function correlationOf(a: readonly number[], b: readonly number[]): Correlation {
  const left = changesOf(a);
  const right = changesOf(b);
  const pairs = left.flatMap((change, index) =>
    change !== 0 || right[index] !== 0 ? [[change, right[index]] as const] : [],
  );
  const samples = pairs.length;
  if (samples < minChanges) return { correlation: null, samples };
  const mean = (index: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[index], 0) / samples;
  const [meanA, meanB] = [mean(0), mean(1)];
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (const [x, y] of pairs) {
    product += (x - meanA) * (y - meanB);
    squareA += (x - meanA) ** 2;
    squareB += (y - meanB) ** 2;
  }
  if (squareA === 0 || squareB === 0) return { correlation: null, samples };
  return { correlation: Math.min(1, Math.max(-1, product / Math.sqrt(squareA * squareB))), samples };
}

interface KellyQuestion {
  /** The market's exact price as a probability. */
  readonly price: number;
  /** The caller's probability. */
  readonly belief: number;
  /** b, in micro-credits. */
  readonly liquidity: number;
  readonly bankrollCredits: number;
  /** 1 is full Kelly. */
  readonly fraction: number;
}

export interface KellyAnswer {
  readonly edgeBps: number;
  /** (q − p) / (1 − p): the share of the bankroll to stake if the price stood still. */
  readonly fixedPriceFraction: number;
  readonly stakeCredits: number;
  readonly shares: number;
  /** The price after buying for the stake, which is the limit to send. Null if nothing should be bought. */
  readonly limitPriceBps: number | null;
  /** belief · shares − stake. */
  readonly expectedProfitCredits: number;
}

/** Buying from price p to p′ costs b·ln((1 − p)/(1 − p′)). */
function costTo(price: number, after: number, b: number): number {
  return b * (Math.log1p(-price) - Math.log1p(-after));
}

function priceFor(price: number, cost: number, b: number): number {
  return 1 - (1 - price) * Math.exp(-cost / b);
}

function sharesTo(price: number, after: number, b: number): number {
  return costTo(price, after, b) + b * Math.log(after / price);
}

/**
 * Returns the stake that maximizes the expected logarithm of the bankroll, given that buying moves the maker's price.
 * At the optimal price p′ the next share is worth its cost: q·(1 − p′)/(W − c + s) = (1 − q)·p′/(W − c). Between p and
 * q the left side falls and the right side rises, so bisection finds it.
 */
export function kellyOf({ price, belief, liquidity, bankrollCredits, fraction }: KellyQuestion): KellyAnswer {
  const b = liquidity / microsPerUnit;
  const edgeBps = Math.round((belief - price) * bpsPerUnit);
  const nothing = { edgeBps, fixedPriceFraction: 0, stakeCredits: 0, shares: 0, limitPriceBps: null };
  if (!(belief > price) || bankrollCredits <= 0) return { ...nothing, expectedProfitCredits: 0 };
  let low = price;
  let high = Math.min(belief, priceFor(price, bankrollCredits, b));
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    const cost = costTo(price, middle, b);
    const left = bankrollCredits - cost;
    const wanted =
      left > 0 && belief * (1 - middle) * left > (1 - belief) * middle * (left + sharesTo(price, middle, b));
    if (wanted) low = middle;
    else high = middle;
  }
  const wished = Math.floor(fraction * costTo(price, low, b) * microsPerUnit);
  const stake = wished < minAmount ? 0 : wished / microsPerUnit;
  const after = priceFor(price, stake, b);
  const shares = sharesTo(price, after, b);
  return {
    edgeBps,
    fixedPriceFraction: (belief - price) / (1 - price),
    stakeCredits: stake,
    shares,
    limitPriceBps: stake > 0 ? clampBps(Math.ceil(after * bpsPerUnit)) : null,
    expectedProfitCredits: belief * shares - stake,
  };
}
