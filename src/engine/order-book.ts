// The combined book of the maker and the resting orders, as levels of whole basis points. A level contains what an
// order with that limit would trade beyond the previous level, so buying the credits of the first levels moves the
// price to the last of them.

import {
  type Bps,
  bpsPerUnit,
  clampBps,
  highestLimitBps,
  lowestLimitBps,
  type Microcredits,
  type Microshares,
  maxAccountMicros,
  microcredits,
  microshares,
} from '../kernel/units.js';
import type { MarketBook } from './market-book.js';
import { logPrices } from './prices.js';
import type { Side } from './resting-queue.js';
import { walkTo } from './walk.js';
import { startWalk, type Walk } from './walk-state.js';

export interface BookLevel {
  readonly priceBps: Bps;
  readonly shares: Microshares;
  readonly credits: Microcredits;
  /** Liquidity at this level: the maker only, resting orders only, or both. */
  readonly source: 'maker' | 'orders' | 'mixed';
}

interface OrderBook {
  readonly outcome: number;
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly midBps: Bps;
  /** Best ask minus best bid; null if one side is empty. */
  readonly spreadBps: number | null;
}

/**
 * Number of levels for each distance; the last distance continues to the end. The deepest book that can be requested,
 * 200 levels, reaches from an even price exactly to the end. A shallow book is the beginning of a deeper one.
 */
const steps = [
  { levels: 10, bps: 1 },
  { levels: 10, bps: 5 },
  { levels: 10, bps: 10 },
  { levels: 161, bps: 25 },
  { levels: Number.POSITIVE_INFINITY, bps: 100 },
] as const;

export function orderBook(book: MarketBook, outcome: number, depth: number, now: number): OrderBook {
  const asks = levelsOf(book, outcome, 'buy', depth, now);
  const bids = levelsOf(book, outcome, 'sell', depth, now);
  const price = Math.exp(logPrices(book.shares, book.liquidity)[outcome]) * bpsPerUnit;
  return {
    outcome,
    sequence: book.sequence,
    bids,
    asks,
    midBps: clampBps(price),
    spreadBps: asks.length > 0 && bids.length > 0 ? asks[0].priceBps - bids[0].priceBps : null,
  };
}

/** Liquidity for an unlimited order of this side, limit by limit. */
function levelsOf(book: MarketBook, outcome: number, side: Side, depth: number, now: number): BookLevel[] {
  const limitBps = side === 'buy' ? lowestLimitBps : highestLimitBps;
  const amount = Number.POSITIVE_INFINITY;
  const walk = startWalk({ book, outcome, side, limitBps, amount, playerId: null, now });
  const levels: BookLevel[] = [];
  let before = totalsOf(walk);
  for (const priceBps of pricesFrom(walk)) {
    if (levels.length === depth) break;
    walkTo(walk, priceBps);
    const after = totalsOf(walk);
    const level = levelBetween(priceBps, before, after);
    if (level.shares <= 0 || level.credits <= 0) continue;
    levels.push(level);
    if (after.shares > maxAccountMicros) break;
    before = after;
  }
  return levels;
}

/**
 * The whole prices of the levels. The first is on the near side of the current price, where only an order that rests
 * exactly at the price can trade; further out they are multiples of their distance, so that a small price move
 * leaves the far levels unchanged.
 */
function* pricesFrom({ logOwn, direction }: Walk): Generator<number> {
  const price = Math.exp(logOwn) * bpsPerUnit;
  // Below one basis point, or above 9999, the first whole price is the last valid limit.
  let next =
    direction === 1 ? Math.max(lowestLimitBps, Math.floor(price)) : Math.min(highestLimitBps, Math.ceil(price));
  let inStep = -1;
  let step = 0;
  while (next <= highestLimitBps && next >= lowestLimitBps) {
    yield next;
    if (next === (direction === 1 ? highestLimitBps : lowestLimitBps)) return;
    inStep += 1;
    if (inStep === steps[step].levels) {
      step += 1;
      inStep = 0;
    }
    const { bps } = steps[step];
    next =
      direction === 1
        ? Math.min(highestLimitBps, (Math.floor(next / bps) + 1) * bps)
        : Math.max(lowestLimitBps, (Math.ceil(next / bps) - 1) * bps);
  }
}

interface Totals {
  readonly shares: number;
  readonly credits: number;
  /** Shares from counter orders. */
  readonly counters: number;
  /** Shares traded by companions. */
  readonly companions: number;
  /** Shares from the maker while only pinned companions move. */
  readonly matched: number;
}

function totalsOf(walk: Walk): Totals {
  return {
    shares: walk.makerShares + walk.counterShares,
    credits: walk.makerCredits + walk.counterCredits,
    counters: walk.counterShares,
    companions: walk.companionTotal,
    matched: walk.matchedShares,
  };
}

/**
 * Rounds totals instead of levels, so that the levels always add up to the cost of the walk to the last of them. A
 * large bid at a tiny price may need more shares than a market can have; the book ends there.
 */
function levelBetween(priceBps: number, before: Totals, after: Totals): BookLevel {
  const whole = (total: number) => Math.min(maxAccountMicros, Math.round(total));
  const between = (key: keyof Totals) => whole(after[key]) - whole(before[key]);
  const shares = between('shares');
  const maker = shares - between('counters') - between('matched');
  const resting = between('counters') + between('companions');
  return {
    priceBps: priceBps as Bps,
    shares: microshares(shares),
    credits: microcredits(between('credits')),
    source: resting <= 0 ? 'maker' : maker <= 0 ? 'orders' : 'mixed',
  };
}
