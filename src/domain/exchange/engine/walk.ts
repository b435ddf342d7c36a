/** The walk of one incoming order: from event to event until it is used up or reaches its limit. */
import { ensure } from '../../invariant.js';
import { bpsPerUnit } from '../../units.js';
import { moveOn } from './order-cursor.js';
import type { RestingOrder } from './resting-queue.js';
import { pin, startWalk, touchedCount, useUpCompanion, type Walk, type WalkRequest } from './walk-state.js';
import { type Happening, moveTo, nextHappening } from './walk-step.js';

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
