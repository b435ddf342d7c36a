import { highestLimitBps } from '../units.js';
import { significantWords } from './similarity.js';

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
