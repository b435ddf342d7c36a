import { displayedPrices } from '../exchange/engine/prices.js';
import { type MarketHistory, TradeLog } from '../scoring/benchmarks.js';
import { microsPerUnit } from '../units.js';
import type { EventLine, PriceEntry, TradesLine } from './record-lines.js';

const micros = (value: number) => Math.round(value * microsPerUnit);

/** The trades of one event of a record. Owners are identified by their group. */
export class EventTrades {
  readonly #event: EventLine;
  readonly #log = new TradeLog();

  constructor(event: EventLine) {
    this.#event = event;
  }

  get length(): number {
    return this.#log.length;
  }

  get history(): MarketHistory {
    const { liquidityCredits, openingShares, established } = this.#event;
    return {
      liquidity: micros(liquidityCredits),
      openingShares: openingShares.map(micros),
      trades: this.#log,
      established: established && new Set(established.map(String)),
    };
  }

  /** Returns what is wrong with the line, or null. */
  add({ trades }: TradesLine): string | null {
    let { last } = this;
    for (const [atMs, sequence, group, outcome, shares, credits] of trades) {
      if (outcome >= this.#event.outcomes.length) return `the event has no outcome ${outcome}`;
      if (sequence < last) return `a trade at sequence ${sequence} follows one at ${last}`;
      last = sequence;
      const owner = String(group);
      this.#log.add({ atMs, sequence, owner, outcome, shares: micros(shares), credits: micros(credits) });
    }
    return null;
  }

  private get last(): number {
    return this.#log.columns.sequence.at(-1) ?? 0;
  }

  /** Returns the first price that does not follow from the trades, or null. */
  wrongPrice(prices: readonly PriceEntry[]) {
    const { liquidity, openingShares } = this.history;
    const { sequence, outcome, shares } = this.#log.columns;
    const held = [...openingShares];
    let row = 0;
    for (const [, at, found] of prices.toSorted(([, a], [, b]) => a - b)) {
      for (; row < sequence.length && sequence[row] <= at; row += 1) held[outcome[row]] += shares[row];
      const expected = displayedPrices(held, liquidity);
      if (expected.some((bps, index) => bps !== found[index])) return { sequence: at, expected, found };
    }
    return null;
  }
}
