import { aggregatorRoutes } from './aggregator/routes.js';
import { certificationRoutes } from './certification/routes.js';
import { connectorRoutes } from './connectors/routes.js';
import { consoleRoutes } from './console/routes.js';
import { countryAccessRoutes } from './country-access/routes.js';
import { developerRoutes } from './developer/routes.js';
import { discoveryRoutes } from './discovery/routes.js';
import { exchangeRoutes } from './exchange/routes.js';
import { exchangeOperatorRoutes } from './exchange/trading-pause.js';
import { followRoutes } from './follows/routes.js';
import { forecastRoutes } from './forecasts/routes.js';
import { intelligenceRoutes } from './intelligence/routes.js';
import { bookRoutes } from './market-data/book-routes.js';
import { discoveryRoute, eventRoutes } from './market-data/event-routes.js';
import { quantRoutes } from './market-data/quant-routes.js';
import { healthRoutes, snapshotRoutes } from './market-data/snapshot-routes.js';
import { marketRequestRoutes } from './market-requests/routes.js';
import { marketRoutes } from './markets/routes.js';
import { moderationRoutes } from './moderation/routes.js';
import { notificationRoutes } from './notifications/routes.js';
import { peopleRoutes } from './people/routes.js';
import { practiceRoutes } from './practice/routes.js';
import { recordRoutes } from './record/routes.js';
import { retiredRoutes } from './retired-endpoints/routes.js';
import { scoringRoutes } from './scoring/routes.js';
import { searchRoutes } from './search/routes.js';
import { historyRoutes } from './service/history-routes.js';
import { serviceRoutes } from './service/routes.js';
import { statusRoutes } from './service/status-routes.js';
import { sportsRoutes } from './sports/routes.js';
import { streamRoutes } from './streams/routes.js';

/**
 * The features, one line each, in reading order: the folder `src/<name>/` may import only from folders above its own line.
 * A feature adds its routes to the contract.
 */
const features = [
  { name: 'kernel' },
  { name: 'engine' },
  { name: 'database' },
  { name: 'http' },
  { name: 'players' },
  { name: 'notifications', routes: notificationRoutes },
  { name: 'events' },
  { name: 'exchange', routes: [...exchangeRoutes, ...exchangeOperatorRoutes] },
  { name: 'forecasts', routes: forecastRoutes },
  { name: 'scoring', routes: scoringRoutes },
  { name: 'markets', routes: marketRoutes },
  { name: 'follows', routes: followRoutes },
  {
    name: 'market-data',
    routes: [discoveryRoute, ...eventRoutes, ...snapshotRoutes, ...healthRoutes, ...bookRoutes, ...quantRoutes],
  },
  { name: 'search', routes: searchRoutes },
  { name: 'people', routes: peopleRoutes },
  { name: 'streams', routes: streamRoutes },
  { name: 'practice', routes: practiceRoutes },
  { name: 'certification', routes: certificationRoutes },
  { name: 'market-requests', routes: marketRequestRoutes },
  { name: 'connectors', routes: connectorRoutes },
  { name: 'sports', routes: sportsRoutes },
  { name: 'aggregator', routes: aggregatorRoutes },
  { name: 'intelligence', routes: intelligenceRoutes },
  { name: 'record', routes: recordRoutes },
  { name: 'moderation', routes: moderationRoutes },
  { name: 'console', routes: consoleRoutes },
  { name: 'developer', routes: developerRoutes },
  { name: 'service', routes: [...statusRoutes, ...historyRoutes, ...serviceRoutes] },
  { name: 'discovery', routes: discoveryRoutes },
  { name: 'country-access', routes: countryAccessRoutes },
  { name: 'retired-endpoints', routes: retiredRoutes },
  { name: 'web' },
  { name: 'demo' },
  { name: 'contract' },
  { name: 'mcp' },
  { name: 'observability' },
  { name: 'jobs' },
] as const;

type FeatureRoute = Extract<(typeof features)[number], { readonly routes: unknown }>['routes'][number];

/** Search carries the tag of market data, but the contract lists it under its own name. */
function sectionOf({ area, id }: FeatureRoute): string {
  return id === 'search' ? id : area;
}

/** The routes of the contract, sorted by tag; the order within a tag is that of registration. */
export const routes: readonly FeatureRoute[] = features
  .flatMap((feature): readonly FeatureRoute[] => ('routes' in feature ? feature.routes : []))
  .sort((a, b) => {
    const [left, right] = [sectionOf(a), sectionOf(b)];
    return left < right ? -1 : Number(left > right);
  });
