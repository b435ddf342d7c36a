import { ensure } from '../kernel/invariant.js';
import { bpsPerUnit } from '../kernel/units.js';
import { lnBps, logAdd, logOneMinusExp, softplus } from './prices.js';
import { moveOn, type RestingOrder } from './resting-queue.js';
import { pin, startWalk, touchedCount, useUpCompanion, type Walk, type WalkRequest } from './walk-state.js';

/** Walks one incoming order from event to event until it is used up or reaches its limit. */
export function walkOrder(request: WalkRequest): Walk {
  const walk = startWalk(request);
  walkOn(walk);
  return walk;
}

/** Continues a walk that has reached its limit, to a further one. */
export function walkTo(walk: Walk, limitBps: number): void {
  walk.limitBps = limitBps;
  walk.steps = 0;
  walkOn(walk);
}

function walkOn(walk: Walk): void {
  while (!walk.usedUp && takeStep(walk) !== 'limit');
}

/** Advances to the next event and applies it. */
export function takeStep(walk: Walk): Happening['kind'] {
  walk.steps += 1;
  assertBounded(walk);
  const happening = nextHappening(walk);
  moveTo(walk, happening);
  switch (happening.kind) {
    case 'used-up':
      walk.usedUp = true;
      break;
    case 'companion-used-up':
      useUpCompanion(walk, happening.target);
      break;
    case 'counters':
      tradeCounters(walk, happening.target);
      break;
    case 'pin':
      pin(walk, happening.target);
      break;
    case 'limit':
      break;
  }
  return happening.kind;
}

/** A walk terminates because every step uses up or pins something, or is the last: a longer one is a bug. */
function assertBounded(walk: Walk): void {
  const most = 3 * (walk.isFree.length + touchedCount(walk));
  ensure('walk-bounded', walk.steps <= most, () => `${walk.steps} steps where ${most} are the most`);
}

/** The price is constant while the counter orders at it trade, oldest first. */
function tradeCounters(walk: Walk, priceBps: number): void {
  while (walk.counters.current?.limitBps === priceBps && !walk.usedUp) {
    const order = walk.counters.current;
    if (order.playerId === walk.playerId) walk.selfTrades.push(order);
    else tradeCounter(walk, order);
    if (!walk.usedUp) moveOn(walk.counters, walk.now, walk.expired);
  }
}

function tradeCounter(walk: Walk, order: RestingOrder): void {
  const price = order.limitBps / bpsPerUnit;
  const buying = walk.direction === 1;
  const offered = buying ? order.remaining : order.remaining / price;
  const wanted = buying ? walk.remaining / price : walk.remaining;
  // Compared in the unit of the incoming order, so that equal amounts match exactly.
  const usedUp = buying ? order.remaining * price <= walk.remaining : offered <= walk.remaining;
  const shares = usedUp ? offered : Math.max(0, wanted);
  walk.touches.push({ order, role: 'counter', shares, usedUp });
  walk.counterShares += shares;
  walk.counterCredits += shares * price;
  if (usedUp) walk.remaining -= buying ? shares * price : shares;
  else {
    walk.remaining = 0;
    walk.usedUp = true;
  }
}

// One step of a walk: the next event and the distance to it. Distances are the growth (of a buy) or the decline (of
// a sell) of ln Σ exp(q/b), never below zero.

type HappeningKind = 'used-up' | 'companion-used-up' | 'counters' | 'pin' | 'limit';

export interface Happening {
  kind: HappeningKind;
  distance: number;
  /** The outcome of a companion that is pinned or used up, the price of counter orders or of the limit. */
  target: number;
}

const never = Number.POSITIVE_INFINITY;

/**
 * Ties are broken in the order of the checks: used up, counter orders, pins, the order's own limit. An order that is
 * already at its limit pins nothing more: far below it, the limits of other orders need not leave it any room.
 */
function nextHappening(walk: Walk): Happening {
  const next: Happening = { kind: 'used-up', distance: distanceToUsedUp(walk), target: walk.outcome };
  if (walk.pinned.length > 0) lookForUsedUpCompanion(walk, next);
  const counter = walk.counters.current;
  if (counter && walk.direction * (walk.limitBps - counter.limitBps) >= 0) {
    take(next, 'counters', distanceToPrice(walk, counter.limitBps), counter.limitBps);
  }
  const toLimit = distanceToLimit(walk);
  if (toLimit > 0 && walk.companionCount > walk.pinned.length) lookForPin(walk, next);
  take(next, 'limit', toLimit, walk.limitBps);
  ensure('walk-goes-on', next.distance < never, () => `no end in sight for a ${walk.side} of outcome ${walk.outcome}`);
  return next;
}

function take(next: Happening, kind: HappeningKind, distance: number, target: number): void {
  if (distance >= next.distance) return;
  next.kind = kind;
  next.distance = distance;
  next.target = target;
}

/**
 * Selling shares at a price near zero moves the sum by less than a double can represent. Something remains to be
 * sold, so the distance is positive: otherwise an order below its limit would be used up before the limit is
 * checked.
 */
function distanceToUsedUp(walk: Walk): number {
  const { liquidity, remaining } = walk;
  if (remaining <= 0) return 0;
  if (walk.direction === 1) return remaining / ((liquidity * walk.roomBps) / bpsPerUnit);
  if (walk.freeCount === 0) return remaining / liquidity;
  const logOwn = walk.logOwn - remaining / liquidity;
  return Math.max(Number.MIN_VALUE, lnBps(walk.roomBps) - logAdd(logOwn, walk.logFree));
}

/** A companion that is used up together with the order ends by the same event, so it goes first. */
function lookForUsedUpCompanion(walk: Walk, next: Happening): void {
  const { pinned, companionLeft, companionBps, direction } = walk;
  let nearest = -1;
  let least = never;
  for (const k of pinned) {
    const shares = direction === 1 ? (companionLeft[k] / companionBps[k]) * bpsPerUnit : companionLeft[k];
    if (shares < least) {
      least = shares;
      nearest = k;
    }
  }
  const distance = Math.max(0, least / walk.liquidity);
  if (distance === next.distance) next.distance = never;
  take(next, 'companion-used-up', distance, nearest);
}

function lookForPin(walk: Walk, next: Happening): void {
  const { gaps } = walk;
  let nearest = 0;
  for (let k = 1; k < gaps.length; k += 1) if (gaps[k] < gaps[nearest]) nearest = k;
  take(next, 'pin', Math.max(0, gaps[nearest] + walk.direction * walk.logScale), nearest);
}

/**
 * The distance until the order's own outcome reaches a price. If nothing is free, its price equals the room and is
 * constant, so counter orders at exactly that price are reached independently of rounding: their limits are whole
 * basis points.
 */
function distanceToPrice(walk: Walk, priceBps: number): number {
  if (walk.freeCount === 0) return walk.direction * (walk.roomBps - priceBps) >= 0 ? 0 : never;
  // A buy can't raise its price above the room; a sell whose price has no room left is already below it.
  if (walk.roomBps <= priceBps) return walk.direction === 1 ? never : 0;
  return Math.max(0, walk.direction * (walk.logFree - lnBps(walk.roomBps - priceBps)));
}

/**
 * Compares limits as whole basis points: while the best companions complete the order's own limit to a whole, they
 * match and the limit does not apply. If nothing is free and they do not, the price is past it.
 */
function distanceToLimit(walk: Walk): number {
  const sum = walk.limitBps + walk.companionBpsSum;
  const everyOther = walk.companionCount === walk.isFree.length - 1;
  const matched = walk.direction === 1 ? sum >= bpsPerUnit : everyOther && sum <= bpsPerUnit;
  return matched ? never : distanceToPrice(walk, walk.limitBps);
}

/**
 * Advances the state to the event: prices, the pinned companions' shares, and the order's paid and received amounts.
 */
function moveTo(walk: Walk, happening: Happening): void {
  const { distance } = happening;
  const { liquidity, direction, logOwn } = walk;
  const credits = happening.kind === 'used-up' && direction === 1 ? walk.remaining : creditsOver(walk, distance);
  const logAfter = distance === 0 ? logOwn : logPriceAfter(walk, happening);
  const soldOut = happening.kind === 'used-up' && direction === -1;
  const shares = soldOut ? walk.remaining : Math.max(0, liquidity * (distance + direction * (logAfter - logOwn)));
  walk.makerShares += Math.max(0, shares);
  walk.makerCredits += Math.max(0, credits);
  if (walk.freeCount === 0) walk.matchedShares += Math.max(0, shares);
  walk.remaining = happening.kind === 'used-up' ? 0 : walk.remaining - (direction === 1 ? credits : shares);
  if (distance === 0) return;
  const each = liquidity * distance;
  walk.companionTotal += each * walk.pinned.length;
  for (const k of walk.pinned) {
    walk.companionShares[k] += each;
    walk.companionLeft[k] -= direction === 1 ? (each * walk.companionBps[k]) / bpsPerUnit : each;
  }
  walk.logOwn = logAfter;
  walk.logScale -= direction * distance;
  walk.logFree -= direction * distance;
}

function creditsOver(walk: Walk, distance: number): number {
  return (walk.liquidity * distance * walk.roomBps) / bpsPerUnit;
}

function logPriceAfter(walk: Walk, happening: Happening): number {
  const { distance } = happening;
  const before = walk.logOwn;
  if (walk.freeCount === 0) return before;
  if (happening.kind === 'counters' || happening.kind === 'limit') return lnBps(happening.target);
  if (walk.direction === 1) return before + softplus(walk.logFree + logOneMinusExp(distance) - before);
  if (happening.kind === 'used-up') return before - walk.remaining / walk.liquidity + distance;
  // ln(expm1(v)) in a form that allows v to be tens of thousands.
  const taken = walk.logFree + distance + logOneMinusExp(distance) - before;
  return before + Math.log1p(-Math.exp(taken));
}
