import { BoundedMap } from '../../domain/bounded-map.js';
import { hourMs } from '../../domain/durations.js';
import { displayedPrices } from '../../domain/exchange/engine/prices.js';
import type { TradeStep } from '../../store/market-data/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';
import type { LiveMarket } from '../exchange/live/live-market.js';

/** What a market was like at the beginning of a look-back. Trades since do not change it, only time does. */
export interface PastFigure {
  readonly priceBps: readonly number[];
  /** Credits traded until then, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

interface Base {
  priceBps: readonly number[];
  outcomeVolumes: number[];
  /** The sequence of the last trade in it. */
  sequence: number;
  /** Trades that come next, oldest first. */
  steps: TradeStep[];
  /** Until then it is known what happened. */
  coveredUntil: number;
}

const maxBases = 10_000;
/** Trades that are read ahead for each market. */
const stepsAhead = 50;
/** How old a figure may be. */
const slackMs = 10_000;
/** Clocks of nodes and database differ by less, and no commit takes longer. */
const marginMs = 60_000;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;

/**
 * Prices and volumes at the beginning of look-backs. The first look at a market sums up the trades since; from then on the
 * beginning moves over one trade after the other, so that a market costs a query only after every fifty trades.
 */
export class PastFigures {
  private readonly bases = new BoundedMap<Base>(maxBases);
  private readonly loads = new SharedLoads(2);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  /** Null: it has to be learnt first. What it returns moves on with time, so it is used at once. */
  find(eventId: string, hours: number, now: number): PastFigure | null {
    const base = this.bases.get(keyOf(eventId, hours));
    if (!base) return null;
    const at = now - hours * hourMs;
    moveOn(base, at);
    return at <= base.coveredUntil + slackMs ? base : null;
  }

  async load(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const unknown = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (this.find(live.event.id, hours, now)) continue;
      if (isQuiet(live, now - hours * hourMs)) this.keep(live.event.id, hours, quietBase(live, now));
      else unknown.set(keyOf(live.event.id, hours), live);
    }
    if (unknown.size === 0) return;
    await this.loads.run(unknown.keys(), async keys => {
      const wanted = keys.map(key => unknown.get(key) as LiveMarket);
      await this.extend(wanted, hours, now);
      const left = wanted.filter(live => !this.find(live.event.id, hours, now));
      if (left.length > 0) await this.begin(left, hours, now);
    });
  }

  private keep(eventId: string, hours: number, base: Base): void {
    this.bases.set(keyOf(eventId, hours), base);
  }

  private async begin(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
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
      this.keep(eventId, hours, base);
    }
    await this.readAhead(markets, hours, now);
  }

  /** Markets that have a base and have run out of trades to move over. */
  private async extend(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const known = markets.filter(({ event }) => this.bases.get(keyOf(event.id, hours)));
    if (known.length > 0) await this.readAhead(known, hours, now);
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

/** An order may have two trades, and the last one read may have a sister that was not: it is left for the next time. */
function addSteps(base: Base, rows: readonly TradeStep[], now: number): void {
  const all = rows.length < stepsAhead;
  const last = rows.at(-1)?.sequence;
  const whole = all ? rows : rows.filter(row => row.sequence !== last);
  const after = base.steps.at(-1)?.sequence ?? base.sequence;
  base.steps.push(...whole.filter(row => row.sequence > after));
  const until = all ? now - marginMs : (base.steps.at(-1)?.at ?? 0);
  base.coveredUntil = Math.max(base.coveredUntil, until);
}

function moveOn(base: Base, at: number): void {
  let taken = 0;
  for (const step of base.steps) {
    if (step.at > at) break;
    base.priceBps = step.priceBps;
    base.outcomeVolumes[step.outcome] += step.credits;
    base.sequence = step.sequence;
    taken += 1;
  }
  if (taken > 0) base.steps.splice(0, taken);
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
