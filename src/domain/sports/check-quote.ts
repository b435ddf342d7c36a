import type { Line } from './fixture.js';
import { type LineMarket, type LineSelection, lineMarkets, lineSelections } from './fixture.js';
import { groupByQuote, maxDecimalPrice, minDecimalPrice } from './odds.js';

/** Validates external lines before they are stored. */

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
