import { decideCloseOrders } from '../../domain/exchange/decide-cancel.js';
import type { IdPrefix } from '../../domain/ids.js';
import { ensure } from '../../domain/invariant.js';
import { type MarketStatus, statusAt } from '../../domain/market-status.js';
import { decideTransition, type Transition } from '../../domain/markets/lifecycle.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.js';
import type { Store, Writes } from '../../store/store.js';
import { bookOf } from '../exchange/desk/book-cache.js';
import { saveEnded } from '../exchange/desk/decide-command.js';
import { type OpenMarket, PlayUnitOfWork } from '../exchange/desk/play-unit-of-work.js';

/** What changing markets needs besides its command. */
export interface MarketTools {
  readonly store: Store;
  readonly newId: (prefix: IdPrefix, now: number) => string;
}

/** A market whose row is locked until the transaction ends. */
export interface LockedMarket {
  readonly work: PlayUnitOfWork;
  readonly open: OpenMarket;
}

/** `more`: there may be orders beyond those that were loaded. */
type Loaded = LockedMarket & { readonly more: boolean };

/** As many orders as one transaction ends; the rest follow in the next ones, and nothing can trade meanwhile. */
const ordersPerStep = 1_000;

export function isTrading(status: MarketStatus): boolean {
  return status === 'scheduled' || status === 'active' || status === 'paused';
}

/** Locks a market. Its orders are loaded only where some of them are about to end. */
async function lockMarket(
  writes: Writes,
  eventId: string,
  newId: MarketTools['newId'],
  ends: boolean,
): Promise<Loaded> {
  const { markets, now, tradingPaused } = await writes.desk.lockMarkets([eventId]);
  ensure('event-has-market', markets.length === 1, () => eventId);
  const [{ event, market }] = markets;
  const needed = market.openOrders > 0 && (ends || !isTrading(statusAt(market, now)));
  const orders = needed ? await writes.orders.oldestResting(eventId, null, ordersPerStep) : [];
  const set = new PlayUnitOfWork(now, tradingPaused, newId);
  set.addMarket(event, market, bookOf(event, market, orders));
  return { work: set, open: set.markets.get(eventId) as OpenMarket, more: orders.length === ordersPerStep };
}

/** Ends the orders that were loaded; more may be left. */
function endOrders({ work, open }: LockedMarket): void {
  saveEnded(work, open, decideCloseOrders({ market: open.market, book: open.book }, work.now));
}

/** The orders end first, while the market still says how it stood: that decides whether they expired or were cancelled. */
export function applyTransition(held: LockedMarket, { to, endsAt, closedAt, cancelOrders }: Transition): void {
  const { open } = held;
  if (cancelOrders) endOrders(held);
  open.market.status = to;
  open.market.endsAt = endsAt;
  open.market.closedAt = isTrading(to) ? null : (closedAt ?? open.market.closedAt);
  open.market.sequence += 1;
  open.changed = true;
}

/** Writes down what the clock has done to the market, so that everything after it starts from the status that holds. */
function passTime(held: LockedMarket): void {
  const { work, open } = held;
  const current = statusAt(open.market, work.now);
  if (current !== open.market.status) {
    const transition = decideTransition(open.market, { verb: current === 'closed' ? 'close' : 'open' }, work.now);
    ensure('clock-moves-market', !isRefusal(transition), () => `${open.market.eventId} to ${current}`);
    applyTransition(held, transition as Transition);
  } else if (!isTrading(current)) endOrders(held);
}

export async function saveLocked(writes: Writes, { work }: LockedMarket): Promise<void> {
  const later = work.laterPairs();
  if (later.length > 0) work.applyLater(await writes.desk.positionsOf(later));
  const outside = work.outsideCredits();
  if (outside.length > 0) work.settleOutsiders(await writes.desk.credit(outside));
  await writes.desk.save(work.toSave());
}

/** Brings a market to what the clock says and ends every order that a market in that status can't have. */
export async function catchUp({ store, newId }: MarketTools, eventId: string): Promise<void> {
  for (let left = true; left; ) {
    left = await store.transact(async writes => {
      const held = await lockMarket(writes, eventId, newId, false);
      passTime(held);
      await saveLocked(writes, held);
      return held.more && !isTrading(held.open.market.status);
    });
  }
}

/**
 * Runs a change of one market in a transaction that holds it. The clock goes first, and so do orders that an earlier
 * close has left behind: a market that is opened again must not find them alive.
 */
export async function changeMarket<T extends object>(
  tools: MarketTools,
  reference: string,
  ends: boolean,
  change: (held: LockedMarket, writes: Writes) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const found = await tools.store.read(reads => reads.events.find(reference));
  if (!found) return refuse('NOT_FOUND', 'There is no such event.', { field: 'slug' });
  const eventId = found.event.id;
  for (;;) {
    const result = await tools.store.transact(async writes => {
      const held = await lockMarket(writes, eventId, tools.newId, ends);
      passTime(held);
      const { market } = held.open;
      const busy = held.more && !isTrading(market.status);
      const changed = busy ? null : await change(held, writes);
      await saveLocked(writes, held);
      return { changed, left: held.more && !isTrading(market.status) };
    });
    if (result.changed === null) continue;
    if (result.left) await catchUp(tools, eventId);
    return result.changed;
  }
}
