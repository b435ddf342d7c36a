import { agentRoutes } from './agent/routes.js';
import { botRoutes } from './bot/routes.js';
import { developerRoutes } from './developer/routes.js';
import { marketRoutes } from './markets/routes.js';
import { operatorRoutes } from './operator/routes.js';
import { orderbookRoutes } from './orderbook/routes.js';
import { peopleRoutes } from './people/routes.js';
import { playRoutes } from './play/routes.js';
import { practiceRoutes } from './practice/routes.js';
import { recordRoutes } from './record/routes.js';
import type { Route } from './route.js';
import { sandboxRoutes } from './sandbox/routes.js';
import { searchRoutes } from './search/routes.js';
import { serviceRoutes } from './service/routes.js';
import { healthRoutes, snapshotRoutes } from './snapshots/routes.js';
import { streamRoutes } from './streams/routes.js';

/** Everything that the service serves as its contract, area by area. */
export const routes: readonly Route[] = [
  ...agentRoutes,
  ...botRoutes,
  ...developerRoutes,
  ...marketRoutes,
  ...operatorRoutes,
  ...orderbookRoutes,
  ...peopleRoutes,
  ...playRoutes,
  ...practiceRoutes,
  ...recordRoutes,
  ...sandboxRoutes,
  ...searchRoutes,
  ...serviceRoutes,
  ...snapshotRoutes,
  ...healthRoutes,
  ...streamRoutes,
];
