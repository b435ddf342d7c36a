import { wordSequence } from '../search/words.js';
import type { VenueOutcome } from './venue-market.js';

/** Prices of the same outcome on several venues. */

export interface QuotedMarket {
  readonly id: string;
  readonly source: string;
  readonly outcomes: readonly VenueOutcome[];
  readonly stale: boolean;
}

export interface VenueQuote {
  readonly marketId: string;
  readonly source: string;
  readonly outcomeIndex: number;
  readonly priceBps: number | null;
  readonly bidBps: number | null;
  readonly askBps: number | null;
  /** This price minus that of the first market; null if either is missing. */
  readonly differenceBps: number | null;
  readonly stale: boolean;
}

export interface OutcomeQuotes {
  readonly label: string;
  readonly quotes: readonly VenueQuote[];
  /** The highest bid and the lowest ask among fresh quotes. */
  readonly bestBid: VenueQuote | null;
  readonly bestAsk: VenueQuote | null;
}

function best(quotes: readonly VenueQuote[], side: 'bidBps' | 'askBps', sign: 1 | -1): VenueQuote | null {
  let found: VenueQuote | null = null;
  for (const quote of quotes) {
    if (quote.stale || quote[side] === null) continue;
    if (found === null || (quote[side] - (found[side] as number)) * sign > 0) found = quote;
  }
  return found;
}

/**
 * Aligns outcomes of linked markets by label, ignoring case and punctuation. The outcomes are those of the first
 * market; a venue without a matching label has no quote there.
 */
export function sideBySide(markets: readonly QuotedMarket[]): OutcomeQuotes[] {
  const [first] = markets;
  return first.outcomes.map(({ label, priceBps: ownBps }) => {
    const wanted = wordSequence(label);
    const quotes = markets.flatMap(({ id: marketId, source, outcomes, stale }): VenueQuote[] => {
      const outcomeIndex = outcomes.findIndex(outcome => wordSequence(outcome.label) === wanted);
      if (outcomeIndex === -1) return [];
      const { priceBps, bidBps, askBps } = outcomes[outcomeIndex];
      const differenceBps = priceBps === null || ownBps === null ? null : priceBps - ownBps;
      return [{ marketId, source, outcomeIndex, priceBps, bidBps, askBps, differenceBps, stale }];
    });
    return { label, quotes, bestBid: best(quotes, 'bidBps', 1), bestAsk: best(quotes, 'askBps', -1) };
  });
}
