import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { SkeletonRows } from './components/states';
import { operatorRoutes } from './operator-routes';
import { MarketSkeleton } from './pages/market/market-skeleton';
import { NotFoundPage } from './pages/not-found';
import {
  readAccountSearch,
  readBoardSearch,
  readCompareSearch,
  readDeveloperSearch,
  readEmbedSearch,
  readHomeSearch,
  readMarketSearch,
  readModelsSearch,
  readPlayerSearch,
  readPortfolioSearch,
  readRequestsSearch,
} from './search-params';
import { lazyPage } from './shell/lazy-page';
import { RootFrame } from './shell/root-frame';

const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readHomeSearch,
  component: lazyPage(() => import('./pages/home/home-page'), 'HomePage'),
});

const market = createRoute({
  getParentRoute: () => root,
  path: '/events/$slug',
  validateSearch: readMarketSearch,
  component: lazyPage(() => import('./pages/market/market-page'), 'MarketPage'),
  pendingComponent: MarketSkeleton,
});

const player = createRoute({
  getParentRoute: () => root,
  path: '/players/$handle',
  validateSearch: readPlayerSearch,
  component: lazyPage(() => import('./pages/player/player-page'), 'PlayerPage'),
});

const leaderboards = createRoute({
  getParentRoute: () => root,
  path: '/leaderboards',
  validateSearch: readBoardSearch,
  component: lazyPage(() => import('./pages/leaderboards/leaderboards-page'), 'LeaderboardsPage'),
});

const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  validateSearch: readPortfolioSearch,
  component: lazyPage(() => import('./pages/portfolio/portfolio-page'), 'PortfolioPage'),
});

const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  component: lazyPage(() => import('./pages/agents/agents-page'), 'AgentsPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyPage(() => import('./pages/account/account-page'), 'AccountPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readAccountSearch,
  component: lazyPage(() => import('./pages/account/sign-in-page'), 'SignInPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: readAccountSearch,
  component: lazyPage(() => import('./pages/account/sign-up-page'), 'SignUpPage'),
});

const developers = createRoute({
  getParentRoute: () => root,
  path: '/developers',
  validateSearch: readDeveloperSearch,
  component: lazyPage(() => import('./pages/developers/developers-page'), 'DevelopersPage'),
});

const about = createRoute({
  getParentRoute: () => root,
  path: '/about',
  component: lazyPage(() => import('./pages/about/about-page'), 'AboutPage'),
});

const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  component: lazyPage(() => import('./pages/status/status-page'), 'StatusPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyPage(() => import('./pages/account/reset-password-page'), 'ResetPasswordPage'),
});

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/account/confirm',
  component: lazyPage(() => import('./pages/account/confirm-page'), 'ConfirmPage'),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: readCompareSearch,
  component: lazyPage(() => import('./pages/compare/compare-page'), 'ComparePage'),
});

const embed = createRoute({
  getParentRoute: () => root,
  path: '/embed/$slug',
  validateSearch: readEmbedSearch,
  component: lazyPage(() => import('./pages/embed/embed-page'), 'EmbedPage'),
});

const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  validateSearch: readModelsSearch,
  component: lazyPage(() => import('./pages/models/models-page'), 'ModelsPage'),
});

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: readRequestsSearch,
  component: lazyPage(() => import('./pages/requests/requests-page'), 'RequestsPage'),
});

const pages = [home, market, player, leaderboards, portfolio, agents, account, signIn, signUp, about] as const;
const morePages = [resetPassword, confirm, compare, models, embed, status, developers, requests] as const;

/** The component gallery exists in development builds only. */
const gallery = createRoute({
  getParentRoute: () => root,
  path: '/dev/components',
  component: import.meta.env.DEV ? lazyPage(() => import('./pages/gallery/gallery-page'), 'GalleryPage') : NotFoundPage,
});

export const router = createRouter({
  routeTree: root.addChildren([...pages, ...morePages, ...operatorRoutes(root), gallery]),
  defaultPreload: 'intent',
  // Full height, so that the footer does not jump when the page loads.
  defaultPendingComponent: () => (
    <div className="min-h-dvh" aria-busy="true">
      <SkeletonRows rows={6} height={72} />
    </div>
  ),
  defaultPendingMs: 150,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
