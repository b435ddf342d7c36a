import type { Store } from '../database/store.js';
import { orIfDiskFull } from '../database/transactions.js';
import type { EventRow } from '../events/store/rows.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import * as liveStore from '../exchange/store/live.js';
import { Cache, SharedLoads } from '../kernel/cache.js';
import { hourMs } from '../kernel/time.js';
import {
  isQuiet,
  openingPrices,
  type PastFigure,
  PastTimeline,
  quietTimeline,
  type TimelineLimits,
  TradeTimelines,
} from './past-timeline.js';
import { foldPublicTrades } from './read-candles.js';
import * as historyStore from './store/history.js';

const maxTimelines = 10_000;
/** Numbers of all timelines together, at eight bytes each. */
const maxTotalWeight = 1_000_000;
/** Trades read ahead per market. */
const tradesAhead = 50;
/** The default look-back, used by nearly every request: its figures are always cached. */
const usualHours = 24;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;

/**
 * Prices and volumes at the start of look-backs. The first read of a market aggregates its trades; after that the start
 * advances one trade at a time, so a market costs one query per fifty trades. Other look-backs are read from the
 * timelines of the markets, so that a caller who changes the look-back with every request costs no more than others.
 */
export class PastFigures {
  /** By market and look-back. */
  private readonly starts = new Cache<PastTimeline>({
    maxEntries: maxTimelines,
    maxWeight: maxTotalWeight,
    weightOf: ({ weight }) => weight,
  });
  private readonly loads = new SharedLoads(2);
  private readonly timelines: TradeTimelines;

  constructor(
    private readonly store: Pick<Store, 'read'>,
    limits?: TimelineLimits,
  ) {
    this.timelines = new TradeTimelines(store, limits);
  }

  /** Returns null if the figure must be loaded first. */
  find(eventId: string, hours: number, now: number): PastFigure | null {
    const timeline = this.starts.get(keyOf(eventId, hours));
    const at = now - hours * hourMs;
    if (!timeline?.covers(at)) return this.timelines.find(eventId, at, now);
    timeline.startAt(at);
    return timeline.figureAt(at);
  }

  async load(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const missing = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (this.find(live.event.id, hours, now)) continue;
      if (isQuiet(live, now - hours * hourMs)) this.cache(live.event.id, hours, quietTimeline(live, now));
      else missing.set(keyOf(live.event.id, hours), live);
    }
    if (hours !== usualHours) await this.loadTimelines(missing, hours, now);
    if (missing.size === 0) return;
    await this.loads.run(missing.keys(), async keys => {
      const wanted = keys.map(key => missing.get(key) as LiveMarket);
      await this.readAhead(wanted, hours, now);
      const uncovered = wanted.filter(live => !this.find(live.event.id, hours, now));
      if (uncovered.length > 0) await this.loadStarts(uncovered, hours, now);
    });
  }

  /** Removes the markets whose timeline covers the figure. */
  private async loadTimelines(missing: Map<string, LiveMarket>, hours: number, now: number): Promise<void> {
    if (missing.size === 0) return;
    await this.timelines.load([...missing.values()], now - hours * hourMs, now);
    for (const [key, { event }] of missing) if (this.find(event.id, hours, now)) missing.delete(key);
  }

  private cache(eventId: string, hours: number, timeline: PastTimeline): void {
    this.starts.set(keyOf(eventId, hours), timeline);
  }

  /** Other look-backs than the usual one are read ahead only when they are read again. */
  private async loadStarts(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const at = now - hours * hourMs;
    const events = new Map(markets.map(({ event }) => [event.id, event]));
    const rows = await this.store.read(reader => liveStore.past(reader, [...events.keys()], at));
    for (const { eventId, sequence, priceBps, outcomeVolumes } of rows) {
      const prices = priceBps ?? openingPrices(events.get(eventId) as EventRow);
      const start = { priceBps: prices, outcomeVolumes, sequence, coveredUntil: at };
      this.cache(eventId, hours, new PastTimeline(start));
    }
    if (hours === usualHours) await this.readAhead(markets, hours, now);
  }

  /** Extends the timelines of markets that have one. */
  private async readAhead(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const timelines = new Map(
      markets.flatMap(({ event }) => {
        const timeline = this.starts.get(keyOf(event.id, hours));
        return timeline ? [[event.id, timeline] as const] : [];
      }),
    );
    if (timelines.size === 0) return;
    const filters = [...timelines].map(([eventId, timeline]) => ({ eventId, afterSequence: timeline.lastSequence }));
    const steps = await this.store.read(reader => liveStore.steps(reader, filters, tradesAhead));
    for (const [eventId, timeline] of timelines) {
      timeline.add(steps.get(eventId) ?? [], tradesAhead, now);
      this.cache(eventId, hours, timeline);
    }
  }
}

const eventsPerStep = 25;
const maxBehind = 5_000;
/** The maximum number of events that a read waits for; the job's next run folds the rest. */
const maxFlushedByRead = 250;

/**
 * Folds trades into candles in the background. A job folds this node's trades at short intervals, a read first folds
 * the rest of its event, and a periodic sweep, also at start, folds trades that other nodes left.
 */
export class TradeHistory {
  private readonly traded = new Set<string>();
  private readonly steps = new Set<Promise<unknown>>();
  private readonly folding = new Map<string, Promise<void>>();

  constructor(private readonly store: Store) {}

  /** Marks markets that have changed. */
  note(eventIds: Iterable<string>): void {
    for (const eventId of eventIds) this.traded.add(eventId);
  }

  /** Folds this node's latest trades for a read, up to a bounded number of events. */
  async flushSome(): Promise<void> {
    await Promise.allSettled(this.steps);
    await orIfDiskFull(this.fold([...this.traded].slice(0, maxFlushedByRead), true), undefined);
    // The job may have taken some of the events in the meantime.
    await Promise.allSettled(this.steps);
  }

  /** Folds all events marked so far. */
  flush(keepGoing: () => boolean): Promise<void> {
    return this.fold([...this.traded], false, keepGoing);
  }

  private async fold(
    marked: readonly string[],
    wait: boolean,
    keepGoing = () => true,
    store = this.store,
  ): Promise<void> {
    for (let index = 0; index < marked.length && keepGoing(); index += eventsPerStep) {
      let eventIds: readonly string[] = marked.slice(index, index + eventsPerStep);
      // A busy market may need several steps. Only a waiting read leaves the rest to the job.
      do eventIds = await this.step(eventIds, wait, store);
      while (eventIds.length > 0 && !wait && keepGoing());
      this.note(eventIds);
    }
  }

  /** Returns the events with more trades to fold. */
  private async step(eventIds: readonly string[], wait: boolean, store: Store): Promise<readonly string[]> {
    for (const eventId of eventIds) this.traded.delete(eventId);
    const step = foldPublicTrades(store, { eventIds, wait });
    this.steps.add(step);
    try {
      const { leftOut, more } = await step;
      this.note(leftOut);
      return more;
    } catch (error) {
      this.note(eventIds);
      throw error;
    } finally {
      this.steps.delete(step);
    }
  }

  /** Folds every event that is behind, including those traded on other nodes. */
  async sweep(store: Store, keepGoing: () => boolean): Promise<void> {
    for (let found = maxBehind; found === maxBehind && keepGoing(); ) {
      const behind = await store.read(reader => historyStore.behind(reader, maxBehind));
      await this.fold(behind, false, keepGoing, store);
      found = behind.length;
    }
  }

  /** Folds all trades of one event before it is read, unless the disk is full. */
  async catchUp(eventId: string): Promise<void> {
    if (!(await this.store.read(reader => historyStore.isBehind(reader, eventId)))) return;
    // A fold in flight may have started before the trade that the reader has just made.
    await this.folding.get(eventId)?.catch(() => {});
    let fold = this.folding.get(eventId);
    if (!fold) {
      fold = this.foldAll(eventId).finally(() => this.folding.delete(eventId));
      this.folding.set(eventId, fold);
    }
    await orIfDiskFull(fold, undefined);
  }

  private async foldAll(eventId: string): Promise<void> {
    for (let eventIds: readonly string[] = [eventId]; eventIds.length > 0; ) {
      const { leftOut, more } = await foldPublicTrades(this.store, { eventIds, wait: true });
      eventIds = [...leftOut, ...more];
    }
  }
}
