import { BoundedMap } from '../../domain/bounded-map.js';
import { hourMs } from '../../domain/durations.js';
import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import type { TradeStep } from '../../store/market-data/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';
import type { LiveMarket } from '../exchange/live/live-market.js';

/** A market's figures at the start of a look-back. Later trades don't change them. */
export interface PastFigure {
  readonly priceBps: readonly number[];
  /** Credits traded before the start, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

/** A mutable figure that advances trade by trade as the look-back's start moves forward. */
interface Base {
  priceBps: readonly number[];
  outcomeVolumes: number[];
  /** The sequence of the last trade included. */
  sequence: number;
  /** The trades that follow, oldest first. */
  steps: TradeStep[];
  /** All trades up to this time are in the base or in `steps`. */
  coveredUntil: number;
}

const maxBases = 10_000;
/** Trades read ahead per market. */
const stepsAhead = 50;
/** How far a figure may lag behind the start of its look-back. */
const maxLagMs = 10_000;
/** Exceeds the clock skew between nodes and database plus the longest commit. */
const marginMs = 60_000;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;

/**
 * Prices and volumes at the start of look-backs. The first read of a market aggregates its trades; after that the start
 * advances one trade at a time, so a market costs one query per fifty trades.
 */
export class PastFigures {
  private readonly bases = new BoundedMap<Base>(maxBases);
  private readonly loads = new SharedLoads(2);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  /** Returns null if the figure must be loaded first. Later calls change the returned object, so use it at once. */
  find(eventId: string, hours: number, now: number): PastFigure | null {
    const base = this.bases.get(keyOf(eventId, hours));
    if (!base) return null;
    const at = now - hours * hourMs;
    advance(base, at);
    return at <= base.coveredUntil + maxLagMs ? base : null;
  }

  async load(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const missing = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (this.find(live.event.id, hours, now)) continue;
      if (isQuiet(live, now - hours * hourMs)) this.cache(live.event.id, hours, quietBase(live, now));
      else missing.set(keyOf(live.event.id, hours), live);
    }
    if (missing.size === 0) return;
    await this.loads.run(missing.keys(), async keys => {
      const wanted = keys.map(key => missing.get(key) as LiveMarket);
      await this.extend(wanted, hours, now);
      const uncovered = wanted.filter(live => !this.find(live.event.id, hours, now));
      if (uncovered.length > 0) await this.loadBases(uncovered, hours, now);
    });
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

  /** Reads ahead for markets whose base has used up its trades. */
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
    for (const [eventId, base] of bases) addSteps(base, byEvent.get(eventId) ?? [], now);
  }
}

/** An order may have several trades. If the batch is full, its last order may be incomplete and is read again later. */
function addSteps(base: Base, rows: readonly TradeStep[], now: number): void {
  const isComplete = rows.length < stepsAhead;
  const last = rows.at(-1)?.sequence;
  const whole = isComplete ? rows : rows.filter(row => row.sequence !== last);
  const after = base.steps.at(-1)?.sequence ?? base.sequence;
  base.steps.push(...whole.filter(row => row.sequence > after));
  const until = isComplete ? now - marginMs : (base.steps.at(-1)?.at ?? 0);
  base.coveredUntil = Math.max(base.coveredUntil, until);
}

function advance(base: Base, at: number): void {
  let passed = 0;
  for (const step of base.steps) {
    if (step.at > at) break;
    base.priceBps = step.priceBps;
    base.outcomeVolumes[step.outcome] += step.credits;
    base.sequence = step.sequence;
    passed += 1;
  }
  if (passed > 0) base.steps.splice(0, passed);
}

function isQuiet({ market }: LiveMarket, since: number): boolean {
  return market.lastTradeAt === null || market.lastTradeAt <= since;
}

function quietBase({ event, market }: LiveMarket, now: number): Base {
  return {
    priceBps: market.lastTradeAt === null ? openingPrices(event) : market.priceBps,
    outcomeVolumes: [...market.outcomeVolumes],
    sequence: market.sequence,
    steps: [],
    coveredUntil: now - marginMs,
  };
}

function openingPrices({ openingShares, liquidity }: EventRow): readonly number[] {
  return displayedPrices(openingShares, liquidity);
}
