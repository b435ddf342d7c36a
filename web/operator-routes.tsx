import { type AnyRootRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { readOperatorEventsSearch, readPlayersSearch, readTrailSearch } from './search-params';

const Layout = lazyRouteComponent(() => import('./pages/operator/operator-layout'), 'OperatorLayout');

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
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/events-page'), 'OperatorEventsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/events/new',
      component: inConsole(
        lazyRouteComponent(() => import('./pages/operator/event-form/new-event-page'), 'NewEventPage'),
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/events/$slug',
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/event/event-page'), 'OperatorEventPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/events/$slug/edit',
      component: inConsole(
        lazyRouteComponent(() => import('./pages/operator/event-form/edit-event-page'), 'EditEventPage'),
      ),
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
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/inbox-page'), 'InboxPage')),
    }),
    ...eventRoutes(root),
    createRoute({
      getParentRoute,
      path: '/operator/requests',
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/requests-page'), 'RequestsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/reports',
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/reports-page'), 'ReportsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/players',
      validateSearch: readPlayersSearch,
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/players-page'), 'PlayersPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/connectors',
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/connectors-page'), 'ConnectorsPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/books',
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/books-page'), 'BooksPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/trail',
      validateSearch: readTrailSearch,
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/trail-page'), 'TrailPage')),
    }),
    createRoute({
      getParentRoute,
      path: '/operator/incidents',
      component: inConsole(lazyRouteComponent(() => import('./pages/operator/incidents-page'), 'IncidentsPage')),
    }),
  ] as const;
}
