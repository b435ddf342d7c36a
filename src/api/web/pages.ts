import Type from 'typebox';
import { isOperator } from '../../http/caller.js';
import type { PageSource } from '../../http/pipeline/pages.js';
import type { RequestContext } from '../../http/request-context.js';
import { defineRoute, pathParameters, Reply, type Route } from '../../http/route.js';
import {
  fixedHead,
  headOfFailure,
  missingHead,
  type ReadHead,
  readEmbed,
  readHome,
  readLeaderboards,
  readMarket,
  readPlayer,
  readRequests,
} from './page-heads.js';
import { pagePolicy } from './page-policy.js';
import { renderPage } from './render-page.js';
import type { WebFiles } from './web-files.js';

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
async function readPause({ services }: RequestContext) {
  const pause = await services.marketData.live.tradingPause().catch(() => null);
  return pause && { reason: pause.reason };
}

function pageRoute(page: Page, files: WebFiles, usual: 200 | 404): Route {
  const { id, path, module, head, isForOperators = false, isFrameable } = page;
  const names = pathParameters(path);
  const params = Type.Object(Object.fromEntries(names.map(name => [name, Type.String({ maxLength: 200 })])));
  const sent = isFrameable ? frameableHeaders : headers;
  const render = async (given: Readonly<Record<string, string>>, context: RequestContext) => {
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
    const [pause, found] = await Promise.all([readPause(context), readPageHead()]);
    return new Reply(found.status, renderPage(files, { ...found.head, pause }, publicUrl, file), sent);
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
    handler: (input, context) => render((input.params ?? {}) as Readonly<Record<string, string>>, context),
  });
}

/** The web app as pages of the service, with titles and texts for crawlers and readers without JavaScript. */
export function createWebPages(files: WebFiles): PageSource {
  const unknown: Page = { id: 'webUnknown', path: '/', module: 'not-found', head: () => missingHead };
  return { pages: pages.map(page => pageRoute(page, files, 200)), unknown: pageRoute(unknown, files, 404) };
}
