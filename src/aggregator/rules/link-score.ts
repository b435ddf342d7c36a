import { dayMs } from '../../kernel/time.js';
import { plainWords, wordSequence } from '../../kernel/words.js';
import type { VenueOutcome } from './venue-market.js';

// The similarity of two markets' questions: the TF-IDF cosine of their titles, times the agreement of numbers and of
// closing times.

export interface LinkText {
  readonly title: string;
  /** Epoch milliseconds. */
  readonly closesAt: number | null;
}

/** The number of the `sampled` titles that contain a word. */
export interface WordStatistics {
  readonly sampled: number;
  readonly titlesWith: ReadonlyMap<string, number>;
}

/** A pair below this score is not suggested. */
export const minLinkScore = 0.6;
/** The maximum number of suggestions per market. */
export const maxSuggestions = 3;
/** Words whose matches are candidates. */
const maxCandidateWords = 4;
/** A word in more than this share of titles finds too many candidates. */
const maxCandidateShare = 0.005;
const minCandidateTitles = 30;

/** Stop words. */
const stopWords = new Set(
  'a an and any are as at be been before by can did do does end ends for from had has have he her his how i if in into is it its next of on or our over s she so than that the their them then there these they this to until up was we were what when where which who will with within would you your'.split(
    ' ',
  ),
);

const months = new Map(
  'january february march april may june july august september october november december'
    .split(' ')
    .flatMap(name => [
      [name, name.slice(0, 3)] as const,
      [name.slice(0, 3), name.slice(0, 3)] as const,
      [`${name.slice(0, 4)}`, name.slice(0, 3)] as const,
    ]),
);

function stem(word: string): string {
  const month = months.get(word);
  if (month !== undefined) return month;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Parses 100k, 1.5m and 100,000 as numbers. */
function numbersOf(title: string): Set<string> {
  const scales: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };
  const matches = new Set<string>();
  const plain = title.toLowerCase().replace(/(\d)[,_](?=\d{3}\b)/g, '$1');
  for (const [, digits, scale = ''] of plain.matchAll(/(\d+(?:\.\d+)?)\s?([kmbt])?(?![a-z0-9])/g)) {
    matches.add(String(Number(digits) * scales[scale]));
  }
  return matches;
}

const contentWords = (title: string) => [...new Set(plainWords(title).filter(word => !stopWords.has(word)))];

function weightOf(word: string, { sampled, titlesWith }: WordStatistics): number {
  return Math.log((sampled + 1) / ((titlesWith.get(word) ?? 0) + 1)) + 1;
}

/** Weights by stem, so that plurals and month names match. */
function vectorOf(title: string, statistics: WordStatistics): Map<string, number> {
  const vector = new Map<string, number>();
  for (const word of contentWords(title)) {
    if (/^\d/.test(word)) continue;
    const stemmed = stem(word);
    vector.set(stemmed, Math.max(vector.get(stemmed) ?? 0, weightOf(word, statistics)));
  }
  return vector;
}

interface TitleFeatures {
  readonly vector: ReadonlyMap<string, number>;
  /** The squared length of the vector. */
  readonly square: number;
  readonly numbers: ReadonlySet<string>;
}

function featuresOf(title: string, statistics: WordStatistics): TitleFeatures {
  const vector = vectorOf(title, statistics);
  let square = 0;
  for (const weight of vector.values()) square += weight * weight;
  return { vector, square, numbers: numbersOf(title) };
}

function cosine(left: TitleFeatures, right: TitleFeatures): number {
  let dot = 0;
  for (const [word, weight] of left.vector) dot += weight * (right.vector.get(word) ?? 0);
  return dot === 0 ? 0 : dot / Math.sqrt(left.square * right.square);
}

const hasOther = (numbers: ReadonlySet<string>, others: ReadonlySet<string>) => {
  for (const number of numbers) if (!others.has(number)) return true;
  return false;
};

/** Another threshold or year is another question; a number in only one title is weaker evidence. */
function numberAgreement(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const isMissing = hasOther(left, right);
  const isAdded = hasOther(right, left);
  if (isMissing && isAdded) return 0.4;
  return isMissing || isAdded ? 0.85 : 1;
}

function dateAgreement(left: number | null, right: number | null): number {
  if (left === null || right === null) return 0.95;
  const days = Math.abs(left - right) / dayMs;
  if (days <= 3) return 1;
  if (days <= 31) return 0.95;
  return days <= 180 ? 0.8 : 0.6;
}

/**
 * Returns a function that scores two markets: from 0 to 1, rounded to four digits, symmetric. It caches the features of
 * each title, because a market is compared with hundreds of candidates and is a candidate of many others.
 */
export function linkScorer(statistics: WordStatistics): (left: LinkText, right: LinkText) => number {
  const cache = new Map<string, TitleFeatures>();
  const cachedFeatures = (title: string) => {
    let features = cache.get(title);
    if (!features) {
      features = featuresOf(title, statistics);
      cache.set(title, features);
    }
    return features;
  };
  return (left, right) => {
    const [a, b] = [cachedFeatures(left.title), cachedFeatures(right.title)];
    const score = cosine(a, b) * numberAgreement(a.numbers, b.numbers) * dateAgreement(left.closesAt, right.closesAt);
    return Math.min(1, Math.round(score * 10_000) / 10_000);
  };
}

/**
 * The rarest words of a title that other titles contain too. Markets with one of them are the candidates, so the cost
 * per title is bounded by its rare words and does not grow with the number of pairs.
 */
export function candidateWords(title: string, { sampled, titlesWith }: WordStatistics): string[] {
  const maxTitles = Math.max(minCandidateTitles, sampled * maxCandidateShare);
  const frequency = (word: string) => titlesWith.get(word) ?? 0;
  return contentWords(title)
    .filter(word => word.length > 2 && frequency(word) > 1 && frequency(word) <= maxTitles)
    .sort((a, b) => frequency(a) - frequency(b) || (a < b ? -1 : 1))
    .slice(0, maxCandidateWords);
}

// Prices of the same outcome on several venues.

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
