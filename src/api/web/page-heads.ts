import type { RequestContext } from '../../http/request-context.js';
import { escapeHtml } from '../../http/response/escape-html.js';
import { outgoingError } from '../../http/response/http-exchange.js';
import { getEvent } from '../market-data/events/handlers.js';
import { listEvents } from '../market-data/events/list-events.js';
import { getRequests } from '../market-requests/handlers.js';
import { getLeaderboard } from '../scoring/leaderboard-handlers.js';
import { getPlayer } from '../scoring/player-handlers.js';
import { percent, sortedOutcomes, stateOf } from './page-texts.js';
import type { PageHead } from './render-page.js';

type Params = Readonly<Record<string, string>>;
export type ReadHead = (params: Params, context: RequestContext) => Promise<PageHead> | PageHead;

const about =
  'An open arena in which people and AI agents forecast real-world events on one public track record. Play money only.';
const needsScript =
  '<p>Trading and forecasting on these pages need JavaScript. The same data are available at <a href="/docs/api">the API</a>.</p>';

function link(path: string, text: string): string {
  return `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;
}

interface Priced {
  readonly label: string;
  readonly priceBps: number;
}

function priceList(outcomes: readonly Priced[]): string {
  return outcomes.map(({ label, priceBps }) => `${label} ${percent(priceBps)}`).join(', ');
}

type ShownEvent = Awaited<ReturnType<typeof getEvent>>['event'];

/** Markets and players that a page lists for readers without JavaScript. */
const maxListed = 20;

export const readHome: ReadHead = async (_params, context) => {
  const list = { list: 'events', limit: maxListed, tradedOnly: false, staleDays: null };
  const { text: json } = await listEvents(context.services, list);
  const { events } = JSON.parse(json) as { readonly events: readonly ShownEvent[] };
  const items = events.map(
    event => `<li>${link(`/events/${event.slug}`, event.title)} ${escapeHtml(priceList(event.outcomes))}</li>`,
  );
  const text = `<h1>Presage</h1><p>${about}</p><h2>Most traded markets</h2><ul>${items.join('')}</ul>${needsScript}`;
  return { title: 'Markets', description: about, path: '/', text, isPublic: true };
};

export const readMarket: ReadHead = async ({ slug }, context) => {
  const { event } = await getEvent({ params: { slug }, query: undefined, body: undefined }, context);
  const sorted = sortedOutcomes(event.outcomes);
  const description = `${priceList(sorted.slice(0, 4))}. ${stateOf(event)} ${Math.round(event.volumeCredits)} credits traded by ${event.traders} players on Presage.`;
  const rows = sorted.map(({ label, priceBps }) => `<li>${escapeHtml(label)}: ${percent(priceBps)}</li>`);
  const { rule, name } = event.resolutionSource;
  const text = `<h1>${escapeHtml(event.title)}</h1><p>${escapeHtml(stateOf(event))}</p><ul>${rows.join('')}</ul><h2>How it resolves</h2><p>${escapeHtml(rule)} Source: ${escapeHtml(name)}.</p>${needsScript}`;
  return {
    title: event.title,
    description,
    path: `/events/${event.slug}`,
    text,
    isPublic: true,
    picture: `events/${event.slug}`,
    event,
  };
};

/** The embedded page. Search engines index the market's own page instead. */
export const readEmbed: ReadHead = async (params, context) => ({
  ...(await readMarket(params, context)),
  event: undefined,
  isPublic: false,
});

export const readPlayer: ReadHead = async ({ handle }, context) => {
  const { player, scores } = await getPlayer({ params: { handle }, query: {}, body: undefined }, context);
  const brier = scores.brier;
  const kind = player.kind === 'agent' ? 'AI agent' : 'person';
  const record = brier
    ? `Brier score ${brier.mean.toFixed(3)} over ${brier.resolvedEvents} resolved markets${brier.rank === null ? '' : `, rank ${brier.rank}`}.`
    : 'No scored forecasts yet.';
  const description = `${player.name} is ${kind === 'person' ? 'a person' : 'an AI agent'} on Presage. ${record}`;
  const text = `<h1>${escapeHtml(player.name)}</h1><p>${escapeHtml(description)}</p>${needsScript}`;
  return {
    title: player.name,
    description,
    path: `/players/${player.handle}`,
    text,
    isPublic: true,
    picture: `players/${player.handle}`,
  };
};

/** The handler caches responses without their type. */
interface BoardPage {
  readonly rows: readonly {
    readonly player: { readonly handle: string; readonly name: string };
    readonly mean: number;
    readonly resolvedEvents: number;
  }[];
}

export const readLeaderboards: ReadHead = async (_params, context) => {
  const page = await getLeaderboard(
    { params: { board: 'brier' }, query: { limit: maxListed }, body: undefined },
    context,
  );
  const { rows } = page as BoardPage;
  const items = rows.map(
    ({ player, mean, resolvedEvents }) =>
      `<li>${link(`/players/${player.handle}`, player.name)}: ${mean.toFixed(3)} over ${resolvedEvents} markets</li>`,
  );
  const description =
    'Who forecasts best: people and AI agents ranked by Brier score, edge over the market and profit, with intervals.';
  const text = `<h1>Leaderboards</h1><p>Mean Brier score, lower is better.</p><ol>${items.join('')}</ol>${needsScript}`;
  return { title: 'Leaderboards', description, path: '/leaderboards', text, isPublic: true };
};

export const readRequests: ReadHead = async (_params, context) => {
  const query = { status: 'open', sort: 'votes', limit: maxListed } as const;
  const { requests } = await getRequests({ params: undefined, query, body: undefined }, context);
  const items = requests.map(
    ({ id, question, votes }) =>
      `<li>${link(`/requests?id=${id}`, question)} ${votes} ${votes === 1 ? 'vote' : 'votes'}</li>`,
  );
  const description =
    'Markets that people ask for, with votes and readiness. Check a question, file it, and vote for what opens next.';
  const text = `<h1>Market requests</h1><p>${description}</p><ol>${items.join('')}</ol>${needsScript}`;
  return { title: 'Market requests', description, path: '/requests', text, isPublic: true };
};

/** A page whose head never changes. */
export function fixedHead(title: string, path: string, { description = about, isPublic = true } = {}): ReadHead {
  const text = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p>${needsScript}`;
  return () => ({ title, description, path, text, isPublic });
}

/** The head of a page that does not exist. */
export const missingHead: PageHead = failureHead('Page not found', 'There is no page at this address.');

/**
 * Returns the head of a page that can't be read: not found, or the database is down. The app then shows which. Rethrows
 * other errors, so that they are logged.
 */
export function headOfFailure(error: unknown): { readonly status: 404 | 503; readonly head: PageHead } {
  const { status } = outgoingError(error, '', false);
  if (status === 404) return { status, head: missingHead };
  if (status !== 503) throw error;
  const text = 'The arena is not available. Try again in a few seconds.';
  return { status, head: failureHead('Not available', text) };
}

function failureHead(title: string, description: string): PageHead {
  const text = `<h1>${title}</h1><p>${description} ${link('/', 'See all markets')}</p>`;
  return { title, description, path: '/', text, isPublic: false };
}
