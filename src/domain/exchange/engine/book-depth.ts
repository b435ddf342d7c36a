/** Liquidity of the maker and the resting orders within a distance of the current price. */
import {
  bpsPerUnit,
  highestLimitBps,
  lowestLimitBps,
  type Microcredits,
  type Microshares,
  maxAccountMicros,
  microcredits,
  microshares,
} from '../../units.js';
import type { MarketBook } from './market-book.js';
import type { Side } from './resting-queue.js';
import { walkTo } from './walk.js';
import { startWalk } from './walk-state.js';

export interface SideDepth {
  readonly shares: Microshares;
  readonly credits: Microcredits;
}

export interface BookDepth {
  readonly withinBps: number;
  /** Bids, which sells fill against. */
  readonly bids: SideDepth;
  /** Asks, which buys fill against. */
  readonly asks: SideDepth;
}

/** The distances in ascending order. */
export function bookDepth(book: MarketBook, outcome: number, distances: readonly number[], now: number): BookDepth[] {
  const asks = sideDepth(book, outcome, 'buy', distances, now);
  const bids = sideDepth(book, outcome, 'sell', distances, now);
  return distances.map((withinBps, index) => ({ withinBps, bids: bids[index], asks: asks[index] }));
}

/** One walk serves all distances, because each continues where the previous one ended. */
function sideDepth(book: MarketBook, outcome: number, side: Side, distances: readonly number[], now: number) {
  const limitBps = side === 'buy' ? lowestLimitBps : highestLimitBps;
  const walk = startWalk({ book, outcome, side, limitBps, amount: Number.POSITIVE_INFINITY, playerId: null, now });
  const price = Math.exp(walk.logOwn) * bpsPerUnit;
  const whole = (total: number) => Math.min(maxAccountMicros, Math.round(total));
  return distances.map((distance): SideDepth => {
    if (walk.makerShares + walk.counterShares <= maxAccountMicros) {
      const reach = side === 'buy' ? Math.floor(price + distance) : Math.ceil(price - distance);
      walkTo(walk, Math.min(highestLimitBps, Math.max(lowestLimitBps, reach)));
    }
    return {
      shares: microshares(whole(walk.makerShares + walk.counterShares)),
      credits: microcredits(whole(walk.makerCredits + walk.counterCredits)),
    };
  });
}
