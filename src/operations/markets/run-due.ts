import { decideExpireOrders } from '../../domain/exchange/decide-cancel.js';
import type { DueWork } from '../../store/markets/interface.js';
import { bookOf } from '../exchange/desk/book-cache.js';
import { saveEnded } from '../exchange/desk/decide-command.js';
import { type OpenMarket, PlayUnitOfWork } from '../exchange/desk/play-unit-of-work.js';
import { catchUp, type MarketTools, saveLocked } from './lock-market.js';
import { settleMarket } from './settle-market.js';

/** As many markets as one run takes; the next one goes on. */
const marketsPerRun = 200;
const ordersPerStep = 500;

/** Takes orders that are past their time out of a market. Whether they may trade never depends on this. */
async function expireOrders({ store, newId }: MarketTools, eventId: string): Promise<void> {
  for (let ended = ordersPerStep; ended === ordersPerStep; ) {
    ended = await store.transact(async writes => {
      const { markets, now, tradingPaused } = await writes.desk.lockMarkets([eventId]);
      const [{ event, market }] = markets;
      const orders = await writes.orders.oldestResting(eventId, now, ordersPerStep);
      const set = new PlayUnitOfWork(now, tradingPaused, newId);
      set.addMarket(event, market, bookOf(event, market, orders));
      const open = set.markets.get(eventId) as OpenMarket;
      saveEnded(set, open, decideExpireOrders({ market, book: open.book }, now, ordersPerStep));
      await saveLocked(writes, { work: set, open });
      return orders.length;
    });
  }
}

const work: Record<DueWork, (tools: MarketTools, eventId: string, keepGoing: () => boolean) => Promise<unknown>> = {
  open: catchUp,
  close: catchUp,
  clear: catchUp,
  expire: expireOrders,
  settle: (tools, eventId, keepGoing) => settleMarket(tools, eventId, { keepGoing }),
};

/**
 * Does what the clock or a resolution has left to do: opens and closes markets, clears expired orders away, goes on
 * settling. One market that fails does not keep the others waiting; the first failure is thrown at the end.
 */
export async function runDue(tools: MarketTools, kind: DueWork, keepGoing: () => boolean): Promise<void> {
  const eventIds = await tools.store.transact(writes => writes.markets.due(kind, marketsPerRun));
  const failures: unknown[] = [];
  for (const eventId of eventIds) {
    if (!keepGoing()) break;
    try {
      await work[kind](tools, eventId, keepGoing);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
