import type { Route } from '../http/route.js';
import { certificationRoutes } from './certification/routes.js';
import { developerRoutes } from './developer/routes.js';
import { exchangeRoutes } from './exchange/routes.js';
import { bookRoutes } from './market-data/books/routes.js';
import { eventRoutes } from './market-data/events/routes.js';
import { quantRoutes } from './market-data/quant/routes.js';
import { healthRoutes, snapshotRoutes } from './market-data/snapshots/routes.js';
import { policyRoutes } from './markets/policy-routes.js';
import { marketRoutes } from './markets/routes.js';
import { peopleRoutes } from './people/routes.js';
import { practiceRoutes } from './practice/routes.js';
import { recordRoutes } from './record/routes.js';
import { scoringRoutes } from './scoring/routes.js';
import { searchRoutes } from './search/routes.js';
import { serviceRoutes } from './service/routes.js';
import { statusRoutes } from './service/status-routes.js';
import { streamRoutes } from './streams/routes.js';

/** Everything that the service serves as its contract, area by area. */
export const routes: readonly Route[] = [
  ...statusRoutes,
  ...quantRoutes,
  ...developerRoutes,
  ...eventRoutes,
  ...policyRoutes,
  ...marketRoutes,
  ...bookRoutes,
  ...peopleRoutes,
  ...exchangeRoutes,
  ...practiceRoutes,
  ...scoringRoutes,
  ...recordRoutes,
  ...certificationRoutes,
  ...searchRoutes,
  ...serviceRoutes,
  ...snapshotRoutes,
  ...healthRoutes,
  ...streamRoutes,
];
