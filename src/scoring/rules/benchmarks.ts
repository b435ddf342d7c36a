// The prices that a player's edge is measured against. The market price alone could be manipulated: a player could push
// it to the wrong side with other accounts and then beat it. So per time and outcome the benchmark is the better of two
// prices, both without the shares of the player's owner: that of the rest of the market, and that of the established
// owners alone.

import { ensure } from '../../kernel/invariant.js';
import { dayMs } from '../../kernel/time.js';
import { ErrorPathBuilder, SharePrices } from './error-path.js';
import type { ErrorPath } from './price-path.js';
import { GrowingColumn, NameIndex } from './result-table.js';
import type { PreparedEvent } from './score-forecasts.js';

export const edgeParameters = {
  /** An event counts for edge if this many outside owners have traded this many credits each. */
  minOwners: 5,
  minCreditsEach: 100,
  /** With fewer established owners in the arena, all outside owners count. */
  minEstablished: 50,
} as const;

/** The requirements for an established owner. */
export const establishedAgeMs = 30 * dayMs;
export const establishedEvents = 10;

const minMicrosEach = edgeParameters.minCreditsEach * 1_000_000;
const tradesBetweenPauses = 16_384;

/** One party's part of a trade. Amounts are millionths. */
export interface OwnerTrade {
  readonly atMs: number;
  readonly sequence: number;
  readonly owner: string;
  readonly outcome: number;
  /** Negative for a sale. */
  readonly shares: number;
  readonly credits: number;
}

/** The trades of one market in order of their sequence, both sides of each, stored compactly. */
export class TradeLog {
  readonly owners = new NameIndex();
  readonly #columns = {
    atMs: new GrowingColumn(),
    sequence: new GrowingColumn(),
    owner: new GrowingColumn(),
    outcome: new GrowingColumn(),
    shares: new GrowingColumn(),
    credits: new GrowingColumn(),
  };
  #steps = 0;

  add({ atMs, sequence, owner, outcome, shares, credits }: OwnerTrade): void {
    const { length } = this.#columns.sequence;
    const before = length === 0 ? 0 : this.#columns.sequence.at(length - 1);
    ensure('trades-in-order', sequence >= before, () => `a trade at sequence ${sequence} after one at ${before}`);
    if (sequence > before) this.#steps += 1;
    this.#columns.atMs.push(atMs);
    this.#columns.sequence.push(sequence);
    this.#columns.owner.push(this.owners.numberOf(owner));
    this.#columns.outcome.push(outcome);
    this.#columns.shares.push(shares);
    this.#columns.credits.push(credits);
  }

  get length(): number {
    return this.#columns.sequence.length;
  }

  /** The number of sequences with trades. */
  get steps(): number {
    return this.#steps;
  }

  /** Views, valid until the next addition. */
  get columns() {
    const { atMs, sequence, owner, outcome, shares, credits } = this.#columns;
    return {
      atMs: atMs.values,
      sequence: sequence.values,
      owner: owner.values,
      outcome: outcome.values,
      shares: shares.values,
      credits: credits.values,
    };
  }
}

/** The trades of one market, which determine its prices. */
export interface MarketHistory {
  /** Millionths, as are shares. */
  readonly liquidity: number;
  readonly openingShares: readonly number[];
  readonly trades: TradeLog;
  /** The established owners among those who traded; null if all count. */
  readonly established: ReadonlySet<string> | null;
}

export interface Benchmarks {
  /** Owners who traded have a separate path; all others share one. */
  hasOwnPath(owner: string): boolean;
  /**
   * Returns the errors to compare with, or null if the event does not count for this owner's edge. An owner's path is
   * valid until the next call; the one for null, an owner without trades, stays.
   */
  pathOf(owner: string | null): Generator<void, ErrorPath | null>;
}

/** The market's own prices, for markets that no leaderboard counts. */
export function marketBenchmarks({ path }: PreparedEvent): Benchmarks {
  return {
    hasOwnPath: () => false,
    // biome-ignore lint/correctness/useYield: there is nothing to compute
    *pathOf() {
      return path;
    },
  };
}

/** Traded credits of the counted owners, in total and without each of them. */
class Volumes {
  readonly #volumes: Map<number, number>;
  readonly #top: readonly number[];
  readonly #total: number;

  constructor(volumes: ReadonlyMap<number, number>) {
    this.#volumes = new Map([...volumes].filter(([, micros]) => micros >= minMicrosEach));
    const sorted = [...this.#volumes.values()].sort((a, b) => b - a);
    this.#top = sorted.slice(0, 2);
    this.#total = sorted.reduce((sum, micros) => sum + micros, 0);
  }

  /** Whether enough other owners have traded, none more than all others together. */
  areEnoughWithout(owner: number | undefined): boolean {
    const ownVolume = owner === undefined ? 0 : (this.#volumes.get(owner) ?? 0);
    const count = this.#volumes.size - (ownVolume > 0 ? 1 : 0);
    if (count < edgeParameters.minOwners) return false;
    const largest = ownVolume === this.#top[0] ? this.#top[1] : this.#top[0];
    return largest * 2 <= this.#total - ownVolume;
  }
}

/** Computes benchmarks from the trades of the market. */
export class OwnerBenchmarks implements Benchmarks {
  readonly #event: PreparedEvent;
  readonly #history: MarketHistory;
  /** By owner number; null if all count. */
  readonly #established: Uint8Array | null;
  readonly #volumes: Volumes;
  readonly #ownPath: ErrorPathBuilder;
  #sharedPath: ErrorPath | null = null;

  constructor(event: PreparedEvent, history: MarketHistory) {
    this.#event = event;
    this.#history = history;
    const { trades, established } = history;
    this.#established = established && Uint8Array.from(trades.owners.names, name => Number(established.has(name)));
    this.#volumes = new Volumes(this.#volumesByOwner());
    this.#ownPath = new ErrorPathBuilder(event, trades.steps + 1);
  }

  hasOwnPath(owner: string): boolean {
    return this.#history.trades.owners.find(owner) !== undefined;
  }

  *pathOf(owner: string | null): Generator<void, ErrorPath | null> {
    const number = owner === null ? undefined : this.#history.trades.owners.find(owner);
    if (this.#event.path === null || !this.#volumes.areEnoughWithout(number)) return null;
    if (number !== undefined) return yield* this.#build(this.#ownPath, number);
    // Without shares to remove, the rest of the market is the market.
    if (this.#established === null) return this.#event.path;
    const builder = () => new ErrorPathBuilder(this.#event, this.#history.trades.steps + 1);
    this.#sharedPath ??= yield* this.#build(builder(), -1);
    return this.#sharedPath;
  }

  /** Ignores trades at or after the effective close, when the answer was known. */
  #volumesByOwner(): Map<number, number> {
    const { atMs, owner, credits } = this.#history.trades.columns;
    const closesAtMs = this.#event.opensAtMs + this.#event.lifeMs;
    const volumes = new Map<number, number>();
    for (let row = 0; row < owner.length; row += 1) {
      if (atMs[row] >= closesAtMs || this.#established?.[owner[row]] === 0) continue;
      volumes.set(owner[row], (volumes.get(owner[row]) ?? 0) + credits[row]);
    }
    return volumes;
  }

  /** Replays the trades without those of one owner; -1 includes all. */
  *#build(builder: ErrorPathBuilder, without: number): Generator<void, ErrorPath> {
    const { openingShares, liquidity, trades } = this.#history;
    const { atMs, sequence, owner, outcome, shares } = trades.columns;
    const rest = new SharePrices(openingShares, liquidity);
    const established = this.#established && new SharePrices(openingShares, liquidity);
    builder.restart();
    builder.step(Number.NEGATIVE_INFINITY, rest, established);
    for (let row = 0; row < sequence.length; row += 1) {
      if (owner[row] !== without) {
        rest.add(outcome[row], shares[row]);
        if (this.#established?.[owner[row]] === 1) established?.add(outcome[row], shares[row]);
      }
      if (row % tradesBetweenPauses === tradesBetweenPauses - 1) yield;
      // Trades of one sequence are one order: its prices apply after all its parts.
      if (sequence[row + 1] !== sequence[row] && !builder.step(atMs[row], rest, established)) break;
    }
    return builder.finish();
  }
}
