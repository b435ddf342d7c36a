/** The effects of a settled order on resting orders, positions, credits and the book. */

import { averagePriceBps, type Bps, microshares } from '../units.js';
import type { BookPatch, MarketBook } from './engine/market-book.js';
import { type RestingOrder, withRemaining } from './engine/resting-queue.js';
import type { Part, RestingFill, Settlement } from './engine/settlement.js';
import type { Walk } from './engine/walk-state.js';
import { availableOf, marketAccount, reservedOf } from './ledger/accounts.js';
import { type Transfer, transferIfAny } from './ledger/transfer.js';
import type { Against, CancelReason, Fill, OrderRecord, RestingEffect } from './order.js';
import type { PositionChange } from './position.js';

/** One per kind of counterparty: these are the public trades. */
export function fillsOf({ maker, counters }: Settlement): Fill[] {
  return [...fillIfAny('order', counters), ...fillIfAny('maker', maker)];
}

function fillIfAny(against: Against, { shares, credits }: Part): Fill[] {
  const priceBps = averagePriceBps(credits, shares);
  return priceBps === null ? [] : [{ against, shares, credits, priceBps }];
}

/** All changes of resting orders. An order that both expired and belongs to the player is ended once. */
export function restingEffects(
  walk: Walk,
  settlement: Settlement,
  ownExpired: readonly RestingOrder[],
): RestingEffect[] {
  const effects: RestingEffect[] = [];
  for (const order of new Set([...walk.expired, ...ownExpired])) effects.push(endResting(order, 'expired', null));
  for (const order of walk.selfTrades) effects.push(endResting(order, 'cancelled', 'self_trade'));
  for (const fill of settlement.resting) effects.push(restingFill(fill));
  return effects;
}

export function endResting(
  order: RestingOrder,
  status: 'cancelled' | 'expired',
  reason: CancelReason | null,
): RestingEffect {
  const { id: orderId, playerId, outcome, side, remaining: released } = order;
  return { kind: 'ended', orderId, playerId, outcome, side, released, status, reason };
}

/**
 * A companion trades with the maker, which creates or redeems complete sets for both; a counter order trades with
 * the order itself.
 */
function restingFill({ order, role, shares, credits, remaining }: RestingFill): RestingEffect {
  return {
    kind: 'filled',
    orderId: order.id,
    playerId: order.playerId,
    outcome: order.outcome,
    side: order.side,
    fill: { against: role === 'counter' ? 'order' : 'maker', shares, credits, priceBps: order.limitBps as Bps },
    remaining,
    status: remaining === 0 ? 'filled' : 'open',
  };
}

/** The book after the order, or null if it is unchanged and the sequence stays. */
export function bookPatch(
  book: MarketBook,
  order: OrderRecord,
  settlement: Pick<Settlement, 'shares' | 'account'>,
  resting: readonly RestingEffect[],
): BookPatch | null {
  const rests = order.status === 'open';
  if (!rests && resting.length === 0 && order.filledShares === 0) return null;
  const sequence = book.sequence + 1;
  const changes = restingChanges(book, resting);
  const { id, playerId, outcome, side, limitBps, remaining, expiresAt } = order;
  return {
    shares: settlement.shares,
    account: settlement.account,
    sequence,
    changed: changes.changed,
    removed: changes.removed,
    added: rests ? { id, playerId, outcome, side, limitBps, remaining, seq: sequence, expiresAt } : null,
  };
}

export function restingChanges(
  book: MarketBook,
  resting: readonly RestingEffect[],
): Pick<BookPatch, 'changed' | 'removed'> {
  const changed: RestingOrder[] = [];
  const removed: string[] = [];
  for (const effect of resting) {
    if (effect.kind === 'ended' || effect.status === 'filled') removed.push(effect.orderId);
    else {
      const order = book.resting.byId.get(effect.orderId) as RestingOrder;
      changed.push(withRemaining(order, effect.remaining));
    }
  }
  return { changed, removed };
}

export function positionChanges(order: OrderRecord, resting: readonly RestingEffect[]): PositionChange[] {
  const changes: PositionChange[] = [];
  for (const effect of resting) changes.push(...restingPositionChange(effect));
  const { playerId, outcome, side, filledShares: shares, filledCredits: credits } = order;
  if (shares > 0 && side === 'buy') changes.push({ playerId, outcome, kind: 'bought', shares, credits });
  if (shares > 0 && side === 'sell') {
    changes.push({ playerId, outcome, kind: 'sold', shares, credits, fromReserve: false });
  }
  if (order.status === 'open' && side === 'sell') {
    changes.push({ playerId, outcome, kind: 'reserved', shares: microshares(order.remaining) });
  }
  return changes;
}

export function restingPositionChange(effect: RestingEffect): PositionChange[] {
  const { playerId, outcome, side } = effect;
  if (effect.kind === 'ended') {
    return side === 'sell' ? [{ playerId, outcome, kind: 'released', shares: microshares(effect.released) }] : [];
  }
  const { shares, credits } = effect.fill;
  return side === 'buy'
    ? [{ playerId, outcome, kind: 'bought', shares, credits }]
    : [{ playerId, outcome, kind: 'sold', shares, credits, fromReserve: true }];
}

/** Credits in before credits out, so that no account is negative in between. */
export function transfersOf(order: OrderRecord, fills: readonly Fill[], resting: readonly RestingEffect[]): Transfer[] {
  const market = marketAccount(order.marketId);
  const own = availableOf(order.playerId);
  const releases = resting.flatMap(releaseTransfer);
  const paid: Transfer[] = [];
  const received: Transfer[] = [];
  for (const { credits } of fills) {
    if (order.side === 'buy') paid.push(...transferIfAny('trade', order.id, own, market, credits));
    else received.push(...transferIfAny('trade', order.id, market, own, credits));
  }
  for (const effect of resting) {
    if (effect.kind === 'ended') continue;
    const { playerId, orderId, fill } = effect;
    if (effect.side === 'buy') {
      paid.push(...transferIfAny('trade', orderId, reservedOf(playerId), market, fill.credits));
    } else received.push(...transferIfAny('trade', orderId, market, availableOf(playerId), fill.credits));
  }
  const held = order.status === 'open' && order.side === 'buy' ? order.remaining : 0;
  return [
    ...releases,
    ...paid,
    ...received,
    ...transferIfAny('reserve', order.id, own, reservedOf(order.playerId), held),
  ];
}

export function releaseTransfer(effect: RestingEffect): Transfer[] {
  if (effect.kind !== 'ended' || effect.side !== 'buy') return [];
  const { playerId, orderId, released } = effect;
  return transferIfAny('release', orderId, reservedOf(playerId), availableOf(playerId), released);
}
