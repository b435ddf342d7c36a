import { type AnyRootRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType, PropsWithChildren } from 'react';
import { readOperatorEventsSearch, readPlayersSearch, readTrailSearch } from './search-params';
import { lazyPage } from './shell/lazy-page';

const Layout = lazyPage(
  () => import('./pages/operator/operator-layout'),
  'OperatorLayout',
) as ComponentType<PropsWithChildren>;

/** Shows the page inside the console, which renders it for operators only. */
function inConsole(Page: RouteComponent): RouteComponent {
  return () => (
    <Layout>
      <Page />
    </Layout>
  );
}

function eventRoutes<Root extends AnyRootRoute>(root: Root) {
  const getParentRoute = () => root;
  return [
    createRoute({
      getParentRoute,
      path: '/operator/events',
      validateSearch: readOperatorEventsSearch,
      component: inConsole(lazyPage(() => import('./pages/operator/events-page'), 'OperatorEventsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/events/new',
      component: inConsole(lazyPage(() => import('./pages/operator/event-form/new-event-page'), 'NewEventPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/events/$slug',
      component: inConsole(lazyPage(() => import('./pages/operator/event/event-page'), 'OperatorEventPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/events/$slug/edit',
      component: inConsole(lazyPage(() => import('./pages/operator/event-form/edit-event-page'), 'EditEventPage')),
    }),
  ] as const;
}

/** The pages of the operator console. They are loaded on first use. */
export function operatorRoutes<Root extends AnyRootRoute>(root: Root) {
  const getParentRoute = () => root;
  return [
    createRoute({
      getParentRoute,
      path: '/operator',
      component: inConsole(lazyPage(() => import('./pages/operator/inbox-page'), 'InboxPage')),
    }),
    ...eventRoutes(root),
    createRoute({
      getParentRoute,
      path: '/operator/requests',
      component: inConsole(lazyPage(() => import('./pages/operator/requests-page'), 'RequestsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/reports',
      component: inConsole(lazyPage(() => import('./pages/operator/reports-page'), 'ReportsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/players',
      validateSearch: readPlayersSearch,
      component: inConsole(lazyPage(() => import('./pages/operator/players-page'), 'PlayersPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/connectors',
      component: inConsole(lazyPage(() => import('./pages/operator/connectors-page'), 'ConnectorsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/books',
      component: inConsole(lazyPage(() => import('./pages/operator/books-page'), 'BooksPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/trail',
      validateSearch: readTrailSearch,
      component: inConsole(lazyPage(() => import('./pages/operator/trail-page'), 'TrailPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/incidents',
      component: inConsole(lazyPage(() => import('./pages/operator/incidents-page'), 'IncidentsPage')),
    }),
  ] as const;
}
