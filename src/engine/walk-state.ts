// The state of an incoming order during its walk through the maker and the resting orders.

import { ensure } from '../kernel/invariant.js';
import { bpsPerUnit } from '../kernel/units.js';
import type { MarketBook } from './market-book.js';
import { lnBps, logAdd, logPrices } from './prices.js';
import { moveOn, type OrderCursor, openCursor, type RestingOrder, type Side } from './resting-queue.js';

/** Unrounded fill of a resting order on the walk. */
export interface Touch {
  readonly order: RestingOrder;
  readonly role: 'counter' | 'companion';
  readonly shares: number;
  /** Whether its remainder is exactly zero; set by the walk, not computed by a subtraction. */
  readonly usedUp: boolean;
}

export interface WalkRequest {
  readonly book: MarketBook;
  readonly side: Side;
  readonly outcome: number;
  readonly limitBps: number;
  /** Micro-credits of a buy, micro-shares of a sell; infinite to measure the available liquidity. */
  readonly amount: number;
  /** The player whose own counter orders are cancelled instead of filled; null for none. */
  readonly playerId: string | null;
  readonly now: number;
}

export interface Walk {
  readonly side: Side;
  /** 1 for a buy, −1 for a sell: a sell is the same walk with every price moving the other way. */
  readonly direction: 1 | -1;
  readonly outcome: number;
  readonly liquidity: number;
  readonly playerId: string | null;
  readonly now: number;
  limitBps: number;
  remaining: number;
  usedUp: boolean;
  /** ln of the price of the order's own outcome. */
  logOwn: number;
  /**
   * The prices of the free outcomes (neither the order's own nor pinned) all move by the same factor. Each is stored
   * once, as a logarithm and as a weight relative to a scale that moves instead, so their sum needs no exponentials.
   */
  logScale: number;
  readonly relativeLogs: number[];
  /** Zero for outcomes that are not free. */
  readonly weights: number[];
  /** ln of the sum of the free prices. */
  logFree: number;
  freeCount: number;
  /** Room for the order's own and the free outcomes: 10000 minus the pinned limits, a whole number. */
  roomBps: number;
  readonly isFree: boolean[];
  /** Outcomes whose price is pinned to the limit of their best companion. */
  readonly pinned: number[];
  readonly companions: (OrderCursor | undefined)[];
  /**
   * Distance of the scale from an outcome's companion limit; infinite if the outcome is pinned or has no companion.
   */
  readonly gaps: number[];
  /** Best companion limit per outcome, 0 where there is none. */
  readonly companionBps: number[];
  companionCount: number;
  companionBpsSum: number;
  /** Remainder of the best companion of each outcome, and the shares it traded on this walk. */
  readonly companionLeft: number[];
  readonly companionShares: number[];
  readonly counters: OrderCursor;
  makerShares: number;
  makerCredits: number;
  /** Maker's shares that were complete sets shared with companions, while no price moved. */
  matchedShares: number;
  /** Total shares of all companions. */
  companionTotal: number;
  counterShares: number;
  counterCredits: number;
  readonly touches: Touch[];
  readonly selfTrades: RestingOrder[];
  readonly expired: RestingOrder[];
  steps: number;
}

export function startWalk(request: WalkRequest): Walk {
  const { book, side, outcome, now } = request;
  const count = book.shares.length;
  const logs = logPrices(book.shares, book.liquidity);
  const expired: RestingOrder[] = [];
  const counterQueues = side === 'buy' ? book.resting.sells : book.resting.buys;
  const walk: Walk = {
    side,
    direction: side === 'buy' ? 1 : -1,
    outcome,
    liquidity: book.liquidity,
    playerId: request.playerId,
    now,
    limitBps: request.limitBps,
    remaining: request.amount,
    usedUp: false,
    logOwn: logs[outcome],
    logScale: 0,
    relativeLogs: logs,
    weights: logs.map(log => Math.exp(log)),
    logFree: Number.NEGATIVE_INFINITY,
    freeCount: count - 1,
    roomBps: bpsPerUnit,
    isFree: new Array<boolean>(count).fill(true),
    pinned: [],
    companions: [],
    gaps: new Array<number>(count).fill(Number.POSITIVE_INFINITY),
    companionBps: zeros(count),
    companionCount: 0,
    companionBpsSum: 0,
    companionLeft: zeros(count),
    companionShares: zeros(count),
    counters: openCursor(counterQueues[outcome], now, expired),
    makerShares: 0,
    makerCredits: 0,
    matchedShares: 0,
    companionTotal: 0,
    counterShares: 0,
    counterCredits: 0,
    touches: [],
    selfTrades: [],
    expired,
    steps: 0,
  };
  walk.isFree[outcome] = false;
  walk.weights[outcome] = 0;
  openCompanions(walk, book);
  sumFree(walk);
  return walk;
}

/** Plain arrays: typed arrays of this size cost more to allocate than the whole walk of a small market. */
function zeros(count: number): number[] {
  return new Array<number>(count).fill(0);
}

function openCompanions(walk: Walk, book: MarketBook): void {
  const queues = walk.side === 'buy' ? book.resting.buys : book.resting.sells;
  for (let k = 0; k < queues.length; k += 1) {
    if (k === walk.outcome || queues[k].levels.length === 0) continue;
    walk.companions[k] = openCursor(queues[k], walk.now, walk.expired);
    noteCompanion(walk, k);
    if (walk.companionBps[k] > 0) walk.gaps[k] = gapOf(walk, k);
  }
}

/** Updates the sums of the limit rule with the outcome's current best companion. */
function noteCompanion(walk: Walk, k: number): void {
  const best = walk.companions[k]?.current ?? null;
  const before = walk.companionBps[k];
  const after = best?.limitBps ?? 0;
  walk.companionBps[k] = after;
  walk.companionBpsSum += after - before;
  walk.companionCount += (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
  walk.companionLeft[k] = best?.remaining ?? 0;
  walk.companionShares[k] = 0;
}

function gapOf(walk: Walk, k: number): number {
  return walk.direction * (walk.relativeLogs[k] - lnBps(walk.companionBps[k]));
}

/** Sums the free outcomes directly: one minus the others would lose a small price completely. */
function sumFree(walk: Walk): void {
  if (walk.freeCount === 0) {
    walk.logFree = Number.NEGATIVE_INFINITY;
    return;
  }
  let sum = sumWeights(walk);
  if (!(sum > smallestSum && sum < largestSum)) {
    rescale(walk);
    sum = sumWeights(walk);
  }
  walk.logFree = walk.logScale + Math.log(sum);
}

const smallestSum = 1e-200;
const largestSum = 1e200;

function sumWeights({ weights }: Walk): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k += 1) sum += weights[k];
  return sum;
}

/** The outcomes that the weights were relative to are gone: the largest remaining one becomes the scale. */
function rescale(walk: Walk): void {
  const { relativeLogs, weights, isFree } = walk;
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < weights.length; k += 1) if (isFree[k] && relativeLogs[k] > top) top = relativeLogs[k];
  walk.logScale += top;
  for (let k = 0; k < weights.length; k += 1) {
    if (!isFree[k]) continue;
    relativeLogs[k] -= top;
    weights[k] = Math.exp(relativeLogs[k]);
    if (walk.companionBps[k] > 0) walk.gaps[k] = gapOf(walk, k);
  }
}

/**
 * Pins an outcome whose price has reached its companion's limit. The integers of q miss the exact price by a
 * fraction of a share, which would leak into the payments in proportion to the shares; so the room becomes exact and
 * the other prices are shifted to fill it.
 */
export function pin(walk: Walk, k: number): void {
  walk.pinned.push(k);
  walk.isFree[k] = false;
  walk.freeCount -= 1;
  walk.weights[k] = 0;
  walk.gaps[k] = Number.POSITIVE_INFINITY;
  walk.roomBps -= walk.companionBps[k];
  ensure('room-left', walk.roomBps > 0, () => `pinned limits leave ${walk.roomBps} bps`);
  sumFree(walk);
  const shift = lnBps(walk.roomBps) - logAdd(walk.logOwn, walk.logFree);
  walk.logOwn += shift;
  walk.logScale += shift;
  walk.logFree += shift;
}

/**
 * Handles a pinned companion that is used up: the next one at the same limit keeps the outcome pinned, otherwise it
 * is free again.
 */
export function useUpCompanion(walk: Walk, k: number): void {
  const cursor = walk.companions[k] as OrderCursor;
  const limit = walk.companionBps[k];
  walk.touches.push({
    order: cursor.current as RestingOrder,
    role: 'companion',
    shares: walk.companionShares[k],
    usedUp: true,
  });
  moveOn(cursor, walk.now, walk.expired);
  noteCompanion(walk, k);
  if (walk.companionBps[k] === limit) return;
  walk.pinned.splice(walk.pinned.indexOf(k), 1);
  walk.isFree[k] = true;
  walk.freeCount += 1;
  walk.roomBps += limit;
  walk.relativeLogs[k] = lnBps(limit) - walk.logScale;
  walk.weights[k] = Math.exp(walk.relativeLogs[k]);
  if (walk.companionBps[k] > 0) walk.gaps[k] = gapOf(walk, k);
  sumFree(walk);
}

/** All fills of the finished walk, including partly used companions. */
export function allTouches(walk: Walk): Touch[] {
  const touches = [...walk.touches];
  for (const k of walk.pinned) {
    const order = walk.companions[k]?.current;
    const shares = walk.companionShares[k];
    if (order && shares > 0) touches.push({ order, role: 'companion', shares, usedUp: false });
  }
  return touches;
}

/** Upper bound of the number of steps: orders visited on the walk, whether they traded or not. */
export function touchedCount(walk: Walk): number {
  return walk.touches.length + walk.selfTrades.length + walk.expired.length + walk.pinned.length;
}
