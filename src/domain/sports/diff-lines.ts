import type { Line, PricedLine, StoredLine } from './fixture.js';
import { groupByQuote, priceQuote, quoteKeyOf } from './odds.js';

/** Which lines of a source are new, and which current ones they replace. */

interface LineChanges {
  /** To be stored as current lines. */
  readonly added: readonly PricedLine[];
  /** Current lines that are replaced or withdrawn. */
  readonly endedIds: readonly string[];
}

type CurrentLine = Pick<StoredLine, 'id'> & Line;

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
  current: readonly CurrentLine[],
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
