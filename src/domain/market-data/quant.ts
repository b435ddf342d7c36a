import { dayMs } from '../durations.js';
/** Figures that trading programs ask for, each a formula over prices at even distances or over the state of the maker. */
import { minAmount } from '../exchange/order.js';
import { bpsPerUnit, clampBps, microsPerUnit } from '../units.js';

/** With fewer changes than this a correlation says nothing. */
const minChanges = 8;

export interface Moves {
  /** Last price minus first. */
  readonly changeBps: number;
  readonly highBps: number;
  readonly lowBps: number;
  /** The largest step from one moment to the next, up or down. */
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

/** Root of the summed squares of all changes, scaled to one day. No mean is taken off: over short times there is none. */
function perDay(changes: readonly number[], spanMs: number): number {
  const squares = changes.reduce((sum, change) => sum + change * change, 0);
  return Math.sqrt((squares * dayMs) / (changes.length * spanMs));
}

function logOdds(priceBps: number): number {
  const price = Math.min(bpsPerUnit - 1, Math.max(1, priceBps));
  return Math.log(price / (bpsPerUnit - price));
}

export interface Volatility {
  /** Basis points per square root of a day. */
  readonly bpsPerDay: number;
  /** The same of ln(p / (1 − p)), which does not shrink near 0 and 1. */
  readonly logOddsPerDay: number;
}

export function volatilityOf(series: readonly number[], spanMs: number): Volatility {
  return {
    bpsPerDay: perDay(changesOf(series), spanMs),
    logOddsPerDay: perDay(changesOf(series.map(logOdds)), spanMs),
  };
}

/** (bids − asks) / (bids + asks): 1 where there are only bids, −1 where there are only asks, 0 where there is nothing. */
export function imbalanceOf(bids: number, asks: number): number {
  return bids + asks > 0 ? (bids - asks) / (bids + asks) : 0;
}

export interface Correlation {
  /** Null where there are too few changes to tell. */
  readonly correlation: number | null;
  /** Spans in which at least one of the two moved. */
  readonly samples: number;
}

/** Pearson's coefficient of the changes of two series that belong to the same moments, spans without any move left out. */
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
  /** The market's price as a probability, exactly. */
  readonly price: number;
  /** What the asker believes, as a probability. */
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
  /** The price after buying for the stake: the limit to send. Null where nothing should be bought. */
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
 * What to stake so that the logarithm of the bankroll grows fastest, given that buying moves the maker's price. At the best
 * price p′ the next share is worth as much as it costs: q·(1 − p′)/(W − c + s) = (1 − q)·p′/(W − c). Between p and q the left
 * side falls and the right one rises, so halving finds it.
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
