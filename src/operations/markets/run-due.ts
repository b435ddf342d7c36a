import { decideExpireOrders } from '../../domain/exchange/decide-cancel.js';
import type { DueWork } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { bookOf } from '../exchange/desk/book-cache.js';
import type { OpenMarket } from '../exchange/desk/open-market.js';
import { PlayUnitOfWork } from '../exchange/desk/play-unit-of-work.js';
import { saveEnded } from '../exchange/desk/save-resting.js';
import { finalizeProposal } from './finalize-proposal.js';
import { catchUp, type MarketTools, saveLocked } from './lock-market.js';
import { settleMarket } from './settle-market.js';

/** The next run continues with the rest. */
const maxMarketsPerRun = 200;
const ordersPerStep = 500;

/** Removes expired orders from a market. They can't trade even before this runs. */
async function expireOrders({ store, newId }: MarketTools, eventId: string): Promise<void> {
  for (let ended = ordersPerStep; ended === ordersPerStep; ) {
    ended = await store.transact(async writes => {
      const { markets, now, tradingPaused } = await writes.desk.lockMarkets([eventId]);
      const [{ event, market }] = markets;
      const orders = await writes.orders.oldestResting(eventId, now, ordersPerStep);
      const work = new PlayUnitOfWork(now, tradingPaused, newId);
      work.addMarket(event, market, bookOf(event, market, orders));
      const open = work.markets.get(eventId) as OpenMarket;
      saveEnded(work, open, decideExpireOrders({ market, book: open.book }, now, ordersPerStep));
      await saveLocked(writes, { work, open });
      return orders.length;
    });
  }
}

const work: Record<DueWork, (tools: MarketTools, eventId: string, keepGoing: () => boolean) => Promise<unknown>> = {
  open: catchUp,
  close: catchUp,
  clear: catchUp,
  expire: expireOrders,
  finalize: finalizeProposal,
  settle: (tools, eventId, keepGoing) => settleMarket(tools, eventId, { keepGoing }),
};

/** When work of a kind is due, based on the current state. Jobs that query at the same time share one query. */
export class MarketDeadlines {
  private count = -1;
  private reading: Promise<Readonly<Record<DueWork, number>>> | null = null;

  async of(store: Store, kind: DueWork): Promise<number> {
    const { count } = store.changes();
    if (count !== this.count || this.reading === null) {
      this.count = count;
      const reading = store
        .read(reads => reads.markets.dueAt())
        .finally(() => {
          if (this.reading === reading) this.reading = null;
        });
      this.reading = reading;
    }
    return (await this.reading)[kind];
  }
}

/**
 * Does the work that the clock or a resolution has made due: opens and closes markets, removes expired orders, continues
 * settlements. A market that fails doesn't stop the others; the first failure is thrown at the end.
 */
export async function runDue(tools: MarketTools, kind: DueWork, keepGoing: () => boolean): Promise<void> {
  const eventIds = await tools.store.read(reads => reads.markets.due(kind, maxMarketsPerRun));
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
