import { BoundedMap } from '../../domain/bounded-map.js';
import { hourMs } from '../../domain/durations.js';
import type { TradeStep } from '../../store/market-data/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import {
  addSteps,
  advance,
  type Base,
  isQuiet,
  maxLagMs,
  openingPrices,
  type PastFigure,
  quietBase,
} from './past-base.js';
import { TradeTimelines } from './trade-timelines.js';

const maxBases = 10_000;
/** Trades read ahead per market. */
const stepsAhead = 50;
/** The default look-back, used by nearly every request: its figures are always cached. */
const usualHours = 24;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;

/**
 * Prices and volumes at the start of look-backs. The first read of a market aggregates its trades; after that the start
 * advances one trade at a time, so a market costs one query per fifty trades. Other look-backs are read from the
 * timelines of the markets, so that a caller who changes the look-back with every request costs no more than others.
 */
export class PastFigures {
  private readonly bases = new BoundedMap<Base>(maxBases);
  private readonly loads = new SharedLoads(2);
  private readonly timelines: TradeTimelines;

  constructor(private readonly store: Pick<Store, 'read'>) {
    this.timelines = new TradeTimelines(store);
  }

  /** Returns null if the figure must be loaded first. Later calls change the returned object, so use it at once. */
  find(eventId: string, hours: number, now: number): PastFigure | null {
    const base = this.bases.get(keyOf(eventId, hours));
    const at = now - hours * hourMs;
    if (base) advance(base, at);
    return base && at <= base.coveredUntil + maxLagMs ? base : this.timelines.find(eventId, at, now);
  }

  async load(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const missing = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (this.find(live.event.id, hours, now)) continue;
      if (isQuiet(live, now - hours * hourMs)) this.cache(live.event.id, hours, quietBase(live, now));
      else missing.set(keyOf(live.event.id, hours), live);
    }
    if (hours !== usualHours) await this.loadTimelines(missing, hours, now);
    if (missing.size === 0) return;
    await this.loads.run(missing.keys(), async keys => {
      const wanted = keys.map(key => missing.get(key) as LiveMarket);
      await this.extend(wanted, hours, now);
      const uncovered = wanted.filter(live => !this.find(live.event.id, hours, now));
      if (uncovered.length > 0) await this.loadBases(uncovered, hours, now);
    });
  }

  /** Removes the markets whose timeline covers the figure. */
  private async loadTimelines(missing: Map<string, LiveMarket>, hours: number, now: number): Promise<void> {
    if (missing.size === 0) return;
    await this.timelines.load([...missing.values()], now - hours * hourMs, now);
    for (const [key, { event }] of missing) if (this.find(event.id, hours, now)) missing.delete(key);
  }

  private cache(eventId: string, hours: number, base: Base): void {
    this.bases.set(keyOf(eventId, hours), base);
  }

  private async loadBases(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const at = now - hours * hourMs;
    const events = new Map(markets.map(({ event }) => [event.id, event]));
    const rows = await this.store.read(reads => reads.live.past([...events.keys()], at));
    for (const { eventId, sequence, priceBps, outcomeVolumes } of rows) {
      const base = {
        priceBps: priceBps ?? openingPrices(events.get(eventId) as EventRow),
        outcomeVolumes: [...outcomeVolumes],
        sequence,
        steps: [],
        coveredUntil: at,
      };
      this.cache(eventId, hours, base);
    }
    await this.readAhead(markets, hours, now);
  }

  /** Reads ahead for markets whose base has consumed its trades. */
  private async extend(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const withBase = markets.filter(({ event }) => this.bases.get(keyOf(event.id, hours)));
    if (withBase.length > 0) await this.readAhead(withBase, hours, now);
  }

  private async readAhead(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const bases = new Map(
      markets.flatMap(({ event }) => {
        const base = this.bases.get(keyOf(event.id, hours));
        return base ? [[event.id, base] as const] : [];
      }),
    );
    const filters = [...bases].map(([eventId, { sequence, steps }]) => ({
      eventId,
      afterSequence: steps.at(-1)?.sequence ?? sequence,
    }));
    const rows = await this.store.read(reads => reads.live.steps(filters, stepsAhead));
    const byEvent = new Map<string, TradeStep[]>([...bases.keys()].map(eventId => [eventId, []]));
    for (const row of rows) byEvent.get(row.eventId)?.push(row);
    for (const [eventId, base] of bases) addSteps(base, byEvent.get(eventId) ?? [], stepsAhead, now);
  }
}
