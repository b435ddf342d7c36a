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
import { type RemainingBudget, repeatKind, type WriteBudgetName } from '../../write-outcome.js';
import type { DeskCommand, DeskOutcome } from './desk-command.js';
import { type OpenMarket, type PlayUnitOfWork, purseOf } from './play-unit-of-work.js';

type Place = Extract<DeskCommand, { kind: 'place' }>;

/** Gives every grant that is due; the first touch of a day brings it, whatever the touch is for. */
export function creditDueGrants(work: PlayUnitOfWork, playerId: string): void {
  const account = work.account(playerId);
  for (const { day, amount } of grantsDue(account.lastGrantDay, work.now)) {
    work.post([transfer('grant', `${playerId}/${day}`, issuance, availableOf(playerId), amount)], null);
    work.grants.push({ playerId, day, amount });
    account.granted = (account.granted + amount) as typeof account.granted;
    account.lastGrantDay = day;
    work.addActivity(playerId, amount, { kind: 'grant', eventId: null, orderId: null, details: { day } }, false);
  }
}

/** Fills the practice purse up before an order on a practice event, so that nobody is ever stuck without credits. */
function topUpPractice(work: PlayUnitOfWork, playerId: string): void {
  const account = work.account(playerId);
  if (!awaitsTopUp(account, work.now)) return;
  const due = topUpDue(account, work.practiceReserved(playerId), work.now);
  if (!due) return;
  const { amount } = due;
  const hour = isoTime(due.hour);
  const given = transfer('grant', `${playerId}/${hour}`, issuance, availableOf(playerId), amount);
  work.post([given], { eventId: null });
  account.practiceToppedAt = due.hour;
  work.addActivity(playerId, amount, { kind: 'grant', eventId: null, orderId: null, details: { hour } }, true);
}

export function countWrite(
  work: PlayUnitOfWork,
  playerId: string,
  name: WriteBudgetName,
  count = 1,
): RemainingBudget & { allowed: boolean } {
  const account = work.account(playerId);
  const member = name === 'orders' ? 'orderMoments' : 'forecastMoments';
  const { allowed, moments, remaining, resetSeconds } = takeWrites(account[member], playBudgets[name], work.now, count);
  account[member] = moments;
  return { allowed, remaining, resetSeconds };
}

function noteResting(work: PlayUnitOfWork, { id: eventId, practice }: EventRow, effect: RestingEffect): void {
  const { orderId, playerId, outcome, side } = effect;
  if (effect.kind === 'ended') {
    const credits = side === 'buy' ? effect.released : 0;
    const details = { outcome, side, status: effect.status, reason: effect.reason, released: effect.released };
    work.addActivity(playerId, credits, { kind: 'cancel', eventId, orderId, details }, practice);
    return;
  }
  const { shares, credits, priceBps, against } = effect.fill;
  const details = { outcome, side, shares, credits, priceBps, against, fromReserve: true };
  work.addActivity(playerId, side === 'sell' ? credits : 0, { kind: 'trade', eventId, orderId, details }, practice);
}

/** Only what an incoming order trades is public, and carries the prices that it left behind. */
function newFill(
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

function saveResting(
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
      work.changeOrder(orderId, { filledCredits: 0, filledShares: 0, remaining, status, cancelReason });
    } else {
      const { fill, remaining, status } = effect;
      work.changeOrder(orderId, {
        filledCredits: fill.credits,
        filledShares: fill.shares,
        remaining,
        status,
        cancelReason: null,
      });
      const order = { id: orderId, playerId, outcome, side };
      work.fills.push(newFill(work, fill, eventId, order, sequence, null, null));
    }
    noteResting(work, open.event, effect);
  }
}

function countTrades(work: PlayUnitOfWork, { market }: OpenMarket, { order, fills }: Placed): void {
  if (fills.length === 0) return;
  const { outcome, filledCredits } = order;
  market.volume += filledCredits;
  market.outcomeVolumes = market.outcomeVolumes.with(outcome, market.outcomeVolumes[outcome] + filledCredits);
  market.outcomeTradedAt = market.outcomeTradedAt.with(outcome, work.now);
  market.lastTradeAt = work.now;
  market.trades += fills.length;
}

/** Each trade is a line; the order itself is one where it holds credits or shares, or came to nothing. */
function noteOwn(work: PlayUnitOfWork, { id: eventId, practice }: EventRow, { order, fills }: Placed): void {
  const { id: orderId, playerId, outcome, side, limitBps, amount, status, timeInForce } = order;
  for (const { shares, credits, priceBps, against } of fills) {
    const details = { outcome, side, shares, credits, priceBps, against };
    work.addActivity(
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
  work.addActivity(playerId, 0 - held, { kind: 'order', eventId, orderId, details }, practice);
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
function freeCredits(work: PlayUnitOfWork, event: EventRow, playerId: string): Microcredits {
  const { available, practice } = work.account(playerId);
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

function savePlaced(work: PlayUnitOfWork, open: OpenMarket, command: Place, placed: Placed): PlacedResult {
  const before = open.market.account;
  const { eventId } = open.market;
  work.post(placed.transfers, purseOf(open.event));
  if (placed.patch) work.patchBook(open, placed.patch, placed.priceBps);
  checkMarketAccount(open, before, placed);
  const row = rowOf(placed.order, command.clientOrderId);
  const fills = placed.fills.map((fill, index) =>
    newFill(work, fill, eventId, row, placed.sequence, open.market.trades + index + 1, placed.priceBps),
  );
  const result: PlacedResult = {
    order: row,
    fills,
    available: freeCredits(work, open.event, command.playerId),
    sequence: placed.sequence,
    priceBps: placed.priceBps,
  };
  work.newOrders.set(row.id, { row, bodyDigest: command.bodyDigest, sequence: placed.sequence, result });
  saveResting(work, open, placed.resting, placed.sequence);
  work.fills.push(...fills);
  work.changePositions(eventId, placed.positions);
  countTrades(work, open, placed);
  noteOwn(work, open.event, placed);
  return result;
}

function place(work: PlayUnitOfWork, command: Place, stored: Map<string, StoredOrder>): DeskOutcome {
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
    return { kind: 'refused', refusal: refuse('NOT_FOUND', 'There is no such event.', { field: 'eventSlug' }), budget };
  const { event, market, book } = open;
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

/** As many as one refusal clears away; a job does the rest. */
const maxCleared = 100;

/**
 * A book is stale at the very sequence that was named, because orders in it have expired: they go now, so that whoever looks
 * again finds another sequence.
 */
function clearExpired(work: PlayUnitOfWork, open: OpenMarket, { order }: Place, refusal: Refusal): Refusal {
  const { market, book } = open;
  if (refusal.code !== 'STALE_ORDERBOOK' || order.ifSequence !== book.sequence) return refusal;
  saveEnded(work, open, decideExpireOrders({ market, book }, work.now, maxCleared));
  return refuseExpired(book);
}

export function saveEnded(work: PlayUnitOfWork, open: OpenMarket, ended: Ended): void {
  work.post(ended.transfers, purseOf(open.event));
  if (ended.patch) work.patchBook(open, ended.patch, null);
  saveResting(work, open, ended.resting, ended.sequence);
  work.changePositions(open.market.eventId, ended.positions);
}

function cancel(work: PlayUnitOfWork, command: Extract<DeskCommand, { kind: 'cancel' | 'cancelAll' }>): DeskOutcome {
  const { playerId } = command;
  const budget = isLeaving(command)
    ? { allowed: true, remaining: 0, resetSeconds: 0 }
    : countWrite(work, playerId, 'orders');
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

function touch(work: PlayUnitOfWork, { playerId, counts }: Extract<DeskCommand, { kind: 'touch' }>): DeskOutcome {
  const budget = counts === null ? null : countWrite(work, playerId, counts);
  if (budget && !budget.allowed) return { kind: 'limited', budget };
  creditDueGrants(work, playerId);
  return { kind: 'touched', account: { ...work.account(playerId) }, budget };
}

function isLeaving(command: DeskCommand): boolean {
  return command.kind === 'cancelAll' && command.leaving === true;
}

/** Decides one command against everything that came before it in the same transaction. */
export function decideCommand(
  work: PlayUnitOfWork,
  command: DeskCommand,
  stored: Map<string, StoredOrder>,
): DeskOutcome {
  const { retired } = work.account(command.playerId);
  if (retired && !isLeaving(command)) {
    const refusal = refuse('FORBIDDEN', 'This player has left the arena.');
    return { kind: 'refused', refusal, budget: { remaining: 0, resetSeconds: 0 } };
  }
  switch (command.kind) {
    case 'place':
      return place(work, command, stored);
    case 'touch':
      return touch(work, command);
    default:
      return cancel(work, command);
  }
}
