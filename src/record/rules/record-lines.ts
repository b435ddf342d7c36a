import { displayedPrices } from '../../engine/prices.js';
import { microsPerUnit } from '../../kernel/units.js';
import { type MarketHistory, TradeLog } from '../../scoring/rules/benchmarks.js';
import type { BaselineName, BoardName, BoardWindow, EventSet } from '../../scoring/rules/boards.js';

// The public record is a file of lines, each a JSON object with a `type`, in this order:
//
//   header, every player, then event by event its `event` line, its further `prices`, its `trades`, its forecasts and its
//   scores,
//   then scope by scope the rows of its boards and their baselines, and last `end`.
//
// So a reader needs memory for one event at a time, besides the scores. Rationales are not part of the record.
// `sealLine` adds a digest to each line as its last member.

export const recordFormat = 'presage-record';
export const recordVersion = 3;

export interface HeaderLine {
  readonly type: 'header';
  readonly format: typeof recordFormat;
  readonly version: typeof recordVersion;
  readonly madeAt: string;
  /** When the leaderboards were built: windows end here. Null before the first event is scored. */
  readonly asOf: string | null;
  /** The set of events in the file and on its leaderboards. */
  readonly events: EventSet;
  readonly counts: {
    readonly players: number;
    readonly events: number;
    readonly forecasts: number;
    readonly scores: number;
    readonly boardRows: number;
    readonly baselineRows: number;
  };
  /** The parameters of scoring. */
  readonly scoring: {
    readonly resamples: number;
    readonly intervalPercent: number;
    readonly minResolved: number;
    readonly minCoverage: number;
    readonly minEdgeOwners: number;
    readonly minEdgeCredits: number;
    readonly minEstablishedOwners: number;
  };
}

export interface PlayerLine {
  readonly type: 'player';
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly model: string | null;
  /** A house player. */
  readonly house: boolean;
  /** The handle of the agent's owner. */
  readonly owner: string | null;
  /** Players with the same number belong to one owner. Numbers have no meaning outside this file. */
  readonly group: number;
}

/**
 * Unix milliseconds, the market sequence from which the prices are in force, and one price in basis points per outcome.
 */
export type PriceEntry = readonly [atMs: number, sequence: number, pricesBps: readonly number[]];

/**
 * One party's part of a trade: Unix milliseconds, market sequence, the owner's group, outcome, shares (negative for a
 * sale) and credits.
 */
export type TradeEntry = readonly [
  atMs: number,
  sequence: number,
  group: number,
  outcome: number,
  shares: number,
  credits: number,
];

export interface ResolutionVersion {
  readonly version: number;
  /** Null for void. */
  readonly payoutBps: readonly number[] | null;
  readonly effectiveCloseAt: string;
  readonly decidedAt: string;
}

export interface EventLine {
  readonly type: 'event';
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  /** The labels. */
  readonly outcomes: readonly string[];
  readonly opensAt: string;
  /** The time of the first resolution, which determines the windows of leaderboards. */
  readonly resolvedAt: string;
  readonly demo: boolean;
  readonly resolutions: readonly ResolutionVersion[];
  /** Liquidity of the market maker in credits, and the shares that its opening prices correspond to. */
  readonly liquidityCredits: number;
  readonly openingShares: readonly number[];
  /** The traders' groups that were established when the event was resolved; null if all count. */
  readonly established: readonly number[] | null;
  readonly prices: readonly PriceEntry[];
}

/** Prices that did not fit into the event's line. */
export interface PricesLine {
  readonly type: 'prices';
  readonly event: string;
  readonly prices: readonly PriceEntry[];
}

/** Both sides of the event's trades, in order of their sequence. */
export interface TradesLine {
  readonly type: 'trades';
  readonly event: string;
  readonly trades: readonly TradeEntry[];
}

export interface ForecastLine {
  readonly type: 'forecast';
  readonly id: string;
  readonly player: string;
  readonly event: string;
  readonly outcome: number;
  /** Percent. */
  readonly probability: number;
  readonly at: string;
  readonly withdrawnAt: string | null;
  /** The price of the outcome at the market sequence that the forecast was recorded at. */
  readonly marketPriceBps: number;
  readonly marketSequence: number;
}

/** Without a forecast in force all but profit are null. Profit is in credits, null for a player who did not trade. */
export interface ScoreLine {
  readonly type: 'score';
  readonly event: string;
  readonly version: number;
  readonly player: string;
  readonly brier: number | null;
  readonly marketBrier: number | null;
  /** Null, as is edge, if the event does not count for the player's edge. */
  readonly benchmarkBrier: number | null;
  readonly edge: number | null;
  readonly last: number | null;
  readonly coverage: number | null;
  readonly profit: number | null;
}

interface BoardNumbers {
  readonly window: BoardWindow;
  readonly category: string | null;
  readonly board: BoardName;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly resolvedEvents: number;
  readonly coverage: number | null;
  readonly total: number | null;
}

export interface BoardLine extends BoardNumbers {
  readonly type: 'board';
  readonly player: string;
}

/** The row of a baseline, such as always forecasting 50 %. */
export interface BaselineLine extends BoardNumbers {
  readonly type: 'baseline';
  readonly name: BaselineName;
}

export interface EndLine {
  readonly type: 'end';
  /** The number of lines, including this one. */
  readonly lines: number;
  /** SHA-256 in hexadecimal of all lines before this one, each with its line break. */
  readonly digest: string;
}

export type RecordLine =
  | HeaderLine
  | PlayerLine
  | EventLine
  | PricesLine
  | TradesLine
  | ForecastLine
  | ScoreLine
  | BoardLine
  | BaselineLine
  | EndLine;

// Each line of a record ends with its digest, and the last line has a digest of the whole file. They locate accidental
// changes down to the line. A deliberate change can include a new digest; only recomputing the numbers finds it.

/** An incremental SHA-256. */
export interface TextHash {
  update(text: string): unknown;
  digest(form: 'hex'): string;
}

const shaDigits = 16;
const sealPattern = /,"sha":"([0-9a-f]+)"\}$/;

function shaOf(newHash: () => TextHash, content: string): string {
  const hash = newHash();
  hash.update(content);
  return hash.digest('hex').slice(0, shaDigits);
}

/** Serializes a line with its digest, which covers everything before `,"sha"`. */
function sealLine(newHash: () => TextHash, line: RecordLine): string {
  const content = JSON.stringify(line).slice(0, -1);
  return `${content},"sha":"${shaOf(newHash, content)}"}`;
}

/** Whether a line matches its digest. */
export function isSealed(newHash: () => TextHash, text: string): boolean {
  const match = sealPattern.exec(text);
  return match !== null && shaOf(newHash, text.slice(0, match.index)) === match[1];
}

/** Serializes lines in order and computes the digest of the whole file. */
export class LineSealer {
  lines = 0;
  readonly #newHash: () => TextHash;
  readonly #all: TextHash;

  constructor(newHash: () => TextHash) {
    this.#newHash = newHash;
    this.#all = newHash();
  }

  seal(line: RecordLine): string {
    this.lines += 1;
    const text = `${sealLine(this.#newHash, line)}\n`;
    this.#all.update(text);
    return text;
  }

  /** Returns the last line of the file. */
  end(): string {
    this.lines += 1;
    const line: EndLine = { type: 'end', lines: this.lines, digest: this.#all.digest('hex') };
    return `${sealLine(this.#newHash, line)}\n`;
  }
}

/** The subject of a line, extracted from its text, which may be damaged JSON. */
interface LineOwner {
  readonly type: string | null;
  /** Ids, as other lines refer to players and events. */
  readonly player: string | null;
  readonly event: string | null;
  /** A player's line gives the handle and an event's the slug. */
  readonly handle: string | null;
  readonly slug: string | null;
  readonly board: string | null;
}

function member(text: string, name: string): string | null {
  return new RegExp(`"${name}":"([^"\\\\]*)"`).exec(text)?.[1] ?? null;
}

export function ownerOf(text: string): LineOwner {
  const type = member(text, 'type');
  const board = member(text, 'board');
  const [window, category] = [member(text, 'window'), member(text, 'category')];
  return {
    type,
    player: member(text, 'player'),
    event: member(text, 'event'),
    handle: type === 'player' ? member(text, 'handle') : null,
    slug: type === 'event' ? member(text, 'slug') : null,
    board: board === null || window === null ? null : `${board} ${window}/${category ?? '*'}`,
  };
}

function differInOne(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let different = 0;
  for (let index = 0; index < a.length && different < 2; index += 1) if (a[index] !== b[index]) different += 1;
  return different === 1;
}

/** Returns the handle of the only id that differs in one character; null if none or several do. */
export function handleOfSimilarId(id: string, handles: ReadonlyMap<string, string>): string | null {
  const similar = [...handles.keys()].filter(handle => differInOne(handle, id));
  return similar.length === 1 ? (handles.get(similar[0]) ?? null) : null;
}

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
    const outcomeShares = [...openingShares];
    let row = 0;
    for (const [, at, found] of prices.toSorted(([, a], [, b]) => a - b)) {
      for (; row < sequence.length && sequence[row] <= at; row += 1) outcomeShares[outcome[row]] += shares[row];
      const expected = displayedPrices(outcomeShares, liquidity);
      if (expected.some((bps, index) => bps !== found[index])) return { sequence: at, expected, found };
    }
    return null;
  }
}
