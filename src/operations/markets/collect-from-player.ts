import { chooseOrders, maxCollectedOrders } from '../../domain/exchange/collect-orders.js';
import { decideCollectOrders } from '../../domain/exchange/decide-cancel.js';
import { ensure } from '../../domain/invariant.js';
import { shortfalls } from '../../domain/markets/settle-chunk.js';
import type { OpenBuy } from '../../store/exchange/interface.js';
import type { EventWithMarket } from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';
import { bookOf } from '../exchange/desk/book-cache.js';
import type { OpenMarket } from '../exchange/desk/open-market.js';
import { PlayUnitOfWork } from '../exchange/desk/play-unit-of-work.js';
import { saveEnded } from '../exchange/desk/save-resting.js';
import type { MarketTools } from './lock-market.js';
import { freeIn, saveChunk } from './save-chunk.js';

/** `locks`: the markets to lock in the next attempt, because orders there have to be cancelled. */
type Attempt = { readonly done: true } | { readonly done: false; readonly locks: readonly string[] };

/** Cancels orders in their locked markets. A book of these orders alone is enough, because no trade happens. */
function cancelOrders(work: PlayUnitOfWork, markets: readonly EventWithMarket[], orders: readonly OpenBuy[]): void {
  for (const { event, market } of markets) {
    const own = orders.filter(({ eventId }) => eventId === event.id);
    if (own.length === 0) continue;
    work.addMarket(event, market, bookOf(event, market, own));
    const open = work.markets.get(event.id) as OpenMarket;
    const ids = new Set(own.map(({ id }) => id));
    saveEnded(work, open, decideCollectOrders({ market, book: open.book }, ids, work.now));
  }
}

async function attempt(
  writes: Writes,
  newId: MarketTools['newId'],
  eventId: string,
  playerId: string,
  locks: readonly string[],
): Promise<Attempt> {
  const { markets, now, tradingPaused } = await writes.desk.lockMarkets([...new Set([eventId, ...locks])].sort());
  const settled = markets.find(({ event }) => event.id === eventId);
  const resolution = settled?.market.resolution;
  if (!settled || !resolution) return { done: true };
  const { event, market } = settled;
  const [account] = await writes.desk.lockAccounts([playerId]);
  const holdings = await writes.markets.holdingsOf(eventId, playerId, resolution.version);
  if (!account || holdings.length === 0) return { done: true };
  const free = new Map([[playerId, freeIn(event, account)]]);
  const need = shortfalls({ resolution, holdings, free }).get(playerId) ?? 0;
  // The account's lock prevents new orders of the player, and the markets' locks prevent these from trading.
  const buys = need > 0 ? await writes.orders.openBuys(playerId, event.practice, maxCollectedOrders + 1) : [];
  const { orders, more } = chooseOrders(buys, need);
  ensure('resolved-market-has-no-orders', !orders.some(order => order.eventId === eventId), () => eventId);
  const held = new Set(markets.map(each => each.event.id));
  const missing = orders.filter(order => !held.has(order.eventId));
  if (missing.length > 0) return { done: false, locks: orders.map(order => order.eventId) };
  const work = new PlayUnitOfWork(now, tradingPaused, newId);
  work.addAccount(account);
  cancelOrders(work, markets, orders);
  await saveChunk(writes, work, { event, market, resolution }, holdings, more);
  return more ? { done: false, locks: orders.map(order => order.eventId) } : { done: true };
}

/**
 * Settles the holdings of one player whose available credits are insufficient: cancels resting buys, newest first, and
 * lends the rest. The orders are in other markets, so the transaction locks all of these markets by id and then the
 * account. The required orders are known only under the account's lock; an attempt that finds an order elsewhere
 * restarts with that market. A player can cause a few attempts by placing orders meanwhile; the order budget limits
 * them.
 */
export async function collectFromPlayer(
  { store, newId }: MarketTools,
  eventId: string,
  playerId: string,
): Promise<void> {
  let locks: readonly string[] = [];
  for (;;) {
    const result = await store.transact(writes => attempt(writes, newId, eventId, playerId, locks));
    if (result.done) return;
    locks = result.locks;
  }
}
