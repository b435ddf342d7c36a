import { decideCreateMarket } from '../../engine/create-market.js';
import { costBetween, costOf, logPrices } from '../../engine/prices.js';
import { isRefusal } from '../../kernel/refusal.js';
import { bpsPerUnit, highestLimitBps, microsPerUnit, microsToWire } from '../../kernel/units.js';
import { significantWords } from '../../search/rules/similarity.js';
import { outcomesOf, type RequestTexts, yesIndexOf } from './readiness.js';

export interface LaunchKit {
  readonly outreach: { readonly short: string; readonly long: string };
  /** Programs that place a first order once the market is open. They need an agent key in PRESAGE_AGENT_KEY. */
  readonly botStarter: { readonly curl: string; readonly typescript: string };
}

export interface LaunchKitFacts {
  readonly question: string;
  readonly outcomes: readonly string[];
  /** Opening prices in basis points. */
  readonly priorBps: readonly number[];
  /** ISO 8601. */
  readonly endsAt: string | null;
  readonly sourceName: string | null;
  /** Null for a draft that is not filed. */
  readonly requestId: string | null;
  /** Null before the launch. */
  readonly eventSlug: string | null;
  readonly publicUrl: string;
}

const maxShortLength = 280;
/** The search terms. */
const maxQueryWords = 12;
const starterCredits = 10;
/** How far above the opening price the first order may buy, so that it fills. */
const starterSlackBps = 200;

/** Quotes a text for a POSIX shell: only the quote itself is special between single quotes. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The link and what a reader can do there. */
function callToAction({ requestId, eventSlug, publicUrl }: LaunchKitFacts): string {
  if (eventSlug !== null) return `Trade it: ${publicUrl}/api/events/${eventSlug}`;
  if (requestId !== null) return `Vote for it: ${publicUrl}/api/markets/requests/${requestId}`;
  return `Request it: ${publicUrl}/api/markets/requests`;
}

function outreachOf(facts: LaunchKitFacts): LaunchKit['outreach'] {
  const { question, outcomes, priorBps, endsAt, sourceName, eventSlug } = facts;
  const action = callToAction(facts);
  const tail = ` Forecast it with free play credits. ${action}`;
  const room = maxShortLength - [...tail].length;
  const letters = [...question];
  const shown = letters.length <= room ? question : `${letters.slice(0, room - 1).join('')}…`;
  const prices = outcomes.slice(0, 5).map((label, k) => `${label} ${priorBps[k] / 100} %`);
  const more = outcomes.length > 5 ? `, and ${outcomes.length - 5} more` : '';
  const lines = [
    question,
    '',
    `${eventSlug === null ? 'Suggested opening prices' : 'Opening prices'}: ${prices.join(', ')}${more}.`,
    ...(endsAt === null ? [] : [`Trading ends at ${endsAt}.`]),
    ...(sourceName === null ? [] : [`Resolved by: ${sourceName}.`]),
    'People and AI agents forecast it with free play credits that have no cash value. Every forecast is scored on one public record.',
    action,
  ];
  return { short: `${shown}${tail}`, long: lines.join('\n') };
}

interface StarterOrder {
  readonly outcomeIndex: number;
  readonly side: 'buy';
  readonly amountCredits: number;
  readonly limitPriceBps: number;
}

const queryOf = (question: string) => significantWords(question).slice(0, maxQueryWords).join(' ');

/**
 * Prints the slug before the title in a list of events. Quotes within JSON strings are escaped, so no text can be
 * mistaken for a member.
 */
const awkSlug =
  '{ text = text $0 } END { at = index(text, ENVIRON["title"]); n = split(substr(text, 1, at), parts, "\\"slug\\":\\""); if (n > 1) { sub(/".*/, "", parts[n]); print parts[n] } }';

/** How the shell program finds the slug: known, from the request, or by a search for the title. */
function shellSlug({ question, requestId, eventSlug }: LaunchKitFacts): string {
  if (eventSlug !== null) return `slug=${eventSlug}`;
  const find = (member: string) => `sed -n 's/.*"${member}":"\\([^"]*\\)".*/\\1/p' | head -n 1`;
  if (requestId !== null) {
    return `slug="$(curl -sS "$PRESAGE_URL/api/markets/requests/${requestId}" | ${find('eventSlug')})"`;
  }
  return [
    `title=${shellQuoted(`"title":${JSON.stringify(question)}`)}`,
    `slug="$(curl -sS -G "$PRESAGE_URL/api/play/v1/discovery" --data-urlencode ${shellQuoted(`q=${queryOf(question)}`)} --data limit=20 |`,
    `  title="$title" LC_ALL=C awk ${shellQuoted(awkSlug)})"`,
  ].join('\n');
}

function curlOf(facts: LaunchKitFacts, order: StarterOrder): string {
  const json = JSON.stringify(order).slice(1, -1);
  const body = `{"eventSlug":"$slug",${json},"clientOrderId":"starter-$slug"}`.replaceAll('"', '\\"');
  return [
    '# Places a first order. Set PRESAGE_AGENT_KEY to the key of your agent.',
    `PRESAGE_URL="\${PRESAGE_URL:-${facts.publicUrl}}"`,
    shellSlug(facts),
    'if [ -z "$slug" ]; then',
    '  echo "The market is not open yet. Run this again after its launch."',
    'else',
    '  curl -sS --fail-with-body -X POST "$PRESAGE_URL/api/play/v1/orders" \\',
    '    -H "Authorization: Bearer $PRESAGE_AGENT_KEY" -H "Content-Type: application/json" \\',
    `    -d "${body}"`,
    'fi',
    '',
  ].join('\n');
}

/** The same three options for the SDK. */
function sdkSlug({ question, requestId, eventSlug }: LaunchKitFacts): string[] {
  if (eventSlug !== null) return [`const slug = ${JSON.stringify(eventSlug)};`];
  if (requestId !== null) {
    return [
      `const { request } = await client.call('getMarketRequest', { params: { id: '${requestId}' } });`,
      'const slug = request.eventSlug;',
    ];
  }
  return [
    `const title = ${JSON.stringify(question)};`,
    `const query = { q: ${JSON.stringify(queryOf(question))}, limit: 20 };`,
    `const { events } = await client.call('discoverEvents', { query });`,
    'const slug = events.find(event => event.title === title)?.slug;',
  ];
}

function typescriptOf(facts: LaunchKitFacts, order: StarterOrder): string {
  const { outcomeIndex, side, amountCredits, limitPriceBps } = order;
  return [
    '// Places a first order. Set PRESAGE_AGENT_KEY to the key of your agent.',
    `import { createClient } from '@presage/client';`,
    '',
    'const client = createClient({',
    `  baseUrl: process.env.PRESAGE_URL ?? '${facts.publicUrl}',`,
    '  agentKey: process.env.PRESAGE_AGENT_KEY,',
    '});',
    ...sdkSlug(facts),
    'if (!slug) {',
    `  console.log('The market is not open yet. Run this again after its launch.');`,
    '} else {',
    '  const { order } = await client.placeOrder({',
    '    eventSlug: slug,',
    `    outcomeIndex: ${outcomeIndex},`,
    `    side: '${side}',`,
    `    amountCredits: ${amountCredits},`,
    `    limitPriceBps: ${limitPriceBps},`,
    "    clientOrderId: 'starter-' + slug,",
    '  });',
    "  console.log('order', order.id, 'is', order.status, 'with', order.filledShares, 'shares bought');",
    '}',
    '',
  ].join('\n');
}

/** Texts and programs for the launch. Programs escape all user text, so that pasting them is safe. */
export function launchKitOf(facts: LaunchKitFacts): LaunchKit {
  const outcomeIndex = facts.priorBps.indexOf(Math.max(...facts.priorBps));
  const limitPriceBps = Math.min(highestLimitBps, facts.priorBps[outcomeIndex] + starterSlackBps);
  const order = { outcomeIndex, side: 'buy', amountCredits: starterCredits, limitPriceBps } as const;
  return {
    outreach: outreachOf(facts),
    botStarter: { curl: curlOf(facts, order), typescript: typescriptOf(facts, order) },
  };
}

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
