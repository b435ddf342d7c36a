import type { Ended } from '../../../domain/exchange/decide-cancel.js';
import type { Fill, OrderRecord, RestingEffect } from '../../../domain/exchange/order.js';
import type { NewFill } from '../../../store/exchange/interface.js';
import type { EventRow } from '../../../store/markets/interface.js';
import type { OpenMarket } from './open-market.js';
import { type PlayUnitOfWork, purseOf } from './play-unit-of-work.js';

function addRestingActivity(
  work: PlayUnitOfWork,
  { id: eventId, practice }: EventRow,
  effect: RestingEffect,
  fillId?: string,
): void {
  const { orderId, playerId, outcome, side } = effect;
  if (effect.kind === 'ended') {
    const credits = side === 'buy' ? effect.released : 0;
    const details = { outcome, side, status: effect.status, reason: effect.reason, released: effect.released };
    work.addActivity(playerId, credits, { kind: 'cancel', eventId, orderId, details }, practice);
    return;
  }
  const { shares, credits, priceBps, against } = effect.fill;
  const details = { outcome, side, shares, credits, priceBps, against, fromReserve: true };
  work.addActivity(
    playerId,
    side === 'sell' ? credits : 0,
    { kind: 'trade', eventId, orderId, details, fillId },
    practice,
  );
}

/** Only trades of an incoming order are public and carry the prices after the order. */
export function newFill(
  work: PlayUnitOfWork,
  { against, shares, credits, priceBps }: Fill,
  eventId: string,
  order: Pick<OrderRecord, 'id' | 'playerId' | 'outcome' | 'side'>,
  sequence: number,
  number: number | null,
  pricesBps: NewFill['pricesBps'],
): NewFill {
  return {
    id: work.newId('trd', work.now),
    at: work.now,
    against,
    shares,
    credits,
    priceBps,
    eventId,
    orderId: order.id,
    playerId: order.playerId,
    outcome: order.outcome,
    side: order.side,
    public: pricesBps !== null,
    sequence,
    number,
    pricesBps,
  };
}

export function saveResting(
  work: PlayUnitOfWork,
  open: OpenMarket,
  resting: readonly RestingEffect[],
  sequence: number,
): void {
  const { eventId } = open.market;
  for (const effect of resting) {
    const { orderId, playerId, outcome, side } = effect;
    if (effect.kind === 'ended') {
      const { status, reason: cancelReason, released: remaining } = effect;
      work.changeOrder(orderId, { playerId, filledCredits: 0, filledShares: 0, remaining, status, cancelReason });
    } else {
      const { fill, remaining, status } = effect;
      work.changeOrder(orderId, {
        playerId,
        filledCredits: fill.credits,
        filledShares: fill.shares,
        remaining,
        status,
        cancelReason: null,
      });
      const order = { id: orderId, playerId, outcome, side };
      const added = newFill(work, fill, eventId, order, sequence, null, null);
      work.fills.push(added);
      addRestingActivity(work, open.event, effect, added.id);
      continue;
    }
    addRestingActivity(work, open.event, effect);
  }
}

/** Saves orders that a cancel, an expiry or a close has ended. */
export function saveEnded(work: PlayUnitOfWork, open: OpenMarket, ended: Ended): void {
  work.post(ended.transfers, purseOf(open.event));
  if (ended.patch) work.patchBook(open, ended.patch, null);
  saveResting(work, open, ended.resting, ended.sequence);
  work.changePositions(open.market.eventId, ended.positions);
}
