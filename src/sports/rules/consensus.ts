import { medianOf } from '../../kernel/statistics.js';
import { hourMs, minuteMs } from '../../kernel/time.js';
import {
  type ConsensusLine,
  type FixtureStatus,
  type Line,
  type LineMarket,
  type LineSelection,
  type LineSummary,
  lineMarkets,
  lineSelections,
  type PricedLine,
  type StoredLine,
} from './fixture.js';

// Prices and their implied probabilities.

const bps = 10_000;
/** The bounds of a decimal price: below the minimum a bet returns less than its stake. */
const minDecimalPrice = 1.001;
const maxDecimalPrice = 10_000;

/** The implied probability of a decimal price, including the margin. */
export function impliedBpsOf(decimalPrice: number): number {
  return bps / decimalPrice;
}

/** Converts American odds to a decimal price: +150 returns 2.5 times the stake, −200 returns 1.5 times. */
export function decimalFromAmerican(american: number): number {
  return american > 0 ? 1 + american / 100 : 1 + 100 / -american;
}

/**
 * Identifies the quote of a line: mutually exclusive selections of one bookmaker that cover everything. The two sides
 * of a spread have opposite points, so the home side's point identifies it.
 */
function quoteKeyOf({ book, market, selection, point }: Pick<Line, 'book' | 'market' | 'selection' | 'point'>): string {
  const shared = market === 'spread' && selection === 'away' ? -(point ?? 0) : point;
  // −0 and 0 are one point.
  return `${market} ${shared === null ? '' : shared + 0} ${book}`;
}

/** Groups lines by quote, in the order of their first line. */
export function groupByQuote<T extends Line>(lines: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const line of lines) {
    const key = quoteKeyOf(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}

/** Removes the margin of one quote: each implied probability divided by the sum of all of them. */
export function priceQuote(quote: readonly Line[]): PricedLine[] {
  const sum = quote.reduce((total, { decimalPrice }) => total + 1 / decimalPrice, 0);
  return quote.map(line => ({
    ...line,
    impliedBps: impliedBpsOf(line.decimalPrice),
    fairBps: (bps * (1 / line.decimalPrice)) / sum,
  }));
}

// Validates external lines before they are stored.

const selectionsOf: Readonly<Record<LineMarket, readonly LineSelection[]>> = {
  moneyline: ['home', 'away', 'draw'],
  spread: ['home', 'away'],
  total: ['over', 'under'],
};
const maxPoint = 1_000;

/** Returns the problem of one line, or null. */
function lineProblem({ book, market, selection, point, decimalPrice }: Line): string | null {
  if (book === '' || book.length > 60) return `book must have 1 to 60 characters (got ${book.length})`;
  if (!lineMarkets.includes(market)) return `market must be one of ${lineMarkets.join(', ')} (got ${market})`;
  if (!lineSelections.includes(selection) || !selectionsOf[market].includes(selection)) {
    return `selection must be one of ${selectionsOf[market].join(', ')} for a ${market} (got ${selection})`;
  }
  if (!(decimalPrice >= minDecimalPrice && decimalPrice <= maxDecimalPrice)) {
    return `decimalPrice must be between ${minDecimalPrice} and ${maxDecimalPrice} (got ${decimalPrice})`;
  }
  if (market === 'moneyline') return point === null ? null : `point must be null for a moneyline (got ${point})`;
  if (point === null || !(Math.abs(point) <= maxPoint)) {
    return `point must be a number between ${-maxPoint} and ${maxPoint} for a ${market} (got ${point})`;
  }
  return null;
}

/**
 * All selections must be quoted: a margin can only be removed from a whole quote. Whether a moneyline has a draw depends
 * on the league, so that the consensus compares prices of the same bet; `draws` undefined accepts both kinds.
 */
function quoteProblem(quote: readonly Line[], draws: boolean | undefined): string | null {
  const [{ book, market }] = quote;
  const selections = quote.map(({ selection }) => selection);
  if (new Set(selections).size < selections.length) return `${market} of ${book} has a duplicate selection`;
  const isThreeWay = market === 'moneyline' && draws === true;
  const required = selectionsOf[market].slice(0, isThreeWay ? 3 : 2);
  const missing = required.filter(selection => !selections.includes(selection));
  if (draws === false && selections.includes('draw')) {
    return `${market} of ${book} has a price for draw in a league without draws`;
  }
  return missing.length === 0 ? null : `${market} of ${book} has no price for ${missing.join(' and ')}`;
}

interface CheckedLines {
  readonly lines: readonly Line[];
  readonly problems: readonly string[];
}

/**
 * Separates complete quotes of valid lines from the others. A quote with one invalid line is omitted as a whole.
 * `draws` says whether games of the league may end in a draw; without it, a moneyline may have a draw or not.
 */
export function checkLines(lines: readonly Line[], draws?: boolean): CheckedLines {
  const problems: string[] = [];
  const good: Line[] = [];
  for (const quote of groupByQuote(lines)) {
    const problem = quote.map(lineProblem).find(found => found !== null) ?? quoteProblem(quote, draws);
    if (problem === null) good.push(...quote);
    else problems.push(problem);
  }
  return { lines: good, problems };
}

// Which lines of a source are new, and which current ones they replace.

interface LineChanges {
  /** To be stored as current lines. */
  readonly added: readonly PricedLine[];
  /** Current lines that are replaced or withdrawn. */
  readonly endedIds: readonly string[];
}

type StoredQuote = Pick<StoredLine, 'id'> & Line;

const pricesOf = (quote: readonly Line[]) =>
  quote
    .map(({ selection, point, decimalPrice }) => `${selection} ${point === null ? '' : point + 0} ${decimalPrice}`)
    .sort()
    .join(',');

/**
 * Compares one source's report on one fixture with its current lines. A quote is stored whole as soon as one of its
 * prices changes, because the fair probability of every selection depends on all of them; an unchanged quote is not
 * stored again. `isComplete`: the source has listed all of its lines, so others are withdrawn.
 */
export function diffLines(
  current: readonly StoredQuote[],
  incoming: readonly Line[],
  isComplete: boolean,
): LineChanges {
  const added: PricedLine[] = [];
  const endedIds: string[] = [];
  const listed = new Set<string>();
  const before = new Map(groupByQuote(current).map(quote => [quoteKeyOf(quote[0]), quote]));
  for (const quote of groupByQuote(incoming)) {
    const key = quoteKeyOf(quote[0]);
    listed.add(key);
    const old = before.get(key);
    if (old && pricesOf(old) === pricesOf(quote)) continue;
    // A late delivery must not replace newer prices of the bookmaker.
    if (old?.some(line => line.at > quote[0].at)) continue;
    added.push(...priceQuote(quote));
    endedIds.push(...(old ?? []).map(line => line.id));
  }
  if (isComplete) {
    for (const [key, quote] of before) if (!listed.has(key)) endedIds.push(...quote.map(line => line.id));
  }
  return { added, endedIds };
}

// The consensus of bookmakers: the median, and the outliers.

const minBooksForOutliers = 4;
/** Makes the median absolute deviation comparable with a standard deviation, if deviations are normal. */
const madScale = 1.4826;
const maxDeviations = 3;
const minOutlierDistanceBps = 200;

interface Judged {
  readonly consensusBps: number;
  /** For each value, in order. */
  readonly outliers: readonly boolean[];
}

/** The consensus of one selection, and which values are outliers: far in deviations and in basis points. */
export function judgeSelection(fairBps: readonly number[]): Judged {
  const consensusBps = medianOf(fairBps);
  const distances = fairBps.map(value => Math.abs(value - consensusBps));
  const bound = maxDeviations * madScale * medianOf(distances);
  const enough = fairBps.length >= minBooksForOutliers;
  const outliers = distances.map(distance => enough && distance > bound && distance > minOutlierDistanceBps);
  return { consensusBps, outliers };
}

type SelectionKey = Pick<PricedLine, 'market' | 'selection' | 'point'>;

/** −0 and 0 are one point. */
const selectionKeyOf = ({ market, selection, point }: SelectionKey) =>
  `${market} ${selection} ${point === null ? '' : point + 0}`;

const rankOf = (market: LineMarket) => lineMarkets.indexOf(market);

function byMarketAndPoint(a: SelectionKey, b: SelectionKey): number {
  const byMarket = rankOf(a.market) - rankOf(b.market);
  if (byMarket !== 0) return byMarket;
  const byPoint = Math.abs(a.point ?? 0) - Math.abs(b.point ?? 0);
  if (byPoint !== 0) return byPoint;
  return lineSelections.indexOf(a.selection) - lineSelections.indexOf(b.selection) || (a.point ?? 0) - (b.point ?? 0);
}

type CurrentLine = Pick<StoredLine, 'id' | 'source'> & PricedLine;

/** If two sources carry the same bookmaker, the newer line counts. */
function oneEachBook<T extends CurrentLine>(lines: readonly T[]): T[] {
  const byBook = new Map<string, T>();
  for (const line of lines) {
    const other = byBook.get(line.book);
    const isNewer = !other || line.at > other.at || (line.at === other.at && line.source < other.source);
    if (isNewer) byBook.set(line.book, line);
  }
  return [...byBook.values()];
}

interface Summary extends LineSummary {
  readonly outlierIds: ReadonlySet<string>;
}

/** Summarizes the current lines of one fixture. */
export function summarizeLines(current: readonly CurrentLine[]): Summary {
  const groups = new Map<string, CurrentLine[]>();
  for (const line of current) {
    const key = selectionKeyOf(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  const outlierIds = new Set<string>();
  const lines: ConsensusLine[] = [];
  let lineCount = 0;
  for (const group of groups.values()) {
    const counted = oneEachBook(group);
    const { consensusBps, outliers } = judgeSelection(counted.map(line => line.fairBps));
    for (const [index, line] of counted.entries()) if (outliers[index]) outlierIds.add(line.id);
    const { market, selection, point } = group[0];
    lineCount += counted.length;
    lines.push({
      market,
      selection,
      point: point === null ? null : point + 0,
      consensusBps,
      books: counted.length,
      outliers: outliers.filter(Boolean).length,
      updatedAt: counted.reduce((newest, line) => Math.max(newest, line.at), 0),
    });
  }
  lines.sort(byMarketAndPoint);
  const books = new Set(current.map(line => line.book)).size;
  return { lines, books, lineCount, outlierCount: outlierIds.size, outlierIds };
}

// The reliability of a fixture and its lines.

const staleAfterMs = 6 * hourMs;
const liveStaleAfterMs = 10 * minuteMs;
/** The part of the stale limit during which freshness is 1. */
const freshPart = 1 / 6;
const booksForFullConfidence = 5;
const minConfidence = 0.5;

export interface QualityFacts {
  readonly status: FixtureStatus;
  /** When a source last confirmed or changed the fixture. */
  readonly asOf: number;
  /** When a source last confirmed or changed its lines; null without lines. */
  readonly linesAsOf: number | null;
  readonly books: number;
  readonly lineCount: number;
  readonly outlierCount: number;
  /** Whether sources report different final scores. */
  readonly scoresDisagree: boolean;
}

export interface Quality {
  readonly confidence: number;
  readonly stale: boolean;
  readonly reviewRequired: boolean;
}

function staleAfter(status: FixtureStatus): number {
  return status === 'live' ? liveStaleAfterMs : staleAfterMs;
}

/** The oldest confirmation times that are not stale at `now`. */
export function staleBounds(now: number): { readonly live: number; readonly other: number } {
  return { live: now - liveStaleAfterMs, other: now - staleAfterMs };
}

/**
 * 1 while lines are at most a sixth of the stale limit old, then falling linearly to 0 at the limit. A finished game
 * expects no newer lines: 1.
 */
export function freshnessOf(status: FixtureStatus, linesAsOf: number | null, now: number): number {
  if (linesAsOf === null) return 0;
  if (status === 'final' || status === 'cancelled') return 1;
  const limit = staleAfter(status);
  const age = now - linesAsOf;
  return Math.min(1, Math.max(0, (limit - age) / (limit * (1 - freshPart))));
}

export function qualityOf(facts: QualityFacts, now: number): Quality {
  const { status, asOf, linesAsOf, books, lineCount, outlierCount, scoresDisagree } = facts;
  const outlierShare = lineCount === 0 ? 0 : outlierCount / lineCount;
  const confidence =
    Math.min(1, books / booksForFullConfidence) * (1 - outlierShare) * freshnessOf(status, linesAsOf, now);
  return {
    confidence,
    stale: now - asOf > staleAfter(status),
    reviewRequired: confidence < minConfidence || scoresDisagree || status === 'postponed' || status === 'cancelled',
  };
}

export interface QualityMetrics {
  readonly fixtures: number;
  readonly stale: number;
  /** Null without fixtures, like the mean. */
  readonly staleShare: number | null;
  /** Mean over fixtures. */
  readonly confidence: number | null;
  readonly reviewRequired: number;
  /** Current lines that are outliers. */
  readonly outliers: number;
}

export function metricsOf(fixtures: readonly QualityFacts[], now: number): QualityMetrics {
  let stale = 0;
  let confidence = 0;
  let reviewRequired = 0;
  let outliers = 0;
  for (const facts of fixtures) {
    const quality = qualityOf(facts, now);
    if (quality.stale) stale += 1;
    if (quality.reviewRequired) reviewRequired += 1;
    confidence += quality.confidence;
    outliers += facts.outlierCount;
  }
  const count = fixtures.length;
  return {
    fixtures: count,
    stale,
    staleShare: count === 0 ? null : stale / count,
    confidence: count === 0 ? null : confidence / count,
    reviewRequired,
    outliers,
  };
}
