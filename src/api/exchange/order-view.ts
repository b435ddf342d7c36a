import { isoTime } from '../../domain/iso-time.js';
import { averagePriceBps, microsToWire } from '../../domain/units.js';
import type { FillRow, OrderRow, PlacedResult } from '../../store/exchange/interface.js';

interface EventNames {
  readonly slug: string;
  readonly pubkey: string;
}

/** Wire names and units; a buy is counted in credits, a sell in shares, and undefined members are omitted. */
export function viewOrder(order: OrderRow, { slug, pubkey }: EventNames, named = true) {
  const amount = microsToWire(order.amount);
  const remaining = microsToWire(order.remaining);
  const buys = order.side === 'buy';
  return {
    id: order.id,
    clientOrderId: named ? order.clientOrderId : null,
    eventSlug: slug,
    eventPubkey: pubkey,
    outcomeIndex: order.outcome,
    side: order.side,
    timeInForce: order.timeInForce,
    limitPriceBps: order.limitBps,
    amountCredits: buys ? amount : undefined,
    amountShares: buys ? undefined : amount,
    filledCredits: microsToWire(order.filledCredits),
    filledShares: microsToWire(order.filledShares),
    averagePriceBps: averagePriceBps(order.filledCredits, order.filledShares),
    remainingCredits: buys ? remaining : undefined,
    remainingShares: buys ? undefined : remaining,
    status: order.status,
    cancelReason: order.cancelReason,
    createdAt: isoTime(order.createdAt),
    updatedAt: isoTime(order.updatedAt),
    expiresAt: order.expiresAt === null ? null : isoTime(order.expiresAt),
  };
}

export function viewFill({ id, shares, credits, priceBps, against, at }: FillRow) {
  return { id, shares: microsToWire(shares), credits: microsToWire(credits), priceBps, against, at: isoTime(at) };
}

export function viewPlaced(result: PlacedResult, event: EventNames, { replayed = false, named = true } = {}) {
  return {
    order: viewOrder(result.order, event, named),
    fills: result.fills.map(viewFill),
    account: { availableBalance: microsToWire(result.available) },
    market: { eventSlug: event.slug, sequence: result.sequence, priceBps: result.priceBps },
    warnings: result.warnings,
    replayed,
    code: replayed ? 'IDEMPOTENT_REPLAY' : undefined,
  };
}
