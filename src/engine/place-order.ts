import { invalidField, type Refusal, refuse } from '../kernel/refusal.js';
import { limitWarnings, mayBePercent, noWarnings, type Warning } from '../kernel/unit-warnings.js';
import {
  averagePriceBps,
  type Bps,
  isLimitBps,
  type Microcredits,
  type Microshares,
  microcredits,
  microshares,
  microsPerUnit,
} from '../kernel/units.js';
import { availableOf, marketAccount, reservedOf, type Transfer, transferIfAny } from './ledger.js';
import { closedBecause, type MarketTimes, statusAt } from './lifecycle.js';
import { type BookPatch, type MarketBook, ordersOf } from './market-book.js';
import { freeShares, type Position, type PositionChange } from './position.js';
import { displayPrices, logPrices } from './prices.js';
import { isLive, type RestingOrder, type Side, withRemaining } from './resting-queue.js';
import { type Part, type RestingFill, type Settlement, settle } from './settlement.js';
import { walkOrder } from './walk.js';
import type { Walk } from './walk-state.js';

const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
export type TimeInForce = (typeof timesInForce)[number];
type OrderStatus = 'open' | 'filled' | 'cancelled' | 'expired';
export type CancelReason = 'ioc' | 'fok' | 'self_trade' | 'market_closed' | 'requested' | 'correction';
export type Against = 'maker' | 'order';

/** 0.01 credits or shares. */
export const minAmount = microsPerUnit / 100;
/** 10⁹ credits or shares. */
export const maxAmount = 1e9 * microsPerUnit;
export const maxOpenOrders = 100;

/** An order as requested. Amounts are micro-credits of a buy and micro-shares of a sell. */
export interface OrderCommand {
  readonly orderId: string;
  readonly outcome: number;
  readonly side: Side;
  readonly amount: number;
  readonly limitBps: number;
  readonly timeInForce: TimeInForce;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
  /** The market sequence that the order was quoted at; any other is stale. */
  readonly ifSequence: number | null;
}

/** An order after a decision. */
export interface OrderRecord {
  readonly id: string;
  readonly playerId: string;
  readonly marketId: string;
  readonly outcome: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly limitBps: Bps;
  readonly amount: number;
  readonly filledCredits: Microcredits;
  readonly filledShares: Microshares;
  /** The unfilled part: reserved while open, released when cancelled, zero when filled. */
  readonly remaining: number;
  readonly status: OrderStatus;
  readonly cancelReason: CancelReason | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number | null;
}

export interface Fill {
  readonly against: Against;
  readonly shares: Microshares;
  readonly credits: Microcredits;
  readonly priceBps: Bps;
}

/** The effect of a decision on a resting order: either a fill or an end. */
export type RestingEffect =
  | {
      readonly kind: 'filled';
      readonly orderId: string;
      readonly playerId: string;
      readonly outcome: number;
      readonly side: Side;
      readonly fill: Fill;
      readonly remaining: number;
      readonly status: 'open' | 'filled';
    }
  | {
      readonly kind: 'ended';
      readonly orderId: string;
      readonly playerId: string;
      readonly outcome: number;
      readonly side: Side;
      /** The released reserve. */
      readonly released: number;
      readonly status: 'cancelled' | 'expired';
      readonly reason: CancelReason | null;
    };

// Placing an order: checks every reason to reject it, walks it through the book, and returns the changes to save.

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

export function decidePlaceOrder(state: PlaceOrderState, command: OrderCommand, now: number): Placed | Refusal {
  const { book, player } = state;
  const refusal = refusePayload(command, book, now) ?? refuseMarket(state, command, now);
  if (refusal) return refusal;
  const playerOrders = [...ordersOf(book, player.id)];
  const ownExpired = playerOrders.filter(order => !isLive(order, now));
  const short =
    refuseOrderCount(command, playerOrders.length - ownExpired.length) ?? refuseBalance(state, command, ownExpired);
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

// The effects of a settled order on resting orders, positions, credits and the book.

/** One per kind of counterparty: these are the public trades. */
function fillsOf({ maker, counters }: Settlement): Fill[] {
  return [...fillIfAny('order', counters), ...fillIfAny('maker', maker)];
}

function fillIfAny(against: Against, { shares, credits }: Part): Fill[] {
  const priceBps = averagePriceBps(credits, shares);
  return priceBps === null ? [] : [{ against, shares, credits, priceBps }];
}

/** All changes of resting orders. An order that both expired and belongs to the player is ended once. */
function restingEffects(walk: Walk, settlement: Settlement, ownExpired: readonly RestingOrder[]): RestingEffect[] {
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
function bookPatch(
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

function positionChanges(order: OrderRecord, resting: readonly RestingEffect[]): PositionChange[] {
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
function transfersOf(order: OrderRecord, fills: readonly Fill[], resting: readonly RestingEffect[]): Transfer[] {
  const market = marketAccount(order.marketId);
  const available = availableOf(order.playerId);
  const releases = resting.flatMap(releaseTransfer);
  const paid: Transfer[] = [];
  const received: Transfer[] = [];
  for (const { credits } of fills) {
    if (order.side === 'buy') paid.push(...transferIfAny('trade', order.id, available, market, credits));
    else received.push(...transferIfAny('trade', order.id, market, available, credits));
  }
  for (const effect of resting) {
    if (effect.kind === 'ended') continue;
    const { playerId, orderId, fill } = effect;
    if (effect.side === 'buy') {
      paid.push(...transferIfAny('trade', orderId, reservedOf(playerId), market, fill.credits));
    } else received.push(...transferIfAny('trade', orderId, market, availableOf(playerId), fill.credits));
  }
  const reservedCredits = order.status === 'open' && order.side === 'buy' ? order.remaining : 0;
  return [
    ...releases,
    ...paid,
    ...received,
    ...transferIfAny('reserve', order.id, available, reservedOf(order.playerId), reservedCredits),
  ];
}

export function releaseTransfer(effect: RestingEffect): Transfer[] {
  if (effect.kind !== 'ended' || effect.side !== 'buy') return [];
  const { playerId, orderId, released } = effect;
  return transferIfAny('release', orderId, reservedOf(playerId), availableOf(playerId), released);
}
