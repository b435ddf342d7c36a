import { costBetween, costOf, logPrices } from '../exchange/engine/prices.js';
import { decideCreateMarket } from '../markets/create-market.js';
import { isRefusal } from '../refusal.js';
import { bpsPerUnit, microsPerUnit, microsToWire } from '../units.js';
import { outcomesOf } from './draft.js';
import { type RequestTexts, yesIndexOf } from './request.js';

/** An open event with a similar question. */
export interface SimilarEvent {
  readonly similarity: number;
  readonly outcomes: readonly string[];
  readonly priceBps: readonly number[];
}

/** suggestion: the person's probability; similar-events: prices of similar open events; uniform: equal prices. */
export const priorSources = ['suggestion', 'similar-events', 'uniform'] as const;
type PriorSource = (typeof priorSources)[number];

export interface LadderOrder {
  readonly outcomeIndex: number;
  readonly side: 'buy';
  readonly limitPriceBps: number;
  readonly amountCredits: number;
}

/** Opening prices and initial quotes of a market. */
export interface MakerKit {
  readonly priorBps: readonly number[];
  readonly priorFrom: PriorSource;
  /** b. */
  readonly liquidityCredits: number;
  /** The treasury's funding of the market: the cost function at the prior. */
  readonly fundingCredits: number;
  readonly ladder: readonly LadderOrder[];
  /** The sum of the amounts, which is lost if every order fills and no bought outcome wins. */
  readonly worstCaseCredits: number;
}

const minPriorBps = 50;
const minLiquidity = 500;
const maxLiquidity = 5_000;
const liquidityPerVote = 100;

/** The depth grows with demand: 500 credits, plus 100 per vote, at most 5,000. */
function liquidityFor(votes: number): number {
  return Math.min(maxLiquidity, minLiquidity + liquidityPerVote * votes);
}

/**
 * Converts positive weights to whole basis points that sum to 10000, none below 50. The first of the largest absorbs
 * the rounding error.
 */
function priorFromWeights(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const free = bpsPerUnit - minPriorBps * weights.length;
  const prior = weights.map(weight => minPriorBps + Math.floor((free * weight) / total));
  const rest = bpsPerUnit - prior.reduce((sum, bps) => sum + bps, 0);
  prior[prior.indexOf(Math.max(...prior))] += rest;
  return prior;
}

function suggestedPrior(outcomes: readonly string[], suggestedYes: number | null): number[] | null {
  if (suggestedYes === null || outcomes.length !== 2) return null;
  const bps = Math.round((suggestedYes * bpsPerUnit) / microsPerUnit);
  const yes = Math.min(bpsPerUnit - minPriorBps, Math.max(minPriorBps, bps));
  return yesIndexOf(outcomes) === 0 ? [yes, bpsPerUnit - yes] : [bpsPerUnit - yes, yes];
}

const fold = (labels: readonly string[]) => labels.map(label => label.normalize('NFKC').toLowerCase()).join('\n');

/** The mean of the prices of similar events with the same outcomes, weighted by similarity. */
function similarPrior(outcomes: readonly string[], similar: readonly SimilarEvent[]): number[] | null {
  const alike = similar.filter(event => fold(event.outcomes) === fold(outcomes));
  if (alike.length === 0) return null;
  const weights = outcomes.map((_, k) => alike.reduce((sum, event) => sum + event.similarity * event.priceBps[k], 0));
  return priorFromWeights(weights);
}

const rungs = 3;
/** The distance between rungs, relative to the opening price. */
const stepShare = 0.04;
const maxQuotedOutcomes = 10;
/** Amounts are rounded up to whole hundredths of a credit. */
const amountUnit = microsPerUnit / 100;

const logOdds = (bps: number) => Math.log(bps) - Math.log(bpsPerUnit - bps);

interface OpeningBook {
  readonly openingShares: readonly number[];
  readonly liquidity: number;
}

/** The market's shares once trading one outcome has moved its price to `bps`. */
function sharesAt({ openingShares, liquidity }: OpeningBook, outcome: number, bps: number): number[] {
  const log = logPrices(openingShares, liquidity)[outcome];
  const move = liquidity * (logOdds(bps) - (log - Math.log(-Math.expm1(log))));
  return openingShares.map((shares, k) => (k === outcome ? shares + Math.round(move) : shares));
}

/** Each rung offers what the market maker asks over the same price range: one step, up to the limit. */
function ladderOf(book: OpeningBook, priorBps: readonly number[]): LadderOrder[] {
  const quoted = [...priorBps.keys()].sort((a, b) => priorBps[b] - priorBps[a] || a - b).slice(0, maxQuotedOutcomes);
  return quoted
    .sort((a, b) => a - b)
    .flatMap(outcomeIndex => {
      const step = Math.max(1, Math.round(priorBps[outcomeIndex] * stepShare));
      return Array.from({ length: rungs }, (_, index) => {
        const limitPriceBps = priorBps[outcomeIndex] - step * (index + 1);
        const [below, above] = [limitPriceBps - step, limitPriceBps].map(bps =>
          costOf(sharesAt(book, outcomeIndex, bps), book.liquidity),
        );
        const amount = Math.ceil(costBetween(below, above) / amountUnit) * amountUnit;
        return { outcomeIndex, side: 'buy' as const, limitPriceBps, amountCredits: microsToWire(amount) };
      });
    });
}

export function makerKitOf(texts: RequestTexts, votes: number, similar: readonly SimilarEvent[]): MakerKit {
  const outcomes = outcomesOf(texts);
  const suggested = suggestedPrior(outcomes, texts.suggestedYes);
  const derived = suggested ?? similarPrior(outcomes, similar);
  const priorBps = derived ?? priorFromWeights(outcomes.map(() => 1));
  const liquidityCredits = liquidityFor(votes);
  const liquidity = liquidityCredits * microsPerUnit;
  // The id and the times do not affect the book.
  const opened = decideCreateMarket(
    { marketId: '', outcomes, liquidity, prior: priorBps, opensAt: null, endsAt: 1 },
    0,
  );
  if (isRefusal(opened)) throw new Error(`a maker kit can’t be opened: ${opened.message}`);
  const ladder = ladderOf(opened.book, priorBps);
  const cents = ladder.reduce((sum, { amountCredits }) => sum + Math.round(amountCredits * 100), 0);
  return {
    priorBps,
    priorFrom: suggested ? 'suggestion' : derived ? 'similar-events' : 'uniform',
    liquidityCredits,
    fundingCredits: microsToWire(opened.book.account),
    ladder,
    worstCaseCredits: cents / 100,
  };
}
