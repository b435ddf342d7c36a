import Type from 'typebox';
import type { EventServices } from '../events/event-references.js';
import { isOperator } from '../http/caller.js';
import type { PageSource } from '../http/pipeline/pages.js';
import { escapeHtml } from '../http/response/escape-html.js';
import { outgoingError } from '../http/response/http-exchange.js';
import {
  defineRoute,
  type HttpServices,
  pathParameters,
  Reply,
  type RequestContext,
  type Route,
} from '../http/route.js';
import { getEvent, listEvents } from '../market-data/event-routes.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import { getRequests } from '../market-requests/routes.js';
import { getLeaderboard, getPlayer } from '../scoring/handlers.js';
import type { ScoringServices } from '../scoring/leaderboard-cache.js';
import type { WebFiles } from './serve-assets.js';

/** No inline script or style, no other host, no frames. Styles set through the DOM do not count as inline. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

// Texts shared by page heads and preview images.

export function percent(bps: number): string {
  return `${(bps / 100).toFixed(bps < 1000 || bps > 9000 ? 1 : 0)}%`;
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
}

/** Two outcomes keep their order; of more, the likeliest come first. */
export function sortedOutcomes<T extends { readonly priceBps: number }>(outcomes: readonly T[]): readonly T[] {
  return outcomes.length === 2 ? outcomes : [...outcomes].sort((a, b) => b.priceBps - a.priceBps);
}

interface StatedEvent {
  readonly status: string;
  readonly endsAt: string;
  readonly outcomes: readonly { readonly label: string }[];
  readonly resolution: { readonly winningOutcomeIndex: number | null } | null;
}

export function stateOf({ status, resolution, outcomes, endsAt }: StatedEvent): string {
  const winner = resolution?.winningOutcomeIndex;
  if (winner !== undefined && winner !== null) return `Resolved: ${outcomes[winner].label}.`;
  if (status === 'void') return 'Void.';
  return status === 'active' || status === 'paused' ? `Closes ${day(endsAt)}.` : `Status: ${status}.`;
}

type Params = Readonly<Record<string, string>>;
type Needs = HttpServices & EventServices & MarketDataServices & ScoringServices;

export type ReadHead = (params: Params, context: RequestContext<Needs>) => Promise<PageHead> | PageHead;

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

const readHome: ReadHead = async (_params, context) => {
  const list = { list: 'events', limit: maxListed, tradedOnly: false, staleDays: null };
  const { text: json } = await listEvents(context.services, list);
  const { events } = JSON.parse(json) as { readonly events: readonly ShownEvent[] };
  const items = events.map(
    event => `<li>${link(`/events/${event.slug}`, event.title)} ${escapeHtml(priceList(event.outcomes))}</li>`,
  );
  const text = `<h1>Presage</h1><p>${about}</p><h2>Most traded markets</h2><ul>${items.join('')}</ul>${needsScript}`;
  return { title: 'Markets', description: about, path: '/', text, isPublic: true };
};

const readMarket: ReadHead = async ({ slug }, context) => {
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
const readEmbed: ReadHead = async (params, context) => ({
  ...(await readMarket(params, context)),
  event: undefined,
  isPublic: false,
});

const readPlayer: ReadHead = async ({ handle }, context) => {
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

const readLeaderboards: ReadHead = async (_params, context) => {
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

const readRequests: ReadHead = async (_params, context) => {
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
function fixedHead(title: string, path: string, { description = about, isPublic = true } = {}): ReadHead {
  const text = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p>${needsScript}`;
  return () => ({ title, description, path, text, isPublic });
}

/** The head of a page that does not exist. */
const missingHead: PageHead = failureHead('Page not found', 'There is no page at this address.');

/**
 * Returns the head of a page that can't be read: not found, or the database is down. The app then shows which. Rethrows
 * other errors, so that they are logged.
 */
function headOfFailure(error: unknown): { readonly status: 404 | 503; readonly head: PageHead } {
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

/** Server-rendered parts of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The path of the page, without the arena's origin. */
  readonly path: string;
  /** HTML for readers without JavaScript, with all text escaped. */
  readonly text: string;
  /** Personal pages stay out of search engines. */
  readonly isPublic: boolean;
  /** The path of its Open Graph image under /og, without the extension; by default that of the arena. */
  readonly picture?: string;
  /** The market of the page, so that the app shows it without another request. */
  readonly event?: { readonly title: string };
  /** A pause of trading: the app shows it in its first paint, so that nothing shifts when the status arrives. */
  readonly pause?: { readonly reason: string | null } | null;
}

const maxDescription = 300;

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1).trimEnd()}…`;
}

/** Returns the tags of a page's head: title, description, canonical URL, Open Graph and preloaded scripts. */
export function headTags(head: PageHead, publicUrl: string, scripts: readonly string[]): string {
  const title = head.title === '' ? 'Presage' : `${head.title} · Presage`;
  const url = `${publicUrl}${head.path}`;
  const meta = (attribute: string, name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', cut(head.description)),
    head.isPublic ? `<link rel="canonical" href="${escapeHtml(url)}">` : meta('name', 'robots', 'noindex'),
    meta('property', 'og:title', head.title === '' ? 'Presage' : head.title),
    meta('property', 'og:description', cut(head.description)),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Presage'),
    meta('property', 'og:url', url),
    meta('property', 'og:image', `${publicUrl}/og/${head.picture ?? 'pages/presage'}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', head.title === '' ? 'Presage' : head.title),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...scripts.map(file => `<link rel="modulepreload" href="/${file}">`),
  ].join('\n    ');
}

/** As in web/index.html, which the development server sends unchanged. */
const emptyRoot = '<div id="root"></div>';

/**
 * Returns the element that the app renders into. For a market it contains the title, which browsers paint before they
 * have loaded any script, and the event in an attribute, because the policy allows no inline script.
 */
function rootElement({ event, pause }: PageHead): string {
  const state = pause ? ` data-trading-pause="${escapeHtml(JSON.stringify(pause))}"` : '';
  if (!event) return `<div id="root"${state}></div>`;
  const title = `<div class="first-paint" aria-busy="true"><p>${escapeHtml(event.title)}</p></div>`;
  return `<div id="root"${state} data-event="${escapeHtml(JSON.stringify(event))}">${title}</div>`;
}

/** Fills the markers of the built page. Replacements are functions, because `$` is special in replacement strings. */
function renderPage(files: WebFiles, head: PageHead, publicUrl: string, module: string): string {
  const tags = headTags(head, publicUrl, files.scriptsOf(module));
  return files.template
    .replace('<!--head-->', () => tags)
    .replace(emptyRoot, () => rootElement(head))
    .replace('<!--noscript-->', () => `<noscript><main>${head.text}</main></noscript>`);
}

const headers = {
  'content-security-policy': pagePolicy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  vary: 'Accept',
};

/** Pages of the operator console, by path. Callers other than operators get them with status 403. */
export const operatorPages: Readonly<Record<string, string>> = {
  '/operator': 'inbox-page',
  '/operator/events': 'events-page',
  '/operator/events/new': 'event-form/new-event-page',
  '/operator/events/{slug}': 'event/event-page',
  '/operator/events/{slug}/edit': 'event-form/edit-event-page',
  '/operator/requests': 'requests-page',
  '/operator/reports': 'reports-page',
  '/operator/players': 'players-page',
  '/operator/connectors': 'connectors-page',
  '/operator/books': 'books-page',
  '/operator/trail': 'trail-page',
  '/operator/incidents': 'incidents-page',
};

/** The only page that other sites can embed. It reads public data only and has no controls that write. */
const frameableHeaders = {
  ...headers,
  'content-security-policy': pagePolicy.replace("frame-ancestors 'none'", 'frame-ancestors *'),
};

interface Page {
  readonly id: string;
  readonly path: string;
  /** The module of the page, so that its scripts are preloaded. */
  readonly module: string;
  readonly head: ReadHead;
  readonly isForOperators?: boolean;
  readonly isFrameable?: true;
}

const personal = { isPublic: false };
const agentText = 'Connect an AI agent: create it, copy its key, and let it trade and forecast over HTTP or MCP.';
const compareText =
  'Two to four people or AI agents side by side: scores, calibration, and the events that they have in common.';
const modelsText = 'Which language models forecast best: agents grouped by the model that their owners declare.';

const developerText =
  'Quick start, live requests, a stream tester, and the request log, usage and certification of your agents.';

const pages: readonly Page[] = [
  { id: 'webHome', path: '/', module: 'home/home-page', head: readHome },
  { id: 'webMarket', path: '/events/{slug}', module: 'market/market-page', head: readMarket },
  { id: 'webEmbed', path: '/embed/{slug}', module: 'embed/embed-page', head: readEmbed, isFrameable: true },
  { id: 'webPlayer', path: '/players/{handle}', module: 'player/player-page', head: readPlayer },
  { id: 'webLeaderboards', path: '/leaderboards', module: 'leaderboards/leaderboards-page', head: readLeaderboards },
  {
    id: 'webPortfolio',
    path: '/portfolio',
    module: 'portfolio/portfolio-page',
    head: fixedHead('Portfolio', '/portfolio', personal),
  },
  {
    id: 'webAgents',
    path: '/agents',
    module: 'agents/agents-page',
    head: fixedHead('Agents', '/agents', { description: agentText }),
  },
  {
    id: 'webAccount',
    path: '/account',
    module: 'account/account-page',
    head: fixedHead('Account', '/account', personal),
  },
  {
    id: 'webSignIn',
    path: '/sign-in',
    module: 'account/sign-in-page',
    head: fixedHead('Sign in', '/sign-in', personal),
  },
  {
    id: 'webSignUp',
    path: '/sign-up',
    module: 'account/sign-up-page',
    head: fixedHead('Create an account', '/sign-up'),
  },
  {
    id: 'webResetPassword',
    path: '/reset-password',
    module: 'account/reset-password-page',
    head: fixedHead('Reset the password', '/reset-password', personal),
  },
  {
    id: 'webConfirm',
    path: '/account/confirm',
    module: 'account/confirm-page',
    head: fixedHead('Confirm', '/account/confirm', personal),
  },
  {
    id: 'webCompare',
    path: '/compare',
    module: 'compare/compare-page',
    head: fixedHead('Compare players', '/compare', { description: compareText }),
  },
  {
    id: 'webModels',
    path: '/models',
    module: 'models/models-page',
    head: fixedHead('Models', '/models', { description: modelsText }),
  },
  { id: 'webRequests', path: '/requests', module: 'requests/requests-page', head: readRequests },
  {
    id: 'webDevelopers',
    path: '/developers',
    module: 'developers/developers-page',
    head: fixedHead('Developers', '/developers', { description: developerText }),
  },
  { id: 'webAbout', path: '/about', module: 'about/about-page', head: fixedHead('About', '/about') },
  {
    id: 'webStatus',
    path: '/status',
    module: 'status/status-page',
    head: fixedHead('Status', '/status', { description: 'Uptime, latency, rates and incidents of this arena.' }),
  },
  ...Object.entries(operatorPages).map(([path, module]): Page => {
    const id = `webOperator${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/, '')}`;
    const head = fixedHead('Operator', '/operator', personal);
    return { id, path, module: `operator/${module}`, head, isForOperators: true };
  }),
];

const htmlType = 'text/html; charset=utf-8';

/** A page is served without the state of trading if the database is unavailable. */
async function readPause({ services }: RequestContext<MarketDataServices>) {
  const pause = await services.marketData.live.tradingPause().catch(() => null);
  return pause && { reason: pause.reason };
}

function pageRoute(page: Page, files: WebFiles, usual: 200 | 404): Route<Needs> {
  const { id, path, module, head, isForOperators = false, isFrameable } = page;
  const names = pathParameters(path);
  const params = Type.Object(Object.fromEntries(names.map(name => [name, Type.String({ maxLength: 200 })])));
  const sent = isFrameable ? frameableHeaders : headers;
  const render = async (given: Readonly<Record<string, string>>, context: RequestContext<Needs>) => {
    const { publicUrl } = context.services.settings;
    const file = `pages/${module}.tsx`;
    const status = isForOperators && !isOperator(context.caller) ? 403 : usual;
    const readPageHead = async () => {
      try {
        return { status, head: await head(given, context) };
      } catch (error) {
        return headOfFailure(error);
      }
    };
    const [pause, pageHead] = await Promise.all([readPause(context), readPageHead()]);
    return new Reply(pageHead.status, renderPage(files, { ...pageHead.head, pause }, publicUrl, file), sent);
  };
  return defineRoute({
    id,
    method: 'GET',
    path,
    area: 'pages',
    summary: id,
    description: 'A page for people; not part of the contract.',
    auth: isForOperators ? 'optional' : 'none',
    bucket: 'address',
    request: names.length > 0 ? { params } : {},
    responses: Object.fromEntries(
      [usual, 403, 404, 503].map(status => [status, { description: 'The page.', contentType: htmlType }]),
    ),
    handler: (input, context: RequestContext<Needs>) =>
      render((input.params ?? {}) as Readonly<Record<string, string>>, context),
  });
}

/** The web app as pages of the service, with titles and texts for crawlers and readers without JavaScript. */
export function createWebPages(files: WebFiles): PageSource<Needs> {
  const unknown: Page = { id: 'webUnknown', path: '/', module: 'not-found', head: () => missingHead };
  return { pages: pages.map(page => pageRoute(page, files, 200)), unknown: pageRoute(unknown, files, 404) };
}
