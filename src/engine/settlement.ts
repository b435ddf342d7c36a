// The walk runs in doubles; settlement rounds every party once, always in the market's favour. The maker's part is
// charged from the integer shares, so that no error of the walk can reach the market's account.

import { ensure } from '../kernel/invariant.js';
import {
  bpsOfDown,
  bpsOfRemainder,
  bpsOfUp,
  bpsPerUnit,
  type Microcredits,
  type Microshares,
  maxAccountMicros,
  microcredits,
  microshares,
} from '../kernel/units.js';
import { assertSolvent, type MarketBook } from './market-book.js';
import { costBetween, costOf } from './prices.js';
import type { RestingOrder } from './resting-queue.js';
import { allTouches, type Touch, type Walk } from './walk-state.js';

/** The fill of a resting order. Credits are paid by a buy and received by a sell. */
export interface RestingFill {
  readonly order: RestingOrder;
  readonly role: 'counter' | 'companion';
  readonly shares: Microshares;
  readonly credits: Microcredits;
  /** Its remaining reserve; at zero it is filled. */
  readonly remaining: number;
}

/** The part of the incoming order that one kind of counterparty filled. */
export interface Part {
  readonly shares: Microshares;
  readonly credits: Microcredits;
}

export interface Settlement {
  readonly maker: Part;
  readonly counters: Part;
  readonly resting: readonly RestingFill[];
  /** q and the market's account after the order. */
  readonly shares: readonly number[];
  readonly account: Microcredits;
}

/** The market can't hold that much: rejected before rounding, while the numbers are still exact. */
interface BeyondBounds {
  readonly beyondBounds: true;
}

export function settle(book: MarketBook, walk: Walk, amount: number): Settlement | BeyondBounds {
  const touches = allTouches(walk);
  if (!inBounds(walk, touches)) return { beyondBounds: true };
  const settled =
    walk.side === 'buy' ? settleBuy(book, walk, touches, amount) : settleSell(book, walk, touches, amount);
  const account = book.account + accountChange(walk, settled);
  if (account > maxAccountMicros) return { beyondBounds: true };
  assertSolvent(book, settled.shares, account);
  const { maker, counters, resting, shares } = settled;
  return { maker, counters, resting, shares, account: microcredits(account) };
}

type Unbooked = Omit<Settlement, 'account'>;

function inBounds(walk: Walk, touches: readonly Touch[]): boolean {
  return walk.makerShares + walk.counterShares <= maxAccountMicros && touches.every(t => t.shares <= maxAccountMicros);
}

/** Buyers pay the market and sellers are paid by it; rounding differences stay in the market's account. */
function accountChange(walk: Walk, settled: Unbooked): number {
  const tradedCredits = settled.maker.credits + settled.counters.credits;
  let change = walk.side === 'buy' ? tradedCredits : -tradedCredits;
  for (const fill of settled.resting) change += fill.order.side === 'buy' ? fill.credits : -fill.credits;
  return change;
}

function roundTouch({ order, role, shares, usedUp }: Touch): RestingFill {
  if (order.side === 'buy') {
    const whole = Math.floor(shares);
    const credits = usedUp ? order.remaining : Math.min(order.remaining, bpsOfUp(whole, order.limitBps));
    return fillOf(order, role, whole, credits, order.remaining - credits);
  }
  const whole = usedUp ? order.remaining : Math.min(order.remaining, Math.floor(shares));
  return fillOf(order, role, whole, bpsOfDown(whole, order.limitBps), order.remaining - whole);
}

function fillOf(
  order: RestingOrder,
  role: Touch['role'],
  shares: number,
  credits: number,
  remaining: number,
): RestingFill {
  return { order, role, shares: microshares(shares), credits: microcredits(credits), remaining };
}

function part(shares: number, credits: number): Part {
  return { shares: microshares(shares), credits: microcredits(credits) };
}

/** The sum of all counter orders at their limits, rounded once. */
function atLimits(counters: readonly RestingFill[]): { shares: number; down: number; up: number } {
  let shares = 0;
  let whole = 0;
  let rest = 0;
  for (const fill of counters) {
    shares += fill.shares;
    whole += bpsOfDown(fill.shares, fill.order.limitBps);
    rest += bpsOfRemainder(fill.shares, fill.order.limitBps);
  }
  return { shares, down: whole + Math.floor(rest / bpsPerUnit), up: whole + Math.ceil(rest / bpsPerUnit) };
}

function withRole(fills: readonly RestingFill[], role: Touch['role']): RestingFill[] {
  return fills.filter(fill => fill.role === role && (fill.shares > 0 || fill.credits > 0));
}

function creditsOf(fills: readonly RestingFill[]): number {
  return fills.reduce((sum, fill) => sum + fill.credits, 0);
}

/** q after the companions' shares, before those of the incoming order. */
function withCompanions(book: MarketBook, companions: readonly RestingFill[], sign: 1 | -1): number[] {
  const shares = [...book.shares];
  for (const fill of companions) shares[fill.order.outcome] += sign * fill.shares;
  return shares;
}

function settleBuy(book: MarketBook, walk: Walk, touches: readonly Touch[], amount: number): Unbooked {
  const fills = touches.map(roundTouch);
  const counters = trimCounters(withRole(fills, 'counter'), amount);
  const companions = withRole(fills, 'companion');
  const counted = atLimits(counters);
  const maker = chargeMaker(book, walk, companions, amount - counted.up);
  if (!maker) {
    return {
      maker: part(0, 0),
      counters: part(counted.shares, counted.up),
      resting: counters,
      shares: book.shares,
    };
  }
  return {
    maker: part(maker.bought, maker.credits),
    counters: part(counted.shares, counted.up),
    resting: [...counters, ...companions],
    shares: maker.shares,
  };
}

/**
 * The doubles of a walk through very large counter orders may be a micro-credit too generous; the youngest counter
 * order then gives less.
 */
function trimCounters(counters: RestingFill[], amount: number): RestingFill[] {
  const trimmed = [...counters];
  for (let last = trimmed.length - 1; last >= 0; last -= 1) {
    const short = atLimits(trimmed).up - amount;
    if (short <= 0) return trimmed;
    const { order, role, shares } = trimmed[last];
    const keptShares = Math.max(0, shares - Math.ceil((short * bpsPerUnit) / order.limitBps));
    trimmed[last] = fillOf(
      order,
      role,
      keptShares,
      bpsOfDown(keptShares, order.limitBps),
      order.remaining - keptShares,
    );
  }
  return trimmed.filter(fill => fill.shares > 0);
}

interface MakerCharge {
  readonly bought: number;
  readonly credits: number;
  readonly shares: readonly number[];
}

/**
 * The maker's price for the walk's shares, reduced until the order can pay. Null if nothing is left to buy; the
 * companions' parts, which depend on it, are then dropped too.
 */
function chargeMaker(
  book: MarketBook,
  walk: Walk,
  companions: readonly RestingFill[],
  affordable: number,
): MakerCharge | null {
  const { outcome, liquidity } = walk;
  const paid = creditsOf(companions);
  const shares = withCompanions(book, companions, 1);
  const start = shares[outcome];
  const before = costOf(book.shares, liquidity);
  const price = Math.exp(walk.logOwn);
  let bought = Math.floor(walk.makerShares);
  for (let round = 0; bought > 0; round += 1) {
    shares[outcome] = start + bought;
    const credits = Math.max(0, Math.ceil(costBetween(before, costOf(shares, liquidity))) + 1 - paid);
    const short = credits - affordable;
    if (short <= 0) return { bought, credits, shares };
    ensure('charge-converges', round < 64, () => `${bought} micro-shares still cost ${credits} of ${affordable}`);
    bought -= Math.max(1, Math.ceil(short / price));
  }
  return null;
}

function settleSell(book: MarketBook, walk: Walk, touches: readonly Touch[], amount: number): Unbooked {
  const fills = touches.map(roundTouch);
  const counters = withRole(fills, 'counter');
  const companions = withRole(fills, 'companion');
  const counted = atLimits(counters);
  const left = amount - counted.shares;
  const sold = walk.usedUp ? left : Math.min(left, Math.floor(walk.makerShares));
  const counterPart = part(counted.shares, counted.down);
  if (sold === 0 && companions.length === 0) {
    return { maker: part(0, 0), counters: counterPart, resting: counters, shares: book.shares };
  }
  const shares = withCompanions(book, companions, -1);
  shares[walk.outcome] -= sold;
  const worth = costBetween(costOf(shares, walk.liquidity), costOf(book.shares, walk.liquidity));
  const credits = Math.max(0, Math.floor(worth) - 1 - creditsOf(companions));
  return { maker: part(sold, credits), counters: counterPart, resting: [...counters, ...companions], shares };
}

/** The current proceeds of selling shares to the maker alone: the value of a position. */
export function makerBid(
  book: Pick<MarketBook, 'shares' | 'liquidity'>,
  outcome: number,
  shares: number,
): Microcredits {
  const after = [...book.shares];
  after[outcome] -= shares;
  const worth = costBetween(costOf(after, book.liquidity), costOf(book.shares, book.liquidity));
  return microcredits(Math.max(0, Math.floor(worth) - 1));
}
