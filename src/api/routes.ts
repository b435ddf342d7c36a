import type { Route } from '../http/route.js';
import { certificationRoutes } from './certification/routes.js';
import { developerRoutes } from './developer/routes.js';
import { discoveryRoutes } from './discovery/routes.js';
import { exchangeOperatorRoutes } from './exchange/operator-routes.js';
import { exchangeRoutes } from './exchange/routes.js';
import { forecastRoutes } from './forecasts/routes.js';
import { bookRoutes } from './market-data/books/routes.js';
import { eventRoutes } from './market-data/events/routes.js';
import { quantRoutes } from './market-data/quant/routes.js';
import { healthRoutes, snapshotRoutes } from './market-data/snapshots/routes.js';
import { marketRoutes } from './markets/routes.js';
import { peopleRoutes } from './people/routes.js';
import { practiceRoutes } from './practice/routes.js';
import { scoringRoutes } from './scoring/routes.js';
import { searchRoutes } from './search/routes.js';
import { serviceRoutes } from './service/routes.js';
import { statusRoutes } from './service/status-routes.js';
import { streamRoutes } from './streams/routes.js';

/** Each feature's routes, registered once. */
const features: readonly (readonly Route[])[] = [
  discoveryRoutes,
  [...statusRoutes, ...serviceRoutes],
  [...eventRoutes, ...snapshotRoutes, ...healthRoutes, ...bookRoutes, ...quantRoutes],
  marketRoutes,
  [...exchangeRoutes, ...exchangeOperatorRoutes],
  forecastRoutes,
  scoringRoutes,
  peopleRoutes,
  practiceRoutes,
  certificationRoutes,
  searchRoutes,
  streamRoutes,
  developerRoutes,
];

/** Search carries the tag of market data, but the contract lists it under its own name. */
function sectionOf({ area, id }: Route): string {
  return id === 'search' ? id : area;
}

/** The routes of the contract, sorted by area; the order within an area is that of registration. */
export const routes: readonly Route[] = features.flat().sort((a, b) => {
  const [left, right] = [sectionOf(a), sectionOf(b)];
  return left < right ? -1 : Number(left > right);
});
