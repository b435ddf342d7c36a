// Bookmakers' lines: prices, quotes, and which reported lines are stored. Times are epoch milliseconds.

export const lineMarkets = ['moneyline', 'spread', 'total'] as const;
export type LineMarket = (typeof lineMarkets)[number];
export const lineSelections = ['home', 'away', 'draw', 'over', 'under'] as const;
export type LineSelection = (typeof lineSelections)[number];

/** One price of one bookmaker. */
export interface Line {
  readonly book: string;
  readonly market: LineMarket;
  readonly selection: LineSelection;
  /** The handicap of the selection, or the total; null for a moneyline. */
  readonly point: number | null;
  readonly decimalPrice: number;
  /** When the bookmaker set it, according to its source. */
  readonly at: number;
}

/** A line with the figures derived from its bookmaker's quote. */
export interface PricedLine extends Line {
  /** 10,000 divided by the price: the probability including the bookmaker's margin. */
  readonly impliedBps: number;
  /** The same without the margin. */
  readonly fairBps: number;
}

/** A stored line. */
export interface StoredLine extends PricedLine {
  readonly id: string;
  readonly source: string;
  readonly outlier: boolean;
}

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

/**
 * Identifies the quote of a line: mutually exclusive selections of one bookmaker that cover everything. The two sides
 * of a spread have opposite points, so the home side's point identifies it.
 */
function quoteKeyOf({ book, market, selection, point }: Pick<Line, 'book' | 'market' | 'selection' | 'point'>): string {
  const shared = market === 'spread' && selection === 'away' ? -(point ?? 0) : point;
  // −0 and 0 are one point.
  return `${market} ${shared === null ? '' : shared + 0} ${book}`;
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

const selectionsOf: Readonly<Record<LineMarket, readonly LineSelection[]>> = {
  moneyline: ['home', 'away', 'draw'],
  spread: ['home', 'away'],
  total: ['over', 'under'],
};

const maxPoint = 1_000;

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

interface LineChanges {
  /** To be stored as current lines. */
  readonly added: readonly PricedLine[];
  /** Current lines that are replaced or withdrawn. */
  readonly endedIds: readonly string[];
}

type StoredQuote = Pick<StoredLine, 'id'> & Line;

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

const pricesOf = (quote: readonly Line[]) =>
  quote
    .map(({ selection, point, decimalPrice }) => `${selection} ${point === null ? '' : point + 0} ${decimalPrice}`)
    .sort()
    .join(',');
