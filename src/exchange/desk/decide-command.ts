import { decideCancel, decideCancelAll, decideExpireOrders, type Ended } from '../../engine/cancel-order.js';
import {
  decidePlaceOrder,
  type Fill,
  type OrderCommand,
  type OrderRecord,
  type Placed,
  type RestingEffect,
  refuseExpired,
} from '../../engine/place-order.js';
import { refuseInvolved } from '../../events/rules/proposal.js';
import type { EventRow } from '../../events/store/rows.js';
import { type RemainingBudget, repeatKind, type WriteBudgetName } from '../../http/write-outcome.js';
import { ensure } from '../../kernel/invariant.js';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.js';
import type { Microcredits } from '../../kernel/units.js';
import type { AccountRow, NewFill, OrderRow, PlacedResult, StoredOrder } from '../store/rows.js';
import { countWrite, creditDueGrants, topUpPractice } from './credit-grants.js';
import { type DeskBatch, purseOf } from './desk-batch.js';
import type { OpenMarket } from './open-market.js';

/** Commands of the write desk. Players and events are resolved before a command gets here. */
export type DeskCommand =
  | {
      readonly kind: 'place';
      readonly playerId: string;
      /** The person behind the player: the player itself, or the owner of the agent. */
      readonly ownerId: string;
      readonly eventId: string;
      readonly clientOrderId: string;
      /** Hash of the canonical body, in hexadecimal: the same id with a different body is a conflict. */
      readonly bodyDigest: string;
      readonly order: Omit<OrderCommand, 'orderId'>;
    }
  | { readonly kind: 'cancel'; readonly playerId: string; readonly eventId: string; readonly orderId: string }
  | {
      readonly kind: 'cancelAll';
      readonly playerId: string;
      readonly eventIds: readonly string[];
      /** Not requested by the player but a consequence of leaving: not counted, and works for retired players. */
      readonly leaving?: true;
    }
  /** Credits the grants that are due and counts a write that was rejected before it could be decided. */
  | {
      readonly kind: 'creditGrants';
      readonly playerId: string;
      readonly counts: WriteBudgetName | null;
      /** The number of writes; 1 by default. */
      readonly count?: number;
    };

export type DeskOutcome =
  | { readonly kind: 'placed'; readonly result: PlacedResult; readonly budget: RemainingBudget }
  | { readonly kind: 'replayed'; readonly result: PlacedResult }
  | { readonly kind: 'differs' }
  | {
      readonly kind: 'cancelled';
      readonly orders: readonly OrderRow[];
      readonly available: number;
      /** Available credits of the practice purse. */
      readonly practice: number;
      readonly budget: RemainingBudget;
    }
  | { readonly kind: 'granted'; readonly account: AccountRow; readonly budget: RemainingBudget | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly budget: RemainingBudget }
  | { readonly kind: 'limited'; readonly budget: RemainingBudget }
  /** The outcome of the commit is unknown. */
  | { readonly kind: 'unknown' };

export function eventsOf(command: DeskCommand): readonly string[] {
  if (command.kind === 'creditGrants') return [];
  return command.kind === 'cancelAll' ? command.eventIds : [command.eventId];
}

/** Decides one command against the earlier ones of the same transaction. */
export function decideCommand(work: DeskBatch, command: DeskCommand, stored: Map<string, StoredOrder>): DeskOutcome {
  const { retired } = work.account(command.playerId);
  if (retired && !isLeaving(command)) {
    const refusal = refuse('FORBIDDEN', 'This player has left the arena.');
    return { kind: 'refused', refusal, budget: { remaining: 0, resetSeconds: 0 } };
  }
  switch (command.kind) {
    case 'place':
      return place(work, command, stored);
    case 'creditGrants':
      return creditGrants(work, command);
    default:
      return cancel(work, command);
  }
}

function isLeaving(command: DeskCommand): boolean {
  return command.kind === 'cancelAll' && command.leaving === true;
}

type Place = Extract<DeskCommand, { kind: 'place' }>;

function place(work: DeskBatch, command: Place, stored: Map<string, StoredOrder>): DeskOutcome {
  const { playerId, eventId, clientOrderId, bodyDigest } = command;
  const key = `${playerId} ${clientOrderId}`;
  const earlier = stored.get(key);
  if (earlier) {
    const kind = repeatKind(earlier.bodyDigest, bodyDigest);
    return kind === 'differs' ? { kind } : { kind, result: earlier.result };
  }
  const budget = countWrite(work, playerId, 'orders');
  if (!budget.allowed) return { kind: 'limited', budget };
  creditDueGrants(work, playerId);
  const open = work.markets.get(eventId);
  if (!open)
    return { kind: 'refused', refusal: refuse('NOT_FOUND', 'Event not found.', { field: 'eventSlug' }), budget };
  const { event, market, book } = open;
  const involved = refuseInvolved(event.operatorIds, command.ownerId);
  if (involved) return { kind: 'refused', refusal: involved, budget };
  if (event.practice) topUpPractice(work, playerId);
  const position = work.position({ eventId, playerId }, command.order.outcome);
  const player = { id: playerId, available: freeCredits(work, event, playerId), position };
  const state = { market, book, player, tradingPaused: work.tradingPaused };
  const decision = decidePlaceOrder(state, orderOf(command, work.newId('ord', work.now)), work.now);
  if (isRefusal(decision)) return { kind: 'refused', refusal: clearExpired(work, open, command, decision), budget };
  const result = savePlaced(work, open, command, decision);
  stored.set(key, { playerId, clientOrderId, bodyDigest, result });
  return { kind: 'placed', result, budget };
}

/** Of the purse of the event. */
function freeCredits(work: DeskBatch, event: EventRow, playerId: string): Microcredits {
  const { available, practice } = work.account(playerId);
  return event.practice ? practice : available;
}

function savePlaced(work: DeskBatch, open: OpenMarket, command: Place, placed: Placed): PlacedResult {
  const before = open.market.account;
  const { eventId } = open.market;
  work.post(placed.transfers, purseOf(open.event));
  if (placed.patch) work.patchBook(open, placed.patch, placed.priceBps);
  checkMarketAccount(open, before, placed);
  const row = rowOf(placed.order, command.clientOrderId);
  // Before the ids of the order's own trades: entries are sorted by id, and these change the balance first.
  saveResting(work, open, placed.resting, placed.sequence);
  const fills = placed.fills.map((fill, index) =>
    newFill(work, fill, eventId, row, placed.sequence, open.market.trades + index + 1, placed.priceBps),
  );
  const result: PlacedResult = {
    order: row,
    fills,
    available: freeCredits(work, open.event, command.playerId),
    sequence: placed.sequence,
    priceBps: placed.priceBps,
    warnings: placed.warnings,
  };
  work.newOrders.set(row.id, { row, bodyDigest: command.bodyDigest, sequence: placed.sequence, result });
  work.fills.push(...fills);
  work.changePositions(eventId, placed.positions);
  countTrades(work, open, placed);
  addOrderActivity(work, open.event, placed.order, fills);
  return result;
}

/**
 * This and the next are built member by member: on the hot path of every order, spread syntax costs more than deciding.
 */
function orderOf({ order }: Place, orderId: string): OrderCommand {
  return {
    orderId,
    outcome: order.outcome,
    side: order.side,
    amount: order.amount,
    limitBps: order.limitBps,
    timeInForce: order.timeInForce,
    expiresAt: order.expiresAt,
    ifSequence: order.ifSequence,
  };
}

function rowOf(order: OrderRecord, clientOrderId: string): OrderRow {
  return {
    id: order.id,
    clientOrderId,
    playerId: order.playerId,
    marketId: order.marketId,
    outcome: order.outcome,
    side: order.side,
    timeInForce: order.timeInForce,
    limitBps: order.limitBps,
    amount: order.amount,
    filledCredits: order.filledCredits,
    filledShares: order.filledShares,
    remaining: order.remaining,
    status: order.status,
    cancelReason: order.cancelReason,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    expiresAt: order.expiresAt,
  };
}

/** Asserts that the credits a decision moves in and out of the market's account match its book. */
function checkMarketAccount({ market }: OpenMarket, before: number, decision: Pick<Placed, 'transfers'>): void {
  let moved = 0;
  for (const { from, to, amount } of decision.transfers) {
    if (to.type === 'market') moved += amount;
    if (from.type === 'market') moved -= amount;
  }
  ensure(
    'market-account-moves',
    market.account - before === moved,
    () => `${market.eventId}: ${before} + ${moved} ≠ ${market.account}`,
  );
}

function countTrades(work: DeskBatch, { market }: OpenMarket, { order, fills }: Placed): void {
  if (fills.length === 0) return;
  const { outcome, filledCredits } = order;
  market.volume += filledCredits;
  market.outcomeVolumes = market.outcomeVolumes.with(outcome, market.outcomeVolumes[outcome] + filledCredits);
  market.outcomeTradedAt = market.outcomeTradedAt.with(outcome, work.now);
  market.lastTradeAt = work.now;
  market.trades += fills.length;
}

/** Each trade is an activity entry; so is the order itself if it reserves credits or shares, or had no effect. */
function addOrderActivity(
  work: DeskBatch,
  { id: eventId, practice }: EventRow,
  order: OrderRecord,
  fills: readonly NewFill[],
): void {
  const { id: orderId, playerId, outcome, side, limitBps, amount, status, timeInForce } = order;
  for (const { id: fillId, shares, credits, priceBps, against } of fills) {
    const details = { outcome, side, shares, credits, priceBps, against };
    work.addActivity(
      playerId,
      side === 'buy' ? -credits : credits,
      { kind: 'trade', eventId, orderId, details, fillId },
      practice,
    );
  }
  if (status !== 'open' && fills.length > 0) return;
  const reserve = status === 'open' && side === 'buy' ? order.remaining : 0;
  const details = {
    outcome,
    side,
    limitPriceBps: limitBps,
    amount,
    timeInForce,
    status,
    reserved: status === 'open' ? order.remaining : 0,
  };
  work.addActivity(playerId, 0 - reserve, { kind: 'order', eventId, orderId, details }, practice);
}

/**
 * A book is stale at the given sequence because orders in it have expired: they are removed now, so that the caller
 * finds a new sequence on the next read.
 */
function clearExpired(work: DeskBatch, open: OpenMarket, { order }: Place, refusal: Refusal): Refusal {
  const { market, book } = open;
  if (refusal.code !== 'STALE_ORDERBOOK' || order.ifSequence !== book.sequence) return refusal;
  saveEnded(work, open, decideExpireOrders({ market, book }, work.now, maxCleared));
  return refuseExpired(book);
}

/** The maximum number of orders that one rejection removes; a job removes the rest. */
const maxCleared = 100;

function cancel(work: DeskBatch, command: Extract<DeskCommand, { kind: 'cancel' | 'cancelAll' }>): DeskOutcome {
  const { playerId } = command;
  const budget = isLeaving(command)
    ? { allowed: true, remaining: 0, resetSeconds: 0 }
    : countWrite(work, playerId, 'cancels');
  if (!budget.allowed) return { kind: 'limited', budget };
  if (!isLeaving(command)) creditDueGrants(work, playerId);
  const ids: string[] = [];
  for (const eventId of command.kind === 'cancel' ? [command.eventId] : command.eventIds) {
    const open = work.markets.get(eventId);
    if (!open) continue;
    const state = { market: open.market, book: open.book };
    const ended =
      command.kind === 'cancel'
        ? decideCancel(state, { orderId: command.orderId, playerId }, work.now)
        : decideCancelAll(state, playerId, work.now);
    if (isRefusal(ended)) return { kind: 'refused', refusal: ended, budget };
    saveEnded(work, open, ended);
    ids.push(...ended.resting.map(effect => effect.orderId));
  }
  if (command.kind === 'cancel') ids.splice(0, ids.length, command.orderId);
  const orders = ids.flatMap(id => work.currentOrder(id) ?? []);
  const { available, practice } = work.account(playerId);
  return { kind: 'cancelled', orders, available, practice, budget };
}

function creditGrants(
  work: DeskBatch,
  { playerId, counts, count }: Extract<DeskCommand, { kind: 'creditGrants' }>,
): DeskOutcome {
  const budget = counts === null ? null : countWrite(work, playerId, counts, count);
  if (budget && !budget.allowed) return { kind: 'limited', budget };
  creditDueGrants(work, playerId);
  return { kind: 'granted', account: { ...work.account(playerId) }, budget };
}

/** Saves orders that a cancel, an expiry or a close has ended. */
export function saveEnded(work: DeskBatch, open: OpenMarket, ended: Ended): void {
  work.post(ended.transfers, purseOf(open.event));
  if (ended.patch) work.patchBook(open, ended.patch, null);
  saveResting(work, open, ended.resting, ended.sequence);
  work.changePositions(open.market.eventId, ended.positions);
}

function saveResting(work: DeskBatch, open: OpenMarket, resting: readonly RestingEffect[], sequence: number): void {
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

/** Only trades of an incoming order are public and carry the prices after the order. */
function newFill(
  work: DeskBatch,
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

function addRestingActivity(
  work: DeskBatch,
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
