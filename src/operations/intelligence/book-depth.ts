import { depthDistances, depthOfBook } from '../exchange/live/book-figures.js';
import type { LiveMarket } from '../exchange/live/live-market.js';

/** The distance from the price at which intelligence measures depth, in basis points. */
const depthWithinBps = 200;
const near = depthDistances.indexOf(depthWithinBps);

/** Micro-credits within 200 bps of the price on the thinner side of the book. The market must be consistent. */
export function thinnerDepth(live: LiveMarket, outcome: number, now: number): number {
  const { bids, asks } = depthOfBook(live, outcome, now)[near];
  return Math.min(bids.credits, asks.credits);
}
