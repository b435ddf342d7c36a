import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import type { TradeStep } from '../../store/market-data/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { LiveMarket } from '../exchange/live/live-market.js';

/** A market's figures at the start of a look-back. Later trades don't change them. */
export interface PastFigure {
  readonly priceBps: readonly number[];
  /** Credits traded before the start, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

/** A mutable figure that advances trade by trade as the look-back's start moves forward. */
export interface Base {
  priceBps: readonly number[];
  outcomeVolumes: number[];
  /** The sequence of the last trade included. */
  sequence: number;
  /** The trades after it, oldest first. */
  steps: TradeStep[];
  /** All trades up to this time are in the base or in `steps`. */
  coveredUntil: number;
}

/** How far a figure may lag behind the start of its look-back. */
export const maxLagMs = 10_000;
/** Exceeds the clock skew between nodes and database plus the longest commit. */
const marginMs = 60_000;

/** An order may have several trades. If the batch is full, its last order may be incomplete and is read again later. */
export function addSteps(base: Base, rows: readonly TradeStep[], limit: number, now: number): void {
  const isComplete = rows.length < limit;
  const last = rows.at(-1)?.sequence;
  const whole = isComplete ? rows : rows.filter(row => row.sequence !== last);
  const after = base.steps.at(-1)?.sequence ?? base.sequence;
  base.steps.push(...whole.filter(row => row.sequence > after));
  const until = isComplete ? now - marginMs : (base.steps.at(-1)?.at ?? 0);
  base.coveredUntil = Math.max(base.coveredUntil, until);
}

export function advance(base: Base, at: number): void {
  let passed = 0;
  for (const step of base.steps) {
    if (step.at > at) break;
    base.priceBps = step.priceBps;
    base.outcomeVolumes[step.outcome] += step.credits;
    base.sequence = step.sequence;
    passed += 1;
  }
  if (passed > 0) base.steps.splice(0, passed);
}

export function isQuiet({ market }: LiveMarket, since: number): boolean {
  return market.lastTradeAt === null || market.lastTradeAt <= since;
}

export function quietBase({ event, market }: LiveMarket, now: number): Base {
  return {
    priceBps: market.lastTradeAt === null ? openingPrices(event) : market.priceBps,
    outcomeVolumes: [...market.outcomeVolumes],
    sequence: market.sequence,
    steps: [],
    coveredUntil: now - marginMs,
  };
}

export function openingPrices({ openingShares, liquidity }: EventRow): readonly number[] {
  return displayedPrices(openingShares, liquidity);
}

/** Copies the figure as of a later time, which the base must cover. */
export function figureAt({ priceBps, outcomeVolumes, steps }: Base, at: number): PastFigure {
  let prices = priceBps;
  const volumes = [...outcomeVolumes];
  for (const step of steps) {
    if (step.at > at) break;
    prices = step.priceBps;
    volumes[step.outcome] += step.credits;
  }
  return { priceBps: prices, outcomeVolumes: volumes };
}
