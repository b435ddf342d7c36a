// The invariants after every order, checked on a desk.

import { ensure } from '../../kernel/invariant.js';
import { isRefusal, type Refusal } from '../../kernel/refusal.js';
import { bpsPerUnit } from '../../kernel/units.js';
import { assertBooksBalance, balanceOf, marketAccount, reservedOf } from '../ledger.js';
import { assertSolvent, queueOf } from '../market-book.js';
import type { Placed } from '../place-order.js';
import { logPrices } from '../prices.js';
import { bestLimit, isLive, type RestingOrder, type RestingQueue } from '../resting-queue.js';
import { type Ask, type Desk, place, preview } from './memory-desk.js';

/** A buyer never pays, and a seller never gets, a price more than four micro-credits worse than the limit. */
export function checkLimits({ order, resting }: Placed): void {
  const parties = resting.flatMap(effect =>
    effect.kind === 'filled' ? [{ side: effect.side, limit: effect.fill.priceBps, ...effect.fill }] : [],
  );
  parties.push({
    side: order.side,
    limit: order.limitBps,
    shares: order.filledShares,
    credits: order.filledCredits,
  } as (typeof parties)[number]);
  for (const { side, limit, shares, credits } of parties) {
    const worth = (shares / bpsPerUnit) * limit;
    // The product is a double: for a very large amount it is not exact to the micro-credit.
    const slack = 4 + worth * 1e-15;
    ensure(
      'rule-1-limits',
      side === 'buy' ? credits <= worth + slack : credits >= worth - slack,
      () => `a ${side} of ${shares} at ${limit} for ${credits}`,
    );
  }
}

/** Asserts that no resting order could trade, neither with the maker nor with another one. */
export function checkNothingCrosses({ book, now }: Desk): void {
  const logs = logPrices(book.shares, book.liquidity);
  const bids = book.resting.buys.map(queue => bestLimit(queue, now));
  const asks = book.resting.sells.map(queue => bestLimit(queue, now));
  const where = () => `bids ${bids.join()} asks ${asks.join()} prices ${Array.from(logs, Math.exp).join()}`;
  let bidSum = 0;
  let askSum = 0;
  for (let k = 0; k < logs.length; k += 1) {
    const price = Math.exp(logs[k]);
    const bid = bids[k] ?? 0;
    const ask = asks[k] ?? Number.POSITIVE_INFINITY;
    ensure('rule-5-bids', bid / bpsPerUnit <= price + 1e-6, where);
    ensure('rule-5-asks', ask / bpsPerUnit >= price - 1e-6, where);
    ensure('rule-5-spread', bid < ask, where);
    bidSum += bid;
    askSum += ask;
  }
  ensure('rule-5-bid-sum', bidSum < bpsPerUnit, where);
  ensure('rule-5-ask-sum', askSum > bpsPerUnit, where);
}

/** The ledger account equals the one in the book, and it can pay. */
export function checkSolvent({ book, balances }: Desk): void {
  assertSolvent(book, book.shares, book.account);
  const posted = balanceOf(balances, marketAccount(book.marketId));
  ensure('rule-3-account', posted === BigInt(book.account), () => `ledger ${posted}, book ${book.account}`);
}

/** The slow checks: sums over all accounts, positions and resting orders. */
export function checkBooks({ book, balances, positions }: Desk): void {
  assertBooksBalance(balances);
  const owned = book.shares.map(() => 0);
  for (const [key, position] of positions) owned[Number(key.split('/')[1])] += position.shares;
  const issued = book.shares.map((shares, k) => shares - book.openingShares[k]);
  ensure('rule-2-shares', owned.join() === issued.join(), () => `owned ${owned.join()}, issued ${issued.join()}`);
  const held = new Map<string, number>();
  const add = (key: string, amount: number) => held.set(key, (held.get(key) ?? 0) + amount);
  for (const { playerId, side, outcome, remaining } of book.resting.byId.values()) {
    add(side === 'buy' ? playerId : `${playerId}/${outcome}`, remaining);
  }
  for (const playerId of new Set([...book.resting.byId.values()].map(order => order.playerId))) {
    const reserved = balanceOf(balances, reservedOf(playerId));
    ensure('rule-2-reserve', reserved === BigInt(held.get(playerId) ?? 0), () => `${playerId} reserved ${reserved}`);
  }
  for (const [key, position] of positions) {
    const reserved = held.get(key) ?? 0;
    ensure('rule-2-reserve', position.reservedShares === reserved, () => `${key} ${position.reservedShares}`);
  }
}

/** An order that could not be filled completely leaves no trace of its walk, so its steps have no bound to check. */
export function checkSteps({ order, walkSteps, resting }: Placed, outcomes: number): void {
  const most = 3 * (outcomes + resting.length);
  ensure('rule-8-steps', walkSteps <= most || order.cancelReason === 'fok', () => `${walkSteps} steps, not ${most}`);
}

/**
 * Asserts price-time priority: no better order, and among equals no older one, was skipped. Called before the order is
 * saved.
 */
export function checkPriority({ book, now }: Desk, { resting, patch }: Placed): void {
  const gone = new Set(patch?.removed);
  const firstLeft = new Map<RestingQueue, RestingOrder | undefined>();
  for (const effect of resting) {
    if (effect.kind === 'ended') continue;
    const order = book.resting.byId.get(effect.orderId) as RestingOrder;
    const queue = queueOf(book.resting, order);
    if (!firstLeft.has(queue)) firstLeft.set(queue, bestLeft(queue, gone, now));
    const left = firstLeft.get(queue);
    const better = left ? (order.limitBps - left.limitBps) * (order.side === 'buy' ? 1 : -1) : 1;
    const first = better > 0 || (better === 0 && order.seq <= (left?.seq ?? order.seq));
    ensure('rule-7-priority', first, () => `${order.id} traded before ${left?.id}`);
  }
}

function bestLeft(queue: RestingQueue, gone: ReadonlySet<string>, now: number): RestingOrder | undefined {
  for (let at = queue.levels.length - 1; at >= 0; at -= 1) {
    const left = queue.levels[at].orders.find(order => !gone.has(order.id) && isLive(order, now));
    if (left) return left;
  }
  return undefined;
}

/** Decides twice, checks every rule that one order can break, and saves. */
export function placeChecked(desk: Desk, playerId: string, ask: Ask): Placed | Refusal {
  const quoted = preview(desk, playerId, ask);
  if (isRefusal(quoted)) {
    desk.orders += 1;
    return quoted;
  }
  checkPriority(desk, quoted);
  const placed = place(desk, playerId, ask) as Placed;
  ensure('rule-6-preview', JSON.stringify(placed) === JSON.stringify(quoted), () => JSON.stringify(quoted));
  checkLimits(placed);
  checkSolvent(desk);
  checkNothingCrosses(desk);
  checkSteps(placed, desk.book.shares.length);
  return placed;
}
