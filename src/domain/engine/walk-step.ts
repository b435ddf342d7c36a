/**
 * One step of a walk: what happens next, and how far it is until then. Distances are the growth (of a buy) or the decline
 * (of a sell) of ln Σ exp(q/b), never below zero.
 */
import { ensure } from '../ledger/invariant.js';
import { bpsPerUnit } from '../units.js';
import { lnBps, logAdd, logOneMinusExp, softplus } from './log-math.js';
import type { Walk } from './walk-state.js';

export type Happening =
  | { readonly kind: 'companion-used-up'; readonly distance: number; readonly outcome: number }
  | { readonly kind: 'used-up'; readonly distance: number }
  | { readonly kind: 'counters'; readonly distance: number; readonly priceBps: number }
  | { readonly kind: 'pin'; readonly distance: number; readonly outcome: number }
  | { readonly kind: 'limit'; readonly distance: number; readonly priceBps: number };

const never = Number.POSITIVE_INFINITY;

/** At equal distances the earlier one in this list goes first: used up, counters, pins, the order's own limit. */
export function nextHappening(walk: Walk): Happening {
  let next: Happening = { kind: 'used-up', distance: distanceToUsedUp(walk) };
  next = nearestUsedUpCompanion(walk, next);
  const counter = walk.counters.current;
  if (counter && walk.direction * (walk.limitBps - counter.limitBps) >= 0) {
    const distance = distanceToPrice(walk, counter.limitBps);
    if (distance < next.distance) next = { kind: 'counters', distance, priceBps: counter.limitBps };
  }
  next = nearestPin(walk, next);
  const distance = distanceToLimit(walk);
  if (distance < next.distance) next = { kind: 'limit', distance, priceBps: walk.limitBps };
  ensure('walk-goes-on', next.distance < never, () => `no end in sight for a ${walk.side} of outcome ${walk.outcome}`);
  return next;
}

function distanceToUsedUp(walk: Walk): number {
  const { liquidity, remaining } = walk;
  if (walk.direction === 1) return Math.max(0, remaining / ((liquidity * walk.roomBps) / bpsPerUnit));
  if (walk.freeCount === 0) return Math.max(0, remaining / liquidity);
  const logOwn = walk.logs[walk.outcome] - remaining / liquidity;
  return Math.max(0, lnBps(walk.roomBps) - logAdd(logOwn, walk.logFree));
}

/** A companion that is used up together with the order is so by the same fact, hence it goes before. */
function nearestUsedUpCompanion(walk: Walk, nearest: Happening): Happening {
  if (walk.pinnedCount === 0) return nearest;
  let next = nearest;
  for (let k = 0; k < walk.pinned.length; k += 1) {
    if (walk.pinned[k] === 0) continue;
    const left = walk.companionLeft[k];
    const shares = walk.direction === 1 ? (left / walk.companionBps[k]) * bpsPerUnit : left;
    const distance = Math.max(0, shares / walk.liquidity);
    if (distance < next.distance || (distance === next.distance && next.kind === 'used-up')) {
      next = { kind: 'companion-used-up', distance, outcome: k };
    }
  }
  return next;
}

function nearestPin(walk: Walk, nearest: Happening): Happening {
  if (walk.companionCount === walk.pinnedCount) return nearest;
  let next = nearest;
  for (let k = 0; k < walk.pinned.length; k += 1) {
    if (walk.companionBps[k] === 0 || walk.pinned[k] === 1) continue;
    const distance = Math.max(0, walk.direction * (walk.logs[k] - lnBps(walk.companionBps[k])));
    if (distance < next.distance) next = { kind: 'pin', distance, outcome: k };
  }
  return next;
}

/** How far until the order's own outcome reaches a price. Where nothing is free its price stands still. */
function distanceToPrice(walk: Walk, priceBps: number): number {
  if (walk.freeCount === 0) return never;
  // A buy can't lift its price above the room; a sell whose price has no room left is below it already.
  if (walk.roomBps <= priceBps) return walk.direction === 1 ? never : 0;
  return Math.max(0, walk.direction * (walk.logFree - lnBps(walk.roomBps - priceBps)));
}

/**
 * Limits are compared with limits, as whole basis points: as long as the best companions complete the order's own limit
 * to a whole, they match and the limit does not count. Where nothing is free and they do not, the price is past it.
 */
function distanceToLimit(walk: Walk): number {
  const sum = walk.limitBps + walk.companionBpsSum;
  const everyOther = walk.companionCount === walk.pinned.length - 1;
  const matched = walk.direction === 1 ? sum >= bpsPerUnit : everyOther && sum <= bpsPerUnit;
  if (matched) return never;
  return walk.freeCount === 0 ? 0 : distanceToPrice(walk, walk.limitBps);
}

/** Moves everybody to the happening: prices, the pinned companions' shares, what the order has paid and received. */
export function moveTo(walk: Walk, happening: Happening): void {
  const { distance } = happening;
  const { liquidity, direction, logs, outcome } = walk;
  const credits = happening.kind === 'used-up' && direction === 1 ? walk.remaining : creditsOver(walk, distance);
  const logBefore = logs[outcome];
  const logAfter = distance === 0 ? logBefore : logPriceAfter(walk, happening);
  const soldOut = happening.kind === 'used-up' && direction === -1;
  const shares = soldOut ? walk.remaining : Math.max(0, liquidity * (distance + direction * (logAfter - logBefore)));
  walk.makerShares += Math.max(0, shares);
  walk.makerCredits += Math.max(0, credits);
  walk.remaining = happening.kind === 'used-up' ? 0 : walk.remaining - (direction === 1 ? credits : shares);
  if (distance === 0) return;
  const each = liquidity * distance;
  for (let k = 0; k < logs.length; k += 1) {
    if (walk.pinned[k] === 1) {
      walk.companionShares[k] += each;
      walk.companionLeft[k] -= direction === 1 ? (each * walk.companionBps[k]) / bpsPerUnit : each;
    } else if (k !== outcome) {
      logs[k] -= direction * distance;
    }
  }
  logs[outcome] = logAfter;
  walk.logFree -= direction * distance;
}

function creditsOver(walk: Walk, distance: number): number {
  return (walk.liquidity * distance * walk.roomBps) / bpsPerUnit;
}

function logPriceAfter(walk: Walk, happening: Happening): number {
  const { distance } = happening;
  const before = walk.logs[walk.outcome];
  if (walk.freeCount === 0) return before;
  if (happening.kind === 'counters' || happening.kind === 'limit') return lnBps(happening.priceBps);
  if (walk.direction === 1) return before + softplus(walk.logFree + logOneMinusExp(distance) - before);
  if (happening.kind === 'used-up') return before - walk.remaining / walk.liquidity + distance;
  // ln(expm1(v)) is written so that v may be tens of thousands.
  const taken = walk.logFree + distance + logOneMinusExp(distance) - before;
  return before + Math.log1p(-Math.exp(taken));
}
