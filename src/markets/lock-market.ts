import type { Reader, Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { decideCloseOrders } from '../engine/cancel-order.js';
import { decideTransition, type MarketStatus, statusAt, type Transition } from '../engine/lifecycle.js';
import { operatorOf, refuseStaked } from '../events/rules/proposal.js';
import * as eventStore from '../events/store/events.js';
import * as marketStore from '../events/store/markets.js';
import type { EventRow } from '../events/store/rows.js';
import { bookOf } from '../exchange/desk/book-cache.js';
import { saveEnded } from '../exchange/desk/decide-command.js';
import { DeskBatch } from '../exchange/desk/desk-batch.js';
import type { OpenMarket } from '../exchange/desk/open-market.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as deskStore from '../exchange/store/desk.js';
import * as orderStore from '../exchange/store/orders.js';
import * as forecastStore from '../forecasts/store.js';
import { ensure } from '../kernel/invariant.js';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.js';

/** Rejects an operator by role who has played in the event, personally or through an agent. */
export async function refuseStake(reader: Reader, eventId: string, actor: string | null): Promise<Refusal | null> {
  const operatorId = operatorOf(actor);
  return operatorId !== null && (await marketStore.hasStake(reader, eventId, operatorId)) ? refuseStaked() : null;
}

/** The operators of an event that this actor creates. */
export function firstOperators(actor: string): readonly string[] {
  const operatorId = operatorOf(actor);
  return operatorId === null ? [] : [operatorId];
}

/**
 * Adds an operator by role to the operators of an event: from the commit on they and their agents can't play there. The
 * caller's transaction holds the market's lock and raises its sequence.
 */
export async function addOperator(
  reader: Transaction,
  { id, operatorIds }: Pick<EventRow, 'id' | 'operatorIds'>,
  actor: string,
): Promise<void> {
  const operatorId = operatorOf(actor);
  if (operatorId === null || operatorIds.includes(operatorId)) return;
  await marketStore.setOperators(reader, id, [...operatorIds, operatorId]);
}

/** The part of the operation context that changes to markets use. */
export type MarketTools = Pick<OperationContext, 'store' | 'newId'>;

/** A market whose row is locked until the transaction ends. */
export interface LockedMarket {
  readonly work: DeskBatch;
  readonly open: OpenMarket;
}

interface MarketChange {
  /** Open orders are about to end, so they are loaded. */
  readonly ends: boolean;
  /** Null for the arena itself. */
  readonly actor: string | null;
}

/** `more`: the market may have open orders beyond those that were loaded. */
type Loaded = LockedMarket & { readonly more: boolean };

/**
 * The maximum number of orders that one transaction ends. Later ones end the rest, which can't trade in the meantime.
 */
const maxOrdersPerStep = 1_000;

export function isTrading(status: MarketStatus): boolean {
  return status === 'scheduled' || status === 'active' || status === 'paused';
}

/** Locks a market and loads its orders if some of them are about to end. */
async function lockMarket(
  tx: Transaction,
  eventId: string,
  newId: MarketTools['newId'],
  ends: boolean,
): Promise<Loaded> {
  const { markets, now, tradingPaused } = await deskStore.lockMarkets(tx, [eventId]);
  ensure('event-has-market', markets.length === 1, () => eventId);
  const [{ event, market }] = markets;
  const needed = market.openOrders > 0 && (ends || !isTrading(statusAt(market, now)));
  const orders = needed ? await orderStore.oldestResting(tx, eventId, null, maxOrdersPerStep) : [];
  const work = new DeskBatch(now, tradingPaused, newId);
  work.addMarket(event, market, bookOf(event, market, orders));
  return { work, open: work.markets.get(eventId) as OpenMarket, more: orders.length === maxOrdersPerStep };
}

/** Ends the loaded orders; the market may have more. */
function endOrders({ work, open }: LockedMarket): void {
  saveEnded(work, open, decideCloseOrders({ market: open.market, book: open.book }, work.now));
}

/** Ends orders before it changes the status, which decides whether they expired or were cancelled. */
export function applyTransition(locked: LockedMarket, { to, endsAt, closedAt, cancelOrders }: Transition): void {
  const { open } = locked;
  if (cancelOrders) endOrders(locked);
  open.market.status = to;
  open.market.endsAt = endsAt;
  open.market.closedAt = isTrading(to) ? null : (closedAt ?? open.market.closedAt);
  open.market.sequence += 1;
  open.changed = true;
}

/** Applies the transition that is due by the clock, so that the following change starts from the current status. */
function applyClock(locked: LockedMarket): void {
  const { work, open } = locked;
  const current = statusAt(open.market, work.now);
  if (current !== open.market.status) {
    const transition = decideTransition(open.market, { verb: current === 'closed' ? 'close' : 'open' }, work.now);
    ensure('clock-moves-market', !isRefusal(transition), () => `${open.market.eventId} to ${current}`);
    applyTransition(locked, transition as Transition);
  } else if (!isTrading(current)) endOrders(locked);
}

export async function saveLocked(tx: Transaction, { work }: LockedMarket): Promise<void> {
  const later = work.laterPairs();
  if (later.length > 0) work.applyLater(await deskStore.positionsOf(tx, later));
  const outside = work.outsideCredits();
  if (outside.length > 0) work.settleOutsiders(await accountStore.credit(tx, outside));
  await deskStore.save(tx, work.toSave());
}

/** Sets a market to its status by the clock and ends the orders that it can't have in that status. */
export async function catchUp({ store, newId }: MarketTools, eventId: string): Promise<void> {
  for (let left = true; left; ) {
    left = await store.transact(async tx => {
      const locked = await lockMarket(tx, eventId, newId, false);
      applyClock(locked);
      await saveLocked(tx, locked);
      return locked.more && !isTrading(locked.open.market.status);
    });
  }
}

/**
 * Runs a change of one market in a transaction that holds its lock. The clock is applied first, and orders that an
 * earlier close has left open are ended first, so that reopening a market doesn't revive them. An operator by role who
 * has a stake in the market is rejected.
 */
export async function changeMarket<T extends object>(
  tools: MarketTools,
  reference: string,
  { ends, actor }: MarketChange,
  change: (locked: LockedMarket, tx: Transaction) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const eventAndMarket = await tools.store.read(reader => eventStore.find(reader, reference));
  if (!eventAndMarket) return refuse('NOT_FOUND', 'Event not found.', { field: 'slug' });
  const eventId = eventAndMarket.event.id;
  for (;;) {
    const result = await tools.store.transact(async tx => {
      // Forecasts don't lock the market. This lock is taken before the market's, as in forecasting.
      if (operatorOf(actor) !== null) await forecastStore.awaitWriters(tx, eventId);
      const locked = await lockMarket(tx, eventId, tools.newId, ends);
      applyClock(locked);
      const { market } = locked.open;
      const busy = locked.more && !isTrading(market.status);
      const changed = busy ? null : ((await refuseStake(tx, eventId, actor)) ?? (await change(locked, tx)));
      await saveLocked(tx, locked);
      return { changed, left: locked.more && !isTrading(market.status) };
    });
    if (result.changed === null) continue;
    if (result.left) await catchUp(tools, eventId);
    return result.changed;
  }
}
