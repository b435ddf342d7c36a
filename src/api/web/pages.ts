import Type from 'typebox';
import type { PageSource } from '../../http/pipeline/pages.js';
import type { RequestContext } from '../../http/request-context.js';
import { defineRoute, pathParameters, Reply, type Route } from '../../http/route.js';
import {
  fixedHead,
  headOfFailure,
  missingHead,
  type ReadHead,
  readHome,
  readLeaderboards,
  readMarket,
  readPlayer,
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

interface Page {
  readonly id: string;
  readonly path: string;
  /** Of the module that shows it, so that its scripts are fetched with the page. */
  readonly module: string;
  readonly head: ReadHead;
}

const personal = { isPublic: false };
const agentText = 'Connect an AI agent: create it, copy its key, and let it trade and forecast over HTTP or MCP.';

const developerText =
  'Quick start, live requests, a stream tester, and the request log, usage and certification of your agents.';

const pages: readonly Page[] = [
  { id: 'webHome', path: '/', module: 'home/home-page', head: readHome },
  { id: 'webMarket', path: '/events/{slug}', module: 'market/market-page', head: readMarket },
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
    id: 'webDevelopers',
    path: '/developers',
    module: 'developers/developers-page',
    head: fixedHead('Developers', '/developers', { description: developerText }),
  },
  { id: 'webAbout', path: '/about', module: 'about/about-page', head: fixedHead('About', '/about') },
];

const htmlType = 'text/html; charset=utf-8';

function pageRoute({ id, path, module, head }: Page, files: WebFiles, usual: 200 | 404): Route {
  const names = pathParameters(path);
  const params = Type.Object(Object.fromEntries(names.map(name => [name, Type.String({ maxLength: 200 })])));
  const render = async (given: Readonly<Record<string, string>>, context: RequestContext) => {
    const { publicUrl } = context.services.settings;
    const file = `pages/${module}.tsx`;
    try {
      return new Reply(usual, renderPage(files, await head(given, context), publicUrl, file), headers);
    } catch (error) {
      const { status, head: failed } = headOfFailure(error);
      return new Reply(status, renderPage(files, failed, publicUrl, file), headers);
    }
  };
  return defineRoute({
    id,
    method: 'GET',
    path,
    area: 'pages',
    summary: id,
    description: 'A page for people; not part of the contract.',
    auth: 'none',
    bucket: 'address',
    request: names.length > 0 ? { params } : {},
    responses: Object.fromEntries(
      [usual, 404, 503].map(status => [status, { description: 'The page.', contentType: htmlType }]),
    ),
    handler: (input, context) => render((input.params ?? {}) as Readonly<Record<string, string>>, context),
  });
}

/** The web app as pages of the service, with titles and texts for crawlers and readers without JavaScript. */
export function createWebPages(files: WebFiles): PageSource {
  const unknown: Page = { id: 'webUnknown', path: '/', module: 'not-found', head: () => missingHead };
  return { pages: pages.map(page => pageRoute(page, files, 200)), unknown: pageRoute(unknown, files, 404) };
}
