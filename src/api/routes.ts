import type { Route } from '../http/route.js';
import { sandboxRoutes } from './certification/routes.js';
import { developerRoutes } from './developer/routes.js';
import { playRoutes } from './exchange/routes.js';
import { orderbookRoutes } from './market-data/books/routes.js';
import { marketRoutes } from './market-data/events/routes.js';
import { botRoutes } from './market-data/quant/routes.js';
import { healthRoutes, snapshotRoutes } from './market-data/snapshots/routes.js';
import { operatorRoutes } from './markets/routes.js';
import { peopleRoutes } from './people/routes.js';
import { practiceRoutes } from './practice/routes.js';
import { recordRoutes } from './scoring/routes.js';
import { searchRoutes } from './search/routes.js';
import { serviceRoutes } from './service/routes.js';
import { agentRoutes } from './service/status-routes.js';
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
