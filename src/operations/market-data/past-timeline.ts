import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import type { TradeSteps } from '../../store/market-data/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { LiveMarket } from '../exchange/live/live-market.js';

/** A market's figures at the start of a look-back. Later trades don't change them. */
export interface PastFigure {
  readonly priceBps: readonly number[];
  /** Credits traded before the start, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

interface Start extends PastFigure {
  /** The sequence of the last trade included. */
  readonly sequence: number;
  /** All trades up to this time are included. */
  readonly coveredUntil: number;
}

/** How far a figure may lag behind the start of its look-back. */
const maxLagMs = 10_000;
/** Exceeds the clock skew between nodes and database plus the longest commit. */
const marginMs = 60_000;

/**
 * The figures of a market after each of its trades, from one time on. A figure is a row of numbers in one array: time,
 * sequence, the price and the volume of each outcome. Objects would take four times the memory, and the collector would
 * have to visit them.
 */
export class PastTimeline {
  private readonly outcomes: number;
  private readonly width: number;
  private readonly numbers: number[];
  private coveredUntil: number;
  /** The figure found last, which is nearly always found again. */
  private found: { readonly row: number; readonly figure: PastFigure } | null = null;

  constructor({ priceBps, outcomeVolumes, sequence, coveredUntil }: Start) {
    this.outcomes = priceBps.length;
    this.width = 2 + 2 * this.outcomes;
    // The start applies at any time before the first trade.
    this.numbers = [0, sequence, ...priceBps, ...outcomeVolumes];
    this.coveredUntil = coveredUntil;
  }

  /** The trades after the start. */
  get trades(): number {
    return this.numbers.length / this.width - 1;
  }

  /** The size of the timeline in memory, in numbers. */
  get weight(): number {
    return this.numbers.length;
  }

  get lastSequence(): number {
    return this.numbers[this.numbers.length - this.width + 1];
  }

  covers(at: number): boolean {
    return at <= this.coveredUntil + maxLagMs;
  }

  /**
   * Adds trades after the last one. An order may have several trades: if there are as many as the limit, the last order
   * may be incomplete and is read again later.
   */
  add(steps: TradeSteps, limit: number, now: number): void {
    const stepWidth = 4 + this.outcomes;
    const count = steps.length / stepWidth;
    const isComplete = count < limit;
    const incomplete = isComplete ? -1 : steps[(count - 1) * stepWidth];
    const after = this.lastSequence;
    for (let step = 0; step < steps.length; step += stepWidth) {
      const sequence = steps[step];
      if (sequence > after && sequence !== incomplete) this.push(steps, step);
    }
    const until = isComplete ? now - marginMs : this.numbers[this.numbers.length - this.width];
    this.coveredUntil = Math.max(this.coveredUntil, until);
  }

  figureAt(at: number): PastFigure {
    const row = this.rowAt(at);
    if (this.found?.row === row) return this.found.figure;
    const prices = row + 2;
    const volumes = prices + this.outcomes;
    const figure = {
      priceBps: this.numbers.slice(prices, volumes),
      outcomeVolumes: this.numbers.slice(volumes, volumes + this.outcomes),
    };
    this.found = { row, figure };
    return figure;
  }

  /** Forgets what only earlier look-backs need. */
  startAt(at: number): void {
    const row = this.rowAt(at);
    if (row === 0) return;
    this.numbers.splice(0, row);
    this.found = null;
  }

  /** Trades are in order of their sequence. Their times may differ by a little: a trade never precedes an earlier one. */
  private push(steps: TradeSteps, step: number): void {
    const last = this.numbers.length - this.width;
    const [sequence, at, outcome, credits] = [steps[step], steps[step + 1], steps[step + 2], steps[step + 3]];
    this.numbers.push(Math.max(at, this.numbers[last]), sequence);
    for (let index = 0; index < this.outcomes; index += 1) this.numbers.push(steps[step + 4 + index]);
    const volumes = last + 2 + this.outcomes;
    for (let index = 0; index < this.outcomes; index += 1) {
      this.numbers.push(this.numbers[volumes + index] + (index === outcome ? credits : 0));
    }
  }

  /** The position of the last row up to a time. */
  private rowAt(at: number): number {
    let [low, high] = [0, this.trades];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.numbers[middle * this.width] <= at) low = middle;
      else high = middle - 1;
    }
    return low * this.width;
  }
}

export function isQuiet({ market }: LiveMarket, since: number): boolean {
  return market.lastTradeAt === null || market.lastTradeAt <= since;
}

export function quietTimeline({ event, market }: LiveMarket, now: number): PastTimeline {
  return new PastTimeline({
    priceBps: market.lastTradeAt === null ? openingPrices(event) : market.priceBps,
    outcomeVolumes: market.outcomeVolumes,
    sequence: market.sequence,
    coveredUntil: now - marginMs,
  });
}

export function openingPrices({ openingShares, liquidity }: EventRow): readonly number[] {
  return displayedPrices(openingShares, liquidity);
}
