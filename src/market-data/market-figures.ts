import { statusAt } from '../engine/lifecycle.js';
import { depthDistances, depthOfBook, type LiveMarket, topOfBook } from '../exchange/live/live-market.js';
import type { PastFigure } from './past-timeline.js';
import { judgeHealth } from './rules/health.js';

/** The indexes of the outcomes with the highest prices, in the order of the outcomes. */
export function leadingOutcomes({ market }: LiveMarket, limit: number): number[] {
  const indexes = market.priceBps.map((_price, index) => index);
  if (indexes.length <= limit) return indexes;
  const byPrice = indexes.sort((a, b) => market.priceBps[b] - market.priceBps[a] || a - b);
  return byPrice.slice(0, limit).sort((a, b) => a - b);
}

/** Micro-credits traded since the figure was computed, by outcome. */
export function tradedSince({ market }: LiveMarket, { outcomeVolumes }: PastFigure): number[] {
  return market.outcomeVolumes.map((volume, outcome) => volume - outcomeVolumes[outcome]);
}

/** Rates the health of a market, which must be consistent. */
export function healthOf(live: LiveMarket, staleDays: number, now: number) {
  const { market } = live;
  const [leading] = leadingOutcomes(live, 1);
  const { bids, asks } = depthOfBook(live, leading, now)[near];
  const figures = {
    status: statusAt(market, now),
    opensAt: market.opensAt,
    endsAt: market.endsAt,
    closedAt: market.closedAt,
    lastTradeAt: market.lastTradeAt,
    spreadBps: topOfBook(live, leading, now).spreadBps,
    bidDepth: bids.credits,
    askDepth: asks.credits,
    openOrders: market.openOrders,
    traders: market.traders,
  };
  return { figures, health: judgeHealth(figures, staleDays, now) };
}

export const near = depthDistances.indexOf(200);
