/**
 * Placing an order: checks every reason to reject it, walks it through the book, and returns the changes to save.
 */

import { closedBecause, type MarketTimes, statusAt } from '../market-status.js';
import { invalidField, type Refusal, refuse } from '../refusal.js';
import { limitWarnings, mayBePercent, noWarnings, type Warning } from '../unit-warnings.js';
import { type Bps, isLimitBps, type Microcredits, microcredits, microshares } from '../units.js';
import type { BookPatch, MarketBook } from './engine/market-book.js';
import { ordersOf } from './engine/market-book.js';
import { displayPrices, logPrices } from './engine/prices.js';
import { isLive, type RestingOrder } from './engine/resting-queue.js';
import { type Settlement, settle } from './engine/settlement.js';
import { walkOrder } from './engine/walk.js';
import type { Walk } from './engine/walk-state.js';
import type { Transfer } from './ledger/transfer.js';
import {
  type Fill,
  maxAmount,
  maxOpenOrders,
  minAmount,
  type OrderCommand,
  type OrderRecord,
  type RestingEffect,
  timesInForce,
} from './order.js';
import { bookPatch, fillsOf, positionChanges, restingEffects, transfersOf } from './placed-effects.js';
import { freeShares, type Position, type PositionChange } from './position.js';

export interface PlaceOrderState {
  readonly market: MarketTimes;
  readonly book: MarketBook;
  readonly player: {
    readonly id: string;
    readonly available: Microcredits;
    /** The player's position in the order's outcome. */
    readonly position: Position;
  };
  /** Whether trading is paused in the whole arena. */
  readonly tradingPaused: boolean;
}

/** Everything that placing an order changes, as values. */
export interface Placed {
  readonly order: OrderRecord;
  readonly fills: readonly Fill[];
  readonly resting: readonly RestingEffect[];
  readonly positions: readonly PositionChange[];
  readonly transfers: readonly Transfer[];
  /** Null if the book is unchanged: nothing traded, nothing rests, nothing was cancelled. */
  readonly patch: BookPatch | null;
  /** The market sequence afterwards. */
  readonly sequence: number;
  readonly priceBps: readonly Bps[];
  readonly logPrices: readonly number[];
  readonly walkSteps: number;
  readonly warnings: readonly Warning[];
}

/** The same decision as placing; a preview just does not save it. */
export const previewOrder = decidePlaceOrder;

export function decidePlaceOrder(state: PlaceOrderState, command: OrderCommand, now: number): Placed | Refusal {
  const { book, player } = state;
  const refusal = refusePayload(command, book, now) ?? refuseMarket(state, command, now);
  if (refusal) return refusal;
  const own = [...ordersOf(book, player.id)];
  const ownExpired = own.filter(order => !isLive(order, now));
  const short = refuseOrderCount(command, own.length - ownExpired.length) ?? refuseBalance(state, command, ownExpired);
  if (short) return short;

  const { side, outcome, limitBps, amount } = command;
  const walk = walkOrder({ book, side, outcome, limitBps, amount, playerId: player.id, now });
  // An expired order in this book was part of the quote that the caller saw.
  if (command.ifSequence !== null && walk.expired.length > 0) return refuseExpired(book);
  const settlement = settle(book, walk, amount);
  if ('beyondBounds' in settlement) {
    return invalidField(amountField(command), 'would exceed the credits that this market can hold');
  }
  if (command.timeInForce === 'FOK' && !walk.usedUp) return unfilled(state, command, walk, now);
  return placed(state, command, walk, settlement, ownExpired, now);
}

function amountField(command: OrderCommand): string {
  return command.side === 'buy' ? 'amountCredits' : 'amountShares';
}

function refusePayload(command: OrderCommand, book: MarketBook, now: number): Refusal | null {
  const { outcome, amount, expiresAt } = command;
  if (!Number.isInteger(outcome) || outcome < 0 || outcome >= book.shares.length) {
    return invalidField('outcomeIndex', `must be a whole number from 0 to ${book.shares.length - 1}`);
  }
  if (command.side !== 'buy' && command.side !== 'sell') return invalidField('side', 'must be buy or sell');
  if (!Number.isInteger(amount) || amount < minAmount || amount > maxAmount) {
    return invalidField(amountField(command), 'must be from 0.01 to 1000000000');
  }
  if (!isLimitBps(command.limitBps)) return invalidField('limitPriceBps', 'must be a whole number from 1 to 9999');
  if (!timesInForce.includes(command.timeInForce)) return invalidField('timeInForce', 'must be GTC, IOC or FOK');
  if (expiresAt !== null && !(Number.isFinite(expiresAt) && expiresAt > now)) {
    return invalidField('expiresAt', 'must be in the future');
  }
  return null;
}

function refuseMarket({ market, book, tradingPaused }: PlaceOrderState, command: OrderCommand, now: number) {
  if (tradingPaused) return refuse('TRADING_PAUSED', 'Trading is paused in the whole arena.');
  const status = statusAt(market, now);
  if (status === 'paused') return refuse('MARKET_PAUSED', 'The market is paused.', { extra: { status } });
  if (status !== 'active') {
    const { message, extra } = closedBecause('The market', market, status);
    return refuse('MARKET_CLOSED', message, { extra });
  }
  return command.ifSequence !== null && command.ifSequence !== book.sequence ? refuseStale(book) : null;
}

/** An order with ifSequence trades only against the book of that sequence. */
function refuseStale({ sequence }: MarketBook, because = ''): Refusal {
  const message = `${because}The market is at sequence ${sequence}.`;
  return refuse('STALE_ORDERBOOK', message, { field: 'ifSequence', extra: { sequence } });
}

export function refuseExpired(book: MarketBook): Refusal {
  return refuseStale(book, 'Resting orders have expired since. ');
}

function refuseOrderCount(command: OrderCommand, open: number): Refusal | null {
  if (command.timeInForce !== 'GTC' || open < maxOpenOrders) return null;
  return refuse('ORDER_LIMIT_REACHED', `You already have ${maxOpenOrders} open orders in this market, the maximum.`);
}

/** Expired orders reserve nothing, whether or not a job has removed them. */
function refuseBalance(state: PlaceOrderState, command: OrderCommand, ownExpired: readonly RestingOrder[]) {
  const { available, position } = state.player;
  const back = ownExpired.filter(
    order => order.side === command.side && (order.side === 'buy' || order.outcome === command.outcome),
  );
  const released = back.reduce((sum, order) => sum + order.remaining, 0);
  const free = (command.side === 'buy' ? available : freeShares(position)) + released;
  if (free >= command.amount) return null;
  const message = command.side === 'buy' ? 'Not enough free credits.' : 'Not enough free shares.';
  return refuse('INSUFFICIENT_BALANCE', message, { field: amountField(command) });
}

/** Built member by member: on the hot path of every order, spread syntax costs more than the walk. */
function recordOf(
  { book, player }: PlaceOrderState,
  command: OrderCommand,
  now: number,
  end: Pick<OrderRecord, 'filledCredits' | 'filledShares' | 'remaining' | 'status' | 'cancelReason'>,
): OrderRecord {
  return {
    id: command.orderId,
    playerId: player.id,
    marketId: book.marketId,
    outcome: command.outcome,
    side: command.side,
    timeInForce: command.timeInForce,
    limitBps: command.limitBps as Bps,
    amount: command.amount,
    filledCredits: end.filledCredits,
    filledShares: end.filledShares,
    remaining: end.remaining,
    status: end.status,
    cancelReason: end.cancelReason,
    createdAt: now,
    updatedAt: now,
    expiresAt: command.expiresAt,
  };
}

/** Uses the price before the order: a sell may itself push the price to its limit. */
function warningsOf(book: MarketBook, { side, limitBps, outcome }: OrderCommand): readonly Warning[] {
  if (!mayBePercent(side, limitBps)) return noWarnings;
  return limitWarnings(side, limitBps, displayPrices(logPrices(book.shares, book.liquidity))[outcome]);
}

/** A fill-or-kill order that can't be filled leaves only its own record. */
function unfilled(state: PlaceOrderState, command: OrderCommand, walk: Walk, now: number): Placed {
  const { book } = state;
  const logs = logPrices(book.shares, book.liquidity);
  return {
    order: recordOf(state, command, now, {
      filledCredits: microcredits(0),
      filledShares: microshares(0),
      remaining: command.amount,
      status: 'cancelled',
      cancelReason: 'fok',
    }),
    fills: [],
    resting: [],
    positions: [],
    transfers: [],
    patch: null,
    sequence: book.sequence,
    priceBps: displayPrices(logs),
    logPrices: logs,
    walkSteps: walk.steps,
    warnings: warningsOf(book, command),
  };
}

function placed(
  state: PlaceOrderState,
  command: OrderCommand,
  walk: Walk,
  settlement: Settlement,
  ownExpired: readonly RestingOrder[],
  now: number,
): Placed {
  const { book } = state;
  const order = recordOf(state, command, now, endOf(command, walk, settlement));
  const resting = restingEffects(walk, settlement, ownExpired);
  const patch = bookPatch(book, order, settlement, resting);
  const fills = fillsOf(settlement);
  const logs = logPrices(settlement.shares, book.liquidity);
  return {
    order,
    fills,
    resting,
    positions: positionChanges(order, resting),
    transfers: transfersOf(order, fills, resting),
    patch,
    sequence: patch?.sequence ?? book.sequence,
    priceBps: displayPrices(logs),
    logPrices: logs,
    walkSteps: walk.steps,
    warnings: warningsOf(book, command),
  };
}

function endOf(command: OrderCommand, walk: Walk, { maker, counters }: Settlement) {
  const filledCredits = microcredits(maker.credits + counters.credits);
  const filledShares = microshares(maker.shares + counters.shares);
  const left = command.amount - (command.side === 'buy' ? filledCredits : filledShares);
  if (walk.usedUp || left === 0) {
    return { filledCredits, filledShares, remaining: 0, status: 'filled', cancelReason: null } as const;
  }
  return command.timeInForce === 'GTC'
    ? ({ filledCredits, filledShares, remaining: left, status: 'open', cancelReason: null } as const)
    : ({ filledCredits, filledShares, remaining: left, status: 'cancelled', cancelReason: 'ioc' } as const);
}
