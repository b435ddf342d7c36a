import { aggregatorRoutes } from './aggregator/routes.js';
import { aggregatorStore } from './aggregator/store/aggregator-store.js';
import { certificationRoutes } from './certification/routes.js';
import { certificationStore } from './certification/store.js';
import { connectorRoutes } from './connectors/routes.js';
import { connectorsStore } from './connectors/store.js';
import { consoleRoutes } from './console/routes.js';
import { consoleStore } from './console/store.js';
import { countryAccessRoutes } from './country-access/routes.js';
import { arenaStore } from './database/arena/arena-store.js';
import type { Clock } from './database/columns.js';
import type { Pool } from './database/pool.js';
import { composeStore, type StoreOptions } from './database/postgres-store.js';
import type { Store } from './database/store.js';
import { developerRoutes } from './developer/routes.js';
import { developerStore } from './developer/store.js';
import { discoveryRoutes } from './discovery/routes.js';
import { marketsStore } from './events/store/markets-store.js';
import { exchangeRoutes } from './exchange/routes.js';
import { exchangeStore } from './exchange/store/exchange-store.js';
import { exchangeOperatorRoutes } from './exchange/trading-pause.js';
import { followRoutes } from './follows/routes.js';
import { followsStore } from './follows/store.js';
import { forecastRoutes } from './forecasts/routes.js';
import { forecastsStore } from './forecasts/store.js';
import type { Route } from './http/route.js';
import { intelligenceRoutes } from './intelligence/routes.js';
import { intelligenceStore } from './intelligence/store/intelligence-store.js';
import { bookRoutes } from './market-data/book-routes.js';
import { discoveryRoute, eventRoutes } from './market-data/event-routes.js';
import { quantRoutes } from './market-data/quant-routes.js';
import { healthRoutes, snapshotRoutes } from './market-data/snapshot-routes.js';
import { marketDataStore } from './market-data/store/market-data-store.js';
import { marketRequestRoutes } from './market-requests/routes.js';
import { marketRequestsStore } from './market-requests/store.js';
import { marketRoutes } from './markets/routes.js';
import { moderationRoutes } from './moderation/routes.js';
import { moderationStore } from './moderation/store.js';
import { notificationRoutes } from './notifications/routes.js';
import { notificationsStore } from './notifications/store.js';
import { peopleRoutes } from './people/routes.js';
import { peopleStore } from './people/store/people-store.js';
import { practiceRoutes } from './practice/routes.js';
import { practiceStore } from './practice/store.js';
import { recordRoutes } from './record/routes.js';
import { recordStore } from './record/store.js';
import { retiredRoutes } from './retired-endpoints/routes.js';
import { scoringRoutes } from './scoring/routes.js';
import { scoringStore } from './scoring/store/scoring-store.js';
import { searchRoutes } from './search/routes.js';
import { searchStore } from './search/store.js';
import { historyRoutes } from './service/history-routes.js';
import { serviceRoutes } from './service/routes.js';
import { statusRoutes } from './service/status-routes.js';
import { serviceStore } from './service/store.js';
import { sportsRoutes } from './sports/routes.js';
import { sportsStore } from './sports/store/sports-store.js';
import { streamRoutes } from './streams/routes.js';
import { streamsStore } from './streams/store/streams-store.js';

/**
 * The features, one line each, in reading order: the folder `src/<name>/` may import only from folders above its own line.
 * A feature adds its routes to the contract and its members to `Reads` and `Writes`.
 */
export const features = [
  { name: 'kernel' },
  { name: 'engine' },
  { name: 'database', store: arenaStore },
  { name: 'http' },
  { name: 'players' },
  { name: 'notifications', store: notificationsStore, routes: notificationRoutes },
  { name: 'events', store: marketsStore },
  { name: 'exchange', store: exchangeStore, routes: [...exchangeRoutes, ...exchangeOperatorRoutes] },
  { name: 'forecasts', store: forecastsStore, routes: forecastRoutes },
  { name: 'scoring', store: scoringStore, routes: scoringRoutes },
  { name: 'markets', routes: marketRoutes },
  { name: 'search', store: searchStore, routes: searchRoutes },
  { name: 'follows', store: followsStore, routes: followRoutes },
  {
    name: 'market-data',
    store: marketDataStore,
    routes: [discoveryRoute, ...eventRoutes, ...snapshotRoutes, ...healthRoutes, ...bookRoutes, ...quantRoutes],
  },
  { name: 'certification', store: certificationStore, routes: certificationRoutes },
  { name: 'people', store: peopleStore, routes: peopleRoutes },
  { name: 'streams', store: streamsStore, routes: streamRoutes },
  { name: 'practice', store: practiceStore, routes: practiceRoutes },
  { name: 'market-requests', store: marketRequestsStore, routes: marketRequestRoutes },
  { name: 'connectors', store: connectorsStore, routes: connectorRoutes },
  { name: 'sports', store: sportsStore, routes: sportsRoutes },
  { name: 'aggregator', store: aggregatorStore, routes: aggregatorRoutes },
  { name: 'intelligence', store: intelligenceStore, routes: intelligenceRoutes },
  { name: 'record', store: recordStore, routes: recordRoutes },
  { name: 'moderation', store: moderationStore, routes: moderationRoutes },
  { name: 'console', store: consoleStore, routes: consoleRoutes },
  { name: 'developer', store: developerStore, routes: developerRoutes },
  { name: 'service', store: serviceStore, routes: [...statusRoutes, ...historyRoutes, ...serviceRoutes] },
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

/** Search carries the tag of market data, but the contract lists it under its own name. */
function sectionOf({ area, id }: Route): string {
  return id === 'search' ? id : area;
}

/** The routes of the contract, sorted by tag; the order within a tag is that of registration. */
export const routes: readonly Route[] = features
  .flatMap((feature): readonly Route[] => ('routes' in feature ? feature.routes : []))
  .sort((a, b) => {
    const [left, right] = [sectionOf(a), sectionOf(b)];
    return left < right ? -1 : Number(left > right);
  });

/** `clock` replaces the database's clock in tests that control time. */
export function createPostgresStore(pool: Pool, clock: Clock = null, options: StoreOptions = {}): Store {
  return composeStore(features, pool, clock, options);
}
