import {
  decideCancel,
  decideCancelAll,
  decideExpireOrders,
  type Ended,
} from '../../../domain/exchange/decide-cancel.js';
import { decidePlaceOrder, type Placed, refuseExpired } from '../../../domain/exchange/decide-place-order.js';
import { grantsDue } from '../../../domain/exchange/grants.js';
import { availableOf, issuance } from '../../../domain/exchange/ledger/accounts.js';
import { transfer } from '../../../domain/exchange/ledger/transfer.js';
import type { Fill, OrderCommand, OrderRecord, RestingEffect } from '../../../domain/exchange/order.js';
import { awaitsTopUp, topUpDue } from '../../../domain/exchange/practice-purse.js';
import { playBudgets } from '../../../domain/exchange/write-budgets.js';
import { takeWrites } from '../../../domain/exchange/write-window.js';
import { ensure } from '../../../domain/invariant.js';
import { isoTime } from '../../../domain/iso-time.js';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal.js';
import type { Microcredits } from '../../../domain/units.js';
import type { NewFill, OrderRow, PlacedResult, StoredOrder } from '../../../store/exchange/interface.js';
import type { EventRow } from '../../../store/markets/interface.js';
import type { RemainingBudget, WriteBudgetName } from '../../write-outcome.js';
import type { DeskCommand, DeskOutcome } from './desk-command.js';
import { type OpenMarket, type PlayUnitOfWork, purseOf } from './play-unit-of-work.js';

type Place = Extract<DeskCommand, { kind: 'place' }>;

/** Gives every grant that is due; the first touch of a day brings it, whatever the touch is for. */
export function creditDueGrants(set: PlayUnitOfWork, playerId: string): void {
  const account = set.account(playerId);
  for (const { day, amount } of grantsDue(account.lastGrantDay, set.now)) {
    set.post([transfer('grant', `${playerId}/${day}`, issuance, availableOf(playerId), amount)], null);
    set.grants.push({ playerId, day, amount });
    account.granted = (account.granted + amount) as typeof account.granted;
    account.lastGrantDay = day;
    set.addActivity(playerId, amount, { kind: 'grant', eventId: null, orderId: null, details: { day } }, false);
  }
}

/** Fills the practice purse up before an order on a practice event, so that nobody is ever stuck without credits. */
function topUpPractice(set: PlayUnitOfWork, playerId: string): void {
  const account = set.account(playerId);
  if (!awaitsTopUp(account, set.now)) return;
  const due = topUpDue(account, set.practiceReserved(playerId), set.now);
  if (!due) return;
  const { amount } = due;
  const hour = isoTime(due.hour);
  const given = transfer('grant', `${playerId}/${hour}`, issuance, availableOf(playerId), amount);
  set.post([given], { eventId: null });
  account.practiceToppedAt = due.hour;
  set.addActivity(playerId, amount, { kind: 'grant', eventId: null, orderId: null, details: { hour } }, true);
}

export function countWrite(
  set: PlayUnitOfWork,
  playerId: string,
  name: WriteBudgetName,
  count = 1,
): RemainingBudget & { allowed: boolean } {
  const account = set.account(playerId);
  const member = name === 'orders' ? 'orderMoments' : 'forecastMoments';
  const { allowed, moments, remaining, resetSeconds } = takeWrites(account[member], playBudgets[name], set.now, count);
  account[member] = moments;
  return { allowed, remaining, resetSeconds };
}

function noteResting(set: PlayUnitOfWork, { id: eventId, practice }: EventRow, effect: RestingEffect): void {
  const { orderId, playerId, outcome, side } = effect;
  if (effect.kind === 'ended') {
    const credits = side === 'buy' ? effect.released : 0;
    const details = { outcome, side, status: effect.status, reason: effect.reason, released: effect.released };
    set.addActivity(playerId, credits, { kind: 'cancel', eventId, orderId, details }, practice);
    return;
  }
  const { shares, credits, priceBps, against } = effect.fill;
  const details = { outcome, side, shares, credits, priceBps, against, fromReserve: true };
  set.addActivity(playerId, side === 'sell' ? credits : 0, { kind: 'trade', eventId, orderId, details }, practice);
}

/** Only what an incoming order trades is public, and carries the prices that it left behind. */
function newFill(
  set: PlayUnitOfWork,
  { against, shares, credits, priceBps }: Fill,
  eventId: string,
  order: Pick<OrderRecord, 'id' | 'playerId' | 'outcome' | 'side'>,
  sequence: number,
  number: number | null,
  pricesBps: NewFill['pricesBps'],
): NewFill {
  return {
    id: set.newId('trd', set.now),
    at: set.now,
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

function saveResting(set: PlayUnitOfWork, open: OpenMarket, resting: readonly RestingEffect[], sequence: number): void {
  const { eventId } = open.market;
  for (const effect of resting) {
    const { orderId, playerId, outcome, side } = effect;
    if (effect.kind === 'ended') {
      const { status, reason: cancelReason, released: remaining } = effect;
      set.changeOrder(orderId, { filledCredits: 0, filledShares: 0, remaining, status, cancelReason });
    } else {
      const { fill, remaining, status } = effect;
      set.changeOrder(orderId, {
        filledCredits: fill.credits,
        filledShares: fill.shares,
        remaining,
        status,
        cancelReason: null,
      });
      const order = { id: orderId, playerId, outcome, side };
      set.fills.push(newFill(set, fill, eventId, order, sequence, null, null));
    }
    noteResting(set, open.event, effect);
  }
}

function countTrades(set: PlayUnitOfWork, { market }: OpenMarket, { order, fills }: Placed): void {
  if (fills.length === 0) return;
  const { outcome, filledCredits } = order;
  market.volume += filledCredits;
  market.outcomeVolumes = market.outcomeVolumes.with(outcome, market.outcomeVolumes[outcome] + filledCredits);
  market.outcomeTradedAt = market.outcomeTradedAt.with(outcome, set.now);
  market.lastTradeAt = set.now;
  market.trades += fills.length;
}

/** Each trade is a line; the order itself is one where it holds credits or shares, or came to nothing. */
function noteOwn(set: PlayUnitOfWork, { id: eventId, practice }: EventRow, { order, fills }: Placed): void {
  const { id: orderId, playerId, outcome, side, limitBps, amount, status, timeInForce } = order;
  for (const { shares, credits, priceBps, against } of fills) {
    const details = { outcome, side, shares, credits, priceBps, against };
    set.addActivity(
      playerId,
      side === 'buy' ? -credits : credits,
      { kind: 'trade', eventId, orderId, details },
      practice,
    );
  }
  if (status !== 'open' && fills.length > 0) return;
  const held = status === 'open' && side === 'buy' ? order.remaining : 0;
  const details = {
    outcome,
    side,
    limitPriceBps: limitBps,
    amount,
    timeInForce,
    status,
    reserved: status === 'open' ? order.remaining : 0,
  };
  set.addActivity(playerId, 0 - held, { kind: 'order', eventId, orderId, details }, practice);
}

/** The credits that a decision moves in and out of the market's account are exactly what its book says. */
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

/** Of the purse that the event uses. */
function freeCredits(set: PlayUnitOfWork, event: EventRow, playerId: string): Microcredits {
  const { available, practice } = set.account(playerId);
  return event.practice ? practice : available;
}

/** This and the next are written out member by member: on the way of every order spreading costs more than deciding. */
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

function savePlaced(set: PlayUnitOfWork, open: OpenMarket, command: Place, placed: Placed): PlacedResult {
  const before = open.market.account;
  const { eventId } = open.market;
  set.post(placed.transfers, purseOf(open.event));
  if (placed.patch) set.patchBook(open, placed.patch, placed.priceBps);
  checkMarketAccount(open, before, placed);
  const row = rowOf(placed.order, command.clientOrderId);
  const fills = placed.fills.map((fill, index) =>
    newFill(set, fill, eventId, row, placed.sequence, open.market.trades + index + 1, placed.priceBps),
  );
  const result: PlacedResult = {
    order: row,
    fills,
    available: freeCredits(set, open.event, command.playerId),
    sequence: placed.sequence,
    priceBps: placed.priceBps,
  };
  set.newOrders.set(row.id, { row, bodyDigest: command.bodyDigest, sequence: placed.sequence, result });
  saveResting(set, open, placed.resting, placed.sequence);
  set.fills.push(...fills);
  set.changePositions(eventId, placed.positions);
  countTrades(set, open, placed);
  noteOwn(set, open.event, placed);
  return result;
}

function place(set: PlayUnitOfWork, command: Place, stored: Map<string, StoredOrder>): DeskOutcome {
  const { playerId, eventId, clientOrderId, bodyDigest } = command;
  const key = `${playerId} ${clientOrderId}`;
  const earlier = stored.get(key);
  if (earlier)
    return earlier.bodyDigest === bodyDigest ? { kind: 'replayed', result: earlier.result } : { kind: 'differs' };
  const budget = countWrite(set, playerId, 'orders');
  if (!budget.allowed) return { kind: 'limited', budget };
  creditDueGrants(set, playerId);
  const open = set.markets.get(eventId);
  if (!open)
    return { kind: 'refused', refusal: refuse('NOT_FOUND', 'There is no such event.', { field: 'eventSlug' }), budget };
  const { event, market, book } = open;
  if (event.practice) topUpPractice(set, playerId);
  const position = set.position({ eventId, playerId }, command.order.outcome);
  const player = { id: playerId, available: freeCredits(set, event, playerId), position };
  const state = { market, book, player, tradingPaused: set.tradingPaused };
  const decision = decidePlaceOrder(state, orderOf(command, set.newId('ord', set.now)), set.now);
  if (isRefusal(decision)) return { kind: 'refused', refusal: clearExpired(set, open, command, decision), budget };
  const result = savePlaced(set, open, command, decision);
  stored.set(key, { playerId, clientOrderId, bodyDigest, result });
  return { kind: 'placed', result, budget };
}

/** As many as one refusal clears away; a job does the rest. */
const maxCleared = 100;

/**
 * A book is stale at the very sequence that was named, because orders in it have expired: they go now, so that whoever looks
 * again finds another sequence.
 */
function clearExpired(set: PlayUnitOfWork, open: OpenMarket, { order }: Place, refusal: Refusal): Refusal {
  const { market, book } = open;
  if (refusal.code !== 'STALE_ORDERBOOK' || order.ifSequence !== book.sequence) return refusal;
  saveEnded(set, open, decideExpireOrders({ market, book }, set.now, maxCleared));
  return refuseExpired(book);
}

export function saveEnded(set: PlayUnitOfWork, open: OpenMarket, ended: Ended): void {
  set.post(ended.transfers, purseOf(open.event));
  if (ended.patch) set.patchBook(open, ended.patch, null);
  saveResting(set, open, ended.resting, ended.sequence);
  set.changePositions(open.market.eventId, ended.positions);
}

function cancel(set: PlayUnitOfWork, command: Extract<DeskCommand, { kind: 'cancel' | 'cancelAll' }>): DeskOutcome {
  const { playerId } = command;
  const budget = isLeaving(command)
    ? { allowed: true, remaining: 0, resetSeconds: 0 }
    : countWrite(set, playerId, 'orders');
  if (!budget.allowed) return { kind: 'limited', budget };
  if (!isLeaving(command)) creditDueGrants(set, playerId);
  const ids: string[] = [];
  for (const eventId of command.kind === 'cancel' ? [command.eventId] : command.eventIds) {
    const open = set.markets.get(eventId);
    if (!open) continue;
    const state = { market: open.market, book: open.book };
    const ended =
      command.kind === 'cancel'
        ? decideCancel(state, { orderId: command.orderId, playerId }, set.now)
        : decideCancelAll(state, playerId, set.now);
    if (isRefusal(ended)) return { kind: 'refused', refusal: ended, budget };
    saveEnded(set, open, ended);
    ids.push(...ended.resting.map(effect => effect.orderId));
  }
  if (command.kind === 'cancel') ids.splice(0, ids.length, command.orderId);
  const orders = ids.flatMap(id => set.currentOrder(id) ?? []);
  const { available, practice } = set.account(playerId);
  return { kind: 'cancelled', orders, available, practice, budget };
}

function touch(set: PlayUnitOfWork, { playerId, counts }: Extract<DeskCommand, { kind: 'touch' }>): DeskOutcome {
  const budget = counts === null ? null : countWrite(set, playerId, counts);
  if (budget && !budget.allowed) return { kind: 'limited', budget };
  creditDueGrants(set, playerId);
  return { kind: 'touched', account: { ...set.account(playerId) }, budget };
}

function isLeaving(command: DeskCommand): boolean {
  return command.kind === 'cancelAll' && command.leaving === true;
}

/** Decides one command against everything that came before it in the same transaction. */
export function decideCommand(
  set: PlayUnitOfWork,
  command: DeskCommand,
  stored: Map<string, StoredOrder>,
): DeskOutcome {
  const { retired } = set.account(command.playerId);
  if (retired && !isLeaving(command)) {
    const refusal = refuse('FORBIDDEN', 'This player has left the arena.');
    return { kind: 'refused', refusal, budget: { remaining: 0, resetSeconds: 0 } };
  }
  switch (command.kind) {
    case 'place':
      return place(set, command, stored);
    case 'touch':
      return touch(set, command);
    default:
      return cancel(set, command);
  }
}
