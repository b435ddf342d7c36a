/** Where an incoming order stands on its walk through the maker and the resting orders. */
import { ensure } from '../ledger/invariant.js';
import { bpsPerUnit } from '../units.js';
import { lnBps, logAdd } from './log-math.js';
import type { MarketBook } from './market-book.js';
import { moveOn, type OrderCursor, openCursor } from './order-cursor.js';
import { logPrices } from './prices.js';
import type { RestingOrder, Side } from './resting-queue.js';

/** What a resting order gave or took on the walk, unrounded. */
export interface Touch {
  readonly order: RestingOrder;
  readonly role: 'counter' | 'companion';
  readonly shares: number;
  /** Its remainder is exactly zero: a fact of the walk and not the result of a subtraction. */
  readonly usedUp: boolean;
}

export interface WalkRequest {
  readonly book: MarketBook;
  readonly side: Side;
  readonly outcome: number;
  readonly limitBps: number;
  /** Micro-credits of a buy, micro-shares of a sell; infinite to ask how much there is. */
  readonly amount: number;
  /** Whose own counter orders are cancelled instead of met; null for nobody's. */
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
  /** ln p per outcome, kept up to date. */
  readonly logs: Float64Array;
  /** ln of the sum of the prices of the free outcomes: neither the order's own nor pinned. */
  logFree: number;
  freeCount: number;
  /** Room for the order's own and the free outcomes: what the pinned limits leave of 10000, a whole number. */
  roomBps: number;
  /** 1 where the outcome's price is held at the limit of its best companion. */
  readonly pinned: Uint8Array;
  pinnedCount: number;
  readonly companions: (OrderCursor | undefined)[];
  /** Best companion limit per outcome, 0 where there is none. */
  readonly companionBps: Int32Array;
  companionCount: number;
  companionBpsSum: number;
  /** What is left of the best companion of each outcome, and the shares it traded on this walk. */
  readonly companionLeft: Float64Array;
  readonly companionShares: Float64Array;
  readonly counters: OrderCursor;
  makerShares: number;
  makerCredits: number;
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
    logs: logPrices(book.shares, book.liquidity),
    logFree: Number.NEGATIVE_INFINITY,
    freeCount: count - 1,
    roomBps: bpsPerUnit,
    pinned: new Uint8Array(count),
    pinnedCount: 0,
    companions: [],
    companionBps: new Int32Array(count),
    companionCount: 0,
    companionBpsSum: 0,
    companionLeft: new Float64Array(count),
    companionShares: new Float64Array(count),
    counters: openCursor(counterQueues[outcome], now, expired),
    makerShares: 0,
    makerCredits: 0,
    counterShares: 0,
    counterCredits: 0,
    touches: [],
    selfTrades: [],
    expired,
    steps: 0,
  };
  openCompanions(walk, book);
  sumFree(walk);
  return walk;
}

function openCompanions(walk: Walk, book: MarketBook): void {
  const queues = walk.side === 'buy' ? book.resting.buys : book.resting.sells;
  for (let k = 0; k < queues.length; k += 1) {
    if (k === walk.outcome || queues[k].levels.length === 0) continue;
    walk.companions[k] = openCursor(queues[k], walk.now, walk.expired);
    noteCompanion(walk, k);
  }
}

/** Takes the outcome's best companion as it now is into the sums that the limit rule looks at. */
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

/** A log-sum over the free outcomes: one minus the others would lose a small price altogether. */
function sumFree(walk: Walk): void {
  const { logs, pinned, outcome } = walk;
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < logs.length; k += 1) if (k !== outcome && pinned[k] === 0 && logs[k] > top) top = logs[k];
  let sum = 0;
  for (let k = 0; k < logs.length; k += 1) {
    if (k !== outcome && pinned[k] === 0) sum += Math.exp(logs[k] - top);
  }
  walk.logFree = walk.freeCount === 0 ? Number.NEGATIVE_INFINITY : top + Math.log(sum);
}

/**
 * The outcome's price has reached its companion's limit and is held there. What the integers of q missed by a fraction
 * of a share would otherwise leak into the payments in proportion to the shares, so the room is exact from here on and the
 * other prices are shifted to fill it.
 */
export function pin(walk: Walk, k: number): void {
  walk.pinned[k] = 1;
  walk.pinnedCount += 1;
  walk.freeCount -= 1;
  walk.roomBps -= walk.companionBps[k];
  ensure('room-left', walk.roomBps > 0, () => `pinned limits leave ${walk.roomBps} bps`);
  walk.logs[k] = lnBps(walk.companionBps[k]);
  sumFree(walk);
  const shift = lnBps(walk.roomBps) - logAdd(walk.logs[walk.outcome], walk.logFree);
  for (let j = 0; j < walk.logs.length; j += 1) if (walk.pinned[j] === 0) walk.logs[j] += shift;
  walk.logFree += shift;
}

/** The pinned companion is used up; the next one at the same limit keeps the outcome pinned, else it is free again. */
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
  walk.pinned[k] = 0;
  walk.pinnedCount -= 1;
  walk.freeCount += 1;
  walk.roomBps += limit;
  sumFree(walk);
}

/** The touches of the finished walk, the companions that were only partly used included. */
export function allTouches(walk: Walk): Touch[] {
  const touches = [...walk.touches];
  for (let k = 0; k < walk.pinned.length; k += 1) {
    const order = walk.companions[k]?.current;
    const shares = walk.companionShares[k];
    if (order && shares > 0) touches.push({ order, role: 'companion', shares, usedUp: false });
  }
  return touches;
}

/** What bounds the number of steps: orders met on the walk, whether they traded or not. */
export function touchedCount(walk: Walk): number {
  return walk.touches.length + walk.selfTrades.length + walk.expired.length + walk.pinnedCount;
}
