import * as operatorStore from '../database/arena/operators.js';
import type { Store } from '../database/store.js';
import { decideExpireOrders } from '../engine/cancel-order.js';
import { decideTransition } from '../engine/lifecycle.js';
import * as editStore from '../events/store/edits.js';
import * as marketStore from '../events/store/markets.js';
import * as proposalStore from '../events/store/proposals.js';
import type { DueWork } from '../events/store/rows.js';
import { bookOf } from '../exchange/desk/book-cache.js';
import { saveEnded } from '../exchange/desk/decide-command.js';
import { DeskBatch } from '../exchange/desk/desk-batch.js';
import type { OpenMarket } from '../exchange/desk/open-market.js';
import * as deskStore from '../exchange/store/desk.js';
import * as orderStore from '../exchange/store/orders.js';
import { isRefusal, type Refusal } from '../kernel/refusal.js';
import { applyTransition, catchUp, changeMarket, type MarketTools, saveLocked } from './lock-market.js';
import { finalizeProposal } from './proposals.js';
import { settleMarket } from './settle-market.js';

export type TransitionVerb = 'pause' | 'resume' | 'close' | 'reopen';

interface TransitionCommand {
  readonly verb: TransitionVerb;
  /** The new end of trading; only for reopen. */
  readonly endsAt: number | null;
  readonly note: string;
  /** Null for the arena itself, whose actions are not in the operators' audit trail. */
  readonly actor: string | null;
}

/** Pauses, resumes, closes or reopens a market. */
export function transitionEvent(
  tools: MarketTools,
  reference: string,
  { verb, endsAt, note, actor }: TransitionCommand,
): Promise<{ eventId: string } | Refusal> {
  return changeMarket(tools, reference, { ends: verb === 'close', actor }, async (locked, tx) => {
    const { work, open } = locked;
    const transition = decideTransition(open.market, { verb, endsAt: endsAt ?? undefined }, work.now);
    if (isRefusal(transition)) return transition;
    const { endsAt: formerEnd } = open.market;
    applyTransition(locked, transition);
    if (open.market.endsAt !== formerEnd && verb === 'reopen') {
      const change = { from: formerEnd, to: open.market.endsAt };
      await editStore.recordEdit(tx, open.event.id, { at: work.now, note, changes: { endsAt: change } });
    }
    if (verb === 'reopen' && open.market.proposal) await proposalStore.setProposal(tx, open.event.id, null, null);
    const details = { from: transition.from, to: transition.to, endsAt, note };
    if (actor !== null)
      await operatorStore.record(tx, {
        at: work.now,
        actor,
        action: `event.${verb}`,
        subject: open.event.slug,
        details,
        reason: note,
        before: { status: transition.from, endsAt: formerEnd },
        after: { status: transition.to, endsAt: open.market.endsAt },
      });
    return { eventId: open.event.id };
  });
}

/** The next run continues with the rest. */
const maxMarketsPerRun = 200;
const ordersPerStep = 500;

/** Removes expired orders from a market. They can't trade even before this runs. */
async function expireOrders({ store, newId }: MarketTools, eventId: string): Promise<void> {
  for (let ended = ordersPerStep; ended === ordersPerStep; ) {
    ended = await store.transact(async tx => {
      const { markets, now, tradingPaused } = await deskStore.lockMarkets(tx, [eventId]);
      const [{ event, market }] = markets;
      const orders = await orderStore.oldestResting(tx, eventId, now, ordersPerStep);
      const work = new DeskBatch(now, tradingPaused, newId);
      work.addMarket(event, market, bookOf(event, market, orders));
      const open = work.markets.get(eventId) as OpenMarket;
      saveEnded(work, open, decideExpireOrders({ market, book: open.book }, now, ordersPerStep));
      await saveLocked(tx, { work, open });
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
        .read(reader => marketStore.dueAt(reader))
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
  const eventIds = await tools.store.read(reader => marketStore.due(reader, kind, maxMarketsPerRun));
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
